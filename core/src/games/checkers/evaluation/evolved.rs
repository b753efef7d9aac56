//! An evaluation that evolved: an Eval-Tree over what each side sees. Knows trees and boards; knows no search.
//!
//! A position is worth the tree's value for the side to move less its value for the other side, so that both sides are
//! judged alike and an addend that never changes counts for nothing.
//!
//! **A sum is taken apart once,** before the search: weights are brought to the addends, an addend that is a lone terminal is
//! one product at each leaf, and only what is left is worked out node by node. That changes no value, because it is done only
//! where no partial sum can reach the limit of a tree's numbers; other trees are worked out as they stand.

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
    /// Terminals with their weights.
    linear: Vec<(u8, i32), MAX_LINEAR>,
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

/// No more than there are terminals.
const MAX_LINEAR: usize = 40;
const _: () = assert!(Terminal::ALL.len() <= MAX_LINEAR);
/// A tree with more addends is worked out as it stands.
const MAX_PARTS: usize = 24;

impl<'t> Evolved<'t> {
    /// The evaluation that a checked tree makes; its height is [`WHOLE_HEIGHT`](crate::tree::WHOLE_HEIGHT) at most.
    pub fn new(nodes: &'t [u8], constants: WholeConstants, scoring: Scoring) -> Evolved<'t> {
        let empty = Evolved { linear: Vec::new(), parts: Vec::new(), constants, scoring };
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
                    Node::Slot(slot) => Some(self.constants.get(slot)),
                    _ => None,
                },
                _ => None,
            };
            match Node::of(byte) {
                // The same for both sides.
                Node::Integer(_) | Node::Slot(_) => {}
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
        let &[byte] = nodes else { return self.parts.push(Part { nodes, weight }).ok() };
        let Node::Terminal(terminal) = Node::of(byte) else { return None };
        match self.linear.iter_mut().find(|(known, _)| *known == terminal) {
            Some((_, sum)) => *sum = sum.checked_add(weight)?,
            None => self.linear.push((terminal, weight)).ok()?,
        }
        Some(())
    }

    /// How many addends are one product each, and how many nodes the others have.
    pub fn work(&self) -> (usize, usize) {
        (self.linear.len(), self.parts.iter().map(|part| part.nodes.len()).sum())
    }

    /// Black's value less White's.
    #[inline(always)]
    fn difference(&self, features: &BoardFeatures) -> i32 {
        let mut difference = 0;
        for &(terminal, weight) in &self.linear {
            let [black, white] = features.values(terminal);
            difference += weight * (black - white);
        }
        if self.parts.is_empty() {
            return difference;
        }
        let mut waiting = Waiting::default();
        for part in &self.parts {
            let [black, white] = whole_values(part.nodes, &self.constants, features, &mut waiting);
            difference += part.weight * (black - white);
        }
        difference
    }
}

impl Evaluate<Position> for Evolved<'_> {
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
