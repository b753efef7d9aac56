//! Names, alternatives and scores as text. Knows no game.

use pipsqueak_lab::arena::Tally;
pub use pipsqueak_lab::text::{either, name, plain, wrapped};

/// The width of a player's name at a table.
pub const NAME_WIDTH: usize = 24;

/// A score, as in "2 won, 1 lost, 0 tied".
pub fn score(Tally { win, tie, loss }: Tally) -> String {
    format!("{win} won, {loss} lost, {tie} tied")
}
