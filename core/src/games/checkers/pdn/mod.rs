//! Games as text: Portable Draughts Notation. Knows boards, moves and text; knows no files and keeps nothing.
//!
//! ```text
//! text -> tokens -> [tags, moves, comments, …]         reading: `Tokens`, then `read_move` on the board at hand
//! board, moves -> "1. 11-15 23-19 2. 8-11 …"           writing: `write_game`
//! ```
//!
//! `1-0` says that White won, `0-1` that Black did, as the notation's description has it; `2-0`, `0-2` and `1-1` are the
//! same on another scale.

mod moves;
mod tokens;
mod write;

pub use moves::{MoveTextError, ShortMove, read_move};
pub use tokens::{PdnError, PdnErrorKind, Token, Tokens, line_and_column};
pub use write::{Header, write_commented_game, write_game};

use super::board::Side;
use super::game::Ending;

/// How a recorded game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// This side won.
    Won(Side),
    /// A draw.
    Drawn,
    /// It is not known, or not over.
    Open,
}

impl Outcome {
    /// How a game ended, if it did.
    pub fn of(ending: Option<Ending>) -> Outcome {
        ending.map_or(Outcome::Open, |ending| ending.winner().map_or(Outcome::Drawn, Outcome::Won))
    }

    /// As it is written.
    pub const fn text(self) -> &'static str {
        match self {
            Outcome::Won(Side::White) => "1-0",
            Outcome::Won(Side::Black) => "0-1",
            Outcome::Drawn => "1/2-1/2",
            Outcome::Open => "*",
        }
    }

    /// What a text says, on either scale.
    pub fn parse(text: &str) -> Option<Outcome> {
        Some(match text {
            "1-0" | "2-0" => Outcome::Won(Side::White),
            "0-1" | "0-2" => Outcome::Won(Side::Black),
            "1/2-1/2" | "1-1" => Outcome::Drawn,
            "*" | "0-0" => Outcome::Open,
            _ => return None,
        })
    }
}
