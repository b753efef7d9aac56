//! The `replay` command: checks recorded games of any kind and shows them. Knows no game; each reads its own records.

use std::path::PathBuf;

use anyhow::{Context, Result};

use super::registry::Registry;
use crate::system::{files, output};

/// The options of `replay`.
#[derive(clap::Args)]
pub struct Options {
    /// The record, JSON Lines or PDN; - reads it from the standard input
    #[arg(value_name = "FILE")]
    record: PathBuf,
}

/// Runs the command.
pub fn run(registry: Registry, options: &Options) -> Result<()> {
    let path = &options.record;
    let text = files::read_text(path).with_context(|| format!("{} cannot be read", path.display()))?;
    let game = registry.recorded(&text).with_context(|| path.display().to_string())?;
    let mut shown = Vec::new();
    let replayed = game.replay(&text, &mut shown).with_context(|| path.display().to_string());
    // A bad game does not hide the good ones.
    output::text(String::from_utf8_lossy(&shown))?;
    replayed
}
