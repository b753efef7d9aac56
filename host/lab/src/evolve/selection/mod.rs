//! Selection: ranking and the choice of parents, for both algorithms. Knows individuals only as indices and their
//! fitness only as numbers.

mod lexicase;
mod pareto;

use pipsqueak_core::random::GameRng;
use pipsqueak_core::tree;

use super::settings::{Row, SettingKind, choice};
use crate::choices;
pub use lexicase::{Case, Lexicase};
pub use pareto::{StrengthAndCost, crowded_order, front};

/// The most cases that a generation is compared by.
const MOST_CASES: u64 = 10_000;

/// How parents are chosen, for every algorithm.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SelectionSettings {
    /// The method.
    pub method: SelectionMethod,
    /// The most cases of a generation that epsilon-lexicase selection looks at.
    pub cases: usize,
    /// The objectives.
    pub objectives: Objectives,
}

choices! {
    /// How a parent is chosen.
    pub enum SelectionMethod {
        /// The fittest of a few drawn at random
        Tournament = "tournament",
        /// The individual left after comparing all of them case by case, in random order
        EpsilonLexicase = "epsilon-lexicase",
    }
}

choices! {
    /// The objectives of selection.
    pub enum Objectives {
        /// Strength alone
        Strength = "strength",
        /// Strength, and what a decision costs on the board
        StrengthAndCost = "strength-and-cost",
    }
}

impl Default for SelectionSettings {
    fn default() -> SelectionSettings {
        SelectionSettings { method: SelectionMethod::Tournament, cases: 500, objectives: Objectives::Strength }
    }
}

impl SelectionSettings {
    /// The rows of their table. A run that is older than a row behaved as the row's default.
    pub fn rows() -> Vec<Row<SelectionSettings>> {
        vec![
            Row::new(
                "selection",
                "how parents are chosen: the fittest of a few drawn at random, or the one left after comparing all of them case by case, in random order, within the median absolute deviation (La Cava, Spector and Danai 2016)",
                choice::<SelectionMethod>(),
                |s: &mut SelectionSettings| &mut s.method,
            ),
            Row::new(
                "selection_cases",
                "the most cases (opponents and deals, or decisions) that epsilon-lexicase uses in a generation; a random sample if there are more",
                SettingKind::Whole(1..=MOST_CASES),
                |s: &mut SelectionSettings| &mut s.cases,
            ),
            Row::new(
                "objectives",
                "what counts: strength, or also the estimated instructions of a decision on the board (the Pareto front is kept)",
                choice::<Objectives>(),
                |s: &mut SelectionSettings| &mut s.objectives,
            ),
        ]
    }

    /// The number of cases to record in a generation: 0 if selection does not use them.
    pub fn n_cases(&self) -> usize {
        match self.method {
            SelectionMethod::Tournament => 0,
            SelectionMethod::EpsilonLexicase => self.cases,
        }
    }

    /// Whether the cost on the board is an objective.
    pub fn counts_cost(&self) -> bool {
        self.objectives == Objectives::StrengthAndCost
    }
}

/// Chooses the parents of one generation.
pub enum Parents {
    /// Tournaments: the greatest fitness wins.
    Tournament {
        /// Individuals per tournament.
        size: u32,
        /// Each individual's fitness.
        fitness: Vec<f64>,
    },
    /// Lexicase selection.
    Lexicase(Lexicase),
}

impl Parents {
    /// A parent's index.
    pub fn choose(&self, rng: &mut GameRng) -> usize {
        match self {
            Parents::Tournament { size, fitness } => {
                tree::tournament(rng, *size, fitness.len(), |place| fitness[place])
            }
            Parents::Lexicase(lexicase) => lexicase.choose(rng),
        }
    }

    /// Tournaments that the individual first in an order wins.
    pub fn in_order(size: u32, order: &[usize]) -> Parents {
        let mut fitness = vec![0.0; order.len()];
        for (place, &individual) in order.iter().enumerate() {
            fitness[individual] = -(place as f64);
        }
        Parents::Tournament { size, fitness }
    }
}

/// The individuals' indices, the fittest first; equals keep their order.
pub fn ranking(fitness: impl Iterator<Item = f64>) -> Vec<usize> {
    let fitness: Vec<f64> = fitness.collect();
    let mut ranking: Vec<usize> = (0..fitness.len()).collect();
    ranking.sort_by(|&left, &right| fitness[right].total_cmp(&fitness[left]));
    ranking
}

#[cfg(test)]
mod tests {
    use super::*;
    use pipsqueak_core::random::Seed;

    #[test]
    fn the_first_in_the_order_wins_its_tournaments() {
        let parents = Parents::in_order(1_000, &[2, 0, 1]);
        let mut rng = Seed(1).rng();
        assert!((0..50).all(|_| parents.choose(&mut rng) == 2));
    }
}
