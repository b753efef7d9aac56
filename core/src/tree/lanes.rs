//! The league's evaluator: a tree is compiled once, then evaluated for `LANES` columns at a time.

use heapless::Vec;

use super::grammar::FIRST_TERMINAL;
use super::{Constants, Function, MAX_AWAITED, MAX_NODES, MAX_TERMINALS, Node, Tree, Vocabulary};

/// One register for every value of a byte, so that a byte is always a valid index. The registers of leaves are those
/// with their bytes; the registers above hold values that wait for their function.
const N_REGISTERS: usize = 1 << u8::BITS;
const FIRST_WAITING: u8 = FIRST_TERMINAL + MAX_TERMINALS as u8;
const _: () = assert!(FIRST_WAITING as usize + MAX_AWAITED <= N_REGISTERS);

/// A tree's functions in the order of their evaluation. Its leaves need no step: they are in their registers already.
#[derive(Clone, Debug)]
pub struct CompiledTree {
    /// Every function with a step has at least two arguments, so at most half of the nodes have one.
    steps: Vec<Step, { MAX_NODES / 2 }>,
    root: u8,
    /// The constants that it uses, with the registers of their slots.
    constants: Vec<(u8, f32), { Constants::SLOTS }>,
    terminals: u64,
}

/// One function: the registers that it reads and the one that it writes.
#[derive(Clone, Copy, Debug)]
struct Step {
    function: Function,
    arguments: [u8; 3],
    value: u8,
}

impl CompiledTree {
    /// Compiles a tree with its constants.
    pub fn of<V: Vocabulary>(tree: &Tree<V>, constants: &Constants) -> CompiledTree {
        let mut steps = Vec::new();
        // Where the values are that wait for their function, the next argument last.
        let mut waiting = Vec::<u8, MAX_AWAITED>::new();
        for &byte in tree.bytes().iter().rev() {
            let register = match Node::of(byte) {
                Node::Function(Function::ProbabilityToGetCard) => continue,
                Node::Function(function) => {
                    let mut arguments = [0; 3];
                    for (argument, _) in arguments.iter_mut().zip(function.signature().arguments) {
                        *argument = waiting.pop().unwrap_or_default();
                    }
                    let value = FIRST_WAITING + waiting.len() as u8;
                    // Cannot overflow: decoding bounds the functions of a tree.
                    _ = steps.push(Step { function, arguments, value });
                    value
                }
                _ => byte,
            };
            // Cannot overflow: decoding bounds the values that wait.
            _ = waiting.push(register);
        }
        let slots = (0..).map(|slot| Node::Constant(slot).byte()).zip(constants.values().iter().copied());
        CompiledTree {
            steps,
            root: waiting.pop().unwrap_or_default(),
            constants: slots.filter(|(byte, _)| tree.bytes().contains(byte)).collect(),
            terminals: tree.terminals(),
        }
    }

    /// The numbers of the terminals that the tree asks for.
    #[inline(always)]
    pub fn terminals(&self) -> impl Iterator<Item = usize> + use<> {
        let mut rest = self.terminals;
        core::iter::from_fn(move || {
            let terminal = rest.checked_ilog2()?;
            rest &= !(1 << terminal);
            Some(terminal as usize)
        })
    }
}

/// The registers that a compiled tree works on, `LANES` wide. They belong to the caller, who keeps them between trees.
///
/// Registers are aligned to cache lines: vectors of 64 bytes that cross two lines would be read and written twice.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub struct Lanes<const LANES: usize> {
    registers: [[f32; LANES]; N_REGISTERS],
}

impl<const LANES: usize> Default for Lanes<LANES> {
    fn default() -> Self {
        let mut registers = [[0.0; LANES]; N_REGISTERS];
        for integer in Node::LEAST_INTEGER..=Node::GREATEST_INTEGER {
            registers[usize::from(Node::Integer(integer).byte())] = [f32::from(integer); LANES];
        }
        Lanes { registers }
    }
}

impl<const LANES: usize> Lanes<LANES> {
    /// The register for a terminal's value in every lane, by the terminal's number, which is below 64.
    #[inline(always)]
    pub fn terminal(&mut self, number: usize) -> &mut [f32; LANES] {
        &mut self.registers[usize::from(FIRST_TERMINAL) + number % MAX_TERMINALS]
    }

    /// The compiled tree's value in every lane; its terminals' registers must be filled. Agrees with [`Tree::evaluate`]
    /// to the bit.
    #[inline(always)]
    pub fn evaluate(&mut self, tree: &CompiledTree) -> &[f32; LANES] {
        for &(register, constant) in &tree.constants {
            self.registers[usize::from(register)] = [constant; LANES];
        }
        for step in &tree.steps {
            self.take(step);
        }
        &self.registers[usize::from(tree.root)]
    }

    #[inline(always)]
    fn take(&mut self, step: &Step) {
        let [first, second, third] = step.arguments.map(|register| &self.registers[usize::from(register)]);
        // One loop a function: the choice is made once for all lanes.
        macro_rules! each {
            ($($name:ident),*) => {
                match step.function {
                    $(Function::$name => {
                        core::array::from_fn(|lane| Function::$name.of_two(first[lane], second[lane]))
                    })*
                    Function::If => core::array::from_fn(|lane| {
                        // By bits, because a choice between two loads becomes a load from a chosen address, lane by lane.
                        let taken = u32::from(first[lane] != 0.0).wrapping_neg();
                        f32::from_bits(second[lane].to_bits() & taken | third[lane].to_bits() & !taken)
                    }),
                    Function::ProbabilityToGetCard => *first,
                }
            };
        }
        self.registers[usize::from(step.value)] = each!(And, Or, EqualTo, GreaterThan, LessThan, Multiply, Plus);
    }
}
