//! The board's evaluator: one column at a time, without a float unit in mind.

use heapless::Vec;

use super::{Constants, Function, MAX_AWAITED, Node, Tree, Vocabulary};

/// Where a tree gets its terminals' values: flags are 1 or 0, sets of cards are the chance that one of them comes.
pub trait Terminals {
    /// The value of the terminal with this number.
    fn value(&self, terminal: u8) -> f32;
}

impl<V: Vocabulary> Tree<V> {
    /// The tree's value. Takes a fixed amount of stack. All nodes are worked out whatever they see, from the last to the
    /// first, so that a function finds its arguments on the stack.
    pub fn evaluate(&self, constants: &Constants, terminals: &impl Terminals) -> f32 {
        let mut values: Vec<f32, MAX_AWAITED> = Vec::new();
        for &byte in self.bytes().iter().rev() {
            let value = match Node::of(byte) {
                Node::Function(function) => apply(function, || values.pop().unwrap_or(0.0)),
                Node::Integer(integer) => number(integer),
                Node::Slot(slot) => constants.get(slot),
                Node::Terminal(terminal) => terminals.value(terminal),
            };
            // A decoded tree never has more values waiting than there is room for.
            let _ = values.push(value);
        }
        values.pop().unwrap_or(0.0)
    }
}

/// A function's value; `next` gives its arguments in order.
#[inline(always)]
fn apply(function: Function, mut next: impl FnMut() -> f32) -> f32 {
    let first = next();
    match function {
        Function::ProbabilityToGetCard => first,
        Function::If => {
            let (taken, other) = (next(), next());
            if is_set(first) { taken } else { other }
        }
        // Flags are 1 or 0.
        Function::And => f32::from_bits(first.to_bits() & next().to_bits()),
        Function::Or => f32::from_bits(first.to_bits() | next().to_bits()),
        function => within_limit(function.of_two_unbounded(first, next())),
    }
}

/// Flags are 1 or 0, so that no comparison of numbers is needed.
fn is_set(flag: f32) -> bool {
    flag.to_bits() != 0
}

/// Brings a number within the limit. A board without floating-point instructions compares bits in a tenth of the time:
/// but for the sign, they are in the order of the numbers.
fn within_limit(value: f32) -> f32 {
    const SIGN: u32 = 1 << 31;
    let bits = value.to_bits();
    let limited = (bits & !SIGN).min(Constants::LIMIT.to_bits());
    f32::from_bits(bits & SIGN | limited)
}

/// A whole number that has a node of its own. A conversion costs a board as much as the rest of the node.
fn number(integer: i8) -> f32 {
    const NUMBERS: [f32; 15] = [-7.0, -6.0, -5.0, -4.0, -3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0];
    NUMBERS.get(integer.wrapping_sub(Node::LEAST_INTEGER) as usize).copied().unwrap_or(0.0)
}
