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

use heapless::{String, Vec};
use serde::{Deserialize, Serialize};

use super::players::{BaselineKind, Evolved, Scoring};
use super::{FiveO, ID};
use crate::champion::{self, BufferTooSmall, MAX_NAME};
use crate::random::Seed;
pub use crate::tree::ChampionError;
use crate::tree::{Constants, Tree, Vocabulary};

/// The most bytes that a champion takes: less than one flash slot of 4 KB.
pub const MAX_BYTES: usize = 1024;

/// A Five-O player with its name and where it comes from.
#[derive(Clone, PartialEq, Debug)]
pub struct Champion {
    /// Its name.
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
    /// Its results on deals that were not used to choose it.
    pub record: Vec<BaselineResult, 8>,
}

/// Games against one baseline.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "(u8, u32, u32, u32)", into = "(u8, u32, u32, u32)")]
pub struct BaselineResult {
    /// The opponent.
    pub opponent: BaselineKind,
    /// Games won.
    pub wins: u32,
    /// Games tied.
    pub ties: u32,
    /// Games lost.
    pub losses: u32,
}

impl From<BaselineResult> for (u8, u32, u32, u32) {
    fn from(result: BaselineResult) -> Self {
        (result.opponent as u8, result.wins, result.ties, result.losses)
    }
}

impl TryFrom<(u8, u32, u32, u32)> for BaselineResult {
    type Error = &'static str;

    fn try_from((opponent, wins, ties, losses): (u8, u32, u32, u32)) -> Result<Self, Self::Error> {
        let opponent = *BaselineKind::ALL.get(usize::from(opponent)).ok_or("no such baseline")?;
        Ok(BaselineResult { opponent, wins, ties, losses })
    }
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

impl Champion {
    /// Writes the champion into a buffer and returns the part that was written.
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
            return Err(ChampionError::Vocabulary { found: payload.vocabulary, known: FiveO::VERSION });
        }
        let tree = Tree::decode(payload.tree).map_err(ChampionError::Tree)?;
        let constants = Constants::new(&payload.constants).ok_or(ChampionError::Constants)?;
        let name = String::try_from(payload.name).map_err(|_| ChampionError::Name)?;
        let player = Evolved { tree, constants, scoring: payload.scoring };
        Ok(Champion { name, player, provenance: payload.provenance })
    }
}
