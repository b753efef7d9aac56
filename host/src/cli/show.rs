//! The `show` command: a champion's tree, its size and its record, as text, Graphviz, SVG or JSON.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use pipsqueak_lab::show::Format;

use super::registry::{AskedGame, Registry};
use crate::run::Folder;
use crate::system::choices;
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
    #[arg(long, value_parser = choices::parser::<Format>(), default_value = "text")]
    format: Format,
    /// Write to this file instead of the screen
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Runs the command; `game` applies if the champion is not a file.
pub fn run(registry: Registry, game: AskedGame<'_>, options: &Options) -> Result<()> {
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
