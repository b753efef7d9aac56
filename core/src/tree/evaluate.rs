//! The board's evaluator: one column at a time, without a float unit in mind. Values are kept as their bits, which a board
//! compares and copies in a tenth of the time that a float takes; the page keeps them as floats.
//!
//! **Two evaluators, both backward,** so that a function finds its arguments among at most 81 values that wait. One
//! goes column by column with terminals that are worked out when they are asked for, and compares bits instead of
//! floats: it is the board's (the whole evaluation stays below 1 KB of stack, which a test measures), and beats a
//! forward walk with short-circuiting on a Cortex-M0. The other is the league's: a `CompiledTree` says once for each function which
//! rows of values it reads and writes, so that leaves are never copied and no node is read twice; working it out never
//! branches on data.

use super::{Constants, Function, MAX_AWAITED, Node, Tree, Vocabulary};

/// Gives a tree the values of its terminals: flags are 1 or 0, sets of cards are the chance that one of them comes.
pub trait Terminals {
    /// The value of the terminal with this number.
    fn value(&self, terminal: u8) -> f32;
}

/// How a value is kept while it waits for its function: as its bits, or as a float. It is the same number either way.
pub(super) trait StackValue: Copy {
    const ZERO: Self;

    fn of(number: f32) -> Self;
    fn number(self) -> f32;
    fn is_zero(self) -> bool;
    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    fn sum(self, other: Self) -> Self;
    fn product(self, other: Self) -> Self;
}

#[cfg(not(target_family = "wasm"))]
use super::soft::Bits as TargetValue;
/// A browser's compiler carries every number over to the float's registers and back for a single sum.
#[cfg(target_family = "wasm")]
use f32 as TargetValue;

impl<V: Vocabulary> Tree<V> {
    /// The tree's value. Takes a fixed amount of stack. All nodes are evaluated, whatever their values, from the last to the
    /// first, so that a function finds its arguments waiting.
    // A browser's compiler has too few registers for the walk amid what its caller keeps.
    #[cfg_attr(target_family = "wasm", inline(never))]
    pub fn evaluate(&self, constants: &Constants, terminals: &impl Terminals) -> f32 {
        self.evaluate_seen(constants, terminals, |_, _| {})
    }

    /// The same, while a witness sees the value of every node: its place, and the value.
    #[inline(always)]
    pub fn evaluate_seen(
        &self,
        constants: &Constants,
        terminals: &impl Terminals,
        witness: impl FnMut(usize, f32),
    ) -> f32 {
        walk::<TargetValue>(self.bytes(), constants, terminals, witness)
    }
}

/// The value of prefix-ordered nodes, from the last to the first.
#[inline(always)]
pub(super) fn walk<K: StackValue>(
    nodes: &[u8],
    constants: &Constants,
    terminals: &impl Terminals,
    mut witness: impl FnMut(usize, f32),
) -> f32 {
    let mut values = [K::ZERO; PLACES];
    let mut waiting = ValueStack { values: &mut values, n_values: 0 };
    // The value that was worked out last waits in a register.
    let mut last = K::ZERO;
    for (at, &byte) in nodes.iter().enumerate().rev() {
        match Node::of(byte) {
            Node::Function(function) => last = apply(function, last, &mut waiting),
            leaf => {
                // First, so that it need not be kept elsewhere while a terminal is worked out.
                waiting.push(last);
                last = K::of(match leaf {
                    Node::Constant(slot) => constants.get(slot),
                    Node::Integer(integer) => number(integer),
                    Node::Terminal(terminal) => terminals.value(terminal),
                    // It is none of them.
                    Node::Function(_) => 0.0,
                });
            }
        }
        witness(at, last.number());
    }
    last.number()
}

/// A power of two, so that a place is within without being compared.
const PLACES: usize = MAX_AWAITED.next_power_of_two();

/// Values that wait for their function, the next argument last. A decoded tree never has more of them than there is
/// room for, and never takes one that is not there.
///
/// The values lie elsewhere: beside an array that is indexed, their number would lie in memory too.
struct ValueStack<'v, K> {
    values: &'v mut [K; PLACES],
    n_values: usize,
}

impl<K: StackValue> ValueStack<'_, K> {
    #[inline(always)]
    fn push(&mut self, value: K) {
        self.values[self.n_values % PLACES] = value;
        self.n_values += 1;
    }

    #[inline(always)]
    fn pop(&mut self) -> K {
        self.n_values = self.n_values.wrapping_sub(1);
        self.values[self.n_values % PLACES]
    }
}

/// A function's value.
#[inline(always)]
fn apply<K: StackValue>(function: Function, first: K, waiting: &mut ValueStack<'_, K>) -> K {
    match function {
        Function::ProbabilityToGetCard => first,
        Function::If => {
            let (taken, other) = (waiting.pop(), waiting.pop());
            if first.is_zero() { other } else { taken }
        }
        Function::And => first.and(waiting.pop()),
        Function::Or => first.or(waiting.pop()),
        Function::Plus => first.sum(waiting.pop()),
        Function::Multiply => first.product(waiting.pop()),
        function => {
            let (left, right) = (first.number(), waiting.pop().number());
            K::of(if function.of_two_unbounded(left, right) > 0.0 { 1.0 } else { 0.0 })
        }
    }
}

impl StackValue for f32 {
    const ZERO: f32 = 0.0;

    #[inline(always)]
    fn of(number: f32) -> f32 {
        number
    }

    #[inline(always)]
    fn number(self) -> f32 {
        self
    }

    #[inline(always)]
    fn is_zero(self) -> bool {
        self == 0.0
    }

    #[inline(always)]
    fn and(self, other: f32) -> f32 {
        Function::And.of_two(self, other)
    }

    #[inline(always)]
    fn or(self, other: f32) -> f32 {
        // Not `max`, which has to mind what is no number: without an instruction for that it is a call.
        if self > other { self } else { other }
    }

    #[inline(always)]
    fn sum(self, other: f32) -> f32 {
        Function::Plus.of_two(self, other)
    }

    #[inline(always)]
    fn product(self, other: f32) -> f32 {
        Function::Multiply.of_two(self, other)
    }
}

/// A whole number that has a node of its own. A conversion costs a board as much as the rest of the node.
fn number(integer: i8) -> f32 {
    const NUMBERS: [f32; 15] = [-7.0, -6.0, -5.0, -4.0, -3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0];
    NUMBERS.get(integer.wrapping_sub(Node::LEAST_INTEGER) as usize).copied().unwrap_or(0.0)
}
