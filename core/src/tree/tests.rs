//! Trees over a toy vocabulary: what is true of them whatever the game.

use super::evaluate::walk;
use super::soft::Bits;
use super::*;
use crate::random::{self, Seed};
use proptest::prelude::*;
use std::string::{String, ToString};
use std::vec::Vec as StdVec;

/// A vocabulary of no game.
pub(crate) struct Toy;

impl Vocabulary for Toy {
    const VERSION: u8 = 1;
    const ENTRIES: &'static [Entry] = &[
        Entry { name: "Warm", kind: Kind::Flag },
        Entry { name: "Size", kind: Kind::Number },
        Entry { name: "Weight", kind: Kind::Number },
        Entry { name: "Outs", kind: Kind::Cards },
    ];
}

const PRIMITIVES: PrimitiveSet = PrimitiveSet { terminals: 0b1111, ..PrimitiveSet::ALL };

pub(crate) struct Values(pub(crate) [f32; 4]);

impl Terminals for Values {
    fn value(&self, terminal: u8) -> f32 {
        self.0[usize::from(terminal)]
    }
}

/// The plainest evaluator there is: recursion over the definition, every argument computed.
fn by_definition(nodes: &mut &[u8], constants: &Constants, values: &Values) -> f32 {
    let (&byte, rest) = nodes.split_first().unwrap();
    *nodes = rest;
    let function = match Node::of(byte) {
        Node::Integer(integer) => return f32::from(integer),
        Node::Constant(slot) => return constants.get(slot),
        Node::Terminal(terminal) => return values.value(terminal),
        Node::Function(function) => function,
    };
    let arguments: StdVec<f32> =
        function.signature().arguments.iter().map(|_| by_definition(nodes, constants, values)).collect();
    let flag = |yes| f32::from(u8::from(yes));
    match (function, &arguments[..]) {
        (Function::And, &[a, b]) => flag(a == 1.0 && b == 1.0),
        (Function::Or, &[a, b]) => flag(a == 1.0 || b == 1.0),
        (Function::EqualTo, &[a, b]) => flag(a == b),
        (Function::GreaterThan, &[a, b]) => flag(a > b),
        (Function::LessThan, &[a, b]) => flag(a < b),
        (Function::If, &[c, a, b]) => {
            if c == 1.0 {
                a
            } else {
                b
            }
        }
        (Function::Multiply, &[a, b]) => (a * b).clamp(-1e6, 1e6),
        (Function::Plus, &[a, b]) => (a + b).clamp(-1e6, 1e6),
        (Function::ProbabilityToGetCard, &[a]) => a,
        _ => unreachable!(),
    }
}

/// A random tree, of the height and shape that the seed gives.
fn tree(seed: u64) -> Tree<Toy> {
    let mut rng = Seed(seed).rng();
    let shape = if seed.is_multiple_of(2) { GrowthShape::Full } else { GrowthShape::Grown };
    let mut height = (seed / 2 % 7) as usize;
    loop {
        if let Some(tree) = Tree::grow(&mut rng, PRIMITIVES, height, shape) {
            return tree;
        }
        height -= 1;
    }
}

fn deepest() -> Tree<Toy> {
    // If(Warm, If(…), Size): two values wait at every level.
    let mut text = "Size".to_string();
    for _ in 0..MAX_HEIGHT {
        text = std::format!("If(GreaterThan(Size, 1), {text}, Weight)");
    }
    // The condition is one level lower than the branch, which the innermost If cannot have.
    let text = text.replacen("If(GreaterThan(Size, 1), Size, Weight)", "If(Warm, Size, Weight)", 1);
    parse::<Toy>(&text).unwrap().0
}

proptest! {
    #[test]
    fn both_evaluators_agree_with_the_definition_to_the_bit(
        seed: u64, warm: bool, size in -1e6f32..1e6, weight in -10f32..10.0, outs in 0f32..1.0, constant in -1e6f32..1e6,
    ) {
        let tree = tree(seed);
        let constants = Constants::new(&[constant]).unwrap();
        let mut bytes = tree.bytes().to_vec();
        for byte in &mut bytes {
            if Node::of(*byte) == Node::Integer(3) {
                *byte = Node::Constant(0).byte();
            }
        }
        let tree = Tree::<Toy>::decode(&bytes).unwrap();
        let values = Values([f32::from(u8::from(warm)), size, weight, outs]);
        let expected = by_definition(&mut tree.bytes(), &constants, &values);
        prop_assert!(expected.is_finite());
        prop_assert_eq!(tree.evaluate(&constants, &values).to_bits(), expected.to_bits());
        // The board's way to keep values, and the page's.
        for walk in [walk::<Bits>, walk::<f32>] {
            prop_assert_eq!(walk(tree.bytes(), &constants, &values, |_, _| {}).to_bits(), expected.to_bits());
        }
        let mut lanes = Lanes::<4>::default();
        for (number, value) in values.0.into_iter().enumerate() {
            *lanes.terminal(number) = [value, 0.0, value, 0.0];
        }
        prop_assert_eq!(lanes.evaluate(&CompiledTree::of(&tree, &constants))[2].to_bits(), expected.to_bits());
    }

    #[test]
    fn any_bytes_are_refused_or_evaluate(bytes in proptest::collection::vec(0u8..50, 0..600)) {
        if let Ok(tree) = Tree::<Toy>::decode(&bytes) {
            prop_assert!(tree.height() <= MAX_HEIGHT);
            prop_assert!(tree.evaluate(&Constants::default(), &Values([1.0, 2.0, 3.0, 0.5])).is_finite());
        }
    }

    #[test]
    fn any_text_is_refused_or_reads_back(text in "[-A-Za-z0-9(), .]{0,80}") {
        if let Ok((tree, constants)) = parse::<Toy>(&text) {
            let printed = Program::new(&tree, &constants).to_string();
            prop_assert_eq!(parse::<Toy>(&printed), Ok((tree, constants)));
        }
    }

    #[test]
    fn a_constant_reads_back_to_the_same_bits(bits in 0..=Constants::LIMIT.to_bits(), is_negative: bool) {
        let value = f32::from_bits(bits) * if is_negative { -1.0 } else { 1.0 };
        let constants = Constants::new(&[value]).unwrap();
        let tree = Tree::<Toy>::decode(&[Node::Constant(0).byte()]).unwrap();
        let text = Program::new(&tree, &constants).to_string();
        let (_, read) = parse::<Toy>(&text).unwrap();
        prop_assert_eq!(read.get(0).to_bits(), value.to_bits(), "{}", text);
    }

    #[test]
    fn a_tree_reads_back_from_its_bytes_and_its_text(seed: u64) {
        let tree = tree(seed);
        prop_assert_eq!(Tree::decode(tree.bytes()), Ok(tree.clone()));
        let text = Program::new(&tree, &Constants::default()).to_string();
        prop_assert_eq!(parse::<Toy>(&text).map(|(tree, _)| tree), Ok(tree));
    }

    #[test]
    fn children_are_well_typed_and_within_limits(seed: u64) {
        let (mother, father) = (tree(seed), tree(seed.rotate_left(17)));
        let mut rng = Seed(seed).derive(1).rng();
        let children = [
            crossover(&mut rng, &mother, &father),
            mutate_terminal(&mut rng, PRIMITIVES, &mother),
            replace_subtree(&mut rng, PRIMITIVES, &mother, |height| (height + 2).min(4)),
            hoist(&mut rng, &mother),
        ];
        for child in children.iter().flatten() {
            prop_assert_eq!(Tree::decode(child.bytes()), Ok(child.clone()));
        }
        if let Some(mutant) = &children[1] {
            let changed = mutant.bytes().iter().zip(mother.bytes()).filter(|(new, old)| new != old).count();
            prop_assert_eq!((mutant.n_nodes(), changed), (mother.n_nodes(), 1));
        }
        if let Some(hoisted) = &children[3] {
            prop_assert!(hoisted.n_nodes() < mother.n_nodes());
        }
    }

    #[test]
    fn a_grown_tree_has_no_more_than_its_height(seed: u64, height in 0usize..7) {
        let mut rng = Seed(seed).rng();
        if let Some(tree) = Tree::<Toy>::grow(&mut rng, PRIMITIVES, height, GrowthShape::Grown) {
            prop_assert!(tree.height() <= height);
        }
        if let Some(tree) = Tree::<Toy>::grow(&mut rng, PRIMITIVES, height, GrowthShape::Full) {
            prop_assert!(tree.height() <= height);
        }
    }
}

#[test]
fn a_child_has_a_part_of_the_other_parent_or_of_its_own() {
    let [size, weight, sum] = ["Size", "Weight", "Plus(Size, Weight)"].map(|text| parse::<Toy>(text).unwrap().0);
    let mut hoisted = StdVec::new();
    for seed in 0..40 {
        let mut rng = Seed(seed).rng();
        // A lone terminal has only one part, and so has the other.
        assert_eq!(crossover(&mut rng, &size, &weight), Some(weight.clone()));
        let child = std::format!("{:?}", crossover(&mut rng, &sum, &weight).unwrap());
        assert!(["Weight", "Plus(Weight, Weight)", "Plus(Size, Weight)"].contains(&child.as_str()), "{child}");
        assert_eq!(hoist(&mut rng, &size), None);
        hoisted.extend(hoist(&mut rng, &sum).map(|child| std::format!("{child:?}")));
    }
    hoisted.sort();
    hoisted.dedup();
    assert_eq!(hoisted, ["Size", "Weight"]);
}

#[test]
fn ill_made_trees_are_refused_with_the_reason() {
    let plus = Node::Function(Function::Plus).byte();
    let one = Node::Integer(1).byte();
    let warm = Node::Terminal(0).byte();
    let decode = |bytes: &[u8]| Tree::<Toy>::decode(bytes).map(|_| ());
    assert_eq!(decode(&[]), Err(DecodeError::Unfinished { missing: 1 }));
    assert_eq!(decode(&[plus, one]), Err(DecodeError::Unfinished { missing: 1 }));
    assert_eq!(decode(&[one, one]), Err(DecodeError::Surplus { at: 1 }));
    assert_eq!(decode(&[44]), Err(DecodeError::Unknown { at: 0, byte: 44 }));
    let wrong = DecodeError::WrongKind { at: 1, expected: Kind::Number, found: Kind::Flag };
    assert_eq!(decode(&[plus, warm, one]), Err(wrong));
    assert_eq!(decode(&[one; 513]), Err(DecodeError::TooLong(513)));
    let mut deep = StdVec::new();
    for _ in 0..=MAX_HEIGHT {
        deep.extend([plus, one]);
    }
    deep.push(one);
    assert_eq!(decode(&deep), Err(DecodeError::TooDeep { at: 2 * MAX_HEIGHT + 1 }));
    let shallower = &deep[2..];
    assert_eq!(Tree::<Toy>::decode(shallower).unwrap().height(), MAX_HEIGHT);
}

#[test]
fn ill_written_trees_are_refused_with_the_place() {
    for (text, message) in [
        ("", "expected a function, a terminal or a number at character 1"),
        ("Plus(1, Cold)", "the word at character 9 is not a function, a terminal or a number"),
        ("Plus(1)", "expected a comma and another argument at character 7"),
        ("Plus 1", "expected an opening bracket at character 6"),
        ("Plus(1, 2, 3)", "expected a closing bracket at character 10"),
        ("1 1", "expected the end at character 3"),
        ("Plus(Warm, 1)", "node 1 is a Flag where a Number is needed"),
        ("2000000.0", "numbers must be between -1000000 and 1000000"),
        ("1e300", "numbers must be between -1000000 and 1000000"),
        ("inf", "the word at character 1 is not a function, a terminal or a number"),
        ("-nan", "the word at character 1 is not a function, a terminal or a number"),
        ("1.2.3", "the word at character 1 is not a function, a terminal or a number"),
    ] {
        assert_eq!(parse::<Toy>(text).unwrap_err().to_string(), message, "{text}");
    }
    let many: StdVec<String> = (0..17).map(|number| std::format!("{number}.5")).collect();
    let text = many.iter().skip(1).fold(many[0].clone(), |sum, number| std::format!("Plus({sum}, {number})"));
    assert_eq!(parse::<Toy>(&text), Err(ParseError::TooManyConstants));
}

#[test]
fn a_constant_is_printed_as_the_shortest_text_that_reads_back() {
    for text in ["0.1", "-2.5", "8.0", "1000000.0", "123.456", "0.0001", "1e-5", "1.2345e-5", "-0.0", "1e-45"] {
        let (tree, constants) = parse::<Toy>(text).unwrap();
        assert_eq!(Program::new(&tree, &constants).to_string(), text);
    }
    // Half-way between two neighbours: the even one.
    for (text, bits) in [("0.500000029802322387695312", 0x3f00_0000), ("0.500000029802322387695313", 0x3f00_0001)] {
        assert_eq!(parse::<Toy>(text).unwrap().1.get(0).to_bits(), bits);
    }
}

#[test]
fn sums_and_products_stay_within_the_limit() {
    for (text, value) in
        [("Multiply(Size, Size)", 1e6), ("Multiply(Size, -1000000.0)", -1e6), ("Plus(Size, Size)", 1e6)]
    {
        let (tree, constants) = parse::<Toy>(text).unwrap();
        assert_eq!(tree.evaluate(&constants, &Values([0.0, 1e6, 0.0, 0.0])), value);
    }
}

#[test]
fn conditions_take_the_branch_that_their_flags_say() {
    for (text, value) in [
        ("If(And(Warm, LessThan(Weight, 1)), Weight, If(Or(EqualTo(1, 1), EqualTo(Weight, 1)), 5, Weight))", 5.0),
        ("If(And(EqualTo(1, 1), EqualTo(2, 2)), 3, 4)", 3.0),
        ("If(And(EqualTo(1, 1), EqualTo(2, 1)), 3, 4)", 4.0),
        ("If(Or(EqualTo(1, 2), EqualTo(2, 2)), 3, 4)", 3.0),
        ("If(Or(EqualTo(1, 2), EqualTo(2, 1)), 3, 4)", 4.0),
    ] {
        let (tree, constants) = parse::<Toy>(text).unwrap();
        assert_eq!(tree.evaluate(&constants, &Values([0.0, 7.0, 9.0, 0.0])), value, "{text}");
    }
}

#[test]
fn evaluation_of_the_deepest_tree_stays_within_its_stack() {
    /// Notes the lowest address at which a terminal was asked for.
    struct Plumb(core::cell::Cell<usize>);
    impl Terminals for Plumb {
        fn value(&self, _: u8) -> f32 {
            let here = 0u8;
            self.0.set(self.0.get().min(core::ptr::from_ref(&here).addr()));
            1.0
        }
    }
    let tree = deepest();
    assert_eq!(tree.height(), MAX_HEIGHT);
    let plumb = Plumb(core::cell::Cell::new(usize::MAX));
    let top = 0u8;
    tree.evaluate(&Constants::default(), &plumb);
    // Either may lie above the other where all of it shares one frame.
    let depth = core::ptr::from_ref(&top).addr().abs_diff(plumb.0.get());
    // The 40 pending functions take 320 bytes and the frames the rest; 1 KB is the stated bound.
    assert!(depth <= 1024, "{depth} bytes");
}

#[test]
fn the_largest_tree_evaluates() {
    // 255 sums of 256 ones, as level as can be, and one product at the root to make it 512 nodes with a lone Outs.
    fn level(n_leaves: usize) -> String {
        match n_leaves {
            1 => "1".to_string(),
            _ => std::format!("Plus({}, {})", level(n_leaves / 2), level(n_leaves - n_leaves / 2)),
        }
    }
    let text = level(255).replacen("Plus(1, 1)", "Plus(ProbabilityToGetCard(Outs), ProbabilityToGetCard(Outs))", 1);
    let (tree, constants) = parse::<Toy>(&text).unwrap();
    assert_eq!(tree.n_nodes(), 511);
    assert_eq!(tree.evaluate(&constants, &Values([0.0, 0.0, 0.0, 1.0])), 255.0);
    let one_more = text.replacen("Plus(1, 1)", "Plus(ProbabilityToGetCard(Outs), 1)", 1);
    assert_eq!(parse::<Toy>(&one_more).unwrap().0.n_nodes(), MAX_NODES);
    let too_many = one_more.replacen("Plus(1, 1)", "Plus(ProbabilityToGetCard(Outs), 1)", 1);
    assert_eq!(parse::<Toy>(&too_many).unwrap_err(), ParseError::TooLong);
}

#[test]
fn a_larger_tournament_selects_more_strictly() {
    let mean = |size| {
        let mut rng = Seed(5).rng();
        (0..10_000).map(|_| tournament(&mut rng, size, 100, |place| place as f64) as f64).sum::<f64>() / 10_000.0
    };
    // The expected maximum of k uniform draws from 0..100 is about 100 k/(k+1).
    for (size, expected) in [(1, 49.5), (4, 79.5), (10, 90.4)] {
        assert!((mean(size) - expected).abs() < 1.5, "{size}: {}", mean(size));
    }
}

#[test]
fn growth_within_a_size_gives_up_height_before_it_gives_up() {
    let mut rng = Seed(6).rng();
    for max_nodes in [1, 3, 9, 60] {
        let tree = Tree::<Toy>::grow_within(&mut rng, PRIMITIVES, 6, GrowthShape::Full, max_nodes).unwrap();
        assert!(tree.n_nodes() <= max_nodes, "{tree:?}");
    }
    let no_numbers = PrimitiveSet { terminals: 0b0001, integers: false, ..PRIMITIVES };
    assert_eq!(Tree::<Toy>::grow_within(&mut rng, no_numbers, 2, GrowthShape::Full, 60), None);
}

#[test]
fn growth_uses_the_whole_alphabet_and_nothing_else() {
    let primitive_set = PrimitiveSet { terminals: 0b0011, integers: false, ..PRIMITIVES };
    let mut rng = Seed(4).rng();
    let mut seen = [0u32; 256];
    for _ in 0..2_000 {
        let shape = if random::happens(&mut rng, 0.5) { GrowthShape::Full } else { GrowthShape::Grown };
        let Some(tree) = Tree::<Toy>::grow(&mut rng, primitive_set, 4, shape) else { continue };
        tree.bytes().iter().for_each(|&byte| seen[usize::from(byte)] += 1);
    }
    let used: StdVec<usize> = (0..256).filter(|&byte| seen[byte] > 0).collect();
    // All functions but ProbabilityToGetCard, which lacks cards, then Warm and Size.
    assert_eq!(used, [0, 1, 2, 3, 4, 5, 6, 7, 40, 41]);
}

#[test]
fn growth_uses_only_functions_of_the_set_whose_arguments_can_be_filled() {
    let bits = |functions: &[Function]| functions.iter().fold(0, |bits, &function| bits | 1 << function as u8);
    let usable = |terminals, functions| {
        let primitive_set = PrimitiveSet { terminals, integers: false, functions };
        primitive_set.usable::<Toy>().collect::<StdVec<Function>>()
    };
    use Function::{And, If, LessThan, Plus, ProbabilityToGetCard};
    // Warm is a flag, Size a number.
    assert_eq!(usable(0b0010, bits(&[Plus, If, And])), [Plus], "nothing gives a flag");
    assert_eq!(usable(0b0011, bits(&[Plus, If, And])), [And, If, Plus]);
    assert_eq!(usable(0b0010, bits(&[If, And, LessThan])), [And, LessThan, If], "a comparison gives a flag");
    assert_eq!(usable(0b0011, bits(&[Plus, ProbabilityToGetCard])), [Plus], "no cards");
    let primitive_set = PrimitiveSet { terminals: 0b0011, integers: false, functions: bits(&[Plus, If]) };
    let mut rng = Seed(5).rng();
    let mut seen = [0u32; 256];
    for _ in 0..500 {
        let Some(tree) = Tree::<Toy>::grow(&mut rng, primitive_set, 4, GrowthShape::Full) else { continue };
        tree.bytes().iter().for_each(|&byte| seen[usize::from(byte)] += 1);
    }
    let used: StdVec<usize> = (0..256).filter(|&byte| seen[byte] > 0).collect();
    assert_eq!(used, [If as usize, Plus as usize, 40, 41]);
}
