//! Typed Eval-Trees (evaluation trees: expressions over typed terminals): one byte per node, in prefix order, in one fixed
//! arena. Knows no game: the terminals are a type parameter.
//!
//! A subtree is a slice, crossover is a splice, and serialising is a copy. Whatever enters is checked once by
//! [`Tree::decode`]; from there on every [`Tree`] is well typed, so that evaluation cannot fail.

mod breed;
mod champion;
mod evaluate;
mod grammar;
mod integer;
mod lanes;
mod simplify;
#[cfg(not(target_family = "wasm"))]
mod soft;
mod surgery;
mod text;

use core::fmt;
use core::marker::PhantomData;

use heapless::Vec;
use serde::{Deserialize, Serialize};

pub use breed::{
    GrowthShape, PrimitiveSet, crossover, hoist, mutate_terminal, replace_subtree, swap_subtrees, tournament,
};
pub use champion::ChampionError;
pub use evaluate::Terminals;
pub use grammar::{Entry, Function, Kind, MAX_TERMINALS, Node, Signature, Vocabulary, arity, signature};
pub use integer::{INTEGER_LIMIT, IntegerConstants, IntegerTerminals, MAX_INTEGER_HEIGHT, NotAnInteger};
pub(crate) use integer::{ValueStack, greatest, integer_values};
pub use lanes::{CompiledTree, Lanes};
pub use text::{ParseError, Program, parse};

/// The most nodes a tree may have.
pub const MAX_NODES: usize = 512;
/// The greatest height of a tree; a lone terminal has height 0.
pub const MAX_HEIGHT: usize = 40;
/// The most arguments that wait at once while a tree is read: a function of three leaves two waiting at every level.
const MAX_AWAITED: usize = 2 * MAX_HEIGHT + 1;

/// A champion's own constants, which trees name by their slot.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Constants([f32; Constants::SLOTS]);

impl Constants {
    /// How many there are.
    pub const SLOTS: usize = 16;
    /// Numbers are kept within this, in constants as in sums and products, so that no infinity and no NaN arises.
    pub const LIMIT: f32 = 1e6;

    /// The first constants, the others being 0; `None` if there are too many or one is not within the limit.
    pub fn new(values: &[f32]) -> Option<Constants> {
        let mut slots = [0.0; Self::SLOTS];
        slots.get_mut(..values.len())?.copy_from_slice(values);
        slots.iter().all(|value| value.abs() <= Self::LIMIT).then_some(Constants(slots))
    }

    /// The constant in a slot; 0 beyond the last.
    #[inline]
    pub fn get(&self, slot: u8) -> f32 {
        self.0.get(usize::from(slot)).copied().unwrap_or(0.0)
    }

    /// All of them.
    pub fn values(&self) -> &[f32; Self::SLOTS] {
        &self.0
    }
}

/// A well-typed tree over the vocabulary `V` whose root is a number.
pub struct Tree<V> {
    nodes: Vec<u8, MAX_NODES>,
    vocabulary: PhantomData<V>,
}

impl<V: Vocabulary> Tree<V> {
    /// Checks bytes from outside: that each is a node, of the kind its place asks for, none missing, none too many,
    /// and that the tree is neither too long nor too deep.
    pub fn decode(bytes: &[u8]) -> Result<Tree<V>, DecodeError> {
        let nodes = Vec::from_slice(bytes).map_err(|_| DecodeError::TooLong(bytes.len()))?;
        measure::<V>(bytes)?;
        Ok(Tree { nodes, vocabulary: PhantomData })
    }

    /// Checks bytes from outside without a copy of them: their height, if they are a tree.
    pub fn check(bytes: &[u8]) -> Result<usize, DecodeError> {
        if bytes.len() > MAX_NODES {
            return Err(DecodeError::TooLong(bytes.len()));
        }
        measure::<V>(bytes)?;
        Ok(height_of(bytes))
    }

    /// The nodes in prefix order.
    #[inline]
    pub fn bytes(&self) -> &[u8] {
        &self.nodes
    }

    /// How many nodes.
    pub fn n_nodes(&self) -> usize {
        self.nodes.len()
    }

    /// Levels below the root.
    pub fn height(&self) -> usize {
        self.height_of(0)
    }

    /// The height of the subtree that begins at a node.
    pub fn height_of(&self, start: usize) -> usize {
        height_of(self.subtree(start))
    }

    /// The subtree that begins at a node; empty beyond the last.
    pub fn subtree(&self, start: usize) -> &[u8] {
        let rest = self.nodes.get(start..).unwrap_or(&[]);
        rest.get(..subtree_len(rest)).unwrap_or(&[])
    }

    /// The kind of a node's value; `None` beyond the last.
    pub fn kind_at(&self, at: usize) -> Option<Kind> {
        self.nodes.get(at).and_then(|&byte| signature::<V>(byte)).map(|signature| signature.result)
    }

    /// A bit for every terminal of the vocabulary that the tree names.
    pub fn terminals(&self) -> u64 {
        self.nodes.iter().fold(0, |used, &byte| match Node::of(byte) {
            Node::Terminal(terminal) => used | 1u64.wrapping_shl(u32::from(terminal)),
            _ => used,
        })
    }
}

/// Checks nodes in one loop, with a stack of the kinds of the arguments that are still missing.
fn measure<V: Vocabulary>(bytes: &[u8]) -> Result<(), DecodeError> {
    let mut awaited: Vec<(Kind, u8), MAX_AWAITED> = Vec::new();
    let _ = awaited.push((Kind::Number, 0));
    for (at, &byte) in bytes.iter().enumerate() {
        let (expected, depth) = awaited.pop().ok_or(DecodeError::Surplus { at })?;
        let found = signature::<V>(byte).ok_or(DecodeError::Unknown { at, byte })?;
        if found.result != expected {
            return Err(DecodeError::WrongKind { at, expected, found: found.result });
        }
        if usize::from(depth) > MAX_HEIGHT {
            return Err(DecodeError::TooDeep { at });
        }
        for &argument in found.arguments.iter().rev() {
            awaited.push((argument, depth + 1)).map_err(|_| DecodeError::TooDeep { at })?;
        }
    }
    if awaited.is_empty() { Ok(()) } else { Err(DecodeError::Unfinished { missing: awaited.len() }) }
}

/// How many of these nodes belong to the first one's subtree.
pub(crate) fn subtree_len(nodes: &[u8]) -> usize {
    let mut awaited = 1usize;
    for (at, &byte) in nodes.iter().enumerate() {
        awaited = awaited - 1 + arity(byte);
        if awaited == 0 {
            return at + 1;
        }
    }
    nodes.len()
}

/// The height of one subtree's nodes.
fn height_of(nodes: &[u8]) -> usize {
    let mut depths: Vec<u8, MAX_AWAITED> = Vec::new();
    let _ = depths.push(0);
    let mut height = 0;
    for &byte in nodes {
        let depth = depths.pop().unwrap_or(0);
        height = height.max(depth);
        for _ in 0..arity(byte) {
            let _ = depths.push(depth.saturating_add(1));
        }
    }
    usize::from(height)
}

impl<V> Clone for Tree<V> {
    fn clone(&self) -> Self {
        Tree { nodes: self.nodes.clone(), vocabulary: PhantomData }
    }
}

impl<V> PartialEq for Tree<V> {
    fn eq(&self, other: &Self) -> bool {
        self.nodes == other.nodes
    }
}

impl<V> Eq for Tree<V> {}

impl<V> core::hash::Hash for Tree<V> {
    fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
        self.nodes.hash(state);
    }
}

impl<V: Vocabulary> fmt::Debug for Tree<V> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&Program::new(self, &Constants::default()), formatter)
    }
}

/// Why bytes are not a tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum DecodeError {
    /// More nodes than the arena holds.
    TooLong(usize),
    /// A byte that is not a node.
    Unknown {
        /// The node's place.
        at: usize,
        /// The byte.
        byte: u8,
    },
    /// A node whose value is not of the kind that its place asks for.
    WrongKind {
        /// The node's place.
        at: usize,
        /// What the place asks for.
        expected: Kind,
        /// What the node gives.
        found: Kind,
    },
    /// A node below the greatest height.
    TooDeep {
        /// The node's place.
        at: usize,
    },
    /// Nodes after the end of the tree.
    Surplus {
        /// The first of them.
        at: usize,
    },
    /// The bytes end before the tree does.
    Unfinished {
        /// How many arguments are still awaited.
        missing: usize,
    },
}

impl fmt::Display for DecodeError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DecodeError::TooLong(n_nodes) => write!(formatter, "the tree has {n_nodes} nodes, {MAX_NODES} at most"),
            DecodeError::Unknown { at, byte } => {
                write!(formatter, "node {at} is {byte}, which is no function, terminal or number")
            }
            DecodeError::WrongKind { at, expected, found } => {
                write!(formatter, "node {at} is a {found} where a {expected} is needed")
            }
            DecodeError::TooDeep { at } => write!(formatter, "node {at} is deeper than {MAX_HEIGHT} levels"),
            DecodeError::Surplus { at } => write!(formatter, "the tree ends before node {at}, but more nodes follow"),
            DecodeError::Unfinished { missing } => write!(formatter, "the tree ends {missing} arguments too early"),
        }
    }
}

impl core::error::Error for DecodeError {}

impl DecodeError {
    /// The number by which boards report the reason, from 0.
    pub const fn number(&self) -> u8 {
        match self {
            DecodeError::TooLong(_) => 0,
            DecodeError::Unknown { .. } => 1,
            DecodeError::WrongKind { .. } => 2,
            DecodeError::TooDeep { .. } => 3,
            DecodeError::Surplus { .. } => 4,
            DecodeError::Unfinished { .. } => 5,
        }
    }
}

#[cfg(test)]
pub(crate) mod tests;
