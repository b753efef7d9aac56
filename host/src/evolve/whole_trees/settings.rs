//! Every parameter of a run of whole trees, as `run.toml` holds it. The run is a function of these alone.

use anyhow::{Result, ensure};
use pipsqueak_core::random::Seed;
use pipsqueak_core::tree::{MAX_HEIGHT, PrimitiveSet};
use serde::{Deserialize, Serialize};

use crate::evolve::limits::{MOST, POPULATION, check_games};
use crate::evolve::problem::{Fitness, Problem};

/// What a run is made with, as `run.toml` holds it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, bound = "")]
pub struct Settings<P: Problem> {
    /// The preset that the other settings began as.
    pub preset: P::Preset,
    /// The random seed that everything derives from.
    pub seed: Seed,
    /// Trees in a generation.
    pub population: usize,
    /// How many generations are played.
    pub generations: u32,
    /// The terminals that trees are made of.
    pub terminals: P::Terminals,
    /// How a tree's value is read as a move.
    pub scoring: P::Scoring,
    /// The least and the greatest height of the first trees.
    pub start_heights: [usize; 2],
    /// The chance that a selected tree is crossed with another.
    pub crossover: f64,
    /// The chance that a selected tree is mutated.
    pub mutation: f64,
    /// The chance that a mutation changes a terminal instead of a subtree.
    pub terminal_mutation: f64,
    /// How high a mutation's new subtree may be.
    pub new_subtree: NewSubtree,
    /// Trees in a selection tournament.
    pub selection_size: u32,
    /// Best trees that live on unchanged.
    pub elite: usize,
    /// Best trees of the last generation among which the champion is found on deals of its own.
    pub finalists: usize,
    /// Games of each elite tree against the yardstick in each generation, for the log alone.
    pub elite_games: u64,
    /// Games of the champion against each opponent at the end.
    pub final_games: u64,
    /// What makes a tree fit.
    pub fitness: P::Fitness,
    /// What height costs.
    pub bloat: Option<Bloat>,
}

/// How high a mutation's new subtree may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NewSubtree {
    /// One and a half times the old one's height.
    HalfHigher,
    /// Two more than the old one's height, four at most.
    TwoHigherWithinFour,
}

impl NewSubtree {
    /// The greatest height of the subtree that replaces one of this height.
    pub fn bound(self, old: usize) -> usize {
        match self {
            NewSubtree::HalfHigher => old * 3 / 2,
            NewSubtree::TwoHigherWithinFour => (old + 2).min(4),
        }
    }
}

/// What height costs: a factor of the fitness for every level above a height.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bloat {
    /// The last height that costs nothing.
    pub free_height: usize,
    /// What a level more leaves of the fitness.
    pub factor: f64,
}

impl<P: Problem> Settings<P> {
    /// The nodes that new trees are made of.
    pub fn primitive_set(&self) -> PrimitiveSet {
        P::primitive_set(self.terminals)
    }

    /// Refuses settings that no run can have.
    pub fn check_all(&self) -> Result<()> {
        let (least, greatest) = POPULATION.into_inner();
        ensure!(POPULATION.contains(&self.population), "a population must have {least} to {greatest} trees");
        ensure!(self.generations >= 1, "a run must have at least 1 generation");
        ensure!(self.elite < self.population, "the elite must be smaller than the population");
        ensure!(
            (1..=self.population).contains(&self.finalists),
            "finalists must be from 1 to the size of the population"
        );
        ensure!((1..=MOST as u32).contains(&self.selection_size), "a tournament must have 1 to {MOST} trees");
        let [least, greatest] = self.start_heights;
        ensure!(
            least <= greatest && greatest <= MAX_HEIGHT,
            "start heights must go from low to high, up to {MAX_HEIGHT}"
        );
        for chance in [self.crossover, self.mutation, self.terminal_mutation] {
            ensure!((0.0..=1.0).contains(&chance), "a probability must be between 0 and 1");
        }
        check_games("final_games", self.final_games)?;
        check_games("elite_games", self.elite_games)?;
        self.fitness.check()?;
        if let Some(Bloat { factor, .. }) = self.bloat {
            ensure!((0.0..=1.0).contains(&factor), "the bloat factor must be between 0 and 1");
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn new_subtrees_are_bounded_as_in_the_report() {
        let half_higher = NewSubtree::HalfHigher;
        assert_eq!([1, 2, 4, 6].map(|old| half_higher.bound(old)), [1, 3, 6, 9]);
        let within_four = NewSubtree::TwoHigherWithinFour;
        assert_eq!([1, 2, 4, 6].map(|old| within_four.bound(old)), [3, 4, 4, 4]);
    }
}
