//! Every parameter of a run of whole trees, as `run.toml` holds it. The run is a function of these alone.

use anyhow::{Result, ensure};
use pipsqueak_core::tree::{MAX_HEIGHT, MAX_NODES, PrimitiveSet};

use super::Islands;
use crate::choices;
use crate::evolve::limits::{MOST, POPULATION};
use crate::evolve::problem::{Fitness, Problem};
use crate::evolve::settings::{Common, CommonSettings, Row, SettingKind, SettingsTable, choice};

/// A run's settings, as in `run.toml`.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings<P: Problem> {
    /// The settings that every run has.
    pub common: CommonSettings<P>,
    /// How a tree's value is read as a move.
    pub scoring: P::Scoring,
    /// The least and the greatest height of the first trees.
    pub start_heights: [usize; 2],
    /// The chance that a selected tree is crossed with another.
    pub crossover: f64,
    /// Which children of a crossing are kept.
    pub crossover_children: CrossoverChildren,
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
    /// Best trees of the last generation that compete on fresh deals to become champion.
    pub finalists: usize,
    /// The fitness function.
    pub fitness: P::Fitness,
    /// The penalty for height.
    pub bloat: Bloat,
    /// Past champions that every tree meets.
    pub hall_of_fame: HallOfFame,
    /// How the population is divided.
    pub islands: Islands,
}

choices! {
    /// Which children of a crossing are kept.
    pub enum CrossoverChildren {
        /// The one that replaces the tree
        One = "one",
        /// Both: the other one replaces the other tree, as in the report
        Both = "both",
    }
}

choices! {
    /// How high a mutation's new subtree may be.
    pub enum NewSubtree {
        /// One and a half times the old one's height
        HalfHigher = "half-higher",
        /// Two more than the old one's height, four at most
        TwoHigherWithinFour = "two-higher-within-four",
    }
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

/// The penalty for height: a factor on the fitness for every level above a height.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bloat {
    /// The greatest height without a penalty.
    pub free_height: usize,
    /// The factor for each level above it.
    pub factor: f64,
}

impl Bloat {
    /// Height costs nothing.
    pub const NONE: Bloat = Bloat { free_height: MAX_HEIGHT, factor: 1.0 };
}

/// Past champions that every tree meets besides its other opponents (Rosin and Belew 1997): a tree that beats only the
/// present ones may have forgotten how to beat those before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HallOfFame {
    /// The most members; 0 for none.
    pub size: usize,
    /// Generations between additions of the fittest tree.
    pub interval: u32,
}

impl HallOfFame {
    /// No hall of fame.
    pub const NONE: HallOfFame = HallOfFame { size: 0, interval: 5 };

    /// How many members a generation, counted from 0, meets.
    pub fn n_famous(self, generation: u32) -> usize {
        self.size.min((generation / self.interval) as usize)
    }

    /// Stages of a run of `generations` generations: the number of members met, and for how many generations.
    fn stages(self, generations: u32) -> impl Iterator<Item = (usize, u32)> {
        (0..=self.size).map_while(move |n_famous| {
            let first = u32::try_from(n_famous).ok()?.checked_mul(self.interval)?;
            let left = generations.checked_sub(first).filter(|&left| left > 0)?;
            Some((n_famous, if n_famous == self.size { left } else { left.min(self.interval) }))
        })
    }
}

impl<P: Problem> Common<P> for Settings<P> {
    fn common_mut(&mut self) -> &mut CommonSettings<P> {
        &mut self.common
    }
}

impl<P: Problem> SettingsTable for Settings<P> {
    fn rows() -> Vec<Row<Settings<P>>> {
        let share = |key, meaning, field: fn(&mut Settings<P>) -> &mut f64| {
            Row::new(key, meaning, SettingKind::Share, move |s| field(s))
        };
        let heights = SettingKind::list(SettingKind::Whole(0..=MAX_HEIGHT as u64), 2..=2);
        let own = [
            Row::new("scoring", "how a tree's value is read as a move", P::scorings(), |s: &mut Self| &mut s.scoring),
            Row::new("start_heights", "least and greatest height of the first trees", heights, |s: &mut Self| {
                &mut s.start_heights
            }),
            share("crossover", "chance that a selected tree is crossed with another", |s| &mut s.crossover),
            Row::new(
                "crossover_children",
                "children of a crossing that are kept: the one that replaces the tree, or both",
                choice::<CrossoverChildren>(),
                |s: &mut Self| &mut s.crossover_children,
            ),
            share("mutation", "chance that a selected tree is mutated", |s| &mut s.mutation),
            share("terminal_mutation", "chance that a mutation changes a terminal instead of a subtree", |s| {
                &mut s.terminal_mutation
            }),
            Row::new(
                "new_subtree",
                "greatest height of a mutation's new subtree: 1.5 times the old one's, or two more but at most four",
                choice::<NewSubtree>(),
                |s: &mut Self| &mut s.new_subtree,
            ),
            Row::new(
                "selection_size",
                "trees in a selection tournament",
                SettingKind::Whole(1..=MOST),
                |s: &mut Self| &mut s.selection_size,
            ),
            Row::new(
                "elite",
                "best trees that live on unchanged, fewer than the population",
                SettingKind::Whole(0..=*POPULATION.end()),
                |s: &mut Self| &mut s.elite,
            ),
            Row::new(
                "finalists",
                "best trees of the last generation that compete on fresh deals to become champion",
                SettingKind::Whole(1..=*POPULATION.end()),
                |s: &mut Self| &mut s.finalists,
            ),
        ];
        let fitness = P::Fitness::rows().into_iter().map(|row| row.within(|s: &mut Self| &mut s.fitness));
        let bloat = [
            Row::new(
                "bloat.free_height",
                "greatest height without a penalty",
                SettingKind::Whole(0..=MAX_HEIGHT as u64),
                |s: &mut Self| &mut s.bloat.free_height,
            ),
            share("bloat.factor", "factor on the fitness for each level beyond that; 1 for no penalty", |s| {
                &mut s.bloat.factor
            }),
        ];
        let hall_of_fame = [
            Row::new(
                "hall_of_fame.size",
                "the most past champions that every tree meets, besides its other opponents; 0 for none",
                SettingKind::Whole(0..=1_000),
                |s: &mut Self| &mut s.hall_of_fame.size,
            ),
            Row::new(
                "hall_of_fame.interval",
                "generations between additions: the fittest tree joins, in place of a random member once the hall is full",
                SettingKind::Whole(1..=MOST),
                |s: &mut Self| &mut s.hall_of_fame.interval,
            ),
        ];
        let islands = [
            Row::new(
                "islands.number",
                "parts of the population that breed apart; 1 for one population",
                SettingKind::Whole(1..=POPULATION.end() / 2),
                |s: &mut Self| &mut s.islands.number,
            ),
            Row::new(
                "islands.interval",
                "generations from one migration to the next",
                SettingKind::Whole(1..=MOST),
                |s: &mut Self| &mut s.islands.interval,
            ),
            Row::new(
                "islands.migrants",
                "number of best trees that each island copies to the next at a migration",
                SettingKind::Whole(0..=*POPULATION.end()),
                |s: &mut Self| &mut s.islands.migrants,
            ),
        ];
        let own = own.into_iter().chain(fitness).chain(bloat).chain(hall_of_fame).chain(islands);
        Self::common_rows().into_iter().chain(own).collect()
    }
}

impl<P: Problem> Settings<P> {
    /// The nodes that new trees are made of.
    pub fn primitive_set(&self) -> PrimitiveSet {
        self.common.primitive_set()
    }

    /// The typical number of nodes of a tree in the middle of a run: trees grow as far as they may.
    pub fn typical_nodes(&self) -> usize {
        let is_free = self.bloat.factor >= 1.0 || self.bloat.free_height >= MAX_HEIGHT;
        if is_free { MAX_NODES / 2 } else { MAX_NODES / 6 }
    }

    /// The number of generations: as many as are asked for, or fewer if the limit on games ends the run.
    pub fn n_generations(&self) -> u32 {
        let CommonSettings { generations, max_games, .. } = self.common;
        if max_games == 0 {
            return generations;
        }
        let (mut left, mut played) = (max_games, 0);
        for (n_famous, n_generations) in self.hall_of_fame.stages(generations) {
            let needed = left.div_ceil(self.generation_games(n_famous).max(1));
            if needed <= u64::from(n_generations) {
                return played + needed as u32;
            }
            left -= u64::from(n_generations) * self.generation_games(n_famous);
            played += n_generations;
        }
        generations
    }

    /// Selection games in the whole run.
    pub fn n_games(&self) -> u64 {
        let stages = self.hall_of_fame.stages(self.n_generations());
        let games = stages
            .map(|(n_famous, n_generations)| u64::from(n_generations).saturating_mul(self.generation_games(n_famous)));
        games.fold(0, u64::saturating_add)
    }

    /// Refuses settings that contradict each other; each row checks its own value.
    pub fn check_all(&self) -> Result<()> {
        let population = self.common.population;
        ensure!(self.elite < population, "the elite must be smaller than the population");
        ensure!((1..=population).contains(&self.finalists), "finalists must be from 1 to the size of the population");
        ensure!(self.common.start.len() <= population, "start must not name more champions than there are trees");
        let [least, greatest] = self.start_heights;
        ensure!(least <= greatest, "start_heights must go from low to high");
        self.common.check_primitives()?;
        self.common.check_objectives(self.scoring)?;
        self.check_islands()?;
        self.fitness.check()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evolve::toy;
    use pipsqueak_core::random::Seed;

    #[test]
    fn a_run_that_ends_by_its_games_counts_those_against_the_hall_of_fame() {
        // 40 trees are compared with the formula in 60 positions, and with each member of the hall of fame in 60 more.
        let toy = toy::whole_trees(Seed(1));
        let hall_of_fame = HallOfFame { size: 2, interval: 3 };
        let with_end = |generations, max_games| Settings {
            common: CommonSettings { generations, max_games, ..toy.common.clone() },
            hall_of_fame,
            ..toy.clone()
        };
        let games = |generations: u32| -> u64 {
            (0..generations).map(|number| 40 * 60 * (1 + hall_of_fame.n_famous(number) as u64)).sum()
        };
        for generations in 1..12 {
            assert_eq!(with_end(generations, 0).n_games(), games(generations));
            assert_eq!(with_end(100, games(generations)).n_generations(), generations);
            assert_eq!(with_end(100, games(generations) + 1).n_generations(), generations + 1);
            assert_eq!(with_end(5, games(generations)).n_generations(), generations.min(5));
        }
    }

    #[test]
    fn new_subtrees_are_bounded_as_in_the_report() {
        let half_higher = NewSubtree::HalfHigher;
        assert_eq!([1, 2, 4, 6].map(|old| half_higher.bound(old)), [1, 3, 6, 9]);
        let within_four = NewSubtree::TwoHigherWithinFour;
        assert_eq!([1, 2, 4, 6].map(|old| within_four.bound(old)), [3, 4, 4, 4]);
    }
}
