//! What becomes of a game that was played: a record, kept in a file or wherever else.

use std::path::PathBuf;

use anyhow::{Context, Result};
use pipsqueak_core::game::{Game, Points};
use pipsqueak_core::random::Seed;

use crate::system::files;

/// A game that is over, or that the person left.
pub struct FinishedGame<'a, G: Game> {
    /// Which game of the series it was, counted from 1.
    pub number: u32,
    /// Where it comes from.
    pub seed: Seed,
    /// The players' names, by seat.
    pub players: [&'a str; 2],
    /// What was played.
    pub moves: &'a [G::Move],
    /// How it ended; `None` if it was left.
    pub points: Option<Points>,
}

/// Where games go.
pub type Recorder<'a, G> = Box<dyn FnMut(&FinishedGame<'_, G>) -> Result<()> + 'a>;

/// Writes each game into a file, in the game's own form; without a path, nowhere. What the file held is replaced.
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
        // As a whole after each game: what is finished stays, and a series without a finished game leaves the old file.
        files::replace(&path, &games).with_context(|| format!("{} cannot be written", path.display()))
    }))
}
