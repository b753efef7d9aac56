//! Settings in a TOML file, read with the position of every value, so that errors can name line and column.

use std::sync::Arc;

use anyhow::{Result, anyhow, bail};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::Value;

/// A file's keys and values. Knows no setting.
#[derive(Clone, Debug)]
pub struct Document {
    /// The file's name in messages.
    name: String,
    /// The whole text. Lines are counted only when a message needs one, since counting reads all the text before.
    text: Arc<str>,
    /// Its keys in the order of the file; a table's keys are prefixed with its name and a dot.
    pub entries: Vec<Entry>,
    /// The names of its tables with the offsets at which they begin, in the order of the file; inner tables are
    /// prefixed with the names of the outer ones.
    tables: Vec<(String, usize)>,
}

/// A key with its value.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The key.
    pub key: String,
    /// The value.
    pub value: Value,
    /// The offsets at which the key and the value begin.
    starts: [usize; 2],
}

/// The part of an entry that is wrong.
#[derive(Clone, Copy, Debug)]
pub enum Fault {
    /// The key.
    Key,
    /// The value.
    Value,
}

impl Document {
    /// Parses a text that came from a file of this name.
    pub fn parse(text: &str, name: &str) -> Result<Document> {
        let table = DeTable::parse(text).map_err(|error| {
            let (line, column) = error.span().map_or((1, 1), |span| place(text, span.start));
            anyhow!("{name}:{line}:{column}: {}", one_line(error.message()))
        })?;
        let mut document =
            Document { name: name.to_owned(), text: text.into(), entries: Vec::new(), tables: Vec::new() };
        document.take("", table.get_ref())?;
        // The parser sorts tables by name; the order of the file is what its author knows.
        document.entries.sort_by_key(|entry| entry.starts[0]);
        document.tables.sort_by_key(|(_, start)| *start);
        Ok(document)
    }

    fn take(&mut self, prefix: &str, table: &DeTable<'_>) -> Result<()> {
        for (key, value) in table {
            if key.get_ref().contains('.') {
                let (line, column) = place(&self.text, key.span().start);
                bail!("{}:{line}:{column}: a name has no dot, unlike {:?}", self.name, key.get_ref());
            }
            let name = format!("{prefix}{}", key.get_ref());
            match value.get_ref() {
                DeValue::Table(inner) => {
                    self.tables.push((name.clone(), key.span().start));
                    self.take(&format!("{name}."), inner)?;
                }
                _ => {
                    let starts = [key.span().start, value.span().start];
                    self.entries.push(Entry { key: name, value: Value::from(value), starts });
                }
            }
        }
        Ok(())
    }

    /// The value of a key, if the file has it.
    pub fn get(&self, key: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.key == key)
    }

    /// The names of the tables within a table, in the order of the file.
    pub fn tables_within<'d>(&'d self, outer: &'d str) -> impl Iterator<Item = &'d str> {
        let inner = move |(name, _): &'d (String, _)| name.strip_prefix(outer)?.strip_prefix('.');
        self.tables.iter().filter_map(inner).filter(|name| !name.contains('.'))
    }

    /// The content of a table, its keys without the table's name.
    pub fn within(&self, table: &str) -> Document {
        let inner = |entry: &Entry| {
            let key = entry.key.strip_prefix(table)?.strip_prefix('.')?;
            Some(Entry { key: key.to_owned(), ..entry.clone() })
        };
        let entries = self.entries.iter().filter_map(inner).collect();
        Document { name: self.name.clone(), text: Arc::clone(&self.text), entries, tables: Vec::new() }
    }

    /// The document without some keys.
    #[must_use]
    pub fn without(mut self, keys: &[&str]) -> Document {
        self.entries.retain(|entry| !keys.contains(&entry.key.as_str()));
        self
    }

    /// An error that names the place in the file.
    pub fn error(&self, entry: &Entry, fault: Fault, what: impl std::fmt::Display) -> anyhow::Error {
        let (line, column) = place(&self.text, entry.starts[fault as usize]);
        anyhow!("{}:{line}:{column}: {what}", self.name)
    }

    /// The name of the file.
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl From<&Spanned<DeValue<'_>>> for Value {
    fn from(value: &Spanned<DeValue<'_>>) -> Value {
        match value.get_ref() {
            DeValue::Integer(number) => i128::from_str_radix(number.as_str(), number.radix())
                .map_or(Value::Other("number out of range"), Value::Whole),
            DeValue::Float(number) => number.as_str().parse().map_or(Value::Other("number"), Value::Real),
            DeValue::String(text) => Value::Text(text.to_string()),
            DeValue::Array(values) => Value::List(values.iter().map(Value::from).collect()),
            other => Value::Other(other.type_str()),
        }
    }
}

/// A value from the command line: TOML, or text without quotation marks.
pub fn written(text: &str) -> Value {
    match DeValue::parse(text) {
        Ok(value) if !matches!(value.get_ref(), DeValue::Table(_)) => Value::from(&value),
        _ => Value::Text(text.to_owned()),
    }
}

/// Line and column of an offset, counted from 1.
fn place(text: &str, at: usize) -> (usize, usize) {
    let before = text.get(..at).unwrap_or(text);
    let line = before.rsplit('\n').next().unwrap_or_default();
    (before.matches('\n').count() + 1, line.chars().count() + 1)
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_of_tables_have_a_dot_and_values_their_place() {
        let document = Document::parse("a = 1\n\n[b]\n  c = [1.5, \"x\"]\n", "f").unwrap();
        let [a, c] = document.entries.as_slice() else { panic!("{document:?}") };
        assert_eq!((a.key.as_str(), &a.value), ("a", &Value::Whole(1)));
        assert_eq!(c.key, "b.c");
        assert_eq!(c.value, Value::List(vec![Value::Real(1.5), Value::Text("x".to_owned())]));
        assert_eq!(document.error(c, Fault::Key, "no").to_string(), "f:4:3: no");
        assert_eq!(document.error(c, Fault::Value, "no").to_string(), "f:4:7: no");
    }

    #[test]
    fn a_syntax_error_is_reported_with_its_place() {
        let error = Document::parse("a = 1\nb = = 2\n", "f").unwrap_err().to_string();
        assert!(error.starts_with("f:2:5: "), "{error}");
    }

    #[test]
    fn a_command_lines_values_need_no_quotation_marks() {
        assert_eq!(written("5"), Value::Whole(5));
        assert_eq!(written("18446744073709551615"), Value::Whole(i128::from(u64::MAX)));
        assert_eq!(written("column"), Value::Text("column".to_owned()));
        assert_eq!(written("Plus(1, 2)"), Value::Text("Plus(1, 2)".to_owned()));
        assert_eq!(written("[1, 2]"), Value::List(vec![Value::Whole(1), Value::Whole(2)]));
    }
}
