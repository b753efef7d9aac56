//! Every parameter of a run of whole trees, as `run.toml` holds it. The run is a function of these alone.

use anyhow::{Result, ensure};
use pipsqueak_core::tree::{MAX_HEIGHT, PrimitiveSet};

use super::Islands;
use crate::evolve::limits::{MOST, POPULATION};
use crate::evolve::problem::{Fitness, Problem};
use crate::evolve::settings::{Common, CommonSettings, Kind, Row, Tabled, choice, choice_elements};

/// What a run is made with, as `run.toml` holds it.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings<P: Problem> {
    /// What every run has.
    pub common: CommonSettings<P>,
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
    /// What makes a tree fit.
    pub fitness: P::Fitness,
    /// What height costs.
    pub bloat: Bloat,
    /// How the population is divided.
    pub islands: Islands,
}

/// How high a mutation's new subtree may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum NewSubtree {
    /// One and a half times the old one's height
    HalfHigher,
    /// Two more than the old one's height, four at most
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
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bloat {
    /// The last height that costs nothing.
    pub free_height: usize,
    /// What a level more leaves of the fitness.
    pub factor: f64,
}

impl Bloat {
    /// Height costs nothing.
    pub const NONE: Bloat = Bloat { free_height: MAX_HEIGHT, factor: 1.0 };
}

choice_elements!(NewSubtree);

impl<P: Problem> Common<P> for Settings<P> {
    fn common_mut(&mut self) -> &mut CommonSettings<P> {
        &mut self.common
    }
}

impl<P: Problem> Tabled for Settings<P> {
    fn rows() -> Vec<Row<Settings<P>>> {
        let share = |key, meaning, field: fn(&mut Settings<P>) -> &mut f64| {
            Row::new(key, meaning, Kind::Share, move |s| field(s))
        };
        let heights = Kind::list(Kind::Whole(0..=MAX_HEIGHT as u64), 2..=2);
        let own = [
            Row::new("scoring", "how a tree's value is read as a move", P::scorings(), |s: &mut Self| &mut s.scoring),
            Row::new("start_heights", "least and greatest height of the first trees", heights, |s: &mut Self| {
                &mut s.start_heights
            }),
            share("crossover", "chance that a selected tree is crossed with another", |s| &mut s.crossover),
            share("mutation", "chance that a selected tree is mutated", |s| &mut s.mutation),
            share("terminal_mutation", "chance that a mutation changes a terminal instead of a subtree", |s| {
                &mut s.terminal_mutation
            }),
            Row::new(
                "new_subtree",
                "how high a mutation's new subtree may be: half higher than the old one, or two higher within four",
                choice::<NewSubtree>(),
                |s: &mut Self| &mut s.new_subtree,
            ),
            Row::new("selection_size", "trees in a selection tournament", Kind::Whole(1..=MOST), |s: &mut Self| {
                &mut s.selection_size
            }),
            Row::new(
                "elite",
                "best trees that live on unchanged, fewer than the population",
                Kind::Whole(0..=*POPULATION.end()),
                |s: &mut Self| &mut s.elite,
            ),
            Row::new(
                "finalists",
                "best trees of the last generation among which the champion is found on deals of its own",
                Kind::Whole(1..=*POPULATION.end()),
                |s: &mut Self| &mut s.finalists,
            ),
        ];
        let fitness = P::Fitness::rows().into_iter().map(|row| row.within(|s: &mut Self| &mut s.fitness));
        let bloat = [
            Row::new(
                "bloat.free_height",
                "last height that costs nothing",
                Kind::Whole(0..=MAX_HEIGHT as u64),
                |s: &mut Self| &mut s.bloat.free_height,
            )
            .absent("40"),
            share("bloat.factor", "what a level more leaves of the fitness; 1 if height costs nothing", |s| {
                &mut s.bloat.factor
            })
            .absent("1.0"),
        ];
        let islands = [
            Row::new(
                "islands.number",
                "parts of the population that breed apart; 1 for one population",
                Kind::Whole(1..=POPULATION.end() / 2),
                |s: &mut Self| &mut s.islands.number,
            )
            .absent("1"),
            Row::new(
                "islands.interval",
                "generations from one migration to the next",
                Kind::Whole(1..=MOST),
                |s: &mut Self| &mut s.islands.interval,
            )
            .absent("10"),
            Row::new(
                "islands.migrants",
                "best trees of which each island sends copies to the next at a migration",
                Kind::Whole(0..=*POPULATION.end()),
                |s: &mut Self| &mut s.islands.migrants,
            )
            .absent("2"),
        ];
        Self::common_rows().into_iter().chain(own).chain(fitness).chain(bloat).chain(islands).collect()
    }
}

impl<P: Problem> Settings<P> {
    /// The nodes that new trees are made of.
    pub fn primitive_set(&self) -> PrimitiveSet {
        P::primitive_set(self.common.terminals)
    }

    /// Refuses settings that no run can have, where one depends on another: each alone is checked by its row.
    pub fn check_all(&self) -> Result<()> {
        let population = self.common.population;
        ensure!(self.elite < population, "the elite must be smaller than the population");
        ensure!((1..=population).contains(&self.finalists), "finalists must be from 1 to the size of the population");
        ensure!(self.common.start.len() <= population, "start must not name more champions than there are trees");
        let [least, greatest] = self.start_heights;
        ensure!(least <= greatest, "start_heights go from low to high");
        self.check_islands()?;
        self.fitness.check()
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
