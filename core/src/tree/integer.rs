//! The integer evaluator, for vocabularies whose terminals are integers: half the instructions of soft floats on a Cortex-M0.
//! Evaluates a tree from several points of view at once, so that each node is read once.
//!
//! **A tree has the same value as in floats.** Integers within the limit, and their sums and products, are exact as floats too:
//! both evaluators clamp values to the limit, and a million needs fewer than the 24 bits of a float's significand. A test
//! compares them on random trees.

use super::{Constants, Function, Node};

/// The limit of sums and products.
pub const INTEGER_LIMIT: i32 = Constants::LIMIT as i32;

/// Constants that are integers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct IntegerConstants([i32; Constants::SLOTS]);

impl IntegerConstants {
    /// The first constants, the others being 0; `None` if there are too many or one is not within the limit.
    pub fn new(values: &[i32]) -> Option<IntegerConstants> {
        let mut slots = [0; Constants::SLOTS];
        slots.get_mut(..values.len())?.copy_from_slice(values);
        slots.iter().all(|value| (-INTEGER_LIMIT..=INTEGER_LIMIT).contains(value)).then_some(IntegerConstants(slots))
    }

    /// The constant in a slot; 0 beyond the last.
    #[inline]
    pub fn get(&self, slot: u8) -> i32 {
        self.0.get(usize::from(slot)).copied().unwrap_or(0)
    }

    /// All of them up to the last that is not 0.
    pub fn named(&self) -> &[i32] {
        let n_named = self.0.iter().rposition(|&value| value != 0).map_or(0, |last| last + 1);
        self.0.get(..n_named).unwrap_or_default()
    }
}

/// The same constants, if all of them are integers.
impl TryFrom<&Constants> for IntegerConstants {
    type Error = NotAnInteger;

    fn try_from(constants: &Constants) -> Result<IntegerConstants, NotAnInteger> {
        let mut slots = [0; Constants::SLOTS];
        for (slot, &value) in slots.iter_mut().zip(constants.values()) {
            *slot = value as i32;
            if *slot as f32 != value {
                return Err(NotAnInteger);
            }
        }
        Ok(IntegerConstants(slots))
    }
}

impl From<&IntegerConstants> for Constants {
    fn from(constants: &IntegerConstants) -> Constants {
        // Exact, and within the limit.
        Constants(constants.0.map(|value| value as f32))
    }
}

/// A constant is not an integer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotAnInteger;

impl core::fmt::Display for NotAnInteger {
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        formatter.write_str("a constant is not a whole number")
    }
}

impl core::error::Error for NotAnInteger {}

/// Gives a tree the values of its terminals from several points of view; flags are 1 or 0.
pub trait IntegerTerminals<const VIEWS: usize> {
    /// The values of the terminal with this number.
    fn values(&self, terminal: u8) -> [i32; VIEWS];
}

/// The most values on the stack: enough for the height below.
const PLACES: usize = 64;
/// The greatest height of a tree that the integer evaluator takes: a function of three arguments leaves two values on the stack
/// at every level.
pub const MAX_INTEGER_HEIGHT: usize = 31;
const _: () = assert!(2 * MAX_INTEGER_HEIGHT < PLACES);

/// The stack of values that wait for their function. The caller lends it: one serves all trees of an evaluation.
#[derive(Clone, Debug)]
pub(crate) struct ValueStack<const VIEWS: usize>([[i32; VIEWS]; PLACES]);

impl<const VIEWS: usize> Default for ValueStack<VIEWS> {
    #[inline(always)]
    fn default() -> Self {
        ValueStack([[0; VIEWS]; PLACES])
    }
}

/// The values of checked nodes that are one tree of at most [`MAX_INTEGER_HEIGHT`]. From the last node to the first, so that a
/// function finds its arguments waiting.
#[inline(always)]
pub(crate) fn integer_values<const VIEWS: usize>(
    nodes: &[u8],
    constants: &IntegerConstants,
    terminals: &impl IntegerTerminals<VIEWS>,
    ValueStack(waiting): &mut ValueStack<VIEWS>,
) -> [i32; VIEWS] {
    let mut n_waiting = 0usize;
    // The last value.
    let mut last = [0; VIEWS];
    for &byte in nodes.iter().rev() {
        let leaf = match Node::of(byte) {
            Node::Function(Function::ProbabilityToGetCard) => continue,
            Node::Function(function) => {
                n_waiting = n_waiting.wrapping_sub(1);
                let second = waiting[n_waiting % PLACES];
                last = if function == Function::If {
                    n_waiting = n_waiting.wrapping_sub(1);
                    let third = waiting[n_waiting % PLACES];
                    core::array::from_fn(|view| if last[view] != 0 { second[view] } else { third[view] })
                } else {
                    of_two(function, last, second)
                };
                continue;
            }
            Node::Constant(slot) => [constants.get(slot); VIEWS],
            Node::Integer(integer) => [i32::from(integer); VIEWS],
            Node::Terminal(terminal) => terminals.values(terminal),
        };
        waiting[n_waiting % PLACES] = last;
        n_waiting = n_waiting.wrapping_add(1);
        last = leaf;
    }
    last
}

#[inline(always)]
fn of_two<const VIEWS: usize>(function: Function, left: [i32; VIEWS], right: [i32; VIEWS]) -> [i32; VIEWS] {
    macro_rules! each {
        (|$left:ident, $right:ident| $value:expr) => {
            core::array::from_fn(|view| {
                let ($left, $right) = (left[view], right[view]);
                $value
            })
        };
    }
    match function {
        Function::And => each!(|left, right| left & right),
        Function::Or => each!(|left, right| left | right),
        Function::EqualTo => each!(|left, right| i32::from(left == right)),
        Function::GreaterThan => each!(|left, right| i32::from(left > right)),
        Function::LessThan => each!(|left, right| i32::from(left < right)),
        Function::Multiply => each!(|left, right| product(left, right)),
        Function::Plus => each!(|left, right| (left + right).clamp(-INTEGER_LIMIT, INTEGER_LIMIT)),
        // Not functions of two.
        Function::If | Function::ProbabilityToGetCard => left,
    }
}

/// The product within the limit. Most are of small numbers, whose product fits a word.
#[inline(always)]
fn product(left: i32, right: i32) -> i32 {
    let is_small = |value: i32| value.unsigned_abs() < 1 << 15;
    if is_small(left) && is_small(right) {
        return (left * right).clamp(-INTEGER_LIMIT, INTEGER_LIMIT);
    }
    // Within the range of a float's exponent, and of an i64.
    (i64::from(left) * i64::from(right)).clamp(-i64::from(INTEGER_LIMIT), i64::from(INTEGER_LIMIT)) as i32
}

/// The greatest magnitude that a tree's value can have, given the greatest of each terminal; the least is 0.
pub(crate) fn greatest(nodes: &[u8], constants: &IntegerConstants, greatest: &[u8]) -> i32 {
    let mut waiting = [0i32; PLACES];
    let mut n_waiting = 0usize;
    for &byte in nodes.iter().rev() {
        let mut pop = || {
            n_waiting = n_waiting.wrapping_sub(1);
            waiting[n_waiting % PLACES]
        };
        let value = match Node::of(byte) {
            Node::Function(Function::ProbabilityToGetCard) => continue,
            Node::Function(function) => {
                let (first, second) = (pop(), pop());
                match function {
                    Function::If => second.max(pop()),
                    Function::Multiply => product(first, second),
                    Function::Plus => (first + second).min(INTEGER_LIMIT),
                    _ => 1,
                }
            }
            Node::Constant(slot) => constants.get(slot).abs(),
            Node::Integer(integer) => i32::from(integer).abs(),
            Node::Terminal(terminal) => greatest.get(usize::from(terminal)).map_or(0, |&most| i32::from(most)),
        };
        waiting[n_waiting % PLACES] = value;
        n_waiting = n_waiting.wrapping_add(1);
    }
    waiting[n_waiting.wrapping_sub(1) % PLACES]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::{self, Seed};
    use crate::tree::tests::{Toy, Values};
    use crate::tree::{GrowthShape, PrimitiveSet, Tree};

    struct Whole([[i32; 4]; 2]);

    impl IntegerTerminals<2> for Whole {
        fn values(&self, terminal: u8) -> [i32; 2] {
            self.0.map(|values| values[usize::from(terminal)])
        }
    }

    #[test]
    fn a_tree_means_the_same_in_floats_and_in_whole_numbers() {
        let primitive_set = PrimitiveSet { terminals: 0b1111, ..PrimitiveSet::ALL };
        let mut rng = Seed(1).rng();
        let (mut n_trees, mut n_limits) = (0, 0);
        for seed in 0..6_000 {
            let height = 1 + seed as usize % 7;
            let shape = if seed % 2 == 0 { GrowthShape::Grown } else { GrowthShape::Full };
            let grown = Tree::<Toy>::grow(&mut Seed(seed).rng(), primitive_set, height, shape);
            // Some of the whole numbers become constants, which may be large.
            let constant = |byte: u8| if byte.is_multiple_of(3) { Node::Constant(byte % 16).byte() } else { byte };
            let node = |&byte: &u8| if matches!(Node::of(byte), Node::Integer(_)) { constant(byte) } else { byte };
            let Some(tree) = grown.map(|tree| tree.bytes().iter().map(node).collect::<std::vec::Vec<u8>>()) else {
                continue;
            };
            let tree = Tree::<Toy>::decode(&tree).unwrap();
            let mut drawn = |most: u32| random::below(&mut rng, 2 * most + 1) as i32 - most as i32;
            let constants = IntegerConstants::new(&core::array::from_fn::<i32, 16, _>(|slot| {
                drawn([3, 500, 40_000, 1_000_000][slot % 4])
            }))
            .unwrap();
            let mut view = || [drawn(1).abs(), drawn(24), drawn(5_000), drawn(1).abs()];
            let views = [view(), view()];
            let found = integer_values(tree.bytes(), &constants, &Whole(views), &mut ValueStack::default());
            let floats = Constants::from(&constants);
            let expected = views.map(|view| tree.evaluate(&floats, &Values(view.map(|value| value as f32))));
            assert_eq!(found.map(|value| value as f32), expected, "{tree:?} {constants:?} {views:?}");
            assert_eq!(IntegerConstants::try_from(&floats), Ok(constants));
            n_trees += 1;
            n_limits += u32::from(found[0].abs() == INTEGER_LIMIT);
        }
        assert!(n_trees > 4_000 && n_limits > 20, "{n_limits} of {n_trees} at the limit");
    }

    #[test]
    fn no_value_is_greater_than_the_greatest() {
        let primitive_set = PrimitiveSet { terminals: 0b1111, ..PrimitiveSet::ALL };
        let mut rng = Seed(2).rng();
        for seed in 0..3_000 {
            let Some(tree) = Tree::<Toy>::grow(&mut Seed(seed).rng(), primitive_set, 5, GrowthShape::Grown) else {
                continue;
            };
            let most = greatest(tree.bytes(), &IntegerConstants::default(), &[1, 12, 48, 1]);
            for _ in 0..20 {
                let mut drawn = |most: u32| random::below(&mut rng, most + 1) as i32;
                let view = [drawn(1), drawn(12), drawn(48), drawn(1)];
                let (constants, views) = (IntegerConstants::default(), Whole([view; 2]));
                let [value, _] = integer_values(tree.bytes(), &constants, &views, &mut ValueStack::default());
                assert!(value.abs() <= most, "{tree:?} of {view:?} is {value}, more than {most}");
            }
        }
    }

    #[test]
    fn constants_are_whole_few_and_within_the_limit() {
        assert_eq!(IntegerConstants::new(&[1; 17]), None);
        assert_eq!(IntegerConstants::new(&[0, -1_000_001]), None);
        assert_eq!(IntegerConstants::new(&[5, 0, -1_000_000, 0]).unwrap().named(), [5, 0, -1_000_000]);
        assert_eq!(IntegerConstants::try_from(&Constants::new(&[1.5]).unwrap()), Err(NotAnInteger));
    }
}
