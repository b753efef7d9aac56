//! The genetic operators: growth, tournament selection, crossover and mutation. Every operator takes the random number
//! generator first and returns a well-typed tree within the arena's limits, or none.
//!
//! **Breeding is in core,** because it needs only random numbers and trees: a board could evolve its own player.

use heapless::Vec;
use rand_core::Rng;

use super::{Function, Kind, MAX_NODES, MAX_TERMINALS, Node, Tree, Vocabulary, measure};
use crate::random;

/// The nodes that new trees are made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PrimitiveSet {
    /// A bit for every terminal of the vocabulary that may be used.
    pub terminals: u64,
    /// Whether whole numbers from -7 to 7 may be used; all together they are one terminal among the others.
    pub integers: bool,
    /// A bit for every function that may be used, by its byte.
    pub functions: u16,
}

/// How a new tree is grown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GrowthShape {
    /// Functions down to the full height, then terminals (Koza's full method).
    Full,
    /// Functions and terminals at random, down to the height at most (Koza's grow method).
    Grown,
}

impl PrimitiveSet {
    /// All terminals, numbers and functions.
    pub const ALL: PrimitiveSet = PrimitiveSet { terminals: u64::MAX, integers: true, functions: u16::MAX };

    /// Whether a function may be used.
    pub const fn allows(self, function: Function) -> bool {
        self.functions >> function as u8 & 1 == 1
    }

    /// The functions that trees can have: they may be used, and all their arguments can be filled.
    pub fn usable<V: Vocabulary>(self) -> impl Iterator<Item = Function> {
        let fillable = self.fillable::<V>();
        Function::ALL.into_iter().filter(move |&function| self.allows(function) && is_filled(function, fillable))
    }

    /// Whether the set has a terminal of a kind.
    pub fn has_terminal<V: Vocabulary>(self, kind: Kind) -> bool {
        self.n_terminals::<V>(kind) > 0
    }

    /// A bit for every kind of which a tree can be made: of a terminal, or of a function whose arguments can be filled.
    fn fillable<V: Vocabulary>(self) -> u8 {
        const KINDS: [Kind; 3] = [Kind::Number, Kind::Flag, Kind::Cards];
        let given = KINDS.into_iter().filter(|&kind| self.has_terminal::<V>(kind));
        let mut fillable = given.fold(0, |fillable, kind| fillable | bit(kind));
        // In each round functions may make a kind that others ask for.
        for _ in KINDS {
            for function in Function::ALL.into_iter().filter(|&function| self.allows(function)) {
                if is_filled(function, fillable) {
                    fillable |= bit(function.signature().result);
                }
            }
        }
        fillable
    }

    fn n_terminals<V: Vocabulary>(self, kind: Kind) -> u32 {
        self.terminals_of::<V>(kind).count() as u32 + u32::from(self.integers && kind == Kind::Number)
    }

    /// The bytes of the terminals, and their kinds.
    pub(super) fn terminals<V: Vocabulary>(self) -> impl Iterator<Item = (u8, Kind)> {
        let entries = V::ENTRIES.iter().enumerate().take(MAX_TERMINALS);
        let entries = entries.filter(move |(index, _)| self.terminals >> index & 1 == 1);
        entries.map(|(index, entry)| (Node::Terminal(index as u8).byte(), entry.kind))
    }

    fn terminals_of<V: Vocabulary>(self, kind: Kind) -> impl Iterator<Item = u8> {
        self.terminals::<V>().filter(move |&(_, of)| of == kind).map(|(byte, _)| byte)
    }

    /// A terminal of a kind; `None` if the primitive set has none.
    fn terminal<V: Vocabulary>(self, rng: &mut impl Rng, kind: Kind) -> Option<Node> {
        let choice = random::below(rng, self.n_terminals::<V>(kind)) as usize;
        match self.terminals_of::<V>(kind).nth(choice) {
            Some(terminal) => Some(Node::of(terminal)),
            None if self.integers && kind == Kind::Number => {
                Some(Node::Integer(random::below(rng, 15) as i8 + Node::LEAST_INTEGER))
            }
            None => None,
        }
    }

    /// A function that gives a kind, whose arguments the primitive set can fill; `None` if there is none.
    fn function<V: Vocabulary>(self, rng: &mut impl Rng, kind: Kind) -> Option<Function> {
        let choice = random::below(rng, self.functions::<V>(kind).count() as u32) as usize;
        self.functions::<V>(kind).nth(choice)
    }

    fn functions<V: Vocabulary>(self, kind: Kind) -> impl Iterator<Item = Function> {
        self.usable::<V>().filter(move |function| function.signature().result == kind)
    }
}

/// The bit of a kind.
const fn bit(kind: Kind) -> u8 {
    1 << kind as u8
}

/// Whether a function's arguments are all of kinds that can be filled.
fn is_filled(function: Function, fillable: u8) -> bool {
    function.signature().arguments.iter().all(|&kind| fillable & bit(kind) != 0)
}

/// The nodes of a new tree of a kind; see [`Tree::grow`].
fn grow<V: Vocabulary>(
    rng: &mut impl Rng,
    primitive_set: PrimitiveSet,
    kind: Kind,
    height: usize,
    shape: GrowthShape,
) -> Option<Vec<u8, MAX_NODES>> {
    let mut nodes = Vec::new();
    let mut awaited: Vec<(Kind, usize), { super::MAX_AWAITED }> = Vec::new();
    awaited.push((kind, height)).ok()?;
    while let Some((kind, height)) = awaited.pop() {
        let n_functions = primitive_set.functions::<V>(kind).count() as u32;
        let n_terminals = primitive_set.n_terminals::<V>(kind);
        let inner = height > 0
            && match shape {
                GrowthShape::Full => n_functions > 0,
                GrowthShape::Grown => random::below(rng, n_functions + n_terminals) < n_functions,
            };
        let node = if inner {
            Node::Function(primitive_set.function::<V>(rng, kind)?)
        } else {
            primitive_set.terminal::<V>(rng, kind)?
        };
        nodes.push(node.byte()).ok()?;
        if let Node::Function(function) = node {
            for &argument in function.signature().arguments.iter().rev() {
                awaited.push((argument, height - 1)).ok()?;
            }
        }
    }
    Some(nodes)
}

impl<V: Vocabulary> Tree<V> {
    /// A new tree with a number at its root, of this height at most.
    ///
    /// `None` if it outgrows the arena, or if the primitive set has no terminal of a kind that was needed.
    pub fn grow(rng: &mut impl Rng, primitive_set: PrimitiveSet, height: usize, shape: GrowthShape) -> Option<Tree<V>> {
        let nodes = grow::<V>(rng, primitive_set, Kind::Number, height, shape)?;
        measure::<V>(&nodes).ok()?;
        Some(Tree { nodes, vocabulary: core::marker::PhantomData })
    }

    /// A new tree of at most this many nodes. A larger one is grown again, eight times at each height from this one down;
    /// height 0 fits, if the primitive set has a number.
    pub fn grow_within(
        rng: &mut impl Rng,
        primitive_set: PrimitiveSet,
        height: usize,
        shape: GrowthShape,
        max_nodes: usize,
    ) -> Option<Tree<V>> {
        let heights = (0..=height).rev().flat_map(|height| core::iter::repeat_n(height, 8));
        let mut tries = heights.filter_map(|height| Tree::grow(rng, primitive_set, height, shape));
        tries.find(|tree| tree.n_nodes() <= max_nodes)
    }

    /// The places of the nodes that pass a test.
    fn places(&self, test: impl Fn(usize) -> bool) -> Vec<u16, MAX_NODES> {
        let mut places = Vec::new();
        for at in (0..self.n_nodes()).filter(|&at| test(at)) {
            // Cannot overflow: no more places than nodes.
            let _ = places.push(at as u16);
        }
        places
    }

    fn is_function(&self, at: usize) -> bool {
        self.bytes().get(at).is_some_and(|&byte| matches!(Node::of(byte), Node::Function(_)))
    }
}

/// The fittest of `size` individuals drawn at random, by place among `n_individuals`; of equals the one drawn first.
pub fn tournament(rng: &mut impl Rng, size: u32, n_individuals: usize, fitness: impl Fn(usize) -> f64) -> usize {
    let mut draw = || random::below(rng, n_individuals as u32) as usize;
    let first = draw();
    (1..size).fold(first, |best, _| {
        let other = draw();
        if fitness(other) > fitness(best) { other } else { best }
    })
}

/// `tree` with a random subtree replaced by a random one of the same kind from `other`.
///
/// `None` if `other` has no subtree of that kind or the child does not fit.
pub fn crossover<V: Vocabulary>(rng: &mut impl Rng, tree: &Tree<V>, other: &Tree<V>) -> Option<Tree<V>> {
    let start = random::below(rng, tree.n_nodes() as u32) as usize;
    let kind = tree.kind_at(start)?;
    let donors = other.places(|at| other.kind_at(at) == Some(kind));
    let donor = random::pick(rng, &donors)?;
    tree.splice(start, &[other.subtree(usize::from(donor))])
}

/// Both trees with random subtrees of the same kind swapped; `None` for a child that does not fit, or for both if `other`
/// has no subtree of that kind.
pub fn swap_subtrees<V: Vocabulary>(rng: &mut impl Rng, tree: &Tree<V>, other: &Tree<V>) -> [Option<Tree<V>>; 2] {
    let start = random::below(rng, tree.n_nodes() as u32) as usize;
    let donors = tree.kind_at(start).map(|kind| other.places(|at| other.kind_at(at) == Some(kind)));
    let Some(donor) = donors.and_then(|donors| random::pick(rng, &donors)).map(usize::from) else {
        return [None, None];
    };
    [tree.splice(start, &[other.subtree(donor)]), other.splice(donor, &[tree.subtree(start)])]
}

/// `tree` with a random terminal replaced by another of the same kind; `None` if there is no other.
pub fn mutate_terminal<V: Vocabulary>(
    rng: &mut impl Rng,
    primitive_set: PrimitiveSet,
    tree: &Tree<V>,
) -> Option<Tree<V>> {
    let start = usize::from(random::pick(rng, &tree.places(|at| !tree.is_function(at)))?);
    let kind = tree.kind_at(start)?;
    let old = *tree.bytes().get(start)?;
    // Drawing again until it differs; a primitive set of one terminal has no other, so the tries are counted.
    let new =
        (0..64).find_map(|_| primitive_set.terminal::<V>(rng, kind).map(Node::byte).filter(|&byte| byte != old))?;
    tree.splice(start, &[&[new]])
}

/// `tree` with a random function's subtree replaced by a new one, of a height that `bound` gives for the old one's.
///
/// A lone terminal is replaced itself. `None` if the new tree does not fit.
pub fn replace_subtree<V: Vocabulary>(
    rng: &mut impl Rng,
    primitive_set: PrimitiveSet,
    tree: &Tree<V>,
    bound: impl Fn(usize) -> usize,
) -> Option<Tree<V>> {
    let functions = tree.places(|at| tree.is_function(at));
    let start = usize::from(random::pick(rng, &functions).unwrap_or(0));
    let kind = tree.kind_at(start)?;
    let height = bound(tree.height_of(start));
    tree.splice(start, &[&grow::<V>(rng, primitive_set, kind, height, GrowthShape::Grown)?])
}

/// `tree` with a random subtree replaced by one of its own subtrees; `None` if the subtrees drawn are not of the same kind.
pub fn hoist<V: Vocabulary>(rng: &mut impl Rng, tree: &Tree<V>) -> Option<Tree<V>> {
    let start = random::below(rng, tree.n_nodes() as u32) as usize;
    let n_below = tree.subtree(start).len().checked_sub(1)?;
    let inner = start + 1 + random::below(rng, n_below as u32) as usize;
    let fits = n_below > 0 && tree.kind_at(inner) == tree.kind_at(start);
    if fits { tree.splice(start, &[tree.subtree(inner)]) } else { None }
}
