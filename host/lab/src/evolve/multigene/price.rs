//! The cost of genes: their nodes, or, where the cost on the board is an objective, the instructions that they add to a
//! decision. A terminal that the sum uses already adds almost nothing, because a board computes each terminal once.

use pipsqueak_core::tree::{Function, Node, Tree};

use super::settings::Settings;
use crate::evolve::problem::Problem;

/// The cost of genes added to a sum.
pub struct Price {
    /// The nodes of the sum.
    sum: Vec<u8>,
    /// With the board's cost: the instructions of a decision by the sum, and those of one more node.
    instructions: Option<[f64; 2]>,
}

impl Price {
    /// The cost of genes added to these.
    pub fn beside<'g, P: Problem>(settings: &Settings<P>, genes: impl Iterator<Item = &'g Tree<P>>) -> Price {
        if !settings.common.selection.counts_cost() {
            return Price { sum: Vec::new(), instructions: None };
        }
        let sum: Vec<u8> = genes.flat_map(|gene| gene.bytes().iter().copied()).collect();
        let instructions = P::instructions(&sum, P::ADDITIVE).zip(a_node::<P>()).map(|(sum, node)| [sum, node]);
        Price { sum, instructions }
    }

    /// The cost that a gene adds, counted in nodes.
    pub fn added<P: Problem>(&self, gene: &Tree<P>) -> f64 {
        let by_board = self.instructions.and_then(|[sum, a_node]| {
            let both = [&self.sum[..], gene.bytes()].concat();
            Some((P::instructions(&both, P::ADDITIVE)? - sum) / a_node)
        });
        by_board.unwrap_or(gene.n_nodes() as f64)
    }
}

/// The instructions of one more node: half of those of an addition and its argument.
fn a_node<P: Problem>() -> Option<f64> {
    let [one, plus] = [Node::Integer(1), Node::Function(Function::Plus)].map(Node::byte);
    let [lone, sum] = [&[one][..], &[plus, one, one]].map(|nodes| P::instructions(nodes, P::ADDITIVE));
    Some((sum? - lone?) / 2.0)
}
