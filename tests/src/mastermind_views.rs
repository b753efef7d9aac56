//! Views of Mastermind for tests that only care about one seat's guesses.

use pipsqueak_core::chance::Seed;
use pipsqueak_core::games::mastermind::{Breaker, Code, DuelView, Feedback, History};

/// What a seat with these guesses sees when it is its turn again. Across the table nobody comes any nearer: as many times
/// the same guess at the code that this chance stands for, always a wrong one.
pub fn guessing(history: &History, chance: Seed) -> DuelView {
    let size = history.size();
    let secret = Breaker::<Code>::secret(history, chance);
    let wrong = Code::all(size).find(|&code| code != secret).unwrap_or(secret);
    let mut opponent = History::new(size);
    for _ in history.entries() {
        opponent.push(wrong, Feedback::between(wrong, secret)).expect("a wrong guess of the size");
    }
    DuelView::check(chance, Some(secret), history.clone(), opponent).expect("it is this seat's turn")
}
