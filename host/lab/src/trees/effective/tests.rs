//! Which nodes are stripped, and that no value changes. The values come from core's evaluator, not from the analysis.

use super::*;
use pipsqueak_core::random::{self, GameRng, Seed};
use pipsqueak_core::tree::{Entry, GrowthShape, PrimitiveSet, Program, Terminals, parse};

/// Two flags, two counts, a chance, cards.
struct Toy;

impl Vocabulary for Toy {
    const VERSION: u8 = 1;
    const ENTRIES: &'static [Entry] = &[
        Entry { name: "Wet", kind: Kind::Flag },
        Entry { name: "Warm", kind: Kind::Flag },
        Entry { name: "Size", kind: Kind::Number },
        Entry { name: "Age", kind: Kind::Number },
        Entry { name: "Chance", kind: Kind::Number },
        Entry { name: "Outs", kind: Kind::Cards },
    ];
}

const RANGES: [Interval; 6] =
    [Interval::FLAG, Interval::FLAG, Interval::whole(0, 6), Interval::whole(-3, 3), Interval::CHANCE, Interval::CHANCE];

struct Values([f32; 6]);

impl Values {
    fn random(rng: &mut GameRng) -> Values {
        Values(RANGES.map(|range| {
            let span = range.greatest - range.least;
            if range.is_whole {
                range.least + random::below(rng, span as u32 + 1) as f32
            } else {
                random::below(rng, 1001) as f32 / 1000.0
            }
        }))
    }
}

impl Terminals for Values {
    fn value(&self, terminal: u8) -> f32 {
        self.0[usize::from(terminal)]
    }
}

fn stripped(text: &str) -> String {
    let (tree, constants) = parse::<Toy>(text).unwrap();
    Program::new(&effective(&tree, &constants, |terminal| RANGES[usize::from(terminal)]), &constants).to_string()
}

#[test]
fn nodes_decided_by_kinds_and_ranges_are_stripped() {
    for (text, expected) in [
        ("If(GreaterThan(Size, 6), 1, Age)", "Age"),
        ("If(LessThan(Size, 7), 1, Age)", "1"),
        ("If(GreaterThan(Size, -2.5), Age, 1)", "Age"),
        ("If(EqualTo(Chance, 2), Age, Size)", "Size"),
        ("If(Wet, If(Wet, 1, Age), Size)", "If(Wet, 1, Size)"),
        ("If(Wet, Plus(Age, If(And(Wet, Warm), 1, 2)), Size)", "If(Wet, Plus(Age, If(Warm, 1, 2)), Size)"),
        ("If(GreaterThan(Size, 3), If(GreaterThan(Size, 2), Age, 1), 0)", "If(GreaterThan(Size, 3), Age, 0)"),
        ("If(And(Wet, LessThan(Size, 9)), Age, 0)", "If(Wet, Age, 0)"),
        ("If(Or(Wet, LessThan(Size, 9)), Age, 0)", "Age"),
        ("If(Wet, Age, Age)", "Age"),
        ("Plus(Age, If(GreaterThan(Age, 3), Size, 0))", "Age"),
        ("Multiply(If(LessThan(Chance, 0), 5, 1), Size)", "Size"),
        // Nothing here is known.
        ("If(GreaterThan(Size, 5), 1, Age)", "If(GreaterThan(Size, 5), 1, Age)"),
        ("If(GreaterThan(Chance, Age), 1, Size)", "If(GreaterThan(Chance, Age), 1, Size)"),
    ] {
        assert_eq!(stripped(text), expected, "{text}");
    }
}

#[test]
fn no_value_changes_and_no_tree_grows() {
    let primitive_set = PrimitiveSet { terminals: 0b11_1111, ..PrimitiveSet::ALL };
    let (mut n_stripped, mut rng) = (0, Seed(15).rng());
    let constants = Constants::new(&[2.5, -1e6]).unwrap();
    for seed in 0..3_000 {
        let height = 2 + seed % 6;
        let Some(tree) = Tree::<Toy>::grow(&mut rng, primitive_set, height, GrowthShape::Grown) else { continue };
        let with_slots = |&byte: &u8| match Node::of(byte) {
            Node::Integer(6) => Node::Constant(0).byte(),
            Node::Integer(-6) => Node::Constant(1).byte(),
            _ => byte,
        };
        let tree = Tree::<Toy>::decode(&tree.bytes().iter().map(with_slots).collect::<Vec<_>>()).unwrap();
        let less = effective(&tree, &constants, |terminal| RANGES[usize::from(terminal)]);
        assert!(less.n_nodes() <= tree.n_nodes());
        n_stripped += usize::from(less.n_nodes() < tree.simplified().n_nodes());
        for _ in 0..20 {
            let values = Values::random(&mut rng);
            let [before, after] = [&tree, &less].map(|tree| tree.evaluate(&constants, &values));
            assert_eq!(before, after, "{tree:?}\n{less:?}\n{:?}", values.0);
        }
    }
    assert!(n_stripped > 100, "only {n_stripped} trees became smaller");
}
