//! A whole strategy as a decision tree in bytes, read where it lies: in a file's bytes or in flash, without a copy.
//!
//! The payload of a champion of game 3, in postcard: the name, the size (pegs, colours), and the tree's bytes. The tree
//! has its nodes in prefix order, each of one or two 16-bit words, little-endian:
//!
//! ```text
//! bit 15      other answers than all black are provided for, and a second word follows
//! bits 14-0   the guess: its place in the list of all codes of the size
//!
//! bit n       the second word: after answer n there is a child; the children follow in this order
//! ```
//!
//! Answers are numbered by blacks, then by whites: for four pegs 0 to 4 have no black, 5 to 8 have one, and so on. Every
//! answer of at most four pegs has a bit, so that strategies have at most four pegs.

use core::fmt;

use serde::{Deserialize, Serialize};

use super::{Code, CodeSize, Feedback, History, ID, MAX_GUESSES};
use crate::champion::{self, BufferTooSmall, EnvelopeError, MAX_NAME};
use crate::link::Refusal;

/// The most pegs that a strategy is for.
pub const MAX_PEGS: u8 = 4;
/// The most bytes that a strategy takes as a champion: with room to spare in one flash slot of 8 KB.
pub const MAX_BYTES: usize = 8000;

const HAS_CHILDREN: u16 = 1 << 15;

/// A checked strategy, which borrows its bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Strategy<'b> {
    name: &'b str,
    size: CodeSize,
    nodes: Nodes<'b>,
}

/// The payload as it is serialised.
#[derive(Serialize, Deserialize)]
struct Payload<'b> {
    name: &'b str,
    size: CodeSize,
    nodes: &'b [u8],
}

impl<'b> Strategy<'b> {
    /// A strategy from its parts, checked.
    pub fn new(name: &'b str, size: CodeSize, nodes: &'b [u8]) -> Result<Strategy<'b>, StrategyError> {
        if size.pegs() > MAX_PEGS {
            return Err(StrategyError::TooLarge(size));
        }
        if name.len() > MAX_NAME {
            return Err(StrategyError::Name);
        }
        let nodes = Nodes(nodes);
        nodes.check(size)?;
        Ok(Strategy { name, size, nodes })
    }

    /// Reads a champion's bytes from outside and checks all of it, once.
    pub fn decode(bytes: &'b [u8]) -> Result<Strategy<'b>, StrategyError> {
        let payload = champion::open_as(ID, bytes)?;
        match postcard::take_from_bytes::<Payload>(payload) {
            Ok((Payload { name, size, nodes }, [])) => Strategy::new(name, size, nodes),
            _ => Err(StrategyError::Payload),
        }
    }

    /// Writes the strategy as a champion into a buffer and returns the part that was written.
    pub fn encode<'o>(&self, buffer: &'o mut [u8]) -> Result<&'o [u8], BufferTooSmall> {
        let payload = Payload { name: self.name, size: self.size, nodes: self.nodes.0 };
        champion::encode(ID, &payload, buffer)
    }

    /// The same strategy under another name.
    pub fn renamed<'n>(&'n self, name: &'n str) -> Result<Strategy<'n>, StrategyError> {
        Strategy::new(name, self.size, self.nodes.0)
    }

    /// What people call it.
    pub const fn name(&self) -> &'b str {
        self.name
    }

    /// The size that it is for.
    pub const fn size(&self) -> CodeSize {
        self.size
    }

    /// The tree's bytes.
    pub const fn nodes(&self) -> &'b [u8] {
        self.nodes.0
    }

    /// The next guess; `None` outside the strategy's tree, as after guesses that are not its own.
    pub fn guess(&self, history: &History) -> Option<Code> {
        if history.size() != self.size {
            return None;
        }
        let mut place = 0;
        for entry in history.entries() {
            let node = self.nodes.at(place)?;
            let number = number_of(entry.feedback, self.size);
            let is_own = node.guess(self.size) == entry.guess;
            if !is_own || node.children >> number & 1 == 0 {
                return None;
            }
            let n_before = (node.children & ((1 << number) - 1)).count_ones();
            place = self.nodes.skip(node.end, n_before)?;
        }
        Some(self.nodes.at(place)?.guess(self.size))
    }

    /// How many guesses it takes to find a secret, if it finds it.
    pub fn n_guesses(&self, secret: Code) -> Option<usize> {
        let mut history = History::new(self.size);
        while !history.is_cracked() {
            let guess = self.guess(&history)?;
            history.push(guess, Feedback::between(guess, secret)).ok()?;
        }
        Some(history.len())
    }
}

/// An answer's number, from 0 to 14.
pub fn number_of(feedback: Feedback, size: CodeSize) -> u32 {
    let (blacks, pegs) = (u32::from(feedback.blacks()), u32::from(size.pegs()));
    // One black less leaves one more white: rows of pegs + 1, pegs, pegs - 1, ... answers.
    blacks * (2 * pegs + 3 - blacks.min(2 * pegs)) / 2 + u32::from(feedback.whites())
}

/// The words of a node: its guess, and which answers lead on.
pub fn words_of(guess: Code, size: CodeSize, children: u16) -> impl Iterator<Item = u16> {
    let place = guess.place(size) as u16;
    let first = if children == 0 { place } else { place | HAS_CHILDREN };
    core::iter::once(first).chain((children != 0).then_some(children))
}

/// The tree's bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Nodes<'b>(&'b [u8]);

/// A node that was read.
#[derive(Clone, Copy)]
struct Node {
    place: u16,
    /// By answer; 0 if there are none.
    children: u16,
    /// Where the next node begins, in words.
    end: usize,
}

impl Node {
    fn guess(self, size: CodeSize) -> Code {
        Code::at(u32::from(self.place), size)
    }
}

impl Nodes<'_> {
    fn word(self, place: usize) -> Option<u16> {
        let bytes = self.0.get(place.checked_mul(2)?..)?.first_chunk()?;
        Some(u16::from_le_bytes(*bytes))
    }

    fn at(self, place: usize) -> Option<Node> {
        let first = self.word(place)?;
        let has_children = first & HAS_CHILDREN != 0;
        let children = if has_children { self.word(place + 1)? } else { 0 };
        Some(Node { place: first & !HAS_CHILDREN, children, end: place + 1 + usize::from(has_children) })
    }

    /// Where the node behind this many whole subtrees begins. Every node read brings the end of the bytes nearer.
    fn skip(self, mut place: usize, n_subtrees: u32) -> Option<usize> {
        let mut n_open = n_subtrees;
        while n_open > 0 {
            let node = self.at(place)?;
            n_open = n_open - 1 + node.children.count_ones();
            place = node.end;
        }
        Some(place)
    }

    /// Checks that the bytes are one whole tree that is no higher than a game is long.
    fn check(self, size: CodeSize) -> Result<(), StrategyError> {
        let lawful = answers(size);
        // By how far above the node: the children that are still to come.
        let mut awaited = heapless::Vec::<u32, MAX_GUESSES>::new();
        let mut place = 0;
        loop {
            let node = self.at(place).ok_or(StrategyError::CutOff)?;
            let has_mask = node.end - place == 2;
            if u32::from(node.place) >= size.n_codes() {
                return Err(StrategyError::Guess);
            }
            if node.children & !lawful != 0 || has_mask && node.children == 0 {
                return Err(StrategyError::Answers);
            }
            place = node.end;
            awaited.push(node.children.count_ones()).map_err(|_| StrategyError::TooHigh)?;
            // Up to the next node that still awaits a child; there the next node belongs.
            while let Some(0) = awaited.last() {
                awaited.pop();
            }
            match awaited.last_mut() {
                Some(n_children) => *n_children -= 1,
                None => break,
            }
        }
        if place.checked_mul(2) == Some(self.0.len()) { Ok(()) } else { Err(StrategyError::Surplus) }
    }
}

/// The answers that a node may have children for: all but all black and the impossible one beside it.
fn answers(size: CodeSize) -> u16 {
    let n_before = number_of(Feedback::all_black(size), size);
    (1 << n_before.saturating_sub(1)) - 1
}

/// Why bytes are not a strategy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StrategyError {
    /// They are not a champion, or not one of Mastermind.
    Envelope(EnvelopeError),
    /// The payload is not well formed.
    Payload,
    /// A size with more than four pegs.
    TooLarge(CodeSize),
    /// The name is too long.
    Name,
    /// The tree ends in the middle.
    CutOff,
    /// More bytes follow the tree.
    Surplus,
    /// The tree has more guesses in a row than a game.
    TooHigh,
    /// A guess is not a code of the size.
    Guess,
    /// A node has children for answers that do not lead on, or for none.
    Answers,
}

impl fmt::Display for StrategyError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StrategyError::Envelope(EnvelopeError::Game(game)) => {
                write!(formatter, "a champion for {game}, not for Mastermind")
            }
            StrategyError::Envelope(error) => error.fmt(formatter),
            StrategyError::Payload => formatter.write_str("the strategy's payload is not well formed"),
            StrategyError::TooLarge(size) => {
                write!(formatter, "a strategy for {size}, but strategies are limited to 4 pegs")
            }
            StrategyError::Name => formatter.write_str("the strategy's name has more than 32 bytes"),
            StrategyError::CutOff => formatter.write_str("the strategy's tree is cut off"),
            StrategyError::Surplus => formatter.write_str("more bytes follow the strategy's tree"),
            StrategyError::TooHigh => write!(formatter, "the strategy has more than {MAX_GUESSES} guesses in a row"),
            StrategyError::Guess => {
                formatter.write_str("the strategy contains a guess that is not a valid code for its size")
            }
            StrategyError::Answers => formatter.write_str("the strategy provides for impossible answers"),
        }
    }
}

impl core::error::Error for StrategyError {}

impl From<EnvelopeError> for StrategyError {
    fn from(error: EnvelopeError) -> StrategyError {
        StrategyError::Envelope(error)
    }
}

/// How a board says it.
impl From<StrategyError> for Refusal {
    fn from(error: StrategyError) -> Refusal {
        Refusal::Payload(match error {
            StrategyError::Envelope(error) => return Refusal::Champion(error),
            StrategyError::Payload => 0,
            StrategyError::TooLarge(_) => 1,
            StrategyError::Name => 2,
            StrategyError::CutOff => 3,
            StrategyError::Surplus => 4,
            StrategyError::TooHigh => 5,
            StrategyError::Guess => 6,
            StrategyError::Answers => 7,
        })
    }
}
