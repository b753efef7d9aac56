//! Counting the leaves of the game tree, which shows that moves are generated rightly. Knows the board alone.

use super::board::Board;
use super::moves::{MAX_MOVES, Move};

/// No deeper counts are asked for: they would not fit 64 bits, nor a lifetime.
pub const MAX_DEPTH: u8 = 32;

/// How many lines of so many moves there are, a whole capture being one move. Draw rules do not count here. Depths
/// beyond [`MAX_DEPTH`] are counted as that.
pub fn perft(board: &Board, depth: u8) -> u64 {
    match depth.min(MAX_DEPTH) {
        0 => 1,
        // The last moves are counted without being made.
        1 => board.n_moves() as u64,
        depth => {
            let mut room = [Move::default(); MAX_MOVES];
            let n_moves = board.moves(&mut room).unwrap_or(0);
            room.iter().take(n_moves).map(|&chosen| perft(&board.after(chosen), depth - 1)).sum()
        }
    }
}
