//! Nim on a board: one more row in the table of games.

use pipsqueak_app::{BoardGame, BoardMove, DecisionContext, Picture};
use pipsqueak_core::link::{Effort, LinkGame, Refusal, SearchInfo, read_view};
use pipsqueak_core::search::Clock;

use super::rules::{self, Nim};

/// The games of a board that also plays Nim, which has no champions.
pub static GAMES: &[BoardGame] = &[
    pipsqueak_app::GAMES[0],
    pipsqueak_app::GAMES[1],
    pipsqueak_app::GAMES[2],
    BoardGame { id: Nim::ID, champions: None, is_slow: false, seconds: Nim::SECONDS, decide },
];

fn decide(_: DecisionContext<'_>, view: &[u8], _: Effort, _: &mut dyn Clock) -> Result<BoardMove, Refusal> {
    let piles = read_view::<Nim>(view)?;
    BoardMove::new::<Nim>(rules::perfect(piles), SearchInfo::default(), Picture::PIP)
}
