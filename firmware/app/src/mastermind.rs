//! Mastermind on a board: codes, answers, and guesses within a board's memory. Keeps nothing of a game.

use pipsqueak_core::chance::Seed;
use pipsqueak_core::games::mastermind::{Breaker, Budget, Code, Feedback, History, Objective, Size, Solver, Strategy};
use pipsqueak_core::link::Refusal;

/// What the solver looks for in a guess, where the strategy does not lead.
pub const OBJECTIVE: Objective = Objective::Expected;
/// Codes that the solver has room for: all that can be left at 4x6 after its first guess, and good play beyond.
pub const N_CODES: usize = 320;
/// Pairs of a guess and a code that the solver looks at for one guess.
pub const BUDGET: Budget = Budget(500_000);

/// The largest space of codes that a guess can be found in while the other end waits.
const MOST_CODES: u32 = 10_000_000;

/// The code that the board sets.
pub fn set_code(size: Size, chance: Seed) -> Code {
    Breaker::<Code>::secret(&History::new(size), chance)
}

/// What a guess gets for the code that the board set.
pub fn answer(size: Size, chance: Seed, guess: Code) -> Result<Feedback, Refusal> {
    guess.check(size).map_err(|_| Refusal::Malformed)?;
    Ok(Feedback::between(guess, set_code(size, chance)))
}

/// The next guess. The memory is on the stack, and only there while it is needed.
#[inline(never)]
pub fn guess(strategy: Option<Strategy<'_>>, history: &History, chance: Seed) -> Result<Code, Refusal> {
    if history.is_cracked() || history.is_full() {
        return Err(Refusal::GameOver);
    }
    if history.size().n_codes() > MOST_CODES {
        return Err(Refusal::TooMuch);
    }
    let mut memory = [Code::default(); N_CODES];
    let solver = Solver::new(OBJECTIVE, BUDGET, &mut memory);
    Breaker::new(solver, strategy).guess(history, chance).map_err(|_| Refusal::Contradiction)
}
