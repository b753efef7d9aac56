//! Any text is refused or is a board whose text reads back, and whose moves all lead to valid boards.

use pipsqueak_core::games::checkers::{Board, fen};
use pipsqueak_tests::checkers_reference;

/// Tries one input.
pub fn run(text: &str) {
    if let Ok(board) = fen::parse(text) {
        assert_eq!(fen::parse(&board.to_string()), Ok(board));
        for chosen in checkers_reference::legal(&board) {
            let after: Board = board.after(chosen);
            assert_eq!(fen::parse(&after.to_string()), Ok(after));
        }
    }
}
