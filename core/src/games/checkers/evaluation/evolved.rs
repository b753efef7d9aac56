//! An evaluation that evolved: an Eval-Tree over what each side sees. Knows trees and boards; knows no search.
//!
//! A position is worth the tree's value for the side to move less its value for the other side, so that both sides are
//! judged alike and an addend that never changes counts for nothing.
//!
//! **A sum is taken apart once,** before the search: weights are brought to the addends; an addend that is a terminal, or a
//! product of two, is worked out at each leaf without a look at the tree, each terminal once; and only what is left is worked
//! out node by node. That changes no value, because it is done only where no partial sum can reach the limit of a tree's
//! numbers; other trees are worked out as they stand.

use heapless::Vec;

use crate::games::checkers::features::BoardFeatures;
use crate::games::checkers::{Position, Side, Terminal};
use crate::search::{Evaluate, LIMIT, Score};
use crate::tree::{
    Function, Node, WHOLE_LIMIT, Waiting, WholeConstants, WholeTerminals, greatest, subtree_len, whole_values,
};

/// What a tree's numbers count.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub enum Scoring {
    /// Hundredths of a man.
    Hundredths,
    /// Sixteenths of them, so that the weight of a large number can be small.
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
    /// The terminals that addends or their products are, and the weight of each as an addend.
    terminals: Vec<(u8, i32), MAX_TERMINALS>,
    /// Products of two of them, by their places above, and the weights.
    products: Vec<(u8, u8, i32), MAX_PRODUCTS>,
    /// The other addends.
    parts: Vec<Part<'t>, MAX_PARTS>,
    constants: WholeConstants,
    scoring: Scoring,
}

#[derive(Clone, Copy, Debug)]
struct Part<'t> {
    nodes: &'t [u8],
    weight: i32,
}

/// No less than there are terminals.
const MAX_TERMINALS: usize = 40;
const _: () = assert!(Terminal::ALL.len() <= MAX_TERMINALS);
/// A power of two, so that a place is within without being compared.
const PLACES: usize = MAX_TERMINALS.next_power_of_two();
/// A tree with more of them is worked out as it stands.
const MAX_PRODUCTS: usize = 16;
/// As above.
const MAX_PARTS: usize = 16;

impl<'t> Evolved<'t> {
    /// The evaluation that a checked tree makes; its height is [`WHOLE_HEIGHT`](crate::tree::WHOLE_HEIGHT) at most.
    pub fn new(nodes: &'t [u8], constants: WholeConstants, scoring: Scoring) -> Evolved<'t> {
        let empty = Evolved { terminals: Vec::new(), products: Vec::new(), parts: Vec::new(), constants, scoring };
        let mut whole = empty.clone();
        let mut sum = empty;
        if sum.take_apart(nodes).is_some() {
            return sum;
        }
        // There is room for one.
        let _ = whole.parts.push(Part { nodes, weight: 1 });
        whole
    }

    /// Adds the addends of a tree; `None` if they do not fit, or if a sum of them could reach the limit.
    fn take_apart(&mut self, nodes: &'t [u8]) -> Option<()> {
        let mut most = 0i32;
        // One right side waits at each level, and the left one that comes next.
        let mut waiting: Vec<(&'t [u8], i32), { crate::tree::WHOLE_HEIGHT + 2 }> = Vec::new();
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
                // The same for both sides.
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
        (most <= WHOLE_LIMIT).then_some(())
    }

    fn add(&mut self, nodes: &'t [u8], weight: i32) -> Option<()> {
        const MULTIPLY: u8 = Node::Function(Function::Multiply).byte();
        let terminal = |byte: u8| match Node::of(byte) {
            Node::Terminal(terminal) => Some(terminal),
            _ => None,
        };
        let (left, right) = match *nodes {
            [byte] => {
                let place = self.place_of(terminal(byte)?)?;
                let (_, sum) = self.terminals.get_mut(usize::from(place))?;
                *sum = sum.checked_add(weight)?;
                return Some(());
            }
            [MULTIPLY, left, right] => (terminal(left), terminal(right)),
            _ => (None, None),
        };
        match (left, right) {
            (Some(left), Some(right)) => {
                let product = (self.place_of(left)?, self.place_of(right)?, weight);
                self.products.push(product).ok()?;
            }
            _ => self.parts.push(Part { nodes, weight }).ok()?,
        }
        Some(())
    }

    /// Where a terminal stands among those that are worked out; a new one at the end.
    fn place_of(&mut self, terminal: u8) -> Option<u8> {
        let known = self.terminals.iter().position(|&(known, _)| known == terminal);
        let place = known.unwrap_or(self.terminals.len());
        if known.is_none() {
            self.terminals.push((terminal, 0)).ok()?;
        }
        Some(place as u8)
    }

    /// How many terminals and products of two are worked out at a leaf, and how many nodes of other addends.
    pub fn work(&self) -> [usize; 3] {
        let n_nodes = self.parts.iter().map(|part| part.nodes.len()).sum();
        [self.terminals.len(), self.products.len(), n_nodes]
    }

    /// Black's value less White's.
    #[inline(always)]
    fn difference(&self, features: &BoardFeatures) -> i32 {
        let mut difference = 0;
        if self.products.is_empty() {
            for &(terminal, weight) in &self.terminals {
                let [black, white] = features.values(terminal);
                difference += weight * (black - white);
            }
        } else {
            let mut values = [[0i16; 2]; PLACES];
            for (value, &(terminal, weight)) in values.iter_mut().zip(&self.terminals) {
                let [black, white] = features.values(terminal);
                difference += weight * (black - white);
                *value = [black as i16, white as i16];
            }
            for &(left, right, weight) in &self.products {
                let [left, right] = [left, right].map(|place| values[usize::from(place) % PLACES].map(i32::from));
                difference += weight * (left[0] * right[0] - left[1] * right[1]);
            }
        }
        if !self.parts.is_empty() {
            difference += self.rest(features);
        }
        difference
    }

    /// The same of the addends that are worked out node by node.
    fn rest(&self, features: &BoardFeatures) -> i32 {
        let mut waiting = Waiting::default();
        let difference = |part: &Part<'_>| {
            let [black, white] = whole_values(part.nodes, &self.constants, features, &mut waiting);
            part.weight * (black - white)
        };
        self.parts.iter().map(difference).sum()
    }
}

impl Evaluate<Position> for Evolved<'_> {
    // Always, so that a desktop can compile it for the processor at hand; a board has no use for copies.
    #[cfg_attr(target_os = "none", inline)]
    #[cfg_attr(not(target_os = "none"), inline(always))]
    fn evaluate(&self, position: &Position) -> Score {
        let board = position.board();
        let black = self.difference(&BoardFeatures::of(board));
        let own = match board.turn() {
            Side::Black => black,
            Side::White => -black,
        };
        (own >> self.scoring.shift()).clamp(-i32::from(LIMIT), i32::from(LIMIT)) as Score
    }
}
