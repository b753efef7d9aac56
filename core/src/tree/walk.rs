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
            // Hand the value upwards until a function wants another argument.
            loop {
                match pending.pop() {
                    None => return value,
                    Some(Pending::Taken) => skip::<V>(&mut nodes),
                    Some(Pending::Second(function, left)) => value = function.of_two(left, value),
                    Some(Pending::First(Function::ProbabilityToGetCard)) => {}
                    // The value of And and Or is settled by the first flag, or is the second flag.
                    Some(Pending::First(Function::And)) if value == 0.0 => skip::<V>(&mut nodes),
                    Some(Pending::First(Function::Or)) if value != 0.0 => skip::<V>(&mut nodes),
                    Some(Pending::First(Function::And | Function::Or)) => break,
                    Some(Pending::First(Function::If)) => {
                        if value == 0.0 {
                            skip::<V>(&mut nodes);
                        } else {
                            let _ = pending.push(Pending::Taken);
                        }
                        break;
                    }
                    Some(Pending::First(function)) => {
                        let _ = pending.push(Pending::Second(function, value));
                        break;
                    }
                }
            }
        }
    }
}

/// Moves past one subtree.
fn skip<V: Vocabulary>(nodes: &mut &[u8]) {
    *nodes = nodes.get(subtree_len::<V>(nodes)..).unwrap_or(&[]);
}
