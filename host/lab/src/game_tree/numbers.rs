//! A tree of numbers written by hand, such as `((3 12 8) (2 4 6) (14 5 2))`: a number is a leaf, a pair of parentheses a node.

use super::GameTree;
use crate::text::quoted;
use crate::{Failure, Result};

/// The longest text, in bytes.
pub const MAX_TEXT: usize = 100_000;
/// The deepest nesting.
pub const MAX_NESTING: usize = 60;
/// The greatest number, either way.
const MAX_NUMBER: i32 = 1_000_000;

/// A tree of numbers. Its nodes are places in the text's order; the root is node 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NumberTree {
    nodes: Vec<NumberNode>,
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct NumberNode {
    children: Vec<usize>,
    /// A leaf's number. For any other node the mean of the numbers below, rounded: a guess to order moves by.
    number: i32,
}

impl NumberTree {
    /// Parses a tree. Commas count as spaces.
    ///
    /// # Errors
    /// The text is no such tree, or too long or too deep.
    pub fn parse(text: &str) -> Result<NumberTree> {
        let says = |why: &str| Failure(format!("the tree of numbers {why}"));
        if text.len() > MAX_TEXT {
            return Err(says(&format!("has {} letters; {MAX_TEXT} is the most", text.len())));
        }
        let mut nodes: Vec<NumberNode> = Vec::new();
        let mut open: Vec<usize> = Vec::new();
        for (at, token) in tokens(text) {
            if token == ")" {
                let closed = open.pop().ok_or_else(|| says(&format!("closes at letter {at} what was not opened")))?;
                if nodes[closed].children.is_empty() {
                    return Err(says(&format!("has a node without branches, closed at letter {at}")));
                }
                continue;
            }
            let number = if token == "(" { 0 } else { number(token).ok_or_else(|| says(&unreadable(at, token)))? };
            match open.last() {
                Some(&parent) => {
                    let index = nodes.len();
                    nodes[parent].children.push(index);
                }
                None if nodes.is_empty() => {}
                None => return Err(says(&format!("goes on at letter {at}, after its end"))),
            }
            if token == "(" {
                if open.len() == MAX_NESTING {
                    return Err(says(&format!("is nested deeper than {MAX_NESTING} levels, at letter {at}")));
                }
                open.push(nodes.len());
            }
            nodes.push(NumberNode { children: Vec::new(), number });
        }
        match (nodes.is_empty(), open.len()) {
            (true, _) => Err(says("is empty; write it as in \"((3 12 8) (2 4 6) (14 5 2))\"")),
            (_, 0) => Ok(NumberTree { nodes }.with_means()),
            (_, n_open) => Err(says(&format!("ends with {n_open} of its parentheses open"))),
        }
    }

    /// The most moves from the root to a leaf.
    pub fn height(&self) -> u8 {
        let mut heights = vec![0u8; self.nodes.len()];
        for (index, node) in self.nodes.iter().enumerate().rev() {
            heights[index] = node.children.iter().map(|&child| heights[child].saturating_add(1)).max().unwrap_or(0);
        }
        heights[0]
    }

    /// Children come after their parents, so that from the end every mean has its parts.
    fn with_means(mut self) -> NumberTree {
        let mut sums = vec![(0i64, 0i64); self.nodes.len()];
        for index in (0..self.nodes.len()).rev() {
            let node = &self.nodes[index];
            sums[index] = match node.children.is_empty() {
                true => (node.number.into(), 1),
                false => {
                    node.children.iter().fold((0, 0), |sum, &child| (sum.0 + sums[child].0, sum.1 + sums[child].1))
                }
            };
            let (sum, count) = sums[index];
            self.nodes[index].number = (sum as f64 / count as f64).round() as i32;
        }
        self
    }
}

impl GameTree for NumberTree {
    type Node = usize;
    /// Which branch, from 0.
    type Move = usize;

    const RECORDS_PRUNED: bool = true;

    fn branch(&self, &node: &usize, _depth: u8, mut add: impl FnMut(usize, usize)) {
        self.nodes[node].children.iter().enumerate().for_each(|(place, &child)| add(place, child));
    }

    fn value(&self, &leaf: &usize, _ply: usize) -> i32 {
        self.nodes[leaf].number
    }

    fn estimate(&self, &node: &usize) -> i32 {
        self.nodes[node].number
    }

    /// Branches have no names: their order is that of the text.
    fn move_text(&self, _: &usize, _: usize) -> String {
        String::new()
    }

    fn tag(&self, chosen: usize) -> u8 {
        chosen.min(255) as u8
    }
}

/// The parentheses and words of a text, with the number of the first letter of each, from 1.
fn tokens(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_space = |letter: char| letter.is_whitespace() || letter == ',';
    let mut rest = text;
    std::iter::from_fn(move || {
        rest = rest.trim_start_matches(is_space);
        let first = rest.chars().next()?;
        let length = match first {
            '(' | ')' => 1,
            _ => rest.find(|letter| is_space(letter) || matches!(letter, '(' | ')')).unwrap_or(rest.len()),
        };
        let (token, after) = rest.split_at(length);
        let at = text.len() - rest.len() + 1;
        rest = after;
        Some((at, token))
    })
}

fn number(token: &str) -> Option<i32> {
    token.parse().ok().filter(|number: &i32| (-MAX_NUMBER..=MAX_NUMBER).contains(number))
}

fn unreadable(at: usize, token: &str) -> String {
    format!("has {} at letter {at}: a leaf is a whole number from -{MAX_NUMBER} to {MAX_NUMBER}", quoted(token))
}
