//! A player as bytes: an envelope that says what is inside and whether it is whole. Both ends of every file, flash slot
//! and cable use this module.
//!
//! ```text
//! offset  size  what
//! 0       4     "PIPS"
//! 4       1     version of the envelope: 1
//! 5       1     game: 1 Five-O, 3 Mastermind (2 is kept for checkers)
//! 6       2     length of the payload, little-endian
//! 8       n     payload, postcard
//! 8 + n   4     CRC-32 (ISO-HDLC) of all bytes before it, little-endian
//! ```

use core::fmt;

use crc::{CRC_32_ISO_HDLC, Crc};
use heapless::{String, Vec};
use serde::{Deserialize, Serialize};

use crate::chance::Seed;
use crate::games::fiveo::FiveO;
use crate::games::fiveo::players::{Evolved, Scoring, Strategy};
use crate::tree::{self, Constants, Tree, Vocabulary};

/// The most bytes that a champion of Five-O takes: less than one flash slot of 4 KB.
pub const MAX_BYTES: usize = 1024;

const MAX_NAME: usize = 32;
const MAGIC: [u8; 4] = *b"PIPS";
const VERSION: u8 = 1;
const HEADER: usize = 8;
const FOOTER: usize = 4;
const CHECKSUM: Crc<u32> = Crc::<u32>::new(&CRC_32_ISO_HDLC);

/// A game that champions play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub enum GameId {
    /// Five-O Poker.
    FiveO = 1,
    /// Mastermind: the payload is a [`Strategy`](crate::games::mastermind::Strategy).
    Mastermind = 3,
}

impl TryFrom<u8> for GameId {
    type Error = ChampionError;

    fn try_from(number: u8) -> Result<GameId, ChampionError> {
        let mut games = [GameId::FiveO, GameId::Mastermind].into_iter();
        games.find(|&game| game as u8 == number).ok_or(ChampionError::Game(number))
    }
}

impl From<GameId> for u8 {
    fn from(game: GameId) -> u8 {
        game as u8
    }
}

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
    pub record: Vec<Record, 8>,
}

/// Games against one baseline.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Record {
    /// Against whom.
    pub opponent: Strategy,
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

/// A record as it is serialised: the opponent by its place in [`Strategy::ALL`].
#[derive(Serialize, Deserialize)]
struct RawRecord {
    opponent: u8,
    wins: u32,
    ties: u32,
    losses: u32,
}

impl Serialize for Record {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Record { opponent, wins, ties, losses } = *self;
        RawRecord { opponent: opponent as u8, wins, ties, losses }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Record {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let RawRecord { opponent, wins, ties, losses } = RawRecord::deserialize(deserializer)?;
        let known = Strategy::ALL.get(usize::from(opponent));
        let opponent = *known.ok_or_else(|| serde::de::Error::custom("no such baseline"))?;
        Ok(Record { opponent, wins, ties, losses })
    }
}

impl Champion {
    /// Writes the champion into a buffer and gives the part that was written.
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
        encode(GameId::FiveO, &payload, buffer)
    }

    /// Reads a champion from outside and checks all of it.
    pub fn decode(bytes: &[u8]) -> Result<Champion, ChampionError> {
        let payload = Payload::read(bytes)?;
        let player = payload.player()?;
        let name = String::try_from(payload.name).map_err(|_| ChampionError::Name)?;
        Ok(Champion { name, player, provenance: payload.provenance })
    }
}

impl Evolved {
    /// Reads the player of a champion from outside and checks all of the champion. What a board cannot use takes none of
    /// its memory.
    pub fn decode(champion: &[u8]) -> Result<Evolved, ChampionError> {
        let payload = Payload::read(champion)?;
        let player = payload.player()?;
        if payload.name.len() > MAX_NAME { Err(ChampionError::Name) } else { Ok(player) }
    }
}

impl<'a> Payload<'a> {
    fn read(bytes: &'a [u8]) -> Result<Payload<'a>, ChampionError> {
        let payload = match open(bytes)? {
            (GameId::FiveO, payload) => payload,
            (other, _) => return Err(ChampionError::Game(other as u8)),
        };
        match postcard::take_from_bytes::<Payload>(payload) {
            Ok((payload, [])) if payload.vocabulary == FiveO::VERSION => Ok(payload),
            Ok((payload, [])) => Err(ChampionError::Vocabulary(payload.vocabulary)),
            _ => Err(ChampionError::Payload),
        }
    }

    fn player(&self) -> Result<Evolved, ChampionError> {
        let tree = Tree::decode(self.tree).map_err(ChampionError::Tree)?;
        let constants = Constants::new(&self.constants).ok_or(ChampionError::Constants)?;
        Ok(Evolved { tree, constants, scoring: self.scoring })
    }
}

/// Writes a payload into a buffer, in an envelope, and gives the part that was written.
pub(crate) fn encode<'b>(
    game: GameId,
    payload: &impl Serialize,
    buffer: &'b mut [u8],
) -> Result<&'b [u8], BufferTooSmall> {
    let room = buffer.get_mut(HEADER..).ok_or(BufferTooSmall)?;
    let n_payload = postcard::to_slice(payload, room).map_err(|_| BufferTooSmall)?.len();
    seal(game, n_payload, buffer)
}

/// Puts the header before and the checksum behind a payload that already lies in its place.
fn seal(game: GameId, n_payload: usize, buffer: &mut [u8]) -> Result<&[u8], BufferTooSmall> {
    let envelope = buffer.get_mut(..HEADER + n_payload + FOOTER).ok_or(BufferTooSmall)?;
    let (content, footer) = envelope.split_last_chunk_mut::<FOOTER>().ok_or(BufferTooSmall)?;
    let length = u16::try_from(n_payload).map_err(|_| BufferTooSmall)?.to_le_bytes();
    let header = MAGIC.into_iter().chain([VERSION, game as u8]).chain(length);
    content.iter_mut().zip(header).for_each(|(place, byte)| *place = byte);
    *footer = CHECKSUM.checksum(content).to_le_bytes();
    Ok(envelope)
}

/// Opens an envelope: checks what it is and that it is whole, and gives the payload, which stays where it lies.
pub fn open(bytes: &[u8]) -> Result<(GameId, &[u8]), ChampionError> {
    if !bytes.starts_with(&MAGIC) {
        return Err(ChampionError::NotAChampion);
    }
    let header: &[u8; HEADER] = bytes.first_chunk().ok_or(ChampionError::Truncated)?;
    let [_, _, _, _, version, game, low, high] = *header;
    if version != VERSION {
        return Err(ChampionError::Version(version));
    }
    let end = HEADER + usize::from(u16::from_le_bytes([low, high]));
    let content = bytes.get(..end).ok_or(ChampionError::Truncated)?;
    let footer = bytes.get(end..).and_then(|rest| rest.first_chunk::<FOOTER>()).ok_or(ChampionError::Truncated)?;
    if bytes.len() != end + FOOTER {
        return Err(ChampionError::Surplus);
    }
    if CHECKSUM.checksum(content) != u32::from_le_bytes(*footer) {
        return Err(ChampionError::Checksum);
    }
    Ok((GameId::try_from(game)?, content.get(HEADER..).unwrap_or(&[])))
}

/// What tells a champion from others: the checksum that it ends with.
pub fn fingerprint(bytes: &[u8]) -> u32 {
    bytes.last_chunk().map_or(0, |footer| u32::from_le_bytes(*footer))
}

/// The buffer has no room for the champion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BufferTooSmall;

impl fmt::Display for BufferTooSmall {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("the buffer has no room for the champion")
    }
}

impl core::error::Error for BufferTooSmall {}

/// Why bytes are not a champion.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum ChampionError {
    /// They do not begin like one.
    NotAChampion,
    /// They end too early.
    Truncated,
    /// More bytes follow.
    Surplus,
    /// An envelope of another version.
    Version(u8),
    /// A game that this program does not know, or another than the one that is asked for.
    Game(u8),
    /// The checksum does not fit.
    Checksum,
    /// The payload is not what the envelope says.
    Payload,
    /// A vocabulary of another version.
    Vocabulary(u8),
    /// The tree is not well made.
    Tree(tree::DecodeError),
    /// A constant is beyond the limit.
    Constants,
    /// The name is too long.
    Name,
}

impl fmt::Display for ChampionError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ChampionError::NotAChampion => formatter.write_str("not a champion (it does not begin with PIPS)"),
            ChampionError::Truncated => formatter.write_str("the champion is cut off"),
            ChampionError::Surplus => formatter.write_str("more bytes follow the champion"),
            ChampionError::Version(version) => {
                write!(formatter, "a champion of version {version}; this program reads version {VERSION}")
            }
            ChampionError::Game(game) if GameId::try_from(*game) == Ok(GameId::Mastermind) => {
                formatter.write_str("a strategy for Mastermind, not a player of Five-O")
            }
            ChampionError::Game(game) => {
                write!(formatter, "a champion of game {game}, which this program does not know")
            }
            ChampionError::Checksum => formatter.write_str("the champion is damaged: its checksum does not fit"),
            ChampionError::Payload => formatter.write_str("the champion's payload is not well formed"),
            ChampionError::Vocabulary(version) => write!(
                formatter,
                "the champion was made for vocabulary version {version}; this program has version {}",
                FiveO::VERSION
            ),
            ChampionError::Tree(error) => write!(formatter, "the champion's tree is not well made: {error}"),
            ChampionError::Constants => write!(formatter, "a constant is not within {} of 0", Constants::LIMIT),
            ChampionError::Name => formatter.write_str("the champion's name has more than 32 bytes"),
        }
    }
}

impl core::error::Error for ChampionError {}
