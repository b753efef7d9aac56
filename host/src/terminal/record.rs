//! Records of games that were played in the terminal.

use std::path::PathBuf;

use anyhow::{Context, Result};
use pipsqueak_core::game::{Game, Points};
use pipsqueak_core::random::Seed;

use crate::system::files;

/// A game that is over, or that the person left.
pub struct FinishedGame<'a, G: Game> {
    /// Which game of the series it was, counted from 1.
    pub number: u32,
    /// Its seed.
    pub seed: Seed,
    /// The players' names, by seat.
    pub players: [&'a str; 2],
    /// Its moves.
    pub moves: &'a [G::Move],
    /// The result; `None` if it was left.
    pub points: Option<Points>,
}

/// Called with each game.
pub type Recorder<'a, G> = Box<dyn FnMut(&FinishedGame<'_, G>) -> Result<()> + 'a>;

/// Writes the games to a file, in the game's own format; without a path, nothing is written. An existing file is
/// replaced.
pub fn to_file<'a, G: Game>(
    path: Option<PathBuf>,
    mut written: impl FnMut(&FinishedGame<'_, G>) -> Result<Vec<u8>> + 'a,
) -> Result<Recorder<'a, G>> {
    let Some(path) = path else { return Ok(Box::new(|_| Ok(()))) };
    let mut games = Vec::new();
    Ok(Box::new(move |played| {
        let game = written(played)?;
        if game.is_empty() {
            return Ok(());
        }
        games.extend(game);
        // The file is replaced after each game: finished games are safe, and a series without a finished game keeps the
        // old file.
        files::replace(&path, &games).with_context(|| format!("{} cannot be written", path.display()))
    }))
}
