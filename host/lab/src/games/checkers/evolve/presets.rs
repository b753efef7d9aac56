//! The named settings of runs for checkers.

use pipsqueak_core::games::checkers::evaluation::Scoring;
use pipsqueak_core::games::checkers::{Checkers, Terminal};
use pipsqueak_core::random::Seed;
use pipsqueak_core::tree::PrimitiveSet;

use super::{Fitness, PlayerSetting};
use crate::choices;
use crate::evolve::settings::{FunctionChoice, TerminalChoice};
use crate::evolve::whole_trees::{self, Bloat, CrossoverChildren, HallOfFame, Islands, NewSubtree};
use crate::evolve::{CommonSettings, SelectionSettings, Settings, multigene};

choices! {
    /// A named set of settings.
    pub enum Preset {
        /// Checkers: a sum of small trees that learns by self-play, in less than a minute on two cores
        Standard = "standard",
        /// Checkers: whole trees that breed; their fitness is what they win against each other
        Trees = "trees",
    }
}

impl Preset {
    /// The settings.
    pub fn settings(self, seed: Seed) -> Settings<Checkers> {
        let common = CommonSettings {
            preset: self,
            seed,
            population: 200,
            generations: 18,
            max_games: 0,
            terminals: TerminalChoice::Set(TerminalSet::All),
            functions: FunctionChoice::ALL,
            start: Vec::new(),
            elite_games: 10,
            final_games: 40,
            selection: SelectionSettings::default(),
        };
        match self {
            Preset::Standard => Settings::Multigene(standard(common)),
            Preset::Trees => Settings::WholeTrees(whole_trees::Settings {
                common: CommonSettings { population: 60, generations: 40, elite_games: 10, ..common },
                scoring: Scoring::Hundredths,
                start_heights: [1, 4],
                crossover: 0.6,
                crossover_children: CrossoverChildren::One,
                mutation: 0.4,
                terminal_mutation: 0.4,
                new_subtree: NewSubtree::TwoHigherWithinFour,
                selection_size: 4,
                elite: 3,
                finalists: 1,
                fitness: Fitness { neighbours: 4, nodes: 100, win: 2, draw: 1 },
                bloat: Bloat { free_height: 6, factor: 0.8 },
                hall_of_fame: HallOfFame::NONE,
                islands: Islands::ONE,
            }),
        }
    }
}

fn standard(common: CommonSettings<Checkers>) -> multigene::Settings<Checkers> {
    multigene::Settings {
        common,
        genes: vec![4, 6, 8],
        decisions: vec![240, 480, 720],
        samples: vec![2, 150, 200],
        exploration: 0.06,
        opponents: vec![PlayerSetting::Itself],
        teacher: PlayerSetting::Itself,
        window: 480,
        starters: 600,
        gene_generations: 10,
        selection_size: 4,
        gene_nodes: 5,
        node_cost: 0.02,
        tree_nodes: 64,
        // Games against engines would choose among several finalists, but engines may only measure a champion.
        finalists: 1,
        finalist_games: 40,
    }
}

choices! {
    /// The terminals that trees are made of.
    pub enum TerminalSet {
        /// The terminals of the report's evaluations
        Report = "report",
        /// All terminals
        All = "all",
    }
}

impl TerminalSet {
    /// The nodes that new trees are made of.
    pub fn primitive_set(self) -> PrimitiveSet {
        let bits = |terminals: &[Terminal]| terminals.iter().fold(0, |bits, &terminal| bits | 1 << terminal as u8);
        let terminals = match self {
            TerminalSet::Report => bits(&[Terminal::Men, Terminal::Kings, Terminal::Home, Terminal::Centre]),
            TerminalSet::All => bits(Terminal::ALL),
        };
        PrimitiveSet { terminals, ..PrimitiveSet::ALL }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choice::Choice;
    use crate::evolve::settings::Document;
    use crate::evolve::{Algorithm, read_settings};
    use std::fmt::Debug;

    fn is_allowed_and_reads_back<M: Algorithm + PartialEq + Debug>(settings: &M) {
        settings.check().unwrap();
        let document = Document::parse(&settings.to_toml(), "run.toml").unwrap();
        assert_eq!(read_settings::<M>(&document).unwrap(), *settings);
    }

    #[test]
    fn every_preset_is_allowed_and_reads_back_from_its_file() {
        for &(preset, ..) in Preset::CHOICES {
            match preset.settings(Seed(7)) {
                Settings::WholeTrees(settings) => is_allowed_and_reads_back(&settings),
                Settings::Multigene(settings) => is_allowed_and_reads_back(&settings),
            }
        }
    }
}
