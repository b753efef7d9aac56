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
enum Pending {
    /// The first argument.
    First(Function),
    /// The second, the first being known.
    Second(Function, f32),
    /// The value of If's taken branch; the other one is then skipped.
    Taken,
}

impl<V: Vocabulary> Tree<V> {
    /// The tree's value. Takes a fixed amount of stack: one entry of 8 bytes for each level a tree can have.
    pub fn evaluate(&self, constants: &Constants, terminals: &impl Terminals) -> f32 {
        let mut pending: Vec<Pending, MAX_HEIGHT> = Vec::new();
        let mut nodes = self.bytes();
        loop {
            // A decoded tree does not end here; if it did, nothing would be worth 0.
            let Some((&byte, rest)) = nodes.split_first() else { return 0.0 };
            nodes = rest;
            let mut value = match Node::of(byte) {
                Node::Function(function) => {
                    // A decoded tree is never higher than the stack.
                    let _ = pending.push(Pending::First(function));
                    continue;
                }
                Node::Integer(integer) => f32::from(integer),
                Node::Slot(slot) => constants.get(slot),
                Node::Terminal(terminal) => terminals.value(terminal),
            };
            // Hand the value upwards until a function wants another argument. What waits is changed in its place, which
            // is shorter than to take it off and to put it back.
            loop {
                let Some(waiting) = pending.last_mut() else { return value };
                match *waiting {
                    Pending::Second(function, left) => value = function.of_two(left, value, Function::clamp_one),
                    Pending::Taken => skip(&mut nodes),
                    // A set of cards is known as its chance already.
                    Pending::First(Function::ProbabilityToGetCard) => {}
                    // The value of And and Or is settled by the first flag, or is the second flag.
                    Pending::First(Function::And) if is_false(value) => skip(&mut nodes),
                    Pending::First(Function::Or) if !is_false(value) => skip(&mut nodes),
                    Pending::First(Function::And | Function::Or) => {
                        pending.pop();
                        break;
                    }
                    Pending::First(Function::If) if is_false(value) => {
                        skip(&mut nodes);
                        pending.pop();
                        break;
                    }
                    Pending::First(Function::If) => {
                        *waiting = Pending::Taken;
                        break;
                    }
                    Pending::First(function) => {
                        *waiting = Pending::Second(function, value);
                        break;
                    }
                }
                pending.pop();
            }
        }
    }
}

/// A flag is 1 or 0, and 0 has no sign: its bits tell, without a call where there is no float unit.
fn is_false(flag: f32) -> bool {
    flag.to_bits() == 0
}

/// Moves past one subtree.
fn skip(nodes: &mut &[u8]) {
    *nodes = nodes.get(subtree_len(nodes)..).unwrap_or(&[]);
}
