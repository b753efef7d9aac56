//! The `replay` command: checks recorded games of any kind and shows them. Knows no game; each reads its own records.

use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::games::Registry;
use crate::system::{files, output};

/// More than all games that were ever published, in bytes.
const LARGEST: u64 = 256_000_000;

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
    let text = read_text(path).with_context(|| format!("{} cannot be read", path.display()))?;
    let game = registry.recorded(&text).with_context(|| path.display().to_string())?;
    let mut shown = Vec::new();
    let replayed = game.replay(&text, &mut shown).with_context(|| path.display().to_string());
    // A bad game does not hide the good ones.
    output::text(String::from_utf8_lossy(&shown))?;
    replayed
}

/// Old collections are not always UTF-8: a name that is not is shown with signs of doubt.
pub fn read_text(path: &Path) -> io::Result<String> {
    let bytes = match path == Path::new("-") {
        true => files::read_at_most(io::stdin().lock(), LARGEST)?,
        false => files::read(path, LARGEST)?,
    };
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
