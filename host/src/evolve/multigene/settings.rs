//! Every parameter of a multigene run, as `run.toml` holds it. The run is a function of these alone.

use anyhow::{Result, ensure};
use pipsqueak_core::random::Seed;
use pipsqueak_core::tree::MAX_NODES;
use serde::{Deserialize, Serialize};

use crate::evolve::limits::{MOST, POPULATION, check_games};
use crate::evolve::problem::Problem;

/// What a run is made with.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, bound = "")]
pub struct Settings<P: Problem> {
    /// The preset that the other settings began as.
    pub preset: P::Preset,
    /// The random seed that everything derives from.
    pub seed: Seed,
    /// Genes of a generation.
    pub population: usize,
    /// Genes found in the whole run; each is a row of the log.
    pub generations: u32,
    /// The terminals that genes are made of.
    pub terminals: P::Terminals,
    /// Genes found in each round. A round's player judges the decisions of the next.
    pub genes: Vec<u32>,
    /// Decisions that are rated in each round.
    pub decisions: Vec<usize>,
    /// Samples of every alternative of a decision, in each round.
    pub samples: Vec<u64>,
    /// The chance that a player, on the way to a decision, makes a random move.
    pub exploration: f64,
    /// Decisions that a gene is rated by while it evolves.
    pub window: usize,
    /// Random genes that the fittest are taken from to begin with.
    pub starters: usize,
    /// Generations that each gene takes.
    pub gene_generations: u32,
    /// Genes in a selection tournament.
    pub selection_size: u32,
    /// The most nodes of a gene.
    pub gene_nodes: usize,
    /// What a node costs a gene, as a share of its fitness.
    pub node_cost: f64,
    /// The most nodes of the whole sum; of more, the genes that are missed least are left out.
    pub tree_nodes: usize,
    /// Last rounds whose players compete for the champion's place.
    pub finalists: usize,
    /// Games of each of them against each of the four hardest opponents.
    pub finalist_games: u64,
    /// Games of the sum against the yardstick after each gene, for the log alone.
    pub elite_games: u64,
    /// Games of the champion against each opponent at the end.
    pub final_games: u64,
}

impl<P: Problem> Settings<P> {
    /// The round that a gene, counted from 0, belongs to, and its place there.
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

    /// Whether a player is made of the genes after this one: it is the last of its round or of the run.
    pub fn ends_round(&self, generation: u32) -> bool {
        generation + 1 == self.generations || self.round_of(generation + 1).1 == 0
    }

    /// Refuses settings that no run can have.
    pub fn check_all(&self) -> Result<()> {
        let (least, greatest) = POPULATION.into_inner();
        ensure!(POPULATION.contains(&self.population), "a population must have {least} to {greatest} genes");
        let n_rounds = self.genes.len();
        let lengths = [self.decisions.len(), self.samples.len()];
        ensure!(
            n_rounds > 0 && lengths == [n_rounds; 2],
            "genes, decisions and samples must be given for the same rounds"
        );
        ensure!(self.genes.iter().all(|genes| (1..=1_000).contains(genes)), "a round must have 1 to 1000 genes");
        let n_genes: u32 = self.genes.iter().sum();
        ensure!(
            (1..=n_genes).contains(&self.generations),
            "the rounds have {n_genes} genes: generations must be from 1 to that"
        );
        for &decisions in &self.decisions {
            ensure!((1..=MOST).contains(&(decisions as u64)), "a round must have 1 to {MOST} decisions");
        }
        for &samples in &self.samples {
            ensure!(
                samples.is_multiple_of(2) && (2..=MOST).contains(&samples),
                "samples must be even, from 2 to {MOST}"
            );
        }
        ensure!((0.0..=1.0).contains(&self.exploration), "a probability must be between 0 and 1");
        ensure!((1..=MOST as usize).contains(&self.window), "a window must have 1 to {MOST} decisions");
        ensure!((1..=MOST as usize).contains(&self.starters), "there must be 1 to {MOST} starters");
        ensure!((1..=MOST as u32).contains(&self.selection_size), "a tournament must have 1 to {MOST} genes");
        ensure!((1..=MOST as u32).contains(&self.gene_generations), "a gene must take 1 to {MOST} generations");
        ensure!((1..=100).contains(&self.gene_nodes), "a gene must have 1 to 100 nodes");
        ensure!((0.0..=1.0).contains(&self.node_cost), "the cost of a node must be between 0 and 1");
        let least = self.gene_nodes + 2;
        ensure!((least..=MAX_NODES).contains(&self.tree_nodes), "the sum must have {least} to {MAX_NODES} nodes");
        ensure!((1..=n_rounds).contains(&self.finalists), "finalists must be from 1 to the number of rounds");
        check_games("finalist_games", self.finalist_games)?;
        check_games("elite_games", self.elite_games)?;
        check_games("final_games", self.final_games)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evolve::toy;

    #[test]
    fn genes_fall_into_their_rounds() {
        let settings = Settings { genes: vec![2, 1, 3], generations: 5, ..toy::multigene(Seed(1)) };
        let rounds: Vec<(usize, u32)> = (0..6).map(|generation| settings.round_of(generation)).collect();
        assert_eq!(rounds, [(0, 0), (0, 1), (1, 0), (2, 0), (2, 1), (2, 2)]);
        let ends: Vec<bool> = (0..5).map(|generation| settings.ends_round(generation)).collect();
        assert_eq!(ends, [false, true, true, false, true]);
    }
}
