//! Trees without what changes nothing. Every rule keeps the value for whatever the terminals say (a zero may change its
//! sign, which no comparison sees), so every decision stays the same.

use pipsqueak_core::games::fiveo::FiveO;
use pipsqueak_core::tree::{Function, Node, Tree, arity};

/// A tree with the same values and no more nodes.
pub fn simplified(tree: &Tree<FiveO>) -> Tree<FiveO> {
    let (bytes, _) = simplify(tree.bytes());
    Tree::decode(&bytes).unwrap_or_else(|_| tree.clone())
}

/// The first subtree of some nodes, simplified, and the nodes after it.
fn simplify(nodes: &[u8]) -> (Vec<u8>, &[u8]) {
    let Some((&head, mut rest)) = nodes.split_first() else { return (Vec::new(), nodes) };
    let mut arguments = Vec::new();
    for _ in 0..arity(head) {
        let (argument, after) = simplify(rest);
        arguments.push(argument);
        rest = after;
    }
    let subtree = match (Node::of(head), arguments.as_slice()) {
        (Node::Function(Function::If), [flag, yes, no]) => choice(flag, yes, no),
        (Node::Function(function), [left, right]) => of_two(function, left, right),
        _ => [vec![head], arguments.concat()].concat(),
    };
    (subtree, rest)
}

/// `If`: a known flag chooses now; the same flag asked again below is known there.
fn choice(flag: &[u8], yes: &[u8], no: &[u8]) -> Vec<u8> {
    let yes = under(flag, true, yes);
    let no = under(flag, false, no);
    match known(flag) {
        Some(true) => yes,
        Some(false) => no,
        None if yes == no => yes,
        None => [&[Node::Function(Function::If).byte()], flag, &yes, &no].concat(),
    }
}

/// What is left of a number where a flag is known to be set or not.
fn under(flag: &[u8], is_set: bool, number: &[u8]) -> Vec<u8> {
    let mut number = number.to_vec();
    while let Some((Function::If, arguments)) = function_of(&number) {
        if arguments[0] != flag {
            break;
        }
        number = arguments[if is_set { 1 } else { 2 }].to_vec();
    }
    number
}

fn of_two(function: Function, left: &[u8], right: &[u8]) -> Vec<u8> {
    let kept = || [&[Node::Function(function).byte()], left, right].concat();
    match (function, integer(left), integer(right)) {
        (Function::Plus, Some(left), Some(right)) => small(left + right).unwrap_or_else(kept),
        (Function::Multiply, Some(left), Some(right)) => small(left * right).unwrap_or_else(kept),
        (Function::Plus, Some(0), _) | (Function::Multiply, Some(1), _) => right.to_vec(),
        (Function::Plus, _, Some(0)) | (Function::Multiply, _, Some(1)) => left.to_vec(),
        (Function::Multiply, Some(0), _) | (Function::Multiply, _, Some(0)) => vec![Node::Integer(0).byte()],
        (Function::And | Function::Or, ..) if left == right => left.to_vec(),
        (Function::And, ..) | (Function::Or, ..) => {
            // The flag that decides nothing is dropped; one that decides all has no shorter form.
            let idle = Some(function == Function::And);
            match (known(left), known(right)) {
                (known, _) if known == idle => right.to_vec(),
                (_, known) if known == idle => left.to_vec(),
                _ => kept(),
            }
        }
        _ => kept(),
    }
}

/// What a flag is whatever the terminals say.
fn known(flag: &[u8]) -> Option<bool> {
    let (function, arguments) = function_of(flag)?;
    let [left, right] = arguments.as_slice() else { return None };
    if left == right {
        match function {
            Function::EqualTo => return Some(true),
            Function::GreaterThan | Function::LessThan => return Some(false),
            _ => {}
        }
    }
    match function {
        Function::EqualTo => Some(integer(left)? == integer(right)?),
        Function::GreaterThan => Some(integer(left)? > integer(right)?),
        Function::LessThan => Some(integer(left)? < integer(right)?),
        Function::And => match (known(left), known(right)) {
            (Some(false), _) | (_, Some(false)) => Some(false),
            (left, right) => Some(left? && right?),
        },
        Function::Or => match (known(left), known(right)) {
            (Some(true), _) | (_, Some(true)) => Some(true),
            (left, right) => Some(left? || right?),
        },
        _ => None,
    }
}

/// The function at a subtree's root and its arguments.
fn function_of(subtree: &[u8]) -> Option<(Function, Vec<&[u8]>)> {
    let (&head, mut rest) = subtree.split_first()?;
    let Node::Function(function) = Node::of(head) else { return None };
    let mut arguments = Vec::new();
    for _ in 0..arity(head) {
        let mut awaited = 1;
        let n_nodes = rest.iter().position(|&byte| {
            awaited = awaited - 1 + arity(byte);
            awaited == 0
        })? + 1;
        let (argument, after) = rest.split_at(n_nodes);
        arguments.push(argument);
        rest = after;
    }
    Some((function, arguments))
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
fn small(value: i32) -> Option<Vec<u8>> {
    let range = i32::from(Node::LEAST_INTEGER)..=i32::from(Node::GREATEST_INTEGER);
    range.contains(&value).then(|| vec![Node::Integer(value as i8).byte()])
}

#[cfg(test)]
mod tests {
    use super::*;
    use pipsqueak_core::chance::{self, Seed};
    use pipsqueak_core::game::{Game, Turn};
    use pipsqueak_core::games::fiveo::players::{Evolved, Scoring};
    use pipsqueak_core::games::fiveo::{Column, Table, TableView, Terminal};
    use pipsqueak_core::tree::{Alphabet, Constants, GrowthShape, Program, parse};

    /// Every view with a choice in a game in which both seats place at random.
    fn views(seed: Seed) -> Vec<TableView> {
        let mut rng = seed.derive(1).rng();
        let mut table = Table::deal(seed);
        let mut views = Vec::new();
        while let Turn::Of(_, view) = table.turn() {
            views.push(view);
            let open: Vec<Column> = view.open().iter().collect();
            table.play(chance::pick(&mut rng, &open).unwrap()).unwrap();
        }
        views.retain(|view| view.open().len() > 1);
        views
    }

    #[test]
    fn every_decision_of_a_random_tree_stays_the_same() {
        // Few terminals, so that trees often say the same thing twice.
        let few = [Terminal::HasPair, Terminal::BeatsOpponent, Terminal::OwnCategory, Terminal::CardsPlaced];
        let few = few.iter().fold(0, |few, &terminal| few | 1u64 << terminal as u8);
        let all = (1u64 << Terminal::ALL.len()) - 1;
        let mut n_shorter = 0;
        for seed in 0..600 {
            let mut rng = Seed(seed).rng();
            let alphabet = Alphabet { terminals: if seed % 3 == 0 { all } else { few }, integers: true };
            let Some(tree) = Tree::<FiveO>::grow(&mut rng, alphabet, 6, GrowthShape::Grown) else { continue };
            let simple = simplified(&tree);
            assert!(simple.n_nodes() <= tree.n_nodes());
            n_shorter += u32::from(simple.n_nodes() < tree.n_nodes());
            for scoring in [Scoring::Column, Scoring::Board] {
                let player =
                    |tree: &Tree<FiveO>| Evolved { tree: tree.clone(), constants: Constants::default(), scoring };
                let (whole, short) = (player(&tree), player(&simple));
                for view in views(Seed(seed).derive(2)) {
                    assert_eq!(short.column(&view), whole.column(&view), "{tree:?} became {simple:?}");
                }
            }
        }
        assert!(n_shorter > 100, "only {n_shorter} trees became shorter");
    }

    #[test]
    fn what_changes_nothing_is_left_out() {
        for (text, expected) in [
            ("Plus(0, CardsPlaced)", "CardsPlaced"),
            ("Multiply(CardsPlaced, Plus(3, -2))", "CardsPlaced"),
            ("Multiply(CardsPlaced, Multiply(0, PairOuts))", "0"),
            ("Plus(4, 4)", "Plus(4, 4)"),
            ("If(HasPair, PairOuts, PairOuts)", "PairOuts"),
            ("If(EqualTo(PairOuts, PairOuts), 1, 2)", "1"),
            ("If(GreaterThan(1, 2), 1, TripOuts)", "TripOuts"),
            ("If(HasPair, If(HasPair, 1, 2), If(HasPair, 3, 4))", "If(HasPair, 1, 4)"),
            ("If(And(HasPair, HasPair), 1, 2)", "If(HasPair, 1, 2)"),
            ("If(Or(LessThan(2, 1), HasFlush), 1, 2)", "If(HasFlush, 1, 2)"),
            ("If(And(LessThan(2, 1), HasFlush), 1, 2)", "2"),
        ] {
            let (tree, _) = parse::<FiveO>(text).unwrap();
            let simple = simplified(&tree);
            assert_eq!(Program::new(&simple, &Constants::default()).to_string(), expected, "{text}");
        }
    }
}
