//! A tree as text: `If(HasFlush, Plus(3, NumForFlush), -2.5)`. The integers from -7 to 7 are nodes of their own; any
//! other number takes one of the sixteen constants. A printed tree parses to the same tree.

use core::fmt;

use heapless::Vec;

use super::{Constants, DecodeError, Function, MAX_NODES, Node, Tree, Vocabulary, arity};

/// A tree together with the constants that it names, ready to print.
#[derive(Clone, Copy)]
pub struct Program<'a, V> {
    tree: &'a Tree<V>,
    constants: &'a Constants,
}

impl<'a, V: Vocabulary> Program<'a, V> {
    /// A tree and its constants.
    pub fn new(tree: &'a Tree<V>, constants: &'a Constants) -> Self {
        Program { tree, constants }
    }

    /// The text of one node.
    pub fn label(&self, byte: u8) -> impl fmt::Display + use<'a, V> {
        let constants = self.constants;
        fmt::from_fn(move |formatter: &mut fmt::Formatter<'_>| match Node::of(byte) {
            Node::Function(function) => formatter.write_str(function.name()),
            Node::Integer(integer) => write!(formatter, "{integer}"),
            Node::Constant(slot) => write!(formatter, "{:?}", constants.get(slot)),
            Node::Terminal(terminal) => {
                formatter.write_str(V::ENTRIES.get(usize::from(terminal)).map_or("?", |entry| entry.name))
            }
        })
    }
}

impl<V: Vocabulary> fmt::Display for Program<'_, V> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        // How many arguments each open function still awaits.
        let mut awaited: Vec<u8, { super::MAX_HEIGHT + 1 }> = Vec::new();
        for &byte in self.tree.bytes() {
            write!(formatter, "{}", self.label(byte))?;
            let n_arguments = arity(byte) as u8;
            if n_arguments > 0 {
                formatter.write_str("(")?;
                let _ = awaited.push(n_arguments);
                continue;
            }
            while let Some(n_awaited) = awaited.last_mut() {
                *n_awaited -= 1;
                if *n_awaited > 0 {
                    formatter.write_str(", ")?;
                    break;
                }
                formatter.write_str(")")?;
                awaited.pop();
            }
        }
        Ok(())
    }
}

/// Reads a tree and its constants from text.
pub fn parse<V: Vocabulary>(text: &str) -> Result<(Tree<V>, Constants), ParseError> {
    let mut nodes: Vec<u8, MAX_NODES> = Vec::new();
    let mut values: Vec<f32, { Constants::SLOTS }> = Vec::new();
    let mut awaited: Vec<u8, { super::MAX_HEIGHT + 1 }> = Vec::new();
    let mut reader = Reader { text, at: 0 };
    loop {
        let at = reader.skip_space();
        let word = reader.word().ok_or(ParseError::Expected { at, what: "a function, a terminal or a number" })?;
        let node = node::<V>(word, &mut values).ok_or(ParseError::UnknownWord { at })??;
        nodes.push(node.byte()).map_err(|_| ParseError::TooLong)?;
        let n_arguments = arity(node.byte()) as u8;
        if n_arguments > 0 {
            reader.mark('(')?;
            awaited.push(n_arguments).map_err(|_| ParseError::Tree(DecodeError::TooDeep { at: nodes.len() - 1 }))?;
            continue;
        }
        loop {
            let Some(n_awaited) = awaited.last_mut() else {
                let at = reader.skip_space();
                if at < text.len() {
                    return Err(ParseError::Expected { at, what: "the end" });
                }
                let constants = Constants::new(&values).ok_or(ParseError::NumberTooLarge)?;
                return Ok((Tree::decode(&nodes).map_err(ParseError::Tree)?, constants));
            };
            *n_awaited -= 1;
            if *n_awaited > 0 {
                reader.mark(',')?;
                break;
            }
            reader.mark(')')?;
            awaited.pop();
        }
    }
}

/// The node that a word names; `None` if it names none. A new constant is added to `values`.
fn node<V: Vocabulary>(word: &str, values: &mut Vec<f32, { Constants::SLOTS }>) -> Option<Result<Node, ParseError>> {
    if let Some(function) = Function::ALL.into_iter().find(|function| function.name() == word) {
        return Some(Ok(Node::Function(function)));
    }
    if let Some(terminal) = V::ENTRIES.iter().position(|entry| entry.name == word) {
        return Some(Ok(Node::Terminal(terminal as u8)));
    }
    let is_node = |integer: &i8| (Node::LEAST_INTEGER..=Node::GREATEST_INTEGER).contains(integer);
    if let Some(integer) = word.parse().ok().filter(is_node) {
        return Some(Ok(Node::Integer(integer)));
    }
    // The standard library reads "inf" and "nan" as well.
    let value: f32 = word.parse().ok().filter(|_| word.bytes().any(|byte| byte.is_ascii_digit()))?;
    if let Some(slot) = values.iter().position(|&known| known.to_bits() == value.to_bits()) {
        return Some(Ok(Node::Constant(slot as u8)));
    }
    Some(match values.push(value) {
        Ok(()) => Ok(Node::Constant(values.len() as u8 - 1)),
        Err(_) => Err(ParseError::TooManyConstants),
    })
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or("")
    }

    fn skip_space(&mut self) -> usize {
        self.at += self.rest().len() - self.rest().trim_ascii_start().len();
        self.at
    }

    fn word(&mut self) -> Option<&'a str> {
        let rest = self.rest();
        let is_part = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '+' | '.' | '_');
        let len = rest.find(|letter| !is_part(letter)).unwrap_or(rest.len());
        self.at += len;
        rest.get(..len).filter(|word| !word.is_empty())
    }

    fn mark(&mut self, mark: char) -> Result<(), ParseError> {
        let at = self.skip_space();
        if !self.rest().starts_with(mark) {
            let what = match mark {
                '(' => "an opening bracket",
                ',' => "a comma and another argument",
                _ => "a closing bracket",
            };
            return Err(ParseError::Expected { at, what });
        }
        self.at += 1;
        Ok(())
    }
}

/// Why text is not a tree. Places are counted in bytes from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ParseError {
    /// Something else was found where this is needed.
    Expected {
        /// The place.
        at: usize,
        /// What is needed.
        what: &'static str,
    },
    /// A word that is not a function, a terminal or a number.
    UnknownWord {
        /// The place.
        at: usize,
    },
    /// More nodes than a tree may have.
    TooLong,
    /// More numbers outside -7..=7 than there are constants.
    TooManyConstants,
    /// A number beyond the limit.
    NumberTooLarge,
    /// The words do not make a well-typed tree.
    Tree(DecodeError),
}

impl fmt::Display for ParseError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseError::Expected { at, what } => write!(formatter, "expected {what} at character {}", at + 1),
            ParseError::UnknownWord { at } => {
                write!(formatter, "the word at character {} is not a function, a terminal or a number", at + 1)
            }
            ParseError::TooLong => write!(formatter, "a tree may have at most {MAX_NODES} nodes"),
            ParseError::TooManyConstants => {
                write!(
                    formatter,
                    "a tree may have at most {} numbers other than the integers -7 to 7",
                    Constants::SLOTS
                )
            }
            ParseError::NumberTooLarge => {
                write!(formatter, "numbers must be between -{0} and {0}", Constants::LIMIT as u32)
            }
            ParseError::Tree(error) => error.fmt(formatter),
        }
    }
}

impl core::error::Error for ParseError {}
