//! The codebreaker of desktop and page: a named method with its buffers.

use core::str::FromStr;

use pipsqueak_app::BUILT_IN_STRATEGY;
use pipsqueak_core::game::Player;
use pipsqueak_core::games::mastermind::{
    Budget, Code, CodeSize, Contradiction, Duel, DuelPlayer, DuelView, History, Objective, Profile, Solver, Strategy,
};
use pipsqueak_core::random::Seed;

use crate::{Failure, Result, SHIPPED, text};

/// Up to this many codes, every guess is computed exactly.
const MOST_EXACT: u32 = 1 << 17;
/// Beyond that: the codes that guesses are evaluated on, and the number of pairs of a guess and a code.
const SAMPLE: usize = 1024;
const PAIRS: u32 = 1 << 20;

/// How guesses are chosen.
#[derive(Clone, Debug)]
pub enum Method {
    /// By an objective over all guesses.
    Solver(Objective),
    /// By a strategy from a champion file; its bytes were checked.
    Strategy(String, Vec<u8>),
}

impl Method {
    /// The method of this name, if it is not a file.
    pub fn known(name: &str, size: CodeSize) -> Option<Result<Method>> {
        if let Ok(objective) = Objective::from_str(name) {
            return Some(Ok(Method::Solver(objective)));
        }
        (name == SHIPPED).then(|| Method::of_champion(name, BUILT_IN_STRATEGY.to_vec(), size))
    }

    /// The method of a champion's bytes, which are checked. Errors refer to it as `text`.
    pub fn of_champion(text: &str, bytes: Vec<u8>, size: CodeSize) -> Result<Method> {
        let refused = |error| Failure(format!("{text} is not a strategy: {error}"));
        let strategy = Strategy::decode(&bytes).map_err(refused)?;
        if strategy.size() != size {
            return Err(Failure(format!("{text} is for {}, not for {size}", strategy.size())));
        }
        Ok(Method::Strategy(text::plain(text), bytes))
    }

    /// Its name.
    pub fn name(&self) -> &str {
        match self {
            Method::Solver(objective) => objective.name(),
            Method::Strategy(name, _) => name,
        }
    }
}

/// A codebreaker with its buffers.
#[derive(Clone, Debug)]
pub struct Codebreaker {
    method: Method,
    budget: Budget,
    memory: Vec<Profile>,
}

impl Codebreaker {
    /// A codebreaker for games of this size.
    pub fn new(method: Method, size: CodeSize) -> Codebreaker {
        let is_exact = size.n_codes() <= MOST_EXACT;
        let n_codes = if is_exact { size.n_codes() as usize } else { SAMPLE };
        let budget = Budget(if is_exact { u32::MAX } else { PAIRS });
        Codebreaker { method, budget, memory: vec![Profile::default(); n_codes] }
    }

    /// Whether guesses for a size are the best of all, not only of a sample.
    pub fn is_exact(size: CodeSize) -> bool {
        size.n_codes() <= MOST_EXACT
    }

    /// The next guess. Use the same seed for a whole game.
    pub fn guess(&mut self, history: &History, seed: Seed) -> Result<Code, Contradiction> {
        self.duel_player().guess(history, seed)
    }

    fn duel_player(&mut self) -> DuelPlayer<'_, Profile> {
        let (objective, strategy) = match &self.method {
            Method::Solver(objective) => (*objective, None),
            // The strategy does not cover guesses that are not its own; any objective will do there.
            Method::Strategy(_, bytes) => (Objective::Parts, Strategy::decode(bytes).ok()),
        };
        DuelPlayer::new(Solver::new(objective, self.budget, &mut self.memory), strategy)
    }
}

impl Player<Duel> for Codebreaker {
    type Error = Contradiction;

    fn choose(&mut self, view: &DuelView) -> Result<Code, Contradiction> {
        self.duel_player().choose(view)
    }
}
