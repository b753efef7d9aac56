//! The named settings of runs for Five-O: the report's three experiments, and ours.

use pipsqueak_core::games::fiveo::players::{BaselineKind, Scoring};
use pipsqueak_core::games::fiveo::{FiveO, Terminal};
use pipsqueak_core::random::Seed;
use pipsqueak_core::tree::PrimitiveSet;
use serde::{Deserialize, Serialize};

use super::Fitness;
use crate::evolve::whole_trees::{self, Bloat, NewSubtree};
use crate::evolve::{Published, Settings, multigene};

/// A named set of settings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Preset {
    /// The best that finishes within two minutes on two cores
    #[default]
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
    /// The strongest: a weighted sum of small trees, each evolved to explain what the others leave unexplained in rollout
    /// results
    Best,
}

/// What the report's best trees won against its five baselines, in percent of 100,000 games each.
const REPORT: [Published; 3] = [
    Published { source: "report", name: "exp. 1", wins: &[79.4, 42.2, 32.3, 28.8, 25.7] },
    Published { source: "report", name: "exp. 2", wins: &[82.7, 52.4, 41.4, 40.6, 39.5] },
    Published { source: "report", name: "exp. 3", wins: &[91.2, 61.2, 54.1, 53.4, 52.6] },
];

impl Preset {
    /// What the report says of its experiment; our own presets stand beside its best.
    pub fn published(self) -> Published {
        match self {
            Preset::Experiment1 => REPORT[0],
            Preset::Experiment2 => REPORT[1],
            Preset::Experiment3 | Preset::Quick | Preset::Best => REPORT[2],
        }
    }

    /// The settings.
    pub fn settings(self, seed: Seed) -> Settings<FiveO> {
        let [first, second, third] = experiments(self, seed);
        match self {
            Preset::Experiment1 => Settings::WholeTrees(first),
            Preset::Experiment2 => Settings::WholeTrees(second),
            Preset::Experiment3 => Settings::WholeTrees(third),
            Preset::Quick => Settings::WholeTrees(whole_trees::Settings {
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
                    opponents: vec![BaselineKind::FullStrategy, BaselineKind::Tactician],
                    deals: 100,
                },
                ..second
            }),
            Preset::Best => Settings::Multigene(best(seed)),
        }
    }
}

/// The report's three experiments.
fn experiments(preset: Preset, seed: Seed) -> [whole_trees::Settings<FiveO>; 3] {
    let first = whole_trees::Settings {
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
    let second = whole_trees::Settings {
        crossover: 0.6,
        mutation: 0.1,
        terminal_mutation: 0.5,
        new_subtree: NewSubtree::TwoHigherWithinFour,
        elite: 10,
        bloat: Some(Bloat { free_height: 13, factor: 0.9 }),
        ..first.clone()
    };
    let third = whole_trees::Settings {
        crossover: 0.5,
        mutation: 0.25,
        selection_size: 4,
        elite: 5,
        generations: 130,
        ..second.clone()
    };
    [first, second, third]
}

/// Our strongest.
fn best(seed: Seed) -> multigene::Settings<FiveO> {
    multigene::Settings {
        preset: Preset::Best,
        seed,
        population: 200,
        generations: 88,
        terminals: Terminals::All,
        genes: vec![10, 14, 24, 40],
        decisions: vec![8_000, 16_000, 40_000, 100_000],
        samples: vec![8, 8, 12, 16],
        exploration: 0.05,
        window: 8_000,
        starters: 2_000,
        gene_generations: 12,
        selection_size: 4,
        gene_nodes: 9,
        node_cost: 0.015,
        tree_nodes: 190,
        finalists: 2,
        finalist_games: 40_000,
        elite_games: 2_000,
        final_games: 100_000,
    }
}

/// Which terminals trees are made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Terminals {
    /// The report's terminals
    Report,
    /// The report's terminals plus our first additions, as used by `quick`
    Rich,
    /// All terminals
    All,
}

impl Terminals {
    /// The nodes that new trees are made of.
    pub fn primitive_set(self) -> PrimitiveSet {
        let n_terminals = match self {
            Terminals::Report => Terminal::REPORT.len(),
            Terminals::Rich => Terminal::RICH.len(),
            Terminals::All => Terminal::ALL.len(),
        };
        PrimitiveSet { terminals: (1 << n_terminals) - 1, integers: true }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evolve::{Fitness, Method};
    use clap::ValueEnum;
    use serde::de::DeserializeOwned;
    use std::fmt::Debug;

    fn whole_trees(preset: Preset) -> whole_trees::Settings<FiveO> {
        match preset.settings(Seed(1)) {
            Settings::WholeTrees(settings) => settings,
            Settings::Multigene(_) => panic!("{preset:?}"),
        }
    }

    #[test]
    fn the_reports_league_has_93375_games() {
        for preset in [Preset::Experiment1, Preset::Experiment2, Preset::Experiment3] {
            let settings = whole_trees(preset);
            assert_eq!(settings.fitness.games(settings.population), 93_375);
        }
    }

    fn is_allowed_and_reads_back<M: Method + PartialEq + Debug + DeserializeOwned>(settings: &M) {
        settings.check().unwrap();
        let text = toml::to_string(settings).unwrap();
        assert_eq!(toml::from_str::<M>(&text).unwrap(), *settings);
    }

    #[test]
    fn every_preset_is_allowed_and_reads_back_from_its_file() {
        for preset in Preset::value_variants() {
            match preset.settings(Seed(u64::MAX)) {
                Settings::WholeTrees(settings) => is_allowed_and_reads_back(&settings),
                Settings::Multigene(settings) => is_allowed_and_reads_back(&settings),
            }
        }
    }

    #[test]
    fn a_gauntlets_opponents_are_checked_at_the_door() {
        let text = toml::to_string(&whole_trees(Preset::Quick)).unwrap();
        assert!(text.contains("opponents = [\"full-strategy\", \"tactician\"]\n"), "{text}");
        let wrong = text.replace("tactician", "nobody");
        let refused = toml::from_str::<whole_trees::Settings<FiveO>>(&wrong).unwrap_err().to_string();
        assert!(refused.contains("opponent \"nobody\" is no baseline"), "{refused}");
    }
}
