//! The solver: from a history to the next guess, within the memory and the work that the caller allows.
//!
//! ```text
//! no guess yet                       the fixed opening of the size
//! all fitting codes have room        one guess of each kind is judged on all of them: exact
//!   and the work is within the budget
//! else                               some guesses are judged on the codes in the memory
//! ```
//!
//! **The memory decides whether a guess is exact.** A solver gets a slice. If it holds all fitting codes and the work
//! is within the budget, the guess is exact; otherwise guesses are evaluated on a uniform sample. Every guess depends
//! only on the slice's length, the budget and the seed, and not on whether a code takes 4 bytes (board) or 16 (desktop,
//! ten times as fast).

use core::fmt;

use rand_core::Rng;

use super::guesses::{Alphabet, colors_of};
use super::objective::{Entropy, Expected, Measure, Minimax, Parts, cost};
use super::openings::opening;
use super::sample::{Gathered, gather};
use super::{Code, CodeSize, History, Objective, StoredCode};
use crate::random::{self, Seed};

/// What a solver may spend on a guess, apart from its memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget(pub u32);

/// Finds guesses. A desktop and a board with the same length of memory and the same budget make the same guesses,
/// whatever the form of the codes.
#[derive(Debug)]
pub struct Solver<'m, E> {
    objective: Objective,
    budget: Budget,
    memory: &'m mut [E],
}

/// No code fits all answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Contradiction;

impl fmt::Display for Contradiction {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("the answers contradict each other: no code fits them all")
    }
}

impl core::error::Error for Contradiction {}

impl<'m, E: StoredCode> Solver<'m, E> {
    /// A solver that keeps codes in this memory.
    pub fn new(objective: Objective, budget: Budget, memory: &'m mut [E]) -> Solver<'m, E> {
        Solver { objective, budget, memory }
    }

    /// The next guess. The seed decides which codes are drawn where not all can be judged; the same seed serves a whole
    /// game.
    pub fn guess(&mut self, history: &History, seed: Seed) -> Result<Code, Contradiction> {
        if history.is_empty() {
            return Ok(opening(history.size(), self.objective));
        }
        let mut rng = seed.derive(history.len() as u64).rng();
        let Gathered { n_codes, is_all } = gather(&mut rng, history, self.memory);
        let codes = self.memory.get(..n_codes).unwrap_or_default();
        let first = codes.first().ok_or(Contradiction)?.code();
        if is_all && n_codes <= 2 {
            return Ok(first);
        }
        if is_all && exact_work(history, codes) <= u64::from(self.budget.0) {
            return Ok(best_guess(self.objective, history, codes));
        }
        let n_guesses = self.budget.0 as usize / n_codes.max(1);
        Ok(match self.objective {
            Objective::Minimax => best_of_some::<Minimax, E>(&mut rng, history, codes, n_guesses),
            Objective::Entropy => best_of_some::<Entropy, E>(&mut rng, history, codes, n_guesses),
            Objective::Parts => best_of_some::<Parts, E>(&mut rng, history, codes, n_guesses),
            Objective::Expected => best_of_some::<Expected, E>(&mut rng, history, codes, n_guesses),
        })
    }
}

/// Pairs of a guess and a code that [`best_guess`] looks at, at most.
pub fn exact_work<E: StoredCode>(history: &History, codes: &[E]) -> u64 {
    alphabet(history, codes).n_guesses(history.size()).saturating_mul(codes.len() as u64)
}

/// The best guess of all, if these are all the codes that fit the history, in numeric order. Among equals one that fits
/// is preferred, then the first in numeric order.
pub fn best_guess<E: StoredCode>(objective: Objective, history: &History, codes: &[E]) -> Code {
    match objective {
        Objective::Minimax => best_of_all::<Minimax, E>(history, codes),
        Objective::Entropy => best_of_all::<Entropy, E>(history, codes),
        Objective::Parts => best_of_all::<Parts, E>(history, codes),
        Objective::Expected => best_of_all::<Expected, E>(history, codes),
    }
}

fn alphabet<E: StoredCode>(history: &History, codes: &[E]) -> Alphabet {
    let present = codes.iter().fold(0, |present, code| present | colors_of(code.code()));
    Alphabet::new(history, present)
}

#[inline(never)]
fn best_of_all<M: Measure, E: StoredCode>(history: &History, codes: &[E]) -> Code {
    let alphabet = alphabet(history, codes);
    let mut best = Best::<M, E>::new(codes, history.size());
    for code in codes.iter().filter(|code| alphabet.is_first(code.code())) {
        best.try_guess(*code);
        if best.is_perfect() {
            return best.guess.code();
        }
    }
    // Every kind of consistent guess was tried above; from here only inconsistent ones can improve.
    for guess in alphabet.guesses(history.size()) {
        best.try_guess(guess);
        if best.is_perfect() {
            break;
        }
    }
    best.guess.code()
}

/// The best of the codes in the memory and, if there is work left, of their neighbours.
#[inline(never)]
fn best_of_some<M: Measure, E: StoredCode>(
    rng: &mut impl Rng,
    history: &History,
    codes: &[E],
    n_guesses: usize,
) -> Code {
    let mut best = Best::<M, E>::new(codes, history.size());
    // Stride, because an exhaustive list is in numeric order.
    let stride = codes.len().div_ceil(n_guesses.max(1)).max(1);
    for &code in codes.iter().step_by(stride) {
        best.try_guess(code);
        if best.is_perfect() {
            return best.guess.code();
        }
    }
    for _ in codes.len()..n_guesses {
        if let Some(code) = random::pick(rng, codes) {
            best.try_guess(E::of(neighbour(rng, code.code(), history.size())));
            if best.is_perfect() {
                break;
            }
        }
    }
    best.guess.code()
}

/// The code with two pegs redrawn.
fn neighbour(rng: &mut impl Rng, code: Code, size: CodeSize) -> Code {
    let code = code.redrawn(rng, size);
    code.redrawn(rng, size)
}

/// The best guess so far.
struct Best<'c, M, E> {
    codes: &'c [E],
    guess: E,
    /// What it costs; what costs less by more than the tolerance is better.
    cost: u64,
    tolerance: u64,
    least: u64,
    measure: core::marker::PhantomData<M>,
}

impl<'c, M: Measure, E: StoredCode> Best<'c, M, E> {
    fn new(codes: &'c [E], size: CodeSize) -> Best<'c, M, E> {
        let n_codes = codes.len() as u32;
        let guess = codes.first().copied().unwrap_or_default();
        let (tolerance, least) = (M::tolerance(n_codes), M::least(n_codes, size));
        Best { codes, guess, cost: u64::MAX, tolerance, least, measure: core::marker::PhantomData }
    }

    fn try_guess(&mut self, guess: E) {
        let bound = self.cost.saturating_sub(self.tolerance);
        if let Some(cost) = cost::<M, E>(guess, self.codes, bound) {
            (self.guess, self.cost) = (guess, cost);
        }
    }

    fn is_perfect(&self) -> bool {
        self.cost <= self.least + self.tolerance
    }
}
