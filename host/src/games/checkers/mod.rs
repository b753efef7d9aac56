//! Checkers in the program: its screen, and the `checkers` commands. The rest is in core and in the laboratory.

mod analyse;
mod commands;
mod compare;
mod cursor;
mod horizon;
mod lines;
mod move_input;
mod named_engine;
mod openings;
mod options;
mod perft;
mod picture;
pub mod replay;
mod scene;
mod tournament;
mod tree;

use std::io::Write;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use pipsqueak_core::game::Seat;
use pipsqueak_core::games::checkers::pdn::Outcome;
use pipsqueak_core::games::checkers::{Board, Game, Side, fen};
use pipsqueak_lab::games::checkers::{Checkers, CheckersPlayer, Start};

use super::tree_options::misused;
use super::{Commands, DesktopGame, PlayContext};
use crate::system::records::{Counted, Part};
use crate::terminal::{FinishedGame, NewScene, Recording};
use options::GameOptions;
pub use replay::diagram;
use scene::{BoardScene, SeriesSettings};

impl DesktopGame for Checkers {
    type Options = GameOptions;
    type Scene = BoardScene;

    const DEFAULT_OPPONENT: &'static str = "medium";
    const DEFAULT_BOARD_OPPONENT: &'static str = "better_h";
    const KEEPS_UNFINISHED: bool = true;
    const HAS_POSITIONS: bool = true;

    fn new(options: &GameOptions, context: PlayContext<'_>) -> Result<Checkers> {
        options.game(context)
    }

    fn scenes<'a>(&'a self, opponent: Option<&CheckersPlayer>) -> NewScene<'a, BoardScene> {
        let (level, spec) = match opponent {
            Some(CheckersPlayer::Level(level)) => (Some(Arc::clone(level)), None),
            Some(CheckersPlayer::Engine(spec)) => (None, Some(spec.clone())),
            None => (None, None),
        };
        let opening = match &self.start {
            Start::At(_, moves) => moves.clone(),
            Start::Random | Start::Deck => Vec::new(),
        };
        let settings = Arc::new(SeriesSettings::new(level, spec, opening));
        Box::new(move |start, seat| BoardScene::new(start, seat, Arc::clone(&settings)))
    }

    /// A result that the players agreed on counts where the board shows none.
    fn record_played(&self, played: &FinishedGame<'_, Game>) -> Result<Vec<u8>> {
        let mut recorded = self.recorded(played.seed, played.players, played.moves)?;
        if let (Outcome::Open, Some(points)) = (recorded.outcome, played.points) {
            let side = |seat| if seat == Seat::First { Side::Black } else { Side::White };
            recorded.outcome = points.winner().map_or(Outcome::Drawn, |seat| Outcome::Won(side(seat)));
        }
        Ok(recorded.to_bytes())
    }

    fn replay(part: &Part, counted: &mut Counted, out: &mut dyn Write) -> Result<()> {
        replay::show(out, part, counted)
    }

    fn recordings(part: &Part) -> Vec<Recording<Game>> {
        replay::recordings(&part.text)
    }

    fn commands() -> Option<&'static dyn Commands> {
        Some(&commands::CheckersCommands)
    }
}

/// The named position, or the start.
fn board_of(text: Option<&str>) -> Result<Board> {
    Ok(text.map_or(Ok(Board::START), fen::parse).map_err(misused)?)
}

/// Parses a number of seconds above 0.
pub fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds <= MAX_SECONDS => Ok(seconds),
        _ => Err(format!("give a number of seconds above 0, up to {MAX_SECONDS}")),
    }
}

/// An hour: microseconds are counted in 32 bits.
const MAX_SECONDS: f64 = 3600.0;

/// Seconds in the search's unit.
fn micros(seconds: f64) -> u32 {
    u32::try_from(Duration::from_secs_f64(seconds).as_micros()).unwrap_or(u32::MAX)
}
