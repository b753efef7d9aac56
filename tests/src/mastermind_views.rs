//! Views of Mastermind for tests that only care about one seat's guesses.

use pipsqueak_core::games::mastermind::{Code, DuelPlayer, DuelView, Feedback, History};
use pipsqueak_core::random::Seed;

/// The view of a seat with these guesses when it is its turn again. The opponent has repeated one wrong guess as many
/// times, at the code that follows from the seed.
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
