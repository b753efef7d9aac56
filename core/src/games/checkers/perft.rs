//! Perft: counts the leaves of the game tree, to check the move generator. Knows the board alone.

use super::board::Board;

/// The greatest depth: deeper counts would overflow 64 bits.
pub const MAX_DEPTH: u8 = 32;

/// The number of leaf nodes at this depth. Each distinct capture path counts as one move, as in published perft tables;
/// draw rules are ignored. Depths beyond [`MAX_DEPTH`] are counted as that.
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
