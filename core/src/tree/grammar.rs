//! The one grammar table: every node's argument kinds and result kind. Growing, crossing, mutating, decoding, printing
//! and parsing all read it.
//!
//! ```text
//! byte 0..9     functions
//!      9..24    the whole numbers -7..=7
//!      24..40   the champion's constants, by slot
//!      40..     the vocabulary's terminals
//! ```

use core::fmt;

use serde::{Deserialize, Serialize};

use super::Constants;

/// A node's type, in the sense of strongly typed genetic programming.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Kind {
    /// An f32.
    Number,
    /// Yes or no, kept as 1 or 0.
    Flag,
    /// A set of cards, kept as the chance that one of them comes next.
    Cards,
}

impl fmt::Display for Kind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Kind::Number => "Number",
            Kind::Flag => "Flag",
            Kind::Cards => "set of Cards",
        })
    }
}

/// A node's argument and result types.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Signature {
    /// The kinds of its arguments, in order.
    pub arguments: &'static [Kind],
    /// The kind of its value.
    pub result: Kind,
}

/// The functions, which every vocabulary shares.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Function {
    /// Both flags.
    And,
    /// Either flag.
    Or,
    /// Equal numbers.
    EqualTo,
    /// The first number is greater.
    GreaterThan,
    /// The first number is less.
    LessThan,
    /// The second argument if the first is true, else the third.
    If,
    /// The product, within the limit.
    Multiply,
    /// The sum, within the limit.
    Plus,
    /// The chance that one of the cards is drawn next.
    ProbabilityToGetCard,
}

impl Function {
    /// All nine; the index is the function's byte.
    pub const ALL: [Function; 9] = [
        Function::And,
        Function::Or,
        Function::EqualTo,
        Function::GreaterThan,
        Function::LessThan,
        Function::If,
        Function::Multiply,
        Function::Plus,
        Function::ProbabilityToGetCard,
    ];

    /// The function with this byte: as [`Function::ALL`], without reading a table.
    #[inline(always)]
    const fn of(byte: u8) -> Option<Function> {
        Some(match byte {
            0 => Function::And,
            1 => Function::Or,
            2 => Function::EqualTo,
            3 => Function::GreaterThan,
            4 => Function::LessThan,
            5 => Function::If,
            6 => Function::Multiply,
            7 => Function::Plus,
            8 => Function::ProbabilityToGetCard,
            _ => return None,
        })
    }

    /// Its meaning, in a line.
    pub const fn meaning(self) -> &'static str {
        match self {
            Function::And => "whether both flags are set",
            Function::Or => "whether at least one of the flags is set",
            Function::EqualTo => "whether the numbers are equal",
            Function::GreaterThan => "whether the first number is greater than the second",
            Function::LessThan => "whether the first number is less than the second",
            Function::If => "the second argument if the flag is set, else the third",
            Function::Multiply => "the product, kept within a million",
            Function::Plus => "the sum, kept within a million",
            Function::ProbabilityToGetCard => "the chance that the next card drawn is one of these",
        }
    }

    /// The name in a tree's text.
    pub const fn name(self) -> &'static str {
        match self {
            Function::And => "And",
            Function::Or => "Or",
            Function::EqualTo => "EqualTo",
            Function::GreaterThan => "GreaterThan",
            Function::LessThan => "LessThan",
            Function::If => "If",
            Function::Multiply => "Multiply",
            Function::Plus => "Plus",
            Function::ProbabilityToGetCard => "ProbabilityToGetCard",
        }
    }

    /// The function's signature: the grammar.
    pub const fn signature(self) -> Signature {
        use Kind::{Cards, Flag, Number};
        let (arguments, result): (&'static [Kind], Kind) = match self {
            Function::And | Function::Or => (&[Flag, Flag], Flag),
            Function::EqualTo | Function::GreaterThan | Function::LessThan => (&[Number, Number], Flag),
            Function::If => (&[Flag, Number, Number], Number),
            Function::Multiply | Function::Plus => (&[Number, Number], Number),
            Function::ProbabilityToGetCard => (&[Cards], Number),
        };
        Signature { arguments, result }
    }
}

/// One terminal of a vocabulary.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The name in a tree's text: a letter, then letters and digits.
    pub name: &'static str,
    /// The kind of its value.
    pub kind: Kind,
}

/// The most terminals that a vocabulary can have, so that a word can say which of them a tree uses.
pub const MAX_TERMINALS: usize = u64::BITS as usize;

/// A game's own terminals, at most [`MAX_TERMINALS`].
pub trait Vocabulary: 'static {
    /// Changes when a terminal changes its number or its meaning.
    const VERSION: u8;
    /// The terminals; the index is the terminal's number.
    const ENTRIES: &'static [Entry];
    /// What each terminal means, in a line, in the same order. Separate from the entries, so that a board need not hold them.
    const MEANINGS: &'static [&'static str] = &[];
}

/// A byte of a tree, decoded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Node {
    /// A function.
    Function(Function),
    /// One of the numbers -7..=7.
    Integer(i8),
    /// One of the constants, by its index.
    Constant(u8),
    /// A terminal of the vocabulary (which may have none of this number: [`signature`] tells).
    Terminal(u8),
}

const FIRST_INTEGER: u8 = Function::ALL.len() as u8;
const FIRST_SLOT: u8 = FIRST_INTEGER + 15;
pub(super) const FIRST_TERMINAL: u8 = FIRST_SLOT + Constants::SLOTS as u8;

impl Node {
    /// The least of the whole numbers that have a node of their own.
    pub const LEAST_INTEGER: i8 = -7;
    /// The greatest of them.
    pub const GREATEST_INTEGER: i8 = 7;

    /// Reads a byte.
    #[inline(always)]
    pub fn of(byte: u8) -> Node {
        if let Some(function) = Function::of(byte) {
            Node::Function(function)
        } else if byte < FIRST_SLOT {
            Node::Integer((byte - FIRST_INTEGER) as i8 + Node::LEAST_INTEGER)
        } else if byte < FIRST_TERMINAL {
            Node::Constant(byte - FIRST_SLOT)
        } else {
            Node::Terminal(byte - FIRST_TERMINAL)
        }
    }

    /// The node's byte. Integers, slots and terminals are clamped to their ranges.
    pub const fn byte(self) -> u8 {
        match self {
            Node::Function(function) => function as u8,
            Node::Integer(value) => FIRST_INTEGER + (value.wrapping_sub(Node::LEAST_INTEGER) as u8) % 15,
            Node::Constant(slot) => FIRST_SLOT + slot % Constants::SLOTS as u8,
            Node::Terminal(terminal) => FIRST_TERMINAL.saturating_add(terminal),
        }
    }
}

/// The signature of a byte in a vocabulary; `None` if it is not a node.
#[inline(always)]
pub fn signature<V: Vocabulary>(byte: u8) -> Option<Signature> {
    match Node::of(byte) {
        Node::Function(function) => Some(function.signature()),
        Node::Integer(_) | Node::Constant(_) => Some(Signature { arguments: &[], result: Kind::Number }),
        Node::Terminal(terminal) => {
            V::ENTRIES.get(usize::from(terminal)).map(|entry| Signature { arguments: &[], result: entry.kind })
        }
    }
}

/// How many arguments a byte needs: only functions need any.
#[inline(always)]
pub fn arity(byte: u8) -> usize {
    const ARITIES: [u8; Function::ALL.len()] = {
        let mut arities = [0; Function::ALL.len()];
        let mut index = 0;
        while index < arities.len() {
            arities[index] = Function::ALL[index].signature().arguments.len() as u8;
            index += 1;
        }
        arities
    };
    ARITIES.get(usize::from(byte)).map_or(0, |&arity| usize::from(arity))
}

/// The arithmetic that every evaluator shares.
impl Function {
    /// The value of a function of two numbers, flags being 1 or 0; sums and products within the limit.
    #[inline(always)]
    pub(super) fn of_two(self, left: f32, right: f32) -> f32 {
        let value = self.of_two_unbounded(left, right);
        match self {
            Function::Multiply | Function::Plus => value.clamp(-Constants::LIMIT, Constants::LIMIT),
            _ => value,
        }
    }

    /// The value of a function of two numbers, not clamped to the limit.
    #[inline(always)]
    pub(super) fn of_two_unbounded(self, left: f32, right: f32) -> f32 {
        let flag = |yes: bool| if yes { 1.0 } else { 0.0 };
        match self {
            Function::And => left * right,
            Function::Or => left.max(right),
            Function::EqualTo => flag(left == right),
            Function::GreaterThan => flag(left > right),
            Function::LessThan => flag(left < right),
            Function::Multiply => left * right,
            Function::Plus => left + right,
            // Not functions of two; they have evaluators of their own.
            Function::If | Function::ProbabilityToGetCard => left,
        }
    }
}
