//! English checkers: 32-square boards, moves, draw rules, positions and games as text (FEN, PDN), evaluations and
//! players. Knows random numbers and the search; knows no clock, port or file.

mod board;
pub mod champion;
pub mod evaluation;
mod features;
pub mod fen;
mod game;
mod legal;
mod moves;
pub mod pdn;
mod perft;
pub mod players;
mod position;
mod square;
mod terminals;
mod view;

pub use board::{Board, BoardError, MAX_PIECES, Piece, Side};
pub use features::{BoardFeatures, SideFeatures};
pub use game::{Ending, Game, IllegalMove};
pub use legal::AvailableMoves;
pub use moves::{Effect, MAX_JUMPS, MAX_MOVES, Move, NoMove};
pub use perft::{MAX_DEPTH, perft};
pub use position::{DrawRule, Position};
pub use square::{Direction, Iter, Square, Squares};
pub use terminals::{Checkers, Terminal};
pub use view::{MAX_PAST, PackedView, View, ViewError};

use crate::champion::GameId;

/// Checkers's game id.
pub const ID: GameId = GameId(2);
