//! Operations on subtrees: replacing one by another, splitting a sum into its addends, and all trees that are one step away.
//! Uses no random numbers: those are drawn in `breed`.

use heapless::Vec;

use super::{Function, Kind, MAX_HEIGHT, Node, PrimitiveSet, Tree, Vocabulary, measure, subtree_len};

/// The whole numbers that a neighbour may have in place of a subtree.
const NEAR_INTEGERS: core::ops::RangeInclusive<i8> = -3..=3;

impl<V: Vocabulary> Tree<V> {
    /// The tree with the subtree at `start` replaced by these nodes, given piece by piece; `None` if that would be too long
    /// or too deep, or no tree.
    pub(super) fn splice(&self, start: usize, replacement: &[&[u8]]) -> Option<Tree<V>> {
        let end = start + self.subtree(start).len();
        let mut nodes = Vec::from_slice(self.nodes.get(..start)?).ok()?;
        for piece in replacement {
            nodes.extend_from_slice(piece).ok()?;
        }
        nodes.extend_from_slice(self.nodes.get(end..)?).ok()?;
        measure::<V>(&nodes).ok()?;
        Some(Tree { nodes, vocabulary: core::marker::PhantomData })
    }

    /// The addends of a tree, from left to right, without whole numbers: as addends these change no difference of two values,
    /// and as factors they are a part of a weight.
    pub fn addends(&self) -> impl Iterator<Item = Tree<V>> + '_ {
        // At most one right operand per level, and the next left operand.
        let mut waiting: Vec<usize, { MAX_HEIGHT + 2 }> = Vec::new();
        let _ = waiting.push(0);
        core::iter::from_fn(move || {
            while let Some(at) = waiting.pop() {
                let left = at + 1;
                let right = left + self.subtree(left).len();
                let next: &[usize] = match Node::of(*self.nodes.get(at)?) {
                    Node::Integer(_) => &[],
                    Node::Function(Function::Plus) => &[right, left],
                    Node::Function(Function::Multiply) if self.is_integer(left) => &[right],
                    Node::Function(Function::Multiply) if self.is_integer(right) => &[left],
                    _ => return Tree::decode(self.subtree(at)).ok(),
                };
                let _ = waiting.extend_from_slice(next);
            }
            None
        })
    }

    fn is_integer(&self, at: usize) -> bool {
        self.nodes.get(at).is_some_and(|&byte| matches!(Node::of(byte), Node::Integer(_)))
    }

    /// Calls a function with every tree that is one step away: a subtree becomes a terminal, a small whole number or one of
    /// its own subtrees, or a number is multiplied by a terminal, added to one, or made to depend on a flag.
    pub fn neighbours(&self, primitive_set: PrimitiveSet, mut show: impl FnMut(Tree<V>)) {
        for at in 0..self.n_nodes() {
            let Some(kind) = self.kind_at(at) else { continue };
            let subtree = self.subtree(at);
            let mut replace = |replacement: &[&[u8]]| {
                self.splice(at, replacement).filter(|neighbour| neighbour != self).map(&mut show);
            };
            let inner = (at + 1..at + subtree.len()).filter(|&inner| self.kind_at(inner) == Some(kind));
            inner.for_each(|inner| replace(&[self.subtree(inner)]));
            let leaves = primitive_set.terminals::<V>().filter(|&(_, of)| of == kind);
            leaves.for_each(|(leaf, _)| replace(&[&[leaf]]));
            if kind == Kind::Number {
                let integers = NEAR_INTEGERS.filter(|_| primitive_set.integers);
                integers.for_each(|value| replace(&[&[Node::Integer(value).byte()]]));
                let leaves = primitive_set.terminals::<V>();
                leaves.for_each(|(leaf, kind)| put_under(primitive_set, subtree, leaf, kind, &mut replace));
            }
        }
    }
}

/// Replaces a number's subtree by every function of the primitive set that combines it with a terminal.
fn put_under(primitive_set: PrimitiveSet, subtree: &[u8], leaf: u8, kind: Kind, replace: &mut impl FnMut(&[&[u8]])) {
    const ZERO: u8 = Node::Integer(0).byte();
    let [multiply, plus, choice, chance] =
        [Function::Multiply, Function::Plus, Function::If, Function::ProbabilityToGetCard]
            .map(|function| primitive_set.allows(function).then_some(Node::Function(function).byte()));
    match (kind, [multiply, plus, choice, chance]) {
        (Kind::Number, [multiply, plus, ..]) => {
            multiply.into_iter().chain(plus).for_each(|function| replace(&[&[function, leaf], subtree]));
        }
        (Kind::Flag, [.., Some(choice), _]) if primitive_set.integers => {
            replace(&[&[choice, leaf], subtree, &[ZERO]]);
            replace(&[&[choice, leaf, ZERO], subtree]);
        }
        (Kind::Cards, [Some(multiply), .., Some(chance)]) => replace(&[&[multiply, chance, leaf], subtree]),
        _ => (),
    }
}

/// The first subtrees of some nodes, up to three of them; what is not there is empty.
pub(super) fn subtrees(nodes: &[u8]) -> [&[u8]; 3] {
    let mut rest = nodes;
    [(); 3].map(|()| {
        let (subtree, after) = rest.split_at_checked(subtree_len(rest)).unwrap_or_default();
        rest = after;
        subtree
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::parse;
    use crate::tree::tests::Toy;
    use std::format;
    use std::string::String;
    use std::vec::Vec as StdVec;

    fn tree(text: &str) -> Tree<Toy> {
        parse(text).unwrap().0
    }

    #[test]
    fn neighbours_are_one_step_away_and_use_the_primitive_set_alone() {
        let gene = tree("If(Warm, Size, Multiply(2, Weight))");
        let all = PrimitiveSet { terminals: 0b1111, ..PrimitiveSet::ALL };
        let few = PrimitiveSet { terminals: 0b0010, ..PrimitiveSet::ALL };
        let neighbours = |primitive_set| {
            let mut neighbours = StdVec::new();
            gene.neighbours(primitive_set, |neighbour| neighbours.push(neighbour));
            neighbours
        };
        assert!(neighbours(all).iter().all(|other| *other != gene));
        // What was there may stay; what is new is of the primitive set.
        for other in neighbours(few) {
            assert!(other.terminals() & !few.terminals & !gene.terminals() == 0, "{other:?}");
        }
        let functions = 1 << Function::If as u8;
        let without = neighbours(PrimitiveSet { integers: false, functions, ..all });
        let known = [Function::If, Function::Multiply].map(|function| Node::Function(function).byte());
        let is_known = |byte: &u8| match Node::of(*byte) {
            Node::Function(_) => known.contains(byte),
            Node::Integer(value) => value == 2,
            _ => true,
        };
        assert!(!without.is_empty() && without.iter().all(|other| other.bytes().iter().all(is_known)));
        for text in [
            "Size",
            "If(Warm, Size, Weight)",
            "If(Warm, Size, Multiply(3, Weight))",
            "Multiply(Weight, If(Warm, Size, Multiply(2, Weight)))",
            "Plus(Weight, If(Warm, Size, Multiply(2, Weight)))",
            "If(Warm, If(Warm, Size, 0), Multiply(2, Weight))",
            "If(Warm, If(Warm, 0, Size), Multiply(2, Weight))",
            "If(Warm, Multiply(ProbabilityToGetCard(Outs), Size), Multiply(2, Weight))",
        ] {
            assert!(neighbours(all).contains(&tree(text)), "{text}");
        }
    }

    #[test]
    fn a_sum_falls_into_its_addends() {
        for (text, expected) in [
            ("Size", &["Size"][..]),
            ("Plus(Size, Plus(3, Weight))", &["Size", "Weight"]),
            ("Plus(Plus(Size, Weight), Size)", &["Size", "Weight", "Size"]),
            ("Multiply(-2, Plus(Size, Weight))", &["Size", "Weight"]),
            ("Multiply(Plus(Size, Weight), 7)", &["Size", "Weight"]),
            ("Multiply(Plus(2, Weight), Size)", &["Multiply(Plus(2, Weight), Size)"]),
            ("Multiply(4, 4)", &[]),
        ] {
            let addends: StdVec<String> = tree(text).addends().map(|addend| format!("{addend:?}")).collect();
            assert_eq!(addends, expected, "{text}");
        }
    }

    #[test]
    fn the_deepest_sums_fall_apart_on_either_side() {
        for pattern in ["Plus(SUM, Size)", "Plus(Size, SUM)"] {
            let text = (0..MAX_HEIGHT).fold("Size".into(), |sum: String, _| pattern.replace("SUM", &sum));
            assert_eq!(tree(&text).addends().count(), MAX_HEIGHT + 1);
        }
    }
}
