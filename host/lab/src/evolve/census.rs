//! The diversity of a population: how many trees differ, how many behave differently, and how often each terminal is
//! used.

use std::collections::HashSet;

use pipsqueak_core::tree::Node;
use serde::{Deserialize, Serialize};

use super::dataset::DataSet;
use super::problem::{Player, Problem};
use crate::workers::Workers;

/// The diversity of a generation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Census {
    /// Different trees.
    pub trees: u32,
    /// Different behaviours: trees that choose the same alternatives in the same fixed decisions behave alike.
    pub behaviours: u32,
    /// How often each terminal occurs in all trees.
    pub terminals: Vec<u32>,
}

impl Census {
    /// Each terminal's share of all, in percent.
    pub fn shares(&self) -> impl Iterator<Item = f64> + '_ {
        let total = self.terminals.iter().map(|&count| u64::from(count)).sum::<u64>().max(1);
        self.terminals.iter().map(move |&count| 100.0 * f64::from(count) / total as f64)
    }
}

/// The fixed decisions, laid out for fast evaluation of many trees.
pub struct Probes<P>(DataSet<P>);

impl<P: Problem> Probes<P> {
    /// The problem's decisions.
    pub fn new(workers: Workers<'_>) -> Probes<P> {
        Probes(DataSet::new(&P::probes(workers), workers))
    }

    /// Counts the diversity of a population.
    pub fn census(&self, players: &[Player<P>], workers: Workers<'_>) -> Census {
        let trees: HashSet<&[u8]> = players.iter().map(|player| player.tree.bytes()).collect();
        let behaviours: HashSet<Vec<u8>> = workers.map(players, |player| self.0.choices(player)).into_iter().collect();
        let mut terminals = vec![0; P::ENTRIES.len()];
        for &byte in players.iter().flat_map(|player| player.tree.bytes()) {
            if let Node::Terminal(terminal) = Node::of(byte) {
                terminals[usize::from(terminal)] += 1;
            }
        }
        Census { trees: trees.len() as u32, behaviours: behaviours.len() as u32, terminals }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evolve::toy::Toy;
    use pipsqueak_core::tree::parse;

    #[test]
    fn trees_that_decide_alike_are_different_trees_of_one_behaviour() {
        let texts = ["A", "Plus(A, 1)", "Multiply(2, A)", "A", "Multiply(-1, A)", "Plus(B, If(Sunny, 1, C))"];
        let players = texts.map(|text| {
            let (tree, constants) = parse(text).unwrap();
            Player { tree, constants, scoring: Toy::ADDITIVE }
        });
        let census = Probes::<Toy>::new(Workers::ALONE).census(&players, Workers::ALONE);
        assert_eq!((census.trees, census.behaviours), (5, 3));
        // Five times A, once B and C and the flag Sunny.
        assert_eq!(census.terminals, [5, 1, 1, 0, 0, 0, 0, 0, 1, 0, 0]);
        assert_eq!(census.shares().next(), Some(62.5));
    }
}
