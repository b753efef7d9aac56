//! Records of games in a file. Knows no game: what is written is the games' own matter.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// A file of recorded games that grows game by game.
pub struct Record {
    path: PathBuf,
    file: File,
}

impl Record {
    /// Begins a record; what the file held is replaced.
    pub fn create(path: &Path) -> Result<Record> {
        let file = File::create(path).with_context(|| format!("{} cannot be written", path.display()))?;
        Ok(Record { path: path.to_owned(), file })
    }

    /// Adds a game.
    pub fn add(&mut self, game: &[u8]) -> Result<()> {
        // Game by game, so that what is finished stays.
        self.file.write_all(game).with_context(|| format!("{} cannot be written", self.path.display()))
    }
}
