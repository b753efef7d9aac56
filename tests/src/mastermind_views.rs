//! Views of Mastermind for tests that only care about one seat's guesses.

use pipsqueak_core::games::mastermind::{Code, DuelPlayer, DuelView, Feedback, History};
use pipsqueak_core::random::Seed;

/// What a seat with these guesses sees when it is its turn again. Across the table nobody comes any nearer: as many times
/// the same guess at the code that this chance stands for, always a wrong one.
pub fn guessing(history: &History, seed: Seed) -> DuelView {
    let size = history.size();
    let secret = DuelPlayer::<Code>::secret(history, seed);
    let wrong = Code::all(size).find(|&code| code != secret).unwrap_or(secret);
    let mut opponent = History::new(size);
    for _ in history.entries() {
        opponent.push(wrong, Feedback::between(wrong, secret)).expect("a wrong guess of the size");
    }
    DuelView::check(seed, Some(secret), history.clone(), opponent).expect("it is this seat's turn")
}
