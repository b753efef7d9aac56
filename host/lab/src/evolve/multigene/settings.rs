//! Every parameter of a multigene run, as `run.toml` holds it. The run is a function of these alone.

use anyhow::{Result, ensure};
use pipsqueak_core::random::Seed;
use pipsqueak_core::tree::MAX_NODES;

use crate::evolve::limits::{GAMES, MOST};
use crate::evolve::problem::{Decision, Problem, Sampling};
use crate::evolve::settings::{Common, CommonSettings, Row, SettingKind, SettingsTable};

/// A run's settings.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings<P: Problem> {
    /// The settings that every run has.
    pub common: CommonSettings<P>,
    /// Genes to find in each round. A round's player rates the decisions of the next.
    pub genes: Vec<u32>,
    /// Decisions that are rated in each round.
    pub decisions: Vec<usize>,
    /// Rollouts of every alternative of a decision, in each round.
    pub samples: Vec<u64>,
    /// The chance that a player, on the way to a decision, makes a random move.
    pub exploration: f64,
    /// The opponents, in turn, in the games that decisions come from.
    pub opponents: Vec<P::PlayerSetting>,
    /// The player that rates alternatives by playing on from the decision.
    pub teacher: P::PlayerSetting,
    /// Decisions that a gene is rated by while it evolves.
    pub window: usize,
    /// Random genes, the fittest of which form the first generation.
    pub starters: usize,
    /// Generations that each gene takes.
    pub gene_generations: u32,
    /// Genes in a selection tournament.
    pub selection_size: u32,
    /// The most nodes that a gene may have.
    pub gene_nodes: usize,
    /// What a node costs a gene, as a share of its fitness.
    pub node_cost: f64,
    /// The most nodes of the whole sum; beyond it, the genes that explain least are dropped.
    pub tree_nodes: usize,
    /// Last rounds whose players compete for the champion's place.
    pub finalists: usize,
    /// Games of each of them against each of the four hardest opponents.
    pub finalist_games: u64,
}

impl<P: Problem> Common<P> for Settings<P> {
    fn common_mut(&mut self) -> &mut CommonSettings<P> {
        &mut self.common
    }
}

/// The most rounds of a run.
const MOST_ROUNDS: usize = 1_000;

impl<P: Problem> SettingsTable for Settings<P> {
    fn rows() -> Vec<Row<Settings<P>>> {
        let each_round = |kind| SettingKind::list(kind, 1..=MOST_ROUNDS);
        let counts = || SettingKind::Whole(1..=MOST);
        let own = [
            Row::new(
                "genes",
                "number of genes to find in each round",
                each_round(SettingKind::Whole(1..=1_000)),
                |s: &mut Self| &mut s.genes,
            )
            .open(),
            Row::new("decisions", "number of decisions to rate in each round", each_round(counts()), |s: &mut Self| {
                &mut s.decisions
            })
            .open(),
            Row::new(
                "samples",
                "rollouts for each alternative of a decision, in each round (in checkers, positions to search)",
                each_round(SettingKind::Even(GAMES)),
                |s: &mut Self| &mut s.samples,
            )
            .open(),
            Row::new(
                "exploration",
                "chance of a random move in the games that decisions come from",
                SettingKind::Share,
                |s: &mut Self| &mut s.exploration,
            ),
            Row::new(
                "opponents",
                "opponents, in turn, in the games that decisions come from",
                SettingKind::list(SettingKind::Player("self or "), 1..=32),
                |s: &mut Self| &mut s.opponents,
            ),
            Row::new(
                "teacher",
                "the player that rates the alternatives of a decision",
                SettingKind::Player("self or "),
                |s: &mut Self| &mut s.teacher,
            ),
            Row::new("window", "decisions that a gene is rated by while it evolves", counts(), |s: &mut Self| {
                &mut s.window
            }),
            Row::new("starters", "random genes, the fittest of which begin", counts(), |s: &mut Self| &mut s.starters),
            Row::new("gene_generations", "generations for each gene", counts(), |s: &mut Self| &mut s.gene_generations),
            Row::new("selection_size", "genes in a selection tournament", counts(), |s: &mut Self| {
                &mut s.selection_size
            }),
            Row::new("gene_nodes", "the most nodes a gene may have", SettingKind::Whole(1..=100), |s: &mut Self| {
                &mut s.gene_nodes
            }),
            Row::new(
                "node_cost",
                "what a node costs a gene, as a share of its fitness",
                SettingKind::Share,
                |s: &mut Self| &mut s.node_cost,
            ),
            Row::new(
                "tree_nodes",
                "the most nodes the whole sum may have, at least two more than a gene",
                SettingKind::Whole(3..=MAX_NODES as u64),
                |s: &mut Self| &mut s.tree_nodes,
            ),
            Row::new(
                "finalists",
                "number of last rounds whose players compete to become champion",
                SettingKind::Whole(1..=MOST_ROUNDS as u64),
                |s: &mut Self| &mut s.finalists,
            ),
            Row::new(
                "finalist_games",
                "games of each of them against each of the four hardest opponents",
                SettingKind::Even(GAMES),
                |s: &mut Self| &mut s.finalist_games,
            ),
        ];
        Self::common_rows().into_iter().chain(own).collect()
    }
}

impl<P: Problem> Settings<P> {
    /// The round of a gene, counted from 0, and the gene's index there.
    pub fn round_of(&self, generation: u32) -> (usize, u32) {
        let mut place = generation;
        for (round, &genes) in self.genes.iter().enumerate() {
            if place < genes {
                return (round, place);
            }
            place -= genes;
        }
        (self.genes.len(), place)
    }

    /// Whether a player is made after this gene: it is the last of its round or of the run.
    pub fn ends_round(&self, generation: u32) -> bool {
        generation + 1 == self.end() || self.round_of(generation + 1).1 == 0
    }

    /// The number of genes to find: fewer than asked for if the limit on games ends the run.
    pub fn end(&self) -> u32 {
        let CommonSettings { generations, max_games, .. } = self.common;
        let (mut n_games, mut n_genes) = (0, 0);
        for (round, genes) in self.genes.iter().enumerate() {
            n_games += self.round_games(round);
            n_genes += genes;
            if max_games > 0 && n_games >= max_games {
                return generations.min(n_genes);
            }
        }
        generations
    }

    /// Games that a round plays to rate its decisions: towards them and on from them.
    pub fn round_games(&self, round: usize) -> u64 {
        P::Decision::n_games(self.decisions[round], self.samples[round])
    }

    /// The decisions that a round asks for, with these seeds for games and rollouts.
    pub fn sampling(&self, round: usize, [games, samples]: [Seed; 2]) -> Sampling<'_, P> {
        Sampling {
            n_decisions: self.decisions[round],
            n_samples: self.samples[round],
            exploration: self.exploration,
            opponents: &self.opponents,
            teacher: &self.teacher,
            games,
            samples,
        }
    }

    /// Refuses settings that contradict each other; each row checks its own value.
    pub fn check_all(&self) -> Result<()> {
        let n_rounds = self.genes.len();
        let lengths = [self.decisions.len(), self.samples.len()];
        ensure!(lengths == [n_rounds; 2], "genes, decisions and samples must each have one value per round");
        let n_genes: u32 = self.genes.iter().sum();
        ensure!(
            (1..=n_genes).contains(&self.common.generations),
            "generations must be from 1 to {n_genes}, the number of genes in all rounds"
        );
        let least = self.gene_nodes + 2;
        ensure!((least..=MAX_NODES).contains(&self.tree_nodes), "the sum must have {least} to {MAX_NODES} nodes");
        ensure!((1..=n_rounds).contains(&self.finalists), "finalists must be from 1 to the number of rounds");
        self.common.check_primitives()?;
        self.common.check_objectives(P::ADDITIVE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evolve::toy;

    #[test]
    fn each_gene_belongs_to_its_round() {
        let toy = toy::multigene(Seed(1));
        let common = CommonSettings { generations: 5, ..toy.common.clone() };
        let settings = Settings { common, genes: vec![2, 1, 3], decisions: vec![10; 3], samples: vec![2; 3], ..toy };
        let rounds: Vec<(usize, u32)> = (0..6).map(|generation| settings.round_of(generation)).collect();
        assert_eq!(rounds, [(0, 0), (0, 1), (1, 0), (2, 0), (2, 1), (2, 2)]);
        let ends: Vec<bool> = (0..5).map(|generation| settings.ends_round(generation)).collect();
        assert_eq!(ends, [false, true, true, false, true]);
    }
}
