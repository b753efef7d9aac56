//! The board's evaluator: one column at a time, without a float unit in mind. Values are kept as their bits, which a board
//! compares and copies in a tenth of the time that a float takes.
//!
//! **Two evaluators, both backward,** so that a function finds its arguments among at most 81 values that wait. One
//! goes column by column with terminals that are worked out when they are asked for, and compares bits instead of
//! floats: it is the board's (the whole evaluation stays below 1 KB of stack, which a test measures), and beats a
//! forward walk with short-circuiting on a Cortex-M0. The other is the league's: a `CompiledTree` says once for each function which
//! rows of values it reads and writes, so that leaves are never copied and no node is read twice; working it out never
//! branches on data.

use super::{Constants, Function, MAX_AWAITED, Node, Tree, Vocabulary, soft};

/// Gives a tree the values of its terminals: flags are 1 or 0, sets of cards are the chance that one of them comes.
pub trait Terminals {
    /// The value of the terminal with this number.
    fn value(&self, terminal: u8) -> f32;
}

/// A flag that is set.
const YES: u32 = 1f32.to_bits();

impl<V: Vocabulary> Tree<V> {
    /// The tree's value. Takes a fixed amount of stack. All nodes are evaluated, whatever their values, from the last to the
    /// first, so that a function finds its arguments waiting.
    pub fn evaluate(&self, constants: &Constants, terminals: &impl Terminals) -> f32 {
        self.evaluate_seen(constants, terminals, |_, _| {})
    }

    /// The same, while a witness sees the value of every node: its place, and the value.
    #[inline(always)]
    pub fn evaluate_seen(
        &self,
        constants: &Constants,
        terminals: &impl Terminals,
        mut witness: impl FnMut(usize, f32),
    ) -> f32 {
        let mut waiting = ValueStack { values: [0; PLACES], n_values: 0 };
        // The value that was worked out last waits in a register.
        let mut last = 0;
        for (at, &byte) in self.bytes().iter().enumerate().rev() {
            let leaf = match Node::of(byte) {
                Node::Function(function) => {
                    last = apply(function, last, &mut waiting);
                    witness(at, f32::from_bits(last));
                    continue;
                }
                Node::Constant(slot) => constants.get(slot),
                Node::Integer(integer) => number(integer),
                Node::Terminal(terminal) => terminals.value(terminal),
            };
            waiting.push(last);
            last = leaf.to_bits();
            witness(at, leaf);
        }
        f32::from_bits(last)
    }
}

/// A power of two, so that a place is within without being compared.
const PLACES: usize = MAX_AWAITED.next_power_of_two();

/// Values that wait for their function, the next argument last. A decoded tree never has more of them than there is
/// room for, and never takes one that is not there.
struct ValueStack {
    values: [u32; PLACES],
    n_values: usize,
}

impl ValueStack {
    #[inline(always)]
    fn push(&mut self, value: u32) {
        self.values[self.n_values % PLACES] = value;
        self.n_values += 1;
    }

    #[inline(always)]
    fn pop(&mut self) -> u32 {
        self.n_values = self.n_values.wrapping_sub(1);
        self.values[self.n_values % PLACES]
    }
}

/// A function's value.
#[inline(always)]
fn apply(function: Function, first: u32, waiting: &mut ValueStack) -> u32 {
    match function {
        Function::ProbabilityToGetCard => first,
        Function::If => {
            let (taken, other) = (waiting.pop(), waiting.pop());
            if first == 0 { other } else { taken }
        }
        Function::And => first & waiting.pop(),
        Function::Or => first | waiting.pop(),
        Function::Plus => within_limit(soft::sum(first, waiting.pop())),
        Function::Multiply => within_limit(soft::product(first, waiting.pop())),
        function => {
            let (left, right) = (f32::from_bits(first), f32::from_bits(waiting.pop()));
            if function.of_two_unbounded(left, right) > 0.0 { YES } else { 0 }
        }
    }
}

/// Brings a number within the limit. But for the sign, bits are in the order of the numbers.
fn within_limit(bits: u32) -> u32 {
    const SIGN: u32 = 1 << 31;
    bits & SIGN | (bits & !SIGN).min(Constants::LIMIT.to_bits())
}

/// A whole number that has a node of its own. A conversion costs a board as much as the rest of the node.
fn number(integer: i8) -> f32 {
    const NUMBERS: [f32; 15] = [-7.0, -6.0, -5.0, -4.0, -3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0];
    NUMBERS.get(integer.wrapping_sub(Node::LEAST_INTEGER) as usize).copied().unwrap_or(0.0)
}
