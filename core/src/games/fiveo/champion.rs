//! A Five-O player with its name and where it comes from, as the payload of a champion. Knows the envelope; knows no files
//! or flash.
//!
//! ```text
//! name          string        at most 32 bytes
//! scoring       u8            0 column, 1 board
//! vocabulary    u8            the version of the terminals
//! tree          bytes         its nodes in prefix order
//! constants     list of f32   those that the tree names; the others are 0
//! seed          u64           of the run
//! generation    u32
//! record        list          at most eight: opponent (its place among the baselines): u8; won, tied, lost: u32
//! ```

use core::fmt;

use heapless::{String, Vec};
use serde::{Deserialize, Serialize};

use super::players::{BaselineKind, Evolved, Scoring};
use super::{FiveO, ID};
use crate::champion::{self, BufferTooSmall, EnvelopeError, MAX_NAME};
use crate::link::Refusal;
use crate::random::Seed;
use crate::tree::{self, Constants, Tree, Vocabulary};

/// The most bytes that a champion takes: less than one flash slot of 4 KB.
pub const MAX_BYTES: usize = 1024;

/// A Five-O player with its name and where it comes from.
#[derive(Clone, PartialEq, Debug)]
pub struct Champion {
    /// What people call it.
    pub name: String<MAX_NAME>,
    /// How it plays.
    pub player: Evolved,
    /// Where it comes from.
    pub provenance: Provenance,
}

/// Where a champion comes from.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Provenance {
    /// The seed of the run.
    pub seed: Seed,
    /// The generation that it was found in.
    pub generation: u32,
    /// What it won, measured on deals that it was not chosen by.
    pub record: Vec<BaselineResult, 8>,
}

/// Games against one baseline.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BaselineResult {
    /// Against whom.
    pub opponent: BaselineKind,
    /// Games won.
    pub wins: u32,
    /// Games tied.
    pub ties: u32,
    /// Games lost.
    pub losses: u32,
}

/// The payload as it is serialised.
#[derive(Serialize, Deserialize)]
struct Payload<'a> {
    name: &'a str,
    scoring: Scoring,
    vocabulary: u8,
    tree: &'a [u8],
    constants: Vec<f32, { Constants::SLOTS }>,
    provenance: Provenance,
}

/// A record as it is serialised: the opponent by its place in [`BaselineKind::ALL`].
#[derive(Serialize, Deserialize)]
struct RawResult {
    opponent: u8,
    wins: u32,
    ties: u32,
    losses: u32,
}

impl Serialize for BaselineResult {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let BaselineResult { opponent, wins, ties, losses } = *self;
        RawResult { opponent: opponent as u8, wins, ties, losses }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for BaselineResult {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let RawResult { opponent, wins, ties, losses } = RawResult::deserialize(deserializer)?;
        let known = BaselineKind::ALL.get(usize::from(opponent));
        let opponent = *known.ok_or_else(|| serde::de::Error::custom("no such baseline"))?;
        Ok(BaselineResult { opponent, wins, ties, losses })
    }
}

impl Champion {
    /// Writes the champion into a buffer and gives the part that was written.
    #[inline]
    pub fn encode<'b>(&self, buffer: &'b mut [u8]) -> Result<&'b [u8], BufferTooSmall> {
        let Evolved { tree, constants, scoring } = &self.player;
        let n_constants = constants.values().iter().rposition(|&value| value != 0.0).map_or(0, |last| last + 1);
        let named = constants.values().get(..n_constants).unwrap_or_default();
        let payload = Payload {
            name: &self.name,
            scoring: *scoring,
            vocabulary: FiveO::VERSION,
            tree: tree.bytes(),
            constants: Vec::from_slice(named).unwrap_or_default(),
            provenance: self.provenance.clone(),
        };
        champion::encode(ID, &payload, buffer)
    }

    /// Reads a champion from outside and checks all of it.
    #[inline]
    pub fn decode(bytes: &[u8]) -> Result<Champion, ChampionError> {
        let payload = champion::open_as(ID, bytes)?;
        let payload = match postcard::take_from_bytes::<Payload>(payload) {
            Ok((payload, [])) => payload,
            _ => return Err(ChampionError::Payload),
        };
        if payload.vocabulary != FiveO::VERSION {
            return Err(ChampionError::Vocabulary(payload.vocabulary));
        }
        let tree = Tree::decode(payload.tree).map_err(ChampionError::Tree)?;
        let constants = Constants::new(&payload.constants).ok_or(ChampionError::Constants)?;
        let name = String::try_from(payload.name).map_err(|_| ChampionError::Name)?;
        let player = Evolved { tree, constants, scoring: payload.scoring };
        Ok(Champion { name, player, provenance: payload.provenance })
    }
}

/// Why bytes are not a champion of Five-O.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChampionError {
    /// They are not a champion, or one of another game.
    Envelope(EnvelopeError),
    /// The payload is not well formed.
    Payload,
    /// A vocabulary of another version.
    Vocabulary(u8),
    /// A constant is beyond the limit.
    Constants,
    /// The name is too long.
    Name,
    /// The tree is malformed.
    Tree(tree::DecodeError),
}

impl fmt::Display for ChampionError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ChampionError::Envelope(EnvelopeError::Game(game)) => {
                write!(formatter, "a champion of {game}, not a player of Five-O")
            }
            ChampionError::Envelope(error) => error.fmt(formatter),
            ChampionError::Payload => formatter.write_str("the champion's payload is not well formed"),
            ChampionError::Vocabulary(version) => write!(
                formatter,
                "the champion was made for vocabulary version {version}; this program has version {}",
                FiveO::VERSION
            ),
            ChampionError::Constants => write!(formatter, "a constant is not within {} of 0", Constants::LIMIT as u32),
            ChampionError::Name => formatter.write_str("the champion's name has more than 32 bytes"),
            ChampionError::Tree(error) => write!(formatter, "the champion's tree is malformed: {error}"),
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
            ChampionError::Vocabulary(_) => 1,
            ChampionError::Constants => 2,
            ChampionError::Name => 3,
            ChampionError::Tree(error) => 4 + error.number(),
        })
    }
}
