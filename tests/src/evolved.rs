//! Random players that follow Eval-Trees over Five-O's vocabulary, with constants among their nodes.

use pipsqueak_core::chance::{self, Chance, Seed};
use pipsqueak_core::fiveo::players::{Evolved, Scoring};
use pipsqueak_core::fiveo::{FiveO, Terminal};
use pipsqueak_core::tree::{Alphabet, Constants, Function, GrowthShape, Node, Tree};

/// Every terminal there is, and the whole numbers.
pub const ALPHABET: Alphabet = Alphabet { terminals: (1 << Terminal::ALL.len()) - 1, integers: true };

/// The player that a seed stands for.
pub fn player(seed: Seed, scoring: Scoring) -> Evolved {
    player_of(ALPHABET, seed, scoring)
}

/// The player that a seed stands for, made of these nodes.
pub fn player_of(alphabet: Alphabet, seed: Seed, scoring: Scoring) -> Evolved {
    let mut rng = seed.rng();
    let tree = loop {
        let height = 2 + chance::below(&mut rng, 6) as usize;
        let shape = chance::pick(&mut rng, &[GrowthShape::Full, GrowthShape::Grown]).unwrap_or(GrowthShape::Full);
        if let Some(tree) = Tree::grow(&mut rng, alphabet, height, shape) {
            break tree;
        }
    };
    let values: Vec<f32> = (0..chance::below(&mut rng, 17)).map(|_| constant(&mut rng)).collect();
    let constants = Constants::new(&values).expect("at most 16 constants within the limit");
    Evolved { tree: with_slots(&mut rng, &tree), constants, scoring }
}

/// A well-typed tree of exactly so many nodes, from 1 to the arena's limit, as flat as can be.
pub fn tree_of(n_nodes: usize) -> Tree<FiveO> {
    let mut nodes = Vec::new();
    fill(&mut nodes, n_nodes);
    Tree::decode(&nodes).expect("a flat tree of plain sums is well typed")
}

fn fill(nodes: &mut Vec<u8>, n_nodes: usize) {
    match n_nodes {
        0 | 1 => nodes.push(Node::Slot(nodes.len() as u8 % 16).byte()),
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
fn with_slots(rng: &mut Chance, tree: &Tree<FiveO>) -> Tree<FiveO> {
    let replaced = tree.bytes().iter().map(|&byte| match Node::of(byte) {
        Node::Integer(_) if chance::happens(rng, 0.5) => Node::Slot(chance::below(rng, 16) as u8).byte(),
        _ => byte,
    });
    let nodes: Vec<u8> = replaced.collect();
    Tree::decode(&nodes).expect("a constant is a number as a whole number is")
}

fn constant(rng: &mut Chance) -> f32 {
    let scale = chance::pick(rng, &[1e-3, 1.0, 1e3, 1e6]).unwrap_or(1.0);
    (chance::below(rng, 2001) as f32 / 1000.0 - 1.0) * scale
}
