//! Any bytes are refused or are a tree that evaluates within the limit, alike in both evaluators.

use libfuzzer_sys::arbitrary::{Arbitrary, Unstructured};
use pipsqueak_core::games::fiveo::{FiveO, Terminal};
use pipsqueak_core::tree::{CompiledTree, Constants, Kind, Lanes, Terminals, Tree, Vocabulary};

/// Every terminal's value in two columns, one of which is evaluated.
struct Columns {
    values: Vec<[f32; 2]>,
    lane: usize,
}

impl Terminals for Columns {
    fn value(&self, terminal: u8) -> f32 {
        self.values[usize::from(terminal)][self.lane]
    }
}

/// A tree's bytes, the values of its terminals, and its constants.
type Input = (Vec<u8>, [u8; Terminal::ALL.len()], [i16; Constants::SLOTS]);

/// Tries one input.
pub fn run(bytes: &[u8]) {
    let Ok(input) = Input::arbitrary_take_rest(Unstructured::new(bytes)) else { return };
    let (bytes, facts, constants) = input;
    let Ok(tree) = Tree::<FiveO>::decode(&bytes) else { return };
    let constants = Constants::new(&constants.map(|value| f32::from(value) * 30.0)).expect("within the limit");
    let values = facts.iter().zip(FiveO::ENTRIES).map(|(&fact, entry)| {
        [fact, fact.rotate_left(3)].map(|fact| match entry.kind {
            Kind::Flag => f32::from(fact % 2),
            Kind::Number => f32::from(fact) - 128.0,
            Kind::Cards => f32::from(fact) / 255.0,
        })
    });
    let mut columns = Columns { values: values.collect(), lane: 0 };
    let mut lanes = Lanes::<2>::default();
    for (number, &values) in columns.values.iter().enumerate() {
        *lanes.terminal(number) = values;
    }
    let side_by_side = *lanes.evaluate(&CompiledTree::of(&tree, &constants));
    for (lane, value) in side_by_side.into_iter().enumerate() {
        columns.lane = lane;
        assert!(value.abs() <= Constants::LIMIT);
        assert_eq!(tree.evaluate(&constants, &columns).to_bits(), value.to_bits());
    }
}
