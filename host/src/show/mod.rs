//! The `show` command: a champion's tree, its size and its record, as text, Graphviz, SVG or JSON. Knows how trees are
//! drawn; plays no games.

mod description;
mod dot;
mod layout;
mod svg;
mod text;

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::ValueEnum;

pub use description::{Branch, ChampionDescription, Tint};
pub use text::wrapped;

use crate::evolve::folder::Folder;
use crate::games::Registry;
use crate::system::{files, output};

/// The options of `show`.
#[derive(clap::Args)]
pub struct Options {
    /// A champion file of any game, a run's folder, `champion`, or a tree such as "If(HasFlush, 1, 0)"
    #[arg(value_name = "PLAYER")]
    champion: String,
    /// Leave out nodes that cannot change a decision and report how many; the result is checked against the full champion on
    /// 10,000 decisions
    #[arg(long)]
    effective: bool,
    /// How to show it
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Write to this file instead of the screen
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// A way to show a champion.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Format {
    /// For reading; the last line is the tree as any PLAYER argument takes it
    Text,
    /// For Graphviz
    Dot,
    /// A drawing
    Svg,
    /// For programs
    Json,
}

/// Runs the command; the game is meant where the champion is not a file.
pub fn run(registry: Registry, game: &str, options: &Options) -> Result<()> {
    let (_, champions, whole) = registry.champion(&options.champion, game)?;
    let is_none = || format!("{} is not a champion", options.champion);
    let mut description = champions.describe(&whole).with_context(is_none)?;
    if options.effective {
        let (bytes, told) = champions.effective(&whole)?;
        description = champions.describe(&bytes)?;
        description.captions.push(told.clone());
        description.facts.push(("effective", vec![told]));
    }
    let path = Path::new(&options.champion);
    if path.is_dir() {
        description.facts.push(("run", Folder::open(path.to_owned())?.summary()?));
    }
    let shown = description.render(options.format);
    match &options.out {
        Some(path) => {
            files::replace(path, shown.as_bytes()).with_context(|| format!("{} cannot be written", path.display()))
        }
        None => output::text(shown),
    }
}

impl ChampionDescription {
    /// The champion in a format, ending with a line feed.
    pub fn render(&self, format: Format) -> String {
        match format {
            Format::Text => text::render(self),
            Format::Dot => dot::render(self),
            Format::Svg => svg::render(self),
            Format::Json => self.json.clone() + "\n",
        }
    }
}
