//! The table of settings: a row has a key, its meaning, its valid values, and the field that holds it. The command
//! line, files, `--print-settings` and the checks all read it. Each algorithm has its table, with the rows that all
//! share and those of its problem.

mod common;
mod document;
mod primitives;
mod value;

use anyhow::{Result, anyhow, bail, ensure};

pub use common::{Common, CommonSettings};
pub use document::{Document, Fault, written};
pub use primitives::{FunctionChoice, TerminalChoice};
pub use value::{Element, Field, NO_FILES, Resolve, SettingKind, Value, choice, text};

use crate::trees::nearest;

/// The field that holds a row's value.
type Lens<S> = Box<dyn for<'s> Fn(&'s mut S) -> &'s mut (dyn Field + 'static)>;

/// A setting.
pub struct Row<S> {
    /// Its name in files and on command lines.
    pub key: &'static str,
    /// Its meaning.
    pub meaning: &'static str,
    /// Its valid values.
    pub kind: SettingKind,
    /// Whether it can be changed once a run has begun.
    is_open: bool,
    field: Lens<S>,
}

impl<S: 'static> Row<S> {
    /// A setting.
    pub fn new(
        key: &'static str,
        meaning: &'static str,
        kind: SettingKind,
        field: impl for<'s> Fn(&'s mut S) -> &'s mut (dyn Field + 'static) + 'static,
    ) -> Row<S> {
        Row { key, meaning, kind, is_open: false, field: Box::new(field) }
    }

    /// The row of a setting that can be changed once a run has begun.
    #[must_use]
    pub fn open(self) -> Row<S> {
        Row { is_open: true, ..self }
    }

    /// The row of a setting that is a part of larger settings.
    pub fn within<T: 'static>(self, part: fn(&mut T) -> &mut S) -> Row<T> {
        let Row { key, meaning, kind, is_open, field } = self;
        Row { key, meaning, kind, is_open, field: Box::new(move |whole| field(part(whole))) }
    }

    /// Sets it, or returns an error that names the valid values.
    pub fn set(&self, settings: &mut S, value: &Value) -> Result<()> {
        ensure!(self.kind.takes(value), "{} is {}, not {value}", self.key, self.kind);
        (self.field)(settings).set(value).map_err(|error| anyhow!("{}: {error:#}", self.key))
    }
}

/// Settings that stand in a table.
pub trait SettingsTable: Clone + 'static {
    /// The table.
    fn rows() -> Vec<Row<Self>>;

    /// The value of a row.
    fn value(&self, row: &Row<Self>) -> Value {
        (row.field)(&mut self.clone()).get()
    }

    /// The settings as `run.toml` holds them: all keys, those of tables at the end.
    fn to_toml(&self) -> String {
        self.written(|_| String::new())
    }

    /// The settings with the meaning and valid values of each; the text can be parsed again.
    fn described(&self) -> String {
        self.written(|row| format!("# {}: {}\n", row.meaning, row.kind))
    }

    /// Every key with its value, preceded by the text of `before`.
    fn written(&self, before: impl Fn(&Row<Self>) -> String) -> String {
        let (mut text, mut group) = (String::new(), "");
        for row in Self::rows() {
            let (own_group, key) = row.key.split_once('.').unwrap_or(("", row.key));
            if own_group != group {
                text += &format!("\n[{own_group}]\n");
                group = own_group;
            }
            text += &format!("{}{key} = {}\n", before(&row), self.value(&row));
        }
        text
    }

    /// Applies a command-line assignment. Few keys can be changed once a run has begun.
    fn assign(&mut self, key: &str, value: &Value, has_begun: bool, resolve: Resolve<'_>) -> Result<()> {
        let rows = Self::rows();
        let row = find(&rows, key)?;
        ensure!(row.key != "preset", "the preset is chosen by --preset");
        if has_begun && !row.is_open {
            let open: Vec<&str> = rows.iter().filter(|row| row.is_open).map(|row| row.key).collect();
            bail!("{key} cannot be changed once a run has begun; these can: {}", open.join(", "));
        }
        row.set(self, &row.kind.resolved(value, resolve)?)
    }

    /// Applies a settings file.
    fn overlay(&mut self, document: &Document, resolve: Resolve<'_>) -> Result<()> {
        let rows = Self::rows();
        for entry in &document.entries {
            let row = find(&rows, &entry.key).map_err(|error| document.error(entry, Fault::Key, error))?;
            let set = row.kind.resolved(&entry.value, resolve).and_then(|value| row.set(self, &value));
            set.map_err(|error| document.error(entry, Fault::Value, format_args!("{error:#}")))?;
        }
        Ok(())
    }

    /// Applies a run's own `run.toml`, which must have every key.
    fn restore(&mut self, document: &Document) -> Result<()> {
        for row in Self::rows() {
            ensure!(document.get(row.key).is_some(), "{}: it has no {}", document.name(), row.key);
        }
        self.overlay(document, NO_FILES)
    }
}

/// The row of a key; the error suggests the nearest one.
pub fn find<'r, S>(rows: &'r [Row<S>], key: &str) -> Result<&'r Row<S>> {
    if let Some(row) = rows.iter().find(|row| row.key == key) {
        return Ok(row);
    }
    // A key without its table's name may be meant.
    let tail = |row: &Row<S>| row.key.rsplit_once('.').is_some_and(|(_, tail)| tail == key);
    let near = rows.iter().find(|row| tail(row)).map(|row| row.key);
    let near = near.or_else(|| nearest(key, rows.iter().map(|row| row.key)).first().copied());
    match near {
        Some(near) => bail!("there is no setting {key:?}; did you mean {near}?"),
        None => bail!("there is no setting {key:?}: --print-settings lists them all"),
    }
}
