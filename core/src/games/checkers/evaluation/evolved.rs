//! An evolved evaluation: an Eval-Tree that is evaluated for each side. Knows trees and boards; knows no search.
//!
//! A position's score is the tree's value for the side to move minus its value for the other side. So both sides are
//! judged alike, and constant addends cancel.
//!
//! **A tree is compiled once,** before the search, to make evaluation at the leaves of the search cheap:
//!
//! * Terminals that count pieces on squares, and their products with the number of pieces left, become two weights for
//!   each square: a leaf visits every piece once, however many such terminals there are.
//! * Other terminals are computed once, then multiplied by weights and with each other.
//! * The rest, mainly comparisons, is evaluated node by node.
//!
//! Compilation changes no value: it is done only where no partial sum can reach the limit of a tree's numbers. All
//! other trees are evaluated node by node.

use core::hint::black_box;

use heapless::Vec;

use super::polynomial::{MAX_FACTORS, Term, terms};
use crate::games::checkers::features::{BoardFeatures, count};
use crate::games::checkers::{Board, Position, Side, Square, Squares, Terminal};
use crate::search::{Evaluate, LIMIT, Score};
use crate::tree::{
    Function, INTEGER_LIMIT, IntegerConstants, IntegerTerminals, Node, ValueStack, greatest, integer_values,
    subtree_len,
};

/// The unit of a tree's value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub enum Scoring {
    /// Hundredths of a man.
    Hundredths,
    /// Sixteenths of a hundredth, so that an integer weight can be a fraction of a hundredth.
    Fine,
}

impl Scoring {
    const fn shift(self) -> u32 {
        match self {
            Scoring::Hundredths => 0,
            Scoring::Fine => 4,
        }
    }
}

/// A tree that is ready to evaluate positions.
#[derive(Clone, Debug)]
pub struct Evolved<'t> {
    squares: SquareWeights,
    /// The other terminals, and the weight of each as an addend.
    terminals: Vec<(u8, i32), MAX_TERMINALS>,
    /// Products of two terminals, by their indices in `terminals`, and the weights.
    pairs: Vec<([u8; 2], i32), MAX_PAIRS>,
    /// Products of three.
    triples: Vec<([u8; 3], i32), MAX_TRIPLES>,
    /// The addends that are evaluated node by node.
    parts: Vec<Part<'t>, MAX_PARTS>,
    constants: IntegerConstants,
    scoring: Scoring,
}

#[derive(Clone, Copy, Debug)]
struct Part<'t> {
    nodes: &'t [u8],
    weight: i32,
}

/// A tree with more terminals, pairs, triples or parts is not compiled. A power of two, so that an index needs a mask
/// and no bounds check.
const MAX_TERMINALS: usize = 16;
const MAX_PAIRS: usize = 24;
const MAX_TRIPLES: usize = 8;
const MAX_PARTS: usize = 8;

impl<'t> Evolved<'t> {
    /// Compiles a checked tree, whose height is at most [`MAX_INTEGER_HEIGHT`](crate::tree::MAX_INTEGER_HEIGHT).
    #[inline(never)]
    pub fn new(nodes: &'t [u8], constants: IntegerConstants, scoring: Scoring) -> Evolved<'t> {
        let mut evolved = Evolved {
            squares: SquareWeights::default(),
            terminals: Vec::new(),
            pairs: Vec::new(),
            triples: Vec::new(),
            parts: Vec::new(),
            constants,
            scoring,
        };
        if evolved.take_apart(nodes).is_none() {
            evolved.forget();
            // The list was just cleared, so there is room for one part.
            let _ = evolved.parts.push(Part { nodes, weight: 1 });
        }
        evolved
    }

    fn forget(&mut self) {
        self.squares = SquareWeights::default();
        self.terminals.clear();
        self.pairs.clear();
        self.triples.clear();
        self.parts.clear();
    }

    /// Splits a tree into its addends and adds each; `None` if they do not fit, or if a sum of them could reach the
    /// limit.
    fn take_apart(&mut self, nodes: &'t [u8]) -> Option<()> {
        let mut most = 0i32;
        // At most one right operand per level, and the next left operand.
        let mut waiting: Vec<(&'t [u8], i32), { crate::tree::MAX_INTEGER_HEIGHT + 2 }> = Vec::new();
        waiting.push((nodes, 1)).ok()?;
        while let Some((nodes, weight)) = waiting.pop() {
            let (&byte, rest) = nodes.split_first()?;
            let (left, right) = rest.split_at_checked(subtree_len(rest))?;
            let factor = |nodes: &[u8]| match nodes {
                &[byte] => match Node::of(byte) {
                    Node::Integer(integer) => Some(i32::from(integer)),
                    Node::Constant(slot) => Some(self.constants.get(slot)),
                    _ => None,
                },
                _ => None,
            };
            match Node::of(byte) {
                // The same for both sides: it cancels.
                Node::Integer(_) | Node::Constant(_) => {}
                Node::Function(Function::Plus) => {
                    waiting.push((right, weight)).ok()?;
                    waiting.push((left, weight)).ok()?;
                }
                Node::Function(Function::Multiply) if factor(left).is_some() => {
                    waiting.push((right, weight.checked_mul(factor(left)?)?)).ok()?;
                }
                Node::Function(Function::Multiply) if factor(right).is_some() => {
                    waiting.push((left, weight.checked_mul(factor(right)?)?)).ok()?;
                }
                _ if weight == 0 => {}
                _ => {
                    let value = greatest(nodes, &self.constants, Terminal::GREATEST);
                    most = most.checked_add(value.checked_mul(weight.checked_abs()?)?)?;
                    self.add(nodes, weight)?;
                }
            }
        }
        // A sum that equals the limit may have been clamped to it.
        (most < INTEGER_LIMIT).then_some(())
    }

    /// Adds an addend.
    fn add(&mut self, nodes: &'t [u8], weight: i32) -> Option<()> {
        let Some(terms) = terms(nodes, weight, &self.constants) else {
            return self.parts.push(Part { nodes, weight }).ok();
        };
        let mut most = 0i32;
        for term in &terms {
            let greatest =
                |&terminal: &u8| Terminal::GREATEST.get(usize::from(terminal)).map_or(0, |&it| i32::from(it));
            most =
                most.checked_add(term.weight.checked_abs()?.checked_mul(term.factors.iter().map(greatest).product())?)?;
            self.add_term(term)?;
        }
        // Multiplied out, the terms of a product can be larger than its value.
        (most <= MAX_PARTIAL).then_some(())
    }

    fn add_term(&mut self, term: &Term) -> Option<()> {
        if term.weight == 0 || self.squares.add(term)? {
            return Some(());
        }
        let mut places = [0; MAX_FACTORS];
        for (place, &terminal) in places.iter_mut().zip(&term.factors) {
            *place = self.place_of(terminal)?;
        }
        let weight = term.weight;
        match (term.factors.len(), places) {
            // The same for both sides: it cancels.
            (0, _) => {}
            (1, [place, ..]) => {
                let (_, sum) = self.terminals.get_mut(usize::from(place))?;
                *sum = sum.checked_add(weight)?;
            }
            (2, [left, right, _]) => self.pairs.push(([left, right], weight)).ok()?,
            _ => self.triples.push((places, weight)).ok()?,
        }
        Some(())
    }

    /// A terminal's index in `terminals`; a new terminal is added at the end.
    fn place_of(&mut self, terminal: u8) -> Option<u8> {
        let known = self.terminals.iter().position(|&(known, _)| known == terminal);
        let place = known.unwrap_or(self.terminals.len());
        if known.is_none() {
            self.terminals.push((terminal, 0)).ok()?;
        }
        Some(place as u8)
    }

    /// What is computed at a leaf.
    pub fn work(&self) -> LeafWork {
        LeafWork {
            looks_at_pieces: self.squares.is_used,
            n_terminals: self.terminals.len(),
            n_products: self.pairs.len() + self.triples.len(),
            n_nodes: self.parts.iter().map(|part| part.nodes.len()).sum(),
        }
    }

    /// Black's value less White's.
    #[inline(always)]
    fn difference(&self, board: &Board) -> i32 {
        let features = &BoardFeatures::of(board);
        let mut difference = if self.squares.is_used { self.squares.difference(board) } else { 0 };
        if !self.terminals.is_empty() {
            difference += self.products(features);
        }
        if !self.parts.is_empty() {
            difference += self.rest(features);
        }
        difference
    }

    /// The difference that the terminals and their products make.
    #[inline(always)]
    fn products(&self, features: &BoardFeatures) -> i32 {
        let mut difference = 0;
        let mut values = [[0i16; 2]; MAX_TERMINALS];
        for (value, &(terminal, weight)) in values.iter_mut().zip(&self.terminals) {
            // Otherwise the compiler would compute all terminals before the loop, as none depends on the iteration.
            let [black, white] = black_box(features).values(terminal);
            difference += weight * (black - white);
            *value = [black as i16, white as i16];
        }
        for &([left, right], weight) in &self.pairs {
            let (left, right) = (value(&values, left), value(&values, right));
            difference += weight * (left[0] * right[0] - left[1] * right[1]);
        }
        for &([one, two, three], weight) in &self.triples {
            let (one, two, three) = (value(&values, one), value(&values, two), value(&values, three));
            difference += weight * (one[0] * two[0] * three[0] - one[1] * two[1] * three[1]);
        }
        difference
    }

    /// The difference that the addends evaluated node by node make.
    #[inline(never)]
    fn rest(&self, features: &BoardFeatures) -> i32 {
        let mut waiting = ValueStack::default();
        let difference = |part: &Part<'_>| {
            let [black, white] = integer_values(part.nodes, &self.constants, features, &mut waiting);
            part.weight * (black - white)
        };
        self.parts.iter().map(difference).sum()
    }
}

/// Both sides' values of the terminal at an index.
#[inline(always)]
fn value(values: &[[i16; 2]; MAX_TERMINALS], place: u8) -> [i32; 2] {
    let [black, white] = values[usize::from(place) % MAX_TERMINALS];
    [i32::from(black), i32::from(white)]
}

/// The limit for the sum of a part's terms.
const MAX_PARTIAL: i32 = 1 << 27;

/// What an evaluation does at a leaf.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LeafWork {
    /// Whether it visits every piece, for the terminals that count pieces on squares.
    pub looks_at_pieces: bool,
    /// Other terminals.
    pub n_terminals: usize,
    /// Products of terminals.
    pub n_products: usize,
    /// Nodes of the addends that are evaluated node by node.
    pub n_nodes: usize,
}

/// What a piece is worth on each square: the sum of the terminals that count pieces on squares, and of their products
/// with the number of pieces left.
#[derive(Clone, Default, Debug)]
struct SquareWeights {
    /// For Black's men and kings, by square: a constant weight, and one to multiply by the number of pieces on the
    /// board. A white piece has the weights of its square on the board turned round.
    weights: [[[i16; 2]; 32]; 2],
    is_used: bool,
}

impl SquareWeights {
    /// Adds a term if it is of this kind, and returns whether it is; `None` if a weight becomes too large.
    fn add(&mut self, term: &Term) -> Option<bool> {
        let left = Terminal::PiecesLeft as u8;
        let exchanged = Terminal::Exchanged as u8;
        let (terminal, weights) = match term.factors[..] {
            [terminal] => (terminal, [term.weight, 0]),
            [terminal, phase] | [phase, terminal] if phase == left => (terminal, [0, term.weight]),
            [terminal, phase] | [phase, terminal] if phase == exchanged => {
                (terminal, [term.weight.checked_mul(24)?, -term.weight])
            }
            _ => return Some(false),
        };
        if !Terminal::ALL.get(usize::from(terminal))?.counts_on_squares() {
            return Some(false);
        }
        self.is_used = true;
        for (pieces, by_place) in self.weights.iter_mut().enumerate() {
            for (place, own) in by_place.iter_mut().enumerate() {
                let alone = Square::at(place as u32).alone();
                let kings = if pieces == 1 { alone } else { Squares::NONE };
                let board = Board { black: alone, white: Squares::NONE, kings, turn: Side::Black };
                let [black, white] = BoardFeatures::of(&board).values(terminal);
                for (own, weight) in own.iter_mut().zip(weights) {
                    let more = weight.checked_mul(black - white)?;
                    *own = i16::try_from(i32::from(*own).checked_add(more)?).ok()?;
                }
            }
        }
        Some(true)
    }

    /// Black's sum less White's.
    #[inline(always)]
    fn difference(&self, board: &Board) -> i32 {
        let [men, kings] = &self.weights;
        let mut sums = [0; 2];
        for square in board.black - board.kings {
            add(&mut sums, men[square.place() as usize], 1);
        }
        for square in board.white - board.kings {
            add(&mut sums, men[square.turned().place() as usize], -1);
        }
        for square in board.black & board.kings {
            add(&mut sums, kings[square.place() as usize], 1);
        }
        for square in board.white & board.kings {
            add(&mut sums, kings[square.turned().place() as usize], -1);
        }
        let [always, each] = sums;
        always + each * count(!board.empty())
    }
}

#[inline(always)]
fn add(sums: &mut [i32; 2], weights: [i16; 2], sign: i32) {
    sums[0] += sign * i32::from(weights[0]);
    sums[1] += sign * i32::from(weights[1]);
}

impl Evaluate<Position> for Evolved<'_> {
    // Always inlined on a desktop, so that it is compiled for every instruction set; a board needs one copy only.
    #[cfg_attr(target_os = "none", inline)]
    #[cfg_attr(not(target_os = "none"), inline(always))]
    fn evaluate(&self, position: &Position) -> Score {
        let board = position.board();
        let black = self.difference(board);
        let own = match board.turn() {
            Side::Black => black,
            Side::White => -black,
        };
        (own >> self.scoring.shift()).clamp(-i32::from(LIMIT), i32::from(LIMIT)) as Score
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game as _;
    use crate::games::checkers::{Checkers, Game, MAX_MOVES, Move};
    use crate::random::{self, Seed};
    use crate::tree::{GrowthShape, PrimitiveSet, Tree};

    /// A position that chance leads to, mostly with kings.
    fn position(seed: Seed) -> Position {
        let mut rng = seed.rng();
        let mut game = Game::deal(seed);
        for _ in 0..random::below(&mut rng, 90) {
            let mut room = [Move::default(); MAX_MOVES];
            let n_moves = game.position().board().moves(&mut room).unwrap();
            let Some(chosen) = random::pick(&mut rng, &room[..n_moves]) else { break };
            if game.make(chosen).is_err() {
                break;
            }
        }
        *game.position()
    }

    #[test]
    fn a_compiled_tree_gives_the_same_values_as_the_tree_node_by_node() {
        let primitive_set = PrimitiveSet { terminals: (1 << Terminal::ALL.len()) - 1, ..PrimitiveSet::ALL };
        let constants = IntegerConstants::new(&[1600, -75, 2400, 31_000]).unwrap();
        let (mut n_compiled, mut n_triples) = (0, 0);
        for seed in 0..3_000 {
            let shape = if seed % 2 == 0 { GrowthShape::Grown } else { GrowthShape::Full };
            let height = 1 + seed as usize % 4;
            let Some(tree) = Tree::<Checkers>::grow(&mut Seed(seed).rng(), primitive_set, height, shape) else {
                continue;
            };
            // Some of the whole numbers become constants.
            let node = |&byte: &u8| match Node::of(byte) {
                Node::Integer(integer) if integer % 2 == 0 => Node::Constant(integer as u8 / 2 % 4).byte(),
                _ => byte,
            };
            let nodes: std::vec::Vec<u8> = tree.bytes().iter().map(node).collect();
            let compiled = Evolved::new(&nodes, constants, Scoring::Fine);
            let mut as_it_stands = compiled.clone();
            as_it_stands.forget();
            as_it_stands.parts.push(Part { nodes: &nodes, weight: 1 }).unwrap();
            n_compiled += u32::from(compiled.parts.is_empty());
            n_triples += compiled.triples.len();
            for number in 0..10 {
                let position = position(Seed(seed).derive(number));
                assert_eq!(compiled.evaluate(&position), as_it_stands.evaluate(&position), "{tree:?} of {position}");
            }
        }
        assert!(n_compiled > 1_000 && n_triples > 20, "{n_compiled} compiled, {n_triples} products of three");
    }
}
