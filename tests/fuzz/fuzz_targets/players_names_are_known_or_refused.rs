//! Any text is a player of a game or is refused, for every game; a champion of that name can be shown.

use pipsqueak::{ALL, AnyGame, AskedGame};
use pipsqueak_lab::games::fiveo::players::FiveOPlayer;

/// Tries one input.
pub fn run(text: &str) {
    // Files belong to another target.
    if text.contains('/') || std::path::Path::new(text).exists() {
        return;
    }
    let _ = FiveOPlayer::named(text, None);
    for game in ALL.games.iter().map(|game: &&dyn AnyGame| game.name()) {
        if let Ok((_, champions, bytes)) = ALL.champion(text, AskedGame::named(game)) {
            assert!(champions.describe(&bytes).is_ok());
        }
    }
}
