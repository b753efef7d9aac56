//! Random players with Eval-Trees over Five-O's vocabulary, with constants among their nodes.

use pipsqueak_core::games::fiveo::players::{Evolved, Scoring};
use pipsqueak_core::games::fiveo::{FiveO, Terminal};
use pipsqueak_core::random::{self, GameRng, Seed};
use pipsqueak_core::tree::{Constants, Function, GrowthShape, MAX_NODES, Node, PrimitiveSet, Tree};

/// All terminals and the whole numbers.
pub const ALPHABET: PrimitiveSet = PrimitiveSet { terminals: (1 << Terminal::ALL.len()) - 1, ..PrimitiveSet::ALL };

/// The player of a seed.
pub fn player(seed: Seed, scoring: Scoring) -> Evolved {
    player_of(ALPHABET, seed, scoring)
}

/// The player of a seed, made of these nodes.
pub fn player_of(primitive_set: PrimitiveSet, seed: Seed, scoring: Scoring) -> Evolved {
    let mut rng = seed.rng();
    let tree = loop {
        let height = 2 + random::below(&mut rng, 6) as usize;
        let shape = random::pick(&mut rng, &[GrowthShape::Full, GrowthShape::Grown]).unwrap_or(GrowthShape::Full);
        if let Some(tree) = Tree::grow(&mut rng, primitive_set, height, shape) {
            break tree;
        }
    };
    let values: Vec<f32> = (0..random::below(&mut rng, 17)).map(|_| constant(&mut rng)).collect();
    let constants = Constants::new(&values).expect("at most 16 constants within the limit");
    Evolved { tree: with_slots(&mut rng, &tree), constants, scoring }
}

/// A well-typed tree of exactly `n_nodes` nodes, from 1 to the arena's limit, as flat as possible.
pub fn tree_of(n_nodes: usize) -> Tree<FiveO> {
    let mut nodes = Vec::new();
    fill(&mut nodes, n_nodes);
    Tree::decode(&nodes).expect("a flat tree of plain sums is well typed")
}

/// A player of the maximal size: sums of varied grown trees, with as many nodes as the arena holds.
pub fn largest(seed: Seed, scoring: Scoring) -> Evolved {
    let mut rng = seed.rng();
    let mut nodes = Vec::new();
    fill_varied(&mut rng, &mut nodes, MAX_NODES);
    let values: Vec<f32> = (0..16).map(|_| constant(&mut rng)).collect();
    let constants = Constants::new(&values).expect("16 constants within the limit");
    let tree = Tree::decode(&nodes).expect("a sum of trees is a tree");
    Evolved { tree: with_slots(&mut rng, &tree), constants, scoring }
}

fn fill_varied(rng: &mut GameRng, nodes: &mut Vec<u8>, n_nodes: usize) {
    let mut tries = (0..300).filter_map(|_| Tree::<FiveO>::grow(rng, ALPHABET, 5, GrowthShape::Grown));
    match tries.find(|tree| n_nodes < 40 && tree.bytes().len() == n_nodes) {
        Some(tree) => nodes.extend(tree.bytes()),
        None if n_nodes < 3 => fill(nodes, n_nodes),
        None => {
            nodes.push(Node::Function(Function::Plus).byte());
            fill_varied(rng, nodes, (n_nodes - 1) / 2);
            fill_varied(rng, nodes, n_nodes - 1 - (n_nodes - 1) / 2);
        }
    }
}

fn fill(nodes: &mut Vec<u8>, n_nodes: usize) {
    match n_nodes {
        0 | 1 => nodes.push(Node::Constant(nodes.len() as u8 % 16).byte()),
        2 => nodes.extend([
            Node::Function(Function::ProbabilityToGetCard).byte(),
            Node::Terminal(Terminal::MissingForFlush as u8).byte(),
        ]),
        _ => {
            nodes.push(Node::Function(Function::Plus).byte());
            fill(nodes, (n_nodes - 1) / 2);
            fill(nodes, n_nodes - 1 - (n_nodes - 1) / 2);
        }
    }
}

/// The tree with some of its whole numbers replaced by constants.
fn with_slots(rng: &mut GameRng, tree: &Tree<FiveO>) -> Tree<FiveO> {
    let replaced = tree.bytes().iter().map(|&byte| match Node::of(byte) {
        Node::Integer(_) if random::happens(rng, 0.5) => Node::Constant(random::below(rng, 16) as u8).byte(),
        _ => byte,
    });
    let nodes: Vec<u8> = replaced.collect();
    Tree::decode(&nodes).expect("a constant is a number as a whole number is")
}

fn constant(rng: &mut GameRng) -> f32 {
    let scale = random::pick(rng, &[1e-3, 1.0, 1e3, 1e6]).unwrap_or(1.0);
    (random::below(rng, 2001) as f32 / 1000.0 - 1.0) * scale
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_player_fills_the_arena_and_uses_most_of_the_vocabulary() {
        let player = largest(Seed(1), Scoring::Board);
        assert_eq!(player.tree.bytes().len(), MAX_NODES);
        let mut kinds: Vec<u8> = player.tree.bytes().to_vec();
        kinds.sort_unstable();
        kinds.dedup();
        assert!(kinds.len() > 50, "{}", kinds.len());
    }
}
