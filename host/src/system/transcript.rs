//! Transcripts: records of games in a file. Knows no game; each game has its own format.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::files::Replacement;

/// A file of recorded games that grows game by game. The old file stays until the record is committed.
pub struct Transcript {
    path: PathBuf,
    file: Replacement,
    is_empty: bool,
}

impl Transcript {
    /// Begins a record.
    pub fn create(path: &Path) -> Result<Transcript> {
        let file = Replacement::of(path).with_context(|| format!("{} cannot be written", path.display()))?;
        Ok(Transcript { path: path.to_owned(), file, is_empty: true })
    }

    /// Adds a game.
    pub fn add(&mut self, game: &[u8]) -> Result<()> {
        self.is_empty &= game.is_empty();
        self.file.write_all(game).with_context(|| format!("{} cannot be written", self.path.display()))
    }

    /// Replaces the old file; without a game the old file stays.
    pub fn keep(self) -> Result<()> {
        if self.is_empty {
            return Ok(());
        }
        self.file.commit().with_context(|| format!("{} cannot be written", self.path.display()))
    }
}
