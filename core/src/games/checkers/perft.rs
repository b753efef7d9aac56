//! Counting the leaves of the game tree, which shows that moves are generated rightly. Knows the board alone.

use super::board::Board;

/// No deeper counts are asked for: they would not fit 64 bits, nor a lifetime.
pub const MAX_DEPTH: u8 = 32;

/// How many lines of so many moves there are, a whole capture being one move and every path of it a move of its own, as
/// published counts have it. Draw rules do not count here. Depths beyond [`MAX_DEPTH`] are counted as that.
pub fn perft(board: &Board, depth: u8) -> u64 {
    match depth.min(MAX_DEPTH) {
        0 => 1,
        // The last moves are counted without being made.
        1 => board.n_paths().into(),
        depth => {
            let mut n_leaves = 0;
            board.each_path(|chosen| n_leaves += perft(&board.after(chosen), depth - 1));
            n_leaves
        }
    }
}
