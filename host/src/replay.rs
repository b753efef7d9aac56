//! The `replay` command: checks recorded games of any kind and shows them. Knows no game; each reads its own records.

use std::fs;
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::games::Registry;

/// What `replay` is asked for.
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
    game.replay(&text, &mut shown).with_context(|| path.display().to_string())?;
    match io::stdout().lock().write_all(&shown) {
        // Whoever reads has seen enough.
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error).context("the output cannot be written"),
        _ => Ok(()),
    }
}

/// Old collections are not always UTF-8: a name that is not is shown with signs of doubt.
pub fn read_text(path: &Path) -> io::Result<String> {
    let mut bytes = Vec::new();
    if path == Path::new("-") {
        io::stdin().read_to_end(&mut bytes)?;
    } else {
        bytes = fs::read(path)?;
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
