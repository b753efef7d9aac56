//! A program that plays duels: sets a random code, and breaks the other's by a strategy that it carries, or else by a
//! solver.

use super::duel::{Duel, DuelView};
use super::{Code, Contradiction, History, Solver, StoredCode, Strategy};
use crate::game::Player;
use crate::random::Seed;

/// Sets codes and breaks them.
#[derive(Debug)]
pub struct DuelPlayer<'m, E> {
    solver: Solver<'m, E>,
    strategy: Option<Strategy<'m>>,
}

impl<'m, E: StoredCode> DuelPlayer<'m, E> {
    /// A program that follows the strategy as long as the game is in its tree, and the solver otherwise.
    pub fn new(solver: Solver<'m, E>, strategy: Option<Strategy<'m>>) -> DuelPlayer<'m, E> {
        DuelPlayer { solver, strategy }
    }

    /// The code that this seed stands for.
    pub fn secret(history: &History, seed: Seed) -> Code {
        Code::random(&mut seed.derive(0).rng(), history.size())
    }

    /// The next guess.
    pub fn guess(&mut self, history: &History, seed: Seed) -> Result<Code, Contradiction> {
        match self.strategy.and_then(|strategy| strategy.guess(history)) {
            Some(guess) => Ok(guess),
            None => self.solver.guess(history, seed.derive(1)),
        }
    }
}

impl<E: StoredCode> Player<Duel> for DuelPlayer<'_, E> {
    type Error = Contradiction;

    fn choose(&mut self, view: &DuelView) -> Result<Code, Contradiction> {
        match view.secret() {
            None => Ok(Self::secret(view.guesses(), view.seed())),
            Some(_) => self.guess(view.guesses(), view.seed()),
        }
    }
}
