//! A champion's bytes, whatever game it is for.

use anyhow::{Result, bail};
use pipsqueak_core::champion::{self, GameId};
use pipsqueak_core::games::mastermind::Strategy;
use pipsqueak_core::games::{checkers, fiveo, mastermind};

/// Checks all of a champion, and gives its game.
pub fn check(bytes: &[u8]) -> Result<GameId> {
    let (game, _) = champion::open(bytes)?;
    match game {
        fiveo::ID => drop(fiveo::champion::Champion::decode(bytes)?),
        mastermind::ID => _ = Strategy::decode(bytes)?,
        other => bail!("a champion of {other}, which this program does not know"),
    }
    Ok(game)
}

/// What a game is called.
pub fn game_name(game: GameId) -> String {
    match game {
        fiveo::ID => "Five-O".to_owned(),
        checkers::ID => "checkers".to_owned(),
        mastermind::ID => "Mastermind".to_owned(),
        other => other.to_string(),
    }
}
