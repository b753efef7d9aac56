//! The board's evaluator: forward through the nodes, skipping what If, And and Or do not ask for.

use heapless::Vec;

use super::{Constants, Function, MAX_HEIGHT, Node, Tree, Vocabulary, subtree_len};

/// Where a tree gets its terminals' values: flags are 1 or 0, sets of cards are the chance that one of them comes.
pub trait Terminals {
    /// The value of the terminal with this number.
    fn value(&self, terminal: u8) -> f32;
}

/// A function that waits for an argument.
#[derive(Clone, Copy)]
struct Waiting {
    function: Function,
    /// The first argument is known: it is `left`, or If's flag, which was set.
    is_second: bool,
    left: f32,
}

impl<V: Vocabulary> Tree<V> {
    /// The tree's value. Takes a fixed amount of stack: one entry of 8 bytes for each level a tree can have.
    pub fn evaluate(&self, constants: &Constants, terminals: &impl Terminals) -> f32 {
        let mut waiting: Vec<Waiting, MAX_HEIGHT> = Vec::new();
        let mut nodes = self.bytes();
        loop {
            // A decoded tree does not end here; if it did, nothing would be worth 0.
            let Some((&byte, rest)) = nodes.split_first() else { return 0.0 };
            nodes = rest;
            let value = match Node::of(byte) {
                Node::Function(function) => {
                    // A decoded tree is never higher than the stack.
                    let _ = waiting.push(Waiting { function, is_second: false, left: 0.0 });
                    continue;
                }
                Node::Integer(integer) => number(integer),
                Node::Slot(slot) => constants.get(slot),
                Node::Terminal(terminal) => terminals.value(terminal),
            };
            if let Some(value) = hand_up(&mut waiting, &mut nodes, value) {
                return value;
            }
        }
    }
}

/// Hands a value upwards until a function wants another argument; gives the tree's value if none does.
#[inline(always)]
fn hand_up(waiting: &mut Vec<Waiting, MAX_HEIGHT>, nodes: &mut &[u8], mut value: f32) -> Option<f32> {
    while let Some(above) = waiting.last_mut() {
        let wants_more = match above.function {
            Function::ProbabilityToGetCard => false,
            // The first flag settles it, or the second flag is the value.
            Function::And => is_set(value) || skip(nodes),
            Function::Or => !is_set(value) || skip(nodes),
            // The value of the taken branch; the other one is skipped.
            Function::If if above.is_second => skip(nodes),
            Function::If if is_set(value) => {
                above.is_second = true;
                return None;
            }
            Function::If => {
                skip(nodes);
                true
            }
            function if above.is_second => {
                value = within_limit(function.of_two_unbounded(above.left, value));
                false
            }
            _ => {
                (above.left, above.is_second) = (value, true);
                return None;
            }
        };
        let _ = waiting.pop();
        if wants_more {
            return None;
        }
    }
    Some(value)
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

/// Moves past one subtree; nothing is wanted of it.
fn skip(nodes: &mut &[u8]) -> bool {
    *nodes = nodes.get(subtree_len(nodes)..).unwrap_or(&[]);
    false
}
