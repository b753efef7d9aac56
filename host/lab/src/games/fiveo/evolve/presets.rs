//! The named settings of runs for Five-O: the report's three experiments, and ours.

use pipsqueak_core::games::fiveo::players::{BaselineKind, Scoring};
use pipsqueak_core::games::fiveo::{FiveO, Terminal};
use pipsqueak_core::random::Seed;
use pipsqueak_core::tree::PrimitiveSet;

use super::{Fitness, FitnessKind, PlayerSetting, Weights};
use crate::choices;
use crate::evolve::settings::{FunctionChoice, TerminalChoice};
use crate::evolve::whole_trees::{self, Bloat, CrossoverChildren, HallOfFame, Islands, NewSubtree};
use crate::evolve::{CommonSettings, PublishedFigures, SelectionSettings, Settings, multigene};

choices! {
    /// A named set of settings.
    pub enum Preset {
        /// A sum of small trees, with a tenth of the work of `best`: half a minute on two cores
        Small = "small",
        /// Whole trees that breed, in a minute or two on two cores
        Quick = "quick",
        /// Our strongest: a larger sum of small trees, each evolved to explain what rollouts find and the others do not
        Best = "best",
        /// The report's first experiment
        Experiment1 = "experiment-1",
        /// The report's second experiment
        Experiment2 = "experiment-2",
        /// The report's third and final experiment
        Experiment3 = "experiment-3",
    }
}

/// The wins of the report's best trees against its five baselines, in percent of 100,000 games each.
const REPORT: [PublishedFigures; 3] = [
    PublishedFigures { source: "report", name: "exp. 1", wins: &[79.4, 42.2, 32.3, 28.8, 25.7] },
    PublishedFigures { source: "report", name: "exp. 2", wins: &[82.7, 52.4, 41.4, 40.6, 39.5] },
    PublishedFigures { source: "report", name: "exp. 3", wins: &[91.2, 61.2, 54.1, 53.4, 52.6] },
];

impl Preset {
    /// The report's figures for its experiment; our own presets are compared with its best.
    pub fn published(self) -> PublishedFigures {
        match self {
            Preset::Experiment1 => REPORT[0],
            Preset::Experiment2 => REPORT[1],
            _ => REPORT[2],
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
                common: CommonSettings {
                    population: 400,
                    generations: 60,
                    terminals: TerminalChoice::Set(TerminalSet::Rich),
                    ..second.common.clone()
                },
                start_heights: [2, 5],
                crossover: 0.7,
                mutation: 0.4,
                selection_size: 6,
                elite: 8,
                finalists: 24,
                fitness: Fitness {
                    kind: FitnessKind::Gauntlet,
                    opponents: [BaselineKind::FullStrategy, BaselineKind::Tactician].map(PlayerSetting::from).to_vec(),
                    ..second.fitness.clone()
                },
                ..second
            }),
            Preset::Best => Settings::Multigene(best(seed)),
            Preset::Small => Settings::Multigene(small(seed)),
        }
    }
}

/// The report's three experiments, with board scoring, as its prose says; its class diagram scores one column.
fn experiments(preset: Preset, seed: Seed) -> [whole_trees::Settings<FiveO>; 3] {
    let first = whole_trees::Settings {
        common: CommonSettings {
            preset,
            seed,
            population: 210,
            generations: 300,
            max_games: 0,
            terminals: TerminalChoice::Set(TerminalSet::Report),
            functions: FunctionChoice::ALL,
            start: Vec::new(),
            elite_games: 400,
            final_games: 100_000,
            selection: SelectionSettings::default(),
        },
        scoring: Scoring::Board,
        start_heights: [2, 6],
        crossover: 0.9,
        crossover_children: CrossoverChildren::One,
        mutation: 0.01,
        terminal_mutation: 0.8,
        new_subtree: NewSubtree::HalfHigher,
        selection_size: 10,
        elite: 3,
        finalists: 1,
        fitness: Fitness {
            kind: FitnessKind::League,
            rounds: 3,
            greedy: 20,
            pairing: 20,
            opponents: Vec::new(),
            deals: 100,
            weights: Weights::REPORT,
        },
        bloat: Bloat::NONE,
        hall_of_fame: HallOfFame::NONE,
        islands: Islands::ONE,
    };
    let second = whole_trees::Settings {
        crossover: 0.6,
        mutation: 0.1,
        terminal_mutation: 0.5,
        new_subtree: NewSubtree::TwoHigherWithinFour,
        elite: 10,
        bloat: Bloat { free_height: 13, factor: 0.9 },
        ..first.clone()
    };
    let third = whole_trees::Settings {
        crossover: 0.5,
        mutation: 0.25,
        selection_size: 4,
        elite: 5,
        common: CommonSettings { generations: 130, ..second.common.clone() },
        ..second.clone()
    };
    [first, second, third]
}

/// The settings of `best`.
fn best(seed: Seed) -> multigene::Settings<FiveO> {
    multigene::Settings {
        common: CommonSettings {
            preset: Preset::Best,
            seed,
            population: 200,
            generations: 88,
            max_games: 0,
            terminals: TerminalChoice::Set(TerminalSet::All),
            functions: FunctionChoice::ALL,
            start: Vec::new(),
            elite_games: 2_000,
            final_games: 100_000,
            selection: SelectionSettings::default(),
        },
        genes: vec![10, 14, 24, 40],
        decisions: vec![8_000, 16_000, 40_000, 100_000],
        samples: vec![8, 8, 12, 16],
        exploration: 0.05,
        opponents: opponents(),
        teacher: PlayerSetting::Itself,
        window: 8_000,
        starters: 2_000,
        gene_generations: 12,
        selection_size: 4,
        gene_nodes: 9,
        node_cost: 0.015,
        tree_nodes: 190,
        finalists: 2,
        finalist_games: 40_000,
    }
}

/// The settings of `small`: a tenth of the work of `best`.
fn small(seed: Seed) -> multigene::Settings<FiveO> {
    let best = best(seed);
    multigene::Settings {
        common: CommonSettings { preset: Preset::Small, generations: 30, ..best.common.clone() },
        genes: vec![4, 6, 8, 12],
        decisions: vec![2_000, 4_000, 8_000, 16_000],
        samples: vec![8, 8, 8, 10],
        starters: 800,
        ..best
    }
}

/// The opponents in the games that lead to decisions, in our multigene runs.
pub fn opponents() -> Vec<PlayerSetting> {
    let baselines = [BaselineKind::Tactician, BaselineKind::FullStrategy, BaselineKind::WeightedPairing];
    std::iter::once(PlayerSetting::Itself).chain(baselines.map(PlayerSetting::from)).collect()
}

choices! {
    /// The terminals that trees are made of.
    pub enum TerminalSet {
        /// The report's terminals
        Report = "report",
        /// The report's terminals plus our first additions, as used by `quick`
        Rich = "rich",
        /// All terminals
        All = "all",
    }
}

impl TerminalSet {
    /// The nodes that new trees are made of.
    pub fn primitive_set(self) -> PrimitiveSet {
        let n_terminals = match self {
            TerminalSet::Report => Terminal::REPORT.len(),
            TerminalSet::Rich => Terminal::RICH.len(),
            TerminalSet::All => Terminal::ALL.len(),
        };
        PrimitiveSet { terminals: (1 << n_terminals) - 1, ..PrimitiveSet::ALL }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choice::Choice;
    use crate::evolve::settings::{Document, SettingsTable};
    use crate::evolve::{Algorithm, Fitness, read_settings};
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
            assert_eq!(settings.fitness.games(settings.common.population, 0), 93_375);
        }
    }

    fn is_allowed_and_reads_back<M: Algorithm + PartialEq + Debug>(settings: &M) {
        settings.check().unwrap();
        for text in [settings.to_toml(), settings.described()] {
            let document = Document::parse(&text, "run.toml").unwrap();
            assert_eq!(read_settings::<M>(&document).unwrap(), *settings);
        }
    }

    #[test]
    fn every_preset_is_allowed_and_reads_back_from_its_file() {
        for &(preset, ..) in Preset::CHOICES {
            match preset.settings(Seed(u64::MAX)) {
                Settings::WholeTrees(settings) => is_allowed_and_reads_back(&settings),
                Settings::Multigene(settings) => is_allowed_and_reads_back(&settings),
            }
        }
    }

    #[test]
    fn a_gauntlets_opponents_are_checked_when_parsed() {
        let text = whole_trees(Preset::Quick).to_toml();
        assert!(text.contains("opponents = [\"full-strategy\", \"tactician\"]\n"), "{text}");
        let wrong = Document::parse(&text.replace("tactician", "unknown"), "run.toml").unwrap();
        let refused = read_settings::<whole_trees::Settings<FiveO>>(&wrong).unwrap_err().to_string();
        assert!(refused.starts_with("run.toml:") && refused.contains("no player \"unknown\""), "{refused}");
    }
}
