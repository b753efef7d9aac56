//! An evolved evaluation with its name and where it comes from, as the payload of a champion. Knows the envelope; knows no
//! files or flash. Borrows its bytes: a board reads a champion where it lies.
//!
//! ```text
//! name          string        at most 32 bytes
//! scoring       u8            0 hundredths of a man, 1 sixteenths of them
//! vocabulary    u8            the version of the terminals
//! tree          bytes         its nodes in prefix order
//! constants     list of i32   those that the tree names; the others are 0
//! seed          u64           of the run
//! generation    u32
//! record        list          at most eight: opponent (its place among the engines): u8; won, drawn, lost: u32
//! ```

use heapless::Vec;
use serde::{Deserialize, Serialize};

use super::evaluation::{Evolved, Scoring};
use super::players::EngineKind;
use super::{Checkers, ID};
use crate::champion::{self, BufferTooSmall, MAX_NAME};
use crate::random::Seed;
pub use crate::tree::ChampionError;
use crate::tree::{Constants, IntegerConstants, MAX_INTEGER_HEIGHT, Tree, Vocabulary};

/// The most bytes that a champion takes: less than one flash slot of 4 KB.
pub const MAX_BYTES: usize = 1024;

/// A checked evaluation with its name and where it comes from.
#[derive(Clone, PartialEq, Debug)]
pub struct Champion<'b> {
    /// Its name.
    pub name: &'b str,
    /// How it evaluates positions.
    pub tree: EvalTree<'b>,
    /// Where it comes from.
    pub provenance: Provenance,
}

/// A tree with its constants, checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EvalTree<'b> {
    nodes: &'b [u8],
    constants: IntegerConstants,
    scoring: Scoring,
}

/// Where a champion comes from.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Provenance {
    /// The seed of the run.
    pub seed: Seed,
    /// The generation that it was found in.
    pub generation: u32,
    /// Its results from openings that were not used to choose it.
    pub record: Vec<EngineResult, 8>,
}

/// Games against one engine's evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "(u8, u32, u32, u32)", into = "(u8, u32, u32, u32)")]
pub struct EngineResult {
    /// The opponent.
    pub opponent: EngineKind,
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
}

impl From<EngineResult> for (u8, u32, u32, u32) {
    fn from(result: EngineResult) -> Self {
        (result.opponent as u8, result.wins, result.draws, result.losses)
    }
}

impl TryFrom<(u8, u32, u32, u32)> for EngineResult {
    type Error = &'static str;

    fn try_from((opponent, wins, draws, losses): (u8, u32, u32, u32)) -> Result<Self, Self::Error> {
        let opponent = *EngineKind::ALL.get(usize::from(opponent)).ok_or("no such engine")?;
        Ok(EngineResult { opponent, wins, draws, losses })
    }
}

/// The payload as it is serialised.
#[derive(Serialize, Deserialize)]
struct Payload<'b> {
    name: &'b str,
    scoring: Scoring,
    vocabulary: u8,
    tree: &'b [u8],
    constants: Vec<i32, { Constants::SLOTS }>,
    provenance: Provenance,
}

impl<'b> EvalTree<'b> {
    /// A tree's nodes with its constants, checked.
    pub fn new(nodes: &'b [u8], constants: IntegerConstants, scoring: Scoring) -> Result<EvalTree<'b>, ChampionError> {
        let height = Tree::<Checkers>::check(nodes).map_err(ChampionError::Tree)?;
        if height > MAX_INTEGER_HEIGHT {
            return Err(ChampionError::TooHigh);
        }
        Ok(EvalTree { nodes, constants, scoring })
    }

    /// The tree's nodes.
    pub const fn nodes(&self) -> &'b [u8] {
        self.nodes
    }

    /// Its constants.
    pub const fn constants(&self) -> &IntegerConstants {
        &self.constants
    }

    /// The unit of its value.
    pub const fn scoring(&self) -> Scoring {
        self.scoring
    }

    /// The same, ready to evaluate positions.
    pub fn evaluation(&self) -> Evolved<'b> {
        Evolved::new(self.nodes, self.constants, self.scoring)
    }
}

impl<'b> Champion<'b> {
    /// Writes the champion into a buffer and returns the part that was written.
    pub fn encode<'o>(&self, buffer: &'o mut [u8]) -> Result<&'o [u8], BufferTooSmall> {
        let EvalTree { nodes, constants, scoring } = self.tree;
        let payload = Payload {
            name: self.name,
            scoring,
            vocabulary: Checkers::VERSION,
            tree: nodes,
            constants: Vec::from_slice(constants.named()).unwrap_or_default(),
            provenance: self.provenance.clone(),
        };
        champion::encode(ID, &payload, buffer)
    }

    /// Reads a champion from outside and checks all of it.
    pub fn decode(bytes: &'b [u8]) -> Result<Champion<'b>, ChampionError> {
        let payload = champion::open_as(ID, bytes)?;
        let payload = match postcard::take_from_bytes::<Payload>(payload) {
            Ok((payload, [])) => payload,
            _ => return Err(ChampionError::Payload),
        };
        if payload.vocabulary != Checkers::VERSION {
            return Err(ChampionError::Vocabulary { found: payload.vocabulary, known: Checkers::VERSION });
        }
        let constants = IntegerConstants::new(&payload.constants).ok_or(ChampionError::Constants)?;
        let tree = EvalTree::new(payload.tree, constants, payload.scoring)?;
        if payload.name.len() > MAX_NAME {
            return Err(ChampionError::Name);
        }
        Ok(Champion { name: payload.name, tree, provenance: payload.provenance })
    }
}
