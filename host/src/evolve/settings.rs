//! Every parameter of a run, and the presets. A run is a function of these settings alone: no clock, no thread count.

use std::ops::RangeInclusive;

use anyhow::{Result, ensure};
use pipsqueak_core::chance::Seed;
use pipsqueak_core::games::fiveo::Terminal;
use pipsqueak_core::games::fiveo::players::{Scoring, Strategy};
use pipsqueak_core::tree::{Alphabet, MAX_HEIGHT};
use serde::{Deserialize, Serialize};

/// How many trees a generation may have.
pub const POPULATION: RangeInclusive<usize> = 2..=100_000;

/// No count of games, deals, rounds, decisions, samples or drawn trees may be greater: such a run would not end, and a
/// champion's record could not hold it.
pub const MOST: u64 = 10_000_000;

/// What a run is made with, as `run.toml` holds it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// The preset that the other settings began as.
    pub preset: Preset,
    /// Where all chance comes from.
    pub seed: Seed,
    /// Trees in a generation.
    pub population: usize,
    /// How many generations are played.
    pub generations: u32,
    /// The terminals that trees are made of.
    pub terminals: Terminals,
    /// What a tree's value of a column stands for.
    pub scoring: Scoring,
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
    /// Games of each elite tree against full-strategy in each generation, for the log alone.
    pub elite_games: u64,
    /// Games of the champion against each baseline at the end.
    pub final_games: u64,
    /// What makes a tree fit.
    pub fitness: Fitness,
    /// What height costs.
    pub bloat: Option<Bloat>,
}

/// A named set of settings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Preset {
    /// Our best that ends within two minutes on two cores
    Quick,
    /// The report's first experiment
    #[value(name = "experiment-1")]
    #[serde(rename = "experiment-1")]
    Experiment1,
    /// The report's second experiment
    #[value(name = "experiment-2")]
    #[serde(rename = "experiment-2")]
    Experiment2,
    /// The report's third and final experiment
    #[value(name = "experiment-3", alias = "paper")]
    #[serde(rename = "experiment-3")]
    Experiment3,
    /// Our strongest: a sum of small trees, each evolved to see what rollouts see and the others miss
    Best,
}

impl Preset {
    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Preset::Quick => "quick",
            Preset::Experiment1 => "experiment-1",
            Preset::Experiment2 => "experiment-2",
            Preset::Experiment3 => "experiment-3",
            Preset::Best => "best",
        }
    }
}

/// Which terminals trees are made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Terminals {
    /// The report's
    Report,
    /// The report's and the first of ours, which `quick` uses
    Rich,
    /// All there are
    All,
}

impl Terminals {
    /// The nodes that new trees are made of.
    pub fn alphabet(self) -> Alphabet {
        let n_terminals = match self {
            Terminals::Report => Terminal::REPORT.len(),
            Terminals::Rich => Terminal::RICH.len(),
            Terminals::All => Terminal::ALL.len(),
        };
        Alphabet { terminals: (1 << n_terminals) - 1, integers: true }
    }
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

/// What makes a tree fit.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum Fitness {
    /// The report's: everybody plays everybody, baselines included; columns won, 10 a game won, 1 a tie.
    League {
        /// Games of each pair.
        rounds: u64,
        /// Greedy players that take part.
        greedy: usize,
        /// Pairing players that take part.
        pairing: usize,
    },
    /// Every tree plays the same deals against the same baselines, in both seats; points as in the league.
    Gauntlet {
        /// The baselines' names.
        opponents: Vec<String>,
        /// Deals a generation against each.
        deals: u64,
    },
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

impl Settings {
    /// The settings of a preset that evolves whole trees: any but `best`.
    pub fn preset(preset: Preset, seed: Seed) -> Settings {
        let report = Settings {
            preset,
            seed,
            population: 210,
            generations: 300,
            terminals: Terminals::Report,
            scoring: Scoring::Column,
            start_heights: [2, 6],
            crossover: 0.9,
            mutation: 0.01,
            terminal_mutation: 0.8,
            new_subtree: NewSubtree::HalfHigher,
            selection_size: 10,
            elite: 3,
            finalists: 1,
            elite_games: 400,
            final_games: 100_000,
            fitness: Fitness::League { rounds: 3, greedy: 20, pairing: 20 },
            bloat: None,
        };
        let second = Settings {
            crossover: 0.6,
            mutation: 0.1,
            terminal_mutation: 0.5,
            new_subtree: NewSubtree::TwoHigherWithinFour,
            elite: 10,
            bloat: Some(Bloat { free_height: 13, factor: 0.9 }),
            ..report.clone()
        };
        match preset {
            Preset::Experiment1 => report,
            Preset::Experiment2 => second,
            Preset::Experiment3 => {
                Settings { crossover: 0.5, mutation: 0.25, selection_size: 4, elite: 5, generations: 130, ..second }
            }
            Preset::Best => unreachable!("a sum has settings of its own"),
            Preset::Quick => Settings {
                population: 400,
                generations: 60,
                terminals: Terminals::Rich,
                scoring: Scoring::Board,
                start_heights: [2, 5],
                crossover: 0.7,
                mutation: 0.4,
                selection_size: 6,
                elite: 8,
                finalists: 24,
                fitness: Fitness::Gauntlet {
                    opponents: vec![Strategy::FullStrategy.name().into(), Strategy::Tactician.name().into()],
                    deals: 100,
                },
                ..second
            },
        }
    }

    /// The nodes that new trees are made of.
    pub fn alphabet(&self) -> Alphabet {
        self.terminals.alphabet()
    }

    /// Games of one generation that count for fitness.
    pub fn games_a_generation(&self) -> u64 {
        let population = self.population as u64;
        match &self.fitness {
            Fitness::League { rounds, greedy, pairing } => {
                let n_players = population + (greedy + pairing) as u64;
                rounds * n_players * (n_players - 1) / 2
            }
            Fitness::Gauntlet { opponents, deals } => population * opponents.len() as u64 * deals * 2,
        }
    }

    /// Refuses settings that no run can have.
    pub fn check_all(&self) -> Result<()> {
        let (least, greatest) = POPULATION.into_inner();
        ensure!(POPULATION.contains(&self.population), "a population has {least} to {greatest} trees");
        ensure!(self.generations >= 1, "a run has at least 1 generation");
        ensure!(self.elite < self.population, "the elite must be smaller than the population");
        ensure!((1..=self.population).contains(&self.finalists), "finalists are 1 to the population's number");
        ensure!((1..=MOST as u32).contains(&self.selection_size), "a tournament has 1 to {MOST} trees");
        let [least, greatest] = self.start_heights;
        ensure!(least <= greatest && greatest <= MAX_HEIGHT, "start heights go from low to high, up to {MAX_HEIGHT}");
        for chance in [self.crossover, self.mutation, self.terminal_mutation] {
            ensure!((0.0..=1.0).contains(&chance), "a chance is between 0 and 1");
        }
        for (name, games) in [("final_games", self.final_games), ("elite_games", self.elite_games)] {
            let is_even = games.is_multiple_of(2);
            ensure!(is_even && (2..=MOST).contains(&games), "{name} is even and from 2 to {MOST}");
        }
        match &self.fitness {
            Fitness::League { rounds, greedy, pairing } => {
                ensure!((1..=MOST).contains(rounds), "a league has 1 to {MOST} rounds");
                let n_baselines = greedy.saturating_add(*pairing) as u64;
                ensure!(n_baselines <= MOST, "a league has at most {MOST} baselines");
            }
            Fitness::Gauntlet { opponents, deals } => {
                ensure!(!opponents.is_empty(), "a gauntlet needs opponents");
                ensure!((1..=MOST).contains(deals), "a gauntlet has 1 to {MOST} deals");
                for name in opponents {
                    ensure!(name.parse::<Strategy>().is_ok(), "the gauntlet's opponent {name:?} is no baseline");
                }
            }
        }
        if let Some(Bloat { factor, .. }) = self.bloat {
            ensure!((0.0..=1.0).contains(&factor), "the bloat factor is between 0 and 1");
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::ValueEnum;

    #[test]
    fn the_reports_league_has_93375_games() {
        for preset in [Preset::Experiment1, Preset::Experiment2, Preset::Experiment3] {
            assert_eq!(Settings::preset(preset, Seed(1)).games_a_generation(), 93_375);
        }
    }

    #[test]
    fn every_preset_is_allowed_and_reads_back_from_its_file() {
        for &preset in Preset::value_variants().iter().filter(|&&preset| preset != Preset::Best) {
            let settings = Settings::preset(preset, Seed(u64::MAX));
            settings.check_all().unwrap();
            let text = toml::to_string(&settings).unwrap();
            assert_eq!(toml::from_str::<Settings>(&text).unwrap(), settings);
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
