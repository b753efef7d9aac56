//! The reasons to refuse a champion, for all games with Eval-Trees. Knows envelopes and trees; knows no game.

use core::fmt;

use super::{DecodeError, INTEGER_LIMIT, MAX_INTEGER_HEIGHT};
use crate::champion::{EnvelopeError, MAX_NAME};
use crate::link::Refusal;

/// Why bytes are not a champion of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChampionError {
    /// They are not a champion, or one of another game.
    Envelope(EnvelopeError),
    /// The payload is not well formed.
    Payload,
    /// The tree was made for another version of the game's vocabulary.
    Vocabulary {
        /// The champion's version.
        found: u8,
        /// The version that is read here.
        known: u8,
    },
    /// A constant is beyond the limit.
    Constants,
    /// The name is too long.
    Name,
    /// The tree is malformed.
    Tree(DecodeError),
    /// The tree is too high for the integer evaluator.
    TooHigh,
}

impl fmt::Display for ChampionError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ChampionError::Envelope(error) => error.fmt(formatter),
            ChampionError::Payload => formatter.write_str("the champion's payload is malformed"),
            ChampionError::Vocabulary { found, known } => write!(
                formatter,
                "the champion was made for vocabulary version {found}; this program has version {known}"
            ),
            ChampionError::Constants => write!(formatter, "a constant is not within {INTEGER_LIMIT} of 0"),
            ChampionError::Name => write!(formatter, "the champion's name has more than {MAX_NAME} bytes"),
            ChampionError::Tree(error) => write!(formatter, "the champion's tree is malformed: {error}"),
            ChampionError::TooHigh => write!(formatter, "the champion's tree is higher than {MAX_INTEGER_HEIGHT}"),
        }
    }
}

impl core::error::Error for ChampionError {}

impl From<EnvelopeError> for ChampionError {
    fn from(error: EnvelopeError) -> ChampionError {
        ChampionError::Envelope(error)
    }
}

/// How a board says it.
impl From<ChampionError> for Refusal {
    fn from(error: ChampionError) -> Refusal {
        Refusal::Payload(match error {
            ChampionError::Envelope(error) => return Refusal::Champion(error),
            ChampionError::Payload => 0,
            ChampionError::Vocabulary { .. } => 1,
            ChampionError::Constants => 2,
            ChampionError::Name => 3,
            ChampionError::Tree(error) => 4 + error.number(),
            ChampionError::TooHigh => 10,
        })
    }
}
