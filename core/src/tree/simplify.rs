//! Simplification: removes what does not change a tree's value. Every rule keeps the value whatever the terminals' values are
//! (a zero may change its sign, which no comparison sees), so every decision stays the same.

use heapless::Vec;

use super::surgery::subtrees;
use super::{Function, MAX_AWAITED, MAX_NODES, Node, Tree, Vocabulary, arity};

impl<V: Vocabulary> Tree<V> {
    /// A tree with the same values and no more nodes.
    #[must_use]
    pub fn simplified(&self) -> Tree<V> {
        let mut draft = Draft { nodes: [0; MAX_NODES], start: MAX_NODES };
        let written = self.bytes().iter().rev().try_for_each(|&byte| draft.put(byte));
        let simple = written.and_then(|()| Tree::decode(draft.nodes.get(draft.start..)?).ok());
        simple.unwrap_or_else(|| self.clone())
    }
}

/// A tree that is written from its last node to its first, so that a node finds its arguments already simplified.
struct Draft {
    nodes: [u8; MAX_NODES],
    start: usize,
}

impl Draft {
    /// Writes a node before its arguments, or something simpler in place of them all.
    fn put(&mut self, head: u8) -> Option<()> {
        let mut arguments = subtrees(self.nodes.get(self.start..)?);
        arguments.iter_mut().skip(arity(head)).for_each(|missing| *missing = &[]);
        let end = self.start + arguments.iter().map(|argument| argument.len()).sum::<usize>();
        let written = match (Node::of(head), arguments) {
            (Node::Function(Function::If), [flag, yes, no]) => choice(flag, yes, no),
            (Node::Function(function), [left, right, []]) if !right.is_empty() => of_two(function, left, right),
            _ => Written { head: Some(head), parts: arguments },
        };
        let mut nodes = Vec::<u8, MAX_NODES>::new();
        for part in [written.head.as_slice()].into_iter().chain(written.parts) {
            nodes.extend_from_slice(part).ok()?;
        }
        self.start = end.checked_sub(nodes.len())?;
        self.nodes.get_mut(self.start..end)?.copy_from_slice(&nodes);
        Some(())
    }
}

/// A subtree to write: a node perhaps, and what follows it.
struct Written<'a> {
    head: Option<u8>,
    parts: [&'a [u8]; 3],
}

impl<'a> Written<'a> {
    fn node(node: Node) -> Written<'a> {
        Written { head: Some(node.byte()), parts: [&[]; 3] }
    }

    fn only(part: &'a [u8]) -> Written<'a> {
        Written { head: None, parts: [part, &[], &[]] }
    }
}

/// `If`: a known flag chooses now; the same flag asked again below is known there.
fn choice<'a>(flag: &'a [u8], yes: &'a [u8], no: &'a [u8]) -> Written<'a> {
    let yes = under(flag, true, yes);
    let no = under(flag, false, no);
    match known(flag) {
        Some(true) => Written::only(yes),
        Some(false) => Written::only(no),
        None if yes == no => Written::only(yes),
        None => Written { head: Some(Node::Function(Function::If).byte()), parts: [flag, yes, no] },
    }
}

/// What is left of a number where a flag is known to be set or not.
fn under<'a>(flag: &[u8], is_set: bool, mut number: &'a [u8]) -> &'a [u8] {
    while let Some((Function::If, [condition, yes, no])) = function_of(number)
        && condition == flag
    {
        number = if is_set { yes } else { no };
    }
    number
}

fn of_two<'a>(function: Function, left: &'a [u8], right: &'a [u8]) -> Written<'a> {
    let kept = || Written { head: Some(Node::Function(function).byte()), parts: [left, right, &[]] };
    match (function, integer(left), integer(right)) {
        (Function::Plus, Some(left), Some(right)) => small(left + right).map_or_else(kept, Written::node),
        (Function::Multiply, Some(left), Some(right)) => small(left * right).map_or_else(kept, Written::node),
        (Function::Plus, Some(0), _) | (Function::Multiply, Some(1), _) => Written::only(right),
        (Function::Plus, _, Some(0)) | (Function::Multiply, _, Some(1)) => Written::only(left),
        (Function::Multiply, Some(0), _) | (Function::Multiply, _, Some(0)) => Written::node(Node::Integer(0)),
        (Function::And | Function::Or, ..) if left == right => Written::only(left),
        (Function::And, ..) | (Function::Or, ..) => {
            // The flag that decides nothing is dropped; one that decides all has no shorter form.
            let idle = Some(function == Function::And);
            match (known(left), known(right)) {
                (known, _) if known == idle => Written::only(right),
                (_, known) if known == idle => Written::only(left),
                _ => kept(),
            }
        }
        _ => kept(),
    }
}

/// The value of a flag if it is the same for all values of the terminals. Evaluated from the last node to the first, as
/// trees are.
fn known(flag: &[u8]) -> Option<bool> {
    let mut waiting: Vec<Option<bool>, MAX_AWAITED> = Vec::new();
    for at in (0..flag.len()).rev() {
        let value = match flag.get(at..).and_then(function_of) {
            Some((function, arguments)) => {
                let mut values = [None; 3];
                for (value, _) in values.iter_mut().zip(function.signature().arguments) {
                    *value = waiting.pop().flatten();
                }
                verdict(function, arguments, values)
            }
            None => None,
        };
        waiting.push(value).ok()?;
    }
    waiting.pop().flatten()
}

/// The value of a function of flags or numbers, if it follows from its arguments.
fn verdict(function: Function, [left, right, _]: [&[u8]; 3], known: [Option<bool>; 3]) -> Option<bool> {
    match (function, known) {
        (Function::And, [Some(false), ..] | [_, Some(false), _]) => Some(false),
        (Function::Or, [Some(true), ..] | [_, Some(true), _]) => Some(true),
        (Function::And, [Some(left), Some(right), _]) => Some(left && right),
        (Function::Or, [Some(left), Some(right), _]) => Some(left || right),
        (Function::EqualTo, _) if left == right => Some(true),
        (Function::GreaterThan | Function::LessThan, _) if left == right => Some(false),
        (Function::EqualTo, _) => Some(integer(left)? == integer(right)?),
        (Function::GreaterThan, _) => Some(integer(left)? > integer(right)?),
        (Function::LessThan, _) => Some(integer(left)? < integer(right)?),
        _ => None,
    }
}

/// The function at a subtree's root and its arguments.
fn function_of(subtree: &[u8]) -> Option<(Function, [&[u8]; 3])> {
    let (&head, rest) = subtree.split_first()?;
    let Node::Function(function) = Node::of(head) else { return None };
    Some((function, subtrees(rest)))
}

fn integer(subtree: &[u8]) -> Option<i32> {
    match subtree {
        &[byte] => match Node::of(byte) {
            Node::Integer(value) => Some(i32::from(value)),
            _ => None,
        },
        _ => None,
    }
}

/// A whole number's node, if it has one.
fn small(value: i32) -> Option<Node> {
    let value = i8::try_from(value).ok()?;
    (Node::LEAST_INTEGER..=Node::GREATEST_INTEGER).contains(&value).then_some(Node::Integer(value))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Seed;
    use crate::tree::tests::{Toy, Values};
    use crate::tree::{Constants, GrowthShape, PrimitiveSet, parse};
    use std::format;

    #[test]
    fn every_value_of_a_random_tree_stays_the_same() {
        let primitive_set = PrimitiveSet { terminals: 0b1111, ..PrimitiveSet::ALL };
        // Few values, so that comparisons often find equal ones.
        let scenes = [[0.0, 1.0, 1.0, 0.5], [1.0, 2.0, -3.0, 0.0], [0.0, -7.0, 1e6, 1.0], [1.0, 0.0, 0.25, 0.3]];
        let (mut n_trees, mut n_shorter) = (0, 0);
        for seed in 0..4_000 {
            let shape = if seed % 2 == 0 { GrowthShape::Grown } else { GrowthShape::Full };
            let height = 2 + seed as usize % 5;
            let Some(tree) = Tree::<Toy>::grow(&mut Seed(seed).rng(), primitive_set, height, shape) else { continue };
            let simple = tree.simplified();
            assert!(simple.n_nodes() <= tree.n_nodes());
            assert!(simple.height() <= tree.height());
            n_trees += 1;
            n_shorter += u32::from(simple.n_nodes() < tree.n_nodes());
            for scene in scenes {
                let value = |tree: &Tree<Toy>| tree.evaluate(&Constants::default(), &Values(scene));
                assert_eq!(value(&simple), value(&tree), "{tree:?} became {simple:?}");
            }
        }
        assert!(n_trees > 3_000 && n_shorter > 1_000, "{n_shorter} of {n_trees} trees became shorter");
    }

    #[test]
    fn what_changes_nothing_is_left_out() {
        for (text, expected) in [
            ("Plus(0, Size)", "Size"),
            ("Multiply(Size, Plus(3, -2))", "Size"),
            ("Multiply(Size, Multiply(0, Weight))", "0"),
            ("Plus(4, 4)", "Plus(4, 4)"),
            ("If(Warm, Size, Size)", "Size"),
            ("If(EqualTo(Size, Size), 1, 2)", "1"),
            ("If(GreaterThan(1, 2), 1, Size)", "Size"),
            ("If(Warm, If(Warm, 1, 2), If(Warm, 3, 4))", "If(Warm, 1, 4)"),
            ("If(And(Warm, Warm), 1, 2)", "If(Warm, 1, 2)"),
            ("If(Or(LessThan(2, 1), Warm), 1, 2)", "If(Warm, 1, 2)"),
            ("If(And(LessThan(2, 1), Warm), 1, 2)", "2"),
            ("If(And(Warm, And(LessThan(2, 1), Warm)), 1, 2)", "2"),
            ("If(Or(GreaterThan(If(Warm, 1, 2), 1), EqualTo(3, 3)), Size, 2)", "Size"),
            ("ProbabilityToGetCard(Outs)", "ProbabilityToGetCard(Outs)"),
            ("Plus(Size, 0)", "Size"),
            ("Multiply(1, Size)", "Size"),
            ("Plus(3, 4)", "7"),
            ("Plus(-3, -4)", "-7"),
            ("Plus(-4, -4)", "Plus(-4, -4)"),
            ("Plus(Size, 1)", "Plus(Size, 1)"),
            ("Multiply(2, 3)", "6"),
            ("If(And(Warm, EqualTo(1, 1)), 1, 2)", "If(Warm, 1, 2)"),
            ("If(And(GreaterThan(2, 1), LessThan(1, 2)), 1, 2)", "1"),
            ("If(Or(LessThan(2, 1), GreaterThan(1, 2)), 1, 2)", "2"),
            ("If(LessThan(Size, Size), 1, 2)", "2"),
            ("If(GreaterThan(Size, Size), 1, 2)", "2"),
            ("If(EqualTo(1, 2), 1, 2)", "2"),
            ("If(EqualTo(Size, 2), 1, 2)", "If(EqualTo(Size, 2), 1, 2)"),
            ("If(GreaterThan(Size, 2), 1, 2)", "If(GreaterThan(Size, 2), 1, 2)"),
        ] {
            let (tree, _) = parse::<Toy>(text).unwrap();
            assert_eq!(format!("{:?}", tree.simplified()), expected, "{text}");
        }
    }
}
