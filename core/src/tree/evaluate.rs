//! The board's evaluator: one column at a time, for processors without a float unit. Values are kept as their bits,
//! which a board compares and copies in a tenth of the time that a float takes; the page keeps them as floats.
//!
//! **Two evaluators, both backward:** from the last node to the first, so that a function finds its arguments on a
//! stack of at most 81 values. This one is the board's. It evaluates one column at a time, computes terminals when they
//! are asked for, and compares bits instead of floats. It uses less than 1 KB of stack, which a test measures, and is
//! faster on a Cortex-M0 than a forward evaluation with short-circuiting. The other is the league's (`lanes.rs`): a
//! `CompiledTree` lists for each function which rows of values it reads and writes, so that leaves are never copied and
//! no node is read twice. Its evaluation never branches on data.

use super::{Constants, Function, MAX_AWAITED, Node, Tree, Vocabulary};

/// Gives a tree the values of its terminals: flags are 1 or 0, sets of cards are the chance that one of them comes.
pub trait Terminals {
    /// The value of the terminal with this number.
    fn value(&self, terminal: u8) -> f32;
}

/// The form of a value on the stack: its bits, or a float. It is the same number either way.
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
/// Floats, because a browser's compiler would move every number to the float registers and back for a single sum.
#[cfg(target_family = "wasm")]
use f32 as TargetValue;

impl<V: Vocabulary> Tree<V> {
    /// The tree's value. Takes a fixed amount of stack. All nodes are evaluated, whatever their values, from the last to the
    /// first, so that a function finds its arguments waiting.
    // Not inlined: a browser's compiler would run out of registers.
    #[cfg_attr(target_family = "wasm", inline(never))]
    pub fn evaluate(&self, constants: &Constants, terminals: &impl Terminals) -> f32 {
        self.evaluate_seen(constants, terminals, |_, _| {})
    }

    /// As [`Tree::evaluate`]; calls a function with the index and the value of every node.
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
    // The last value stays in a register.
    let mut last = K::ZERO;
    for (at, &byte) in nodes.iter().enumerate().rev() {
        match Node::of(byte) {
            Node::Function(function) => last = apply(function, last, &mut waiting),
            leaf => {
                // Pushed first, so that it need not be saved while a terminal is computed.
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

/// A power of two, so that an index needs a mask and no bounds check.
const PLACES: usize = MAX_AWAITED.next_power_of_two();

/// Values that wait for their function, the next argument last. A decoded tree never has more of them than there is
/// room for, and never takes one that is not there.
///
/// The values are borrowed: in a struct together with the array, their number would be kept in memory and not in a
/// register.
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
        // Not `max`, which handles NaN and is a library call where there is no instruction for it.
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
