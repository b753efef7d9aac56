//! Any text is refused or is games that, written again, read back to the same games.

use pipsqueak_core::games::fiveo::Table;
use pipsqueak_lab::json_lines::{RecordedGame, read};

/// Tries one input.
pub fn run(text: &str) {
    let Ok(games) = read::<Table>(text) else { return };
    let written = |games: &[RecordedGame<Table>]| -> Vec<u8> {
        games.iter().flat_map(|game| game.text().expect("a game that was read can be written")).collect()
    };
    let once = written(&games);
    let again = read::<Table>(std::str::from_utf8(&once).expect("JSON is text")).expect("what we write is right");
    assert_eq!(written(&again), once);
}
