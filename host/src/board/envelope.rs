//! A champion's bytes, whatever game it is for.

use anyhow::Result;
use pipsqueak_core::champion::{self, Champion, GameId};
use pipsqueak_core::games::mastermind::Strategy;

use crate::terminal::text;

/// The longest name that is shown.
const NAME_WIDTH: usize = 32;

/// A champion that was checked.
pub struct Opened {
    /// Its game.
    pub game: GameId,
    /// What it is called, in letters that a terminal may be shown.
    pub name: String,
}

/// Checks all of a champion.
pub fn open(bytes: &[u8]) -> Result<Opened> {
    let (game, payload) = champion::open(bytes)?;
    let name = match game {
        GameId::FiveO => text::name(&Champion::decode(bytes)?.name, NAME_WIDTH),
        GameId::Mastermind => text::name(Strategy::from_payload(payload)?.name(), NAME_WIDTH),
    };
    Ok(Opened { game, name })
}

/// What a game is called.
pub const fn game_name(game: GameId) -> &'static str {
    match game {
        GameId::FiveO => "Five-O",
        GameId::Mastermind => "Mastermind",
    }
}
