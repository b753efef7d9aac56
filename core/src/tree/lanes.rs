//! The league's evaluator: backward through the nodes, every node for `LANES` columns at once.

use super::{Constants, Function, MAX_AWAITED, Node, Tree, Vocabulary};

/// The stack of values that waits for functions, `LANES` wide. It belongs to the caller, who keeps it between trees.
#[derive(Clone, Debug)]
pub struct Lanes<const LANES: usize> {
    stack: [[f32; LANES]; MAX_AWAITED],
}

impl<const LANES: usize> Default for Lanes<LANES> {
    fn default() -> Self {
        Lanes { stack: [[0.0; LANES]; MAX_AWAITED] }
    }
}

impl<const LANES: usize> Lanes<LANES> {
    /// A tree's value in every lane, given each of its terminals' values by number. Agrees with
    /// [`Tree::evaluate`] to the bit.
    pub fn evaluate<V: Vocabulary>(
        &mut self,
        tree: &Tree<V>,
        constants: &Constants,
        terminals: &[[f32; LANES]],
    ) -> &[f32; LANES] {
        // `top` is the place of the newest value; below the first one it is one before 0.
        let mut top = usize::MAX;
        for &byte in tree.bytes().iter().rev() {
            match Node::of(byte) {
                Node::Function(function) => top = self.apply(function, top),
                leaf => {
                    top = top.wrapping_add(1);
                    let Some(place) = self.stack.get_mut(top) else { break };
                    match leaf {
                        Node::Integer(integer) => *place = [f32::from(integer); LANES],
                        Node::Slot(slot) => *place = [constants.get(slot); LANES],
                        Node::Terminal(terminal) => match terminals.get(usize::from(terminal)) {
                            Some(values) => *place = *values,
                            None => *place = [0.0; LANES],
                        },
                        Node::Function(_) => {}
                    }
                }
            }
        }
        &self.stack[0]
    }

    /// Replaces a function's arguments, the first being the newest, by its value; gives the new top.
    #[inline]
    fn apply(&mut self, function: Function, top: usize) -> usize {
        match function {
            Function::ProbabilityToGetCard => return top,
            Function::If => {
                let Some([otherwise, then, flag]) = self.stack.get_mut(top.wrapping_sub(2)..=top).and_then(triple)
                else {
                    return top;
                };
                for lane in 0..LANES {
                    // By bits, because a choice between two loads becomes a load from a chosen address, lane by lane.
                    let taken = u32::from(flag[lane] != 0.0).wrapping_neg();
                    let bits = then[lane].to_bits() & taken | otherwise[lane].to_bits() & !taken;
                    otherwise[lane] = f32::from_bits(bits);
                }
                return top.wrapping_sub(2);
            }
            _ => {}
        }
        let Some([right, left]) = self.stack.get_mut(top.wrapping_sub(1)..=top).and_then(double) else { return top };
        // One loop a function: the choice is made once for all lanes.
        macro_rules! each {
            ($($name:ident),*) => {
                match function { $(Function::$name => {
                    for lane in 0..LANES {
                        right[lane] = Function::$name.of_two(left[lane], right[lane], Function::clamp);
                    }
                })* Function::If | Function::ProbabilityToGetCard => {} }
            };
        }
        each!(And, Or, EqualTo, GreaterThan, LessThan, Multiply, Plus);
        top.wrapping_sub(1)
    }
}

fn triple<T>(values: &mut [T]) -> Option<&mut [T; 3]> {
    values.try_into().ok()
}

fn double<T>(values: &mut [T]) -> Option<&mut [T; 2]> {
    values.try_into().ok()
}
