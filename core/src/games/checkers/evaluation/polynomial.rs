//! A tree as a polynomial: a sum of products of terminals with the same value, which needs no branches. Knows trees and
//! the kinds of terminals; knows no boards.
//!
//! Sums and products are multiplied out; a flag is 0 or 1, so `If(flag, one, other)` is `other + flag * (one - other)`, and
//! `Or(one, other)` is `one + other - one * other`. A comparison is not a polynomial.

use heapless::Vec;

use crate::games::checkers::Checkers;
use crate::tree::{Function, IntegerConstants, Kind, Node, Vocabulary, subtree_len};

/// A weight times a few terminals, in rising order.
#[derive(Clone, Debug)]
pub(super) struct Term {
    pub weight: i32,
    pub factors: Vec<u8, MAX_FACTORS>,
}

/// The most factors of a term.
pub(super) const MAX_FACTORS: usize = 3;
/// The most terms of a tree; one that has more is evaluated node by node.
pub(super) const MAX_TERMS: usize = 12;
/// Products that wait to be multiplied out.
const MAX_WAITING: usize = 8;
/// Subtrees of one product: its factors, and numbers.
const MAX_SUBTREES: usize = 6;
/// The most nodes that are visited: a product of many sums is abandoned there.
const MAX_STEPS: usize = 100;

/// A product that is not yet multiplied out: terminals, and subtrees.
#[derive(Clone)]
struct Product<'t> {
    term: Term,
    subtrees: Vec<&'t [u8], MAX_SUBTREES>,
}

impl<'t> Product<'t> {
    /// The same times some subtrees.
    fn times<const N: usize>(&self, sign: i32, subtrees: [&'t [u8]; N]) -> Option<Product<'t>> {
        let mut product = self.clone();
        product.term.weight = product.term.weight.checked_mul(sign)?;
        product.subtrees.extend_from_slice(&subtrees).ok()?;
        Some(product)
    }

    /// Multiplies by a terminal.
    fn multiply(&mut self, mut terminal: u8) -> Option<()> {
        let is_flag = Checkers::ENTRIES.get(usize::from(terminal))?.kind == Kind::Flag;
        let factors = &mut self.term.factors;
        // A flag is its own square.
        if is_flag && factors.contains(&terminal) {
            return Some(());
        }
        for other in factors.iter_mut() {
            if *other > terminal {
                core::mem::swap(other, &mut terminal);
            }
        }
        factors.push(terminal).ok()
    }
}

/// The terms of a checked tree times a weight, equal ones together; `None` if it is not a polynomial, or too long a one.
#[inline(never)]
pub(super) fn terms<'t>(nodes: &'t [u8], weight: i32, constants: &IntegerConstants) -> Option<Vec<Term, MAX_TERMS>> {
    let mut terms: Vec<Term, MAX_TERMS> = Vec::new();
    let mut waiting: Vec<Product<'t>, MAX_WAITING> = Vec::new();
    let nothing = Product { term: Term { weight, factors: Vec::new() }, subtrees: Vec::new() };
    waiting.push(nothing.times(1, [nodes])?).ok()?;
    for _ in 0..MAX_STEPS {
        let Some(mut product) = waiting.pop() else { return Some(terms) };
        let Some(subtree) = product.subtrees.pop() else {
            add(&mut terms, product.term)?;
            continue;
        };
        let (&byte, rest) = subtree.split_first()?;
        let (first, rest) = rest.split_at_checked(subtree_len(rest))?;
        let (second, third) = rest.split_at_checked(subtree_len(rest))?;
        let mut wait = |product: Option<Product<'t>>| waiting.push(product?).ok();
        match Node::of(byte) {
            Node::Integer(integer) => wait(times_number(product, i32::from(integer)))?,
            Node::Constant(slot) => wait(times_number(product, constants.get(slot)))?,
            Node::Terminal(terminal) => {
                product.multiply(terminal)?;
                wait(Some(product))?;
            }
            Node::Function(Function::Plus) => {
                wait(product.times(1, [first]))?;
                wait(product.times(1, [second]))?;
            }
            Node::Function(Function::Multiply | Function::And) => wait(product.times(1, [first, second]))?,
            Node::Function(Function::Or) => {
                wait(product.times(1, [first]))?;
                wait(product.times(1, [second]))?;
                wait(product.times(-1, [first, second]))?;
            }
            Node::Function(Function::If) => {
                wait(product.times(1, [first, second]))?;
                wait(product.times(1, [third]))?;
                wait(product.times(-1, [first, third]))?;
            }
            Node::Function(_) => return None,
        }
    }
    None
}

fn times_number(mut product: Product<'_>, number: i32) -> Option<Product<'_>> {
    product.term.weight = product.term.weight.checked_mul(number)?;
    Some(product)
}

fn add(terms: &mut Vec<Term, MAX_TERMS>, term: Term) -> Option<()> {
    if let Some(same) = terms.iter_mut().find(|other| other.factors == term.factors) {
        same.weight = same.weight.checked_add(term.weight)?;
        return Some(());
    }
    terms.push(term).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::checkers::Terminal;
    use crate::tree::parse;
    use std::collections::BTreeMap;
    use std::{borrow::ToOwned, format, vec};

    /// The terms of a tree times 10, by their factors.
    fn of(text: &str) -> Option<BTreeMap<std::vec::Vec<Terminal>, i32>> {
        let (tree, _) = parse::<Checkers>(text).unwrap();
        let terminal = |&number: &u8| Terminal::ALL[usize::from(number)];
        let terms = terms(tree.bytes(), 10, &IntegerConstants::new(&[7]).unwrap())?;
        Some(terms.iter().map(|term| (term.factors.iter().map(terminal).collect(), term.weight)).collect())
    }

    #[test]
    fn sums_products_and_flags_are_multiplied_out() {
        use Terminal::*;
        let expected = |terms: &[(&[Terminal], i32)]| {
            Some(terms.iter().map(|(factors, weight)| (factors.to_vec(), *weight)).collect::<BTreeMap<_, _>>())
        };
        assert_eq!(of("Multiply(Plus(Steps, 2), Men)"), expected(&[(&[Men], 20), (&[Men, Steps], 10)]));
        assert_eq!(
            of("If(Bridge, Kings, Multiply(3, Home))"),
            expected(&[(&[Kings, Bridge], 10), (&[Home], 30), (&[Home, Bridge], -30)])
        );
        // A flag is its own square, and equal terms are one.
        assert_eq!(of("If(IsAhead, If(IsAhead, Men, Kings), 0)").unwrap()[&vec![Men, IsAhead]], 10);
        assert_eq!(of("Plus(Men, Plus(Men, Men))"), expected(&[(&[Men], 30)]));
        assert_eq!(of("Plus(Multiply(Men, Steps), Multiply(Steps, Men))"), expected(&[(&[Men, Steps], 20)]));
        assert_eq!(
            of("If(Or(Bridge, DogHole), 1, 0)"),
            expected(&[(&[], 0), (&[Bridge], 10), (&[DogHole], 10), (&[DogHole, Bridge], -10)])
        );
    }

    #[test]
    fn what_is_no_such_sum_or_too_long_a_one_is_left_alone() {
        assert_eq!(of("If(GreaterThan(Men, Kings), 1, 0)"), None);
        assert_eq!(of("Multiply(Multiply(Men, Kings), Multiply(Steps, Home))"), None, "four factors");
        // Two to the twelfth products, all of them numbers.
        let many = (0..12).fold("Men".to_owned(), |text, _| format!("Multiply(Plus(1, 1), {text})"));
        assert_eq!(of(&many), None);
    }
}
