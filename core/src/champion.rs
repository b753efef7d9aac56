//! The container format for champions: any player that is stored as bytes, in a versioned, checksummed envelope. Both ends
//! of every file, flash slot and cable use this module. It knows no game: each game's folder defines its payload.
//!
//! ```text
//! offset  size  what
//! 0       4     "PIPS"
//! 4       1     version of the envelope: 1
//! 5       1     game
//! 6       2     length of the payload, little-endian
//! 8       n     payload, postcard
//! 8 + n   4     CRC-32 (ISO-HDLC) of all bytes before it, little-endian
//! ```
//!
//! Every payload begins with the champion's name, a postcard string of at most 32 bytes, so that a champion of any game
//! can be named by a program that does not play it.

use core::fmt;

use crc::{CRC_32_ISO_HDLC, Crc};
use serde::{Deserialize, Serialize};

/// The most bytes of a name.
pub const MAX_NAME: usize = 32;

const MAGIC: [u8; 4] = *b"PIPS";
const VERSION: u8 = 1;
const HEADER: usize = 8;
const FOOTER: usize = 4;
const CHECKSUM: Crc<u32> = Crc::<u32>::new(&CRC_32_ISO_HDLC);

/// The game id used in champions and messages. Each game's folder defines its own.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct GameId(pub u8);

impl fmt::Display for GameId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "game {}", self.0)
    }
}

/// Writes a payload into a buffer, in an envelope, and returns the part that was written.
pub fn encode<'b>(game: GameId, payload: &impl Serialize, buffer: &'b mut [u8]) -> Result<&'b [u8], BufferTooSmall> {
    let room = buffer.get_mut(HEADER..).ok_or(BufferTooSmall)?;
    let n_payload = postcard::to_slice(payload, room).map_err(|_| BufferTooSmall)?.len();
    seal(game, n_payload, buffer)
}

/// Puts the header before and the checksum after a payload that is already in place.
fn seal(game: GameId, n_payload: usize, buffer: &mut [u8]) -> Result<&[u8], BufferTooSmall> {
    let envelope = buffer.get_mut(..HEADER + n_payload + FOOTER).ok_or(BufferTooSmall)?;
    let (content, footer) = envelope.split_last_chunk_mut::<FOOTER>().ok_or(BufferTooSmall)?;
    let length = u16::try_from(n_payload).map_err(|_| BufferTooSmall)?.to_le_bytes();
    let header = MAGIC.into_iter().chain([VERSION, game.0]).chain(length);
    content.iter_mut().zip(header).for_each(|(place, byte)| *place = byte);
    *footer = CHECKSUM.checksum(content).to_le_bytes();
    Ok(envelope)
}

/// Opens an envelope: checks what it is and that it is whole, and returns the payload, without copying it.
pub fn open(bytes: &[u8]) -> Result<(GameId, &[u8]), EnvelopeError> {
    if !bytes.starts_with(&MAGIC) {
        return Err(EnvelopeError::NotAChampion);
    }
    let header: &[u8; HEADER] = bytes.first_chunk().ok_or(EnvelopeError::Truncated)?;
    let [_, _, _, _, version, game, low, high] = *header;
    if version != VERSION {
        return Err(EnvelopeError::Version(version));
    }
    let end = HEADER + usize::from(u16::from_le_bytes([low, high]));
    let content = bytes.get(..end).ok_or(EnvelopeError::Truncated)?;
    let footer = bytes.get(end..).and_then(|rest| rest.first_chunk::<FOOTER>()).ok_or(EnvelopeError::Truncated)?;
    if bytes.len() != end + FOOTER {
        return Err(EnvelopeError::Surplus);
    }
    if CHECKSUM.checksum(content) != u32::from_le_bytes(*footer) {
        return Err(EnvelopeError::Checksum);
    }
    Ok((GameId(game), content.get(HEADER..).unwrap_or(&[])))
}

/// Opens an envelope that must be of this game.
pub fn open_as(game: GameId, bytes: &[u8]) -> Result<&[u8], EnvelopeError> {
    match open(bytes)? {
        (found, payload) if found == game => Ok(payload),
        (other, _) => Err(EnvelopeError::Game(other)),
    }
}

/// What the champion with this payload is called; `None` if the payload breaks the rule above.
pub fn name(payload: &[u8]) -> Option<&str> {
    let (name, _) = postcard::take_from_bytes::<&str>(payload).ok()?;
    (name.len() <= MAX_NAME).then_some(name)
}

/// Identifies a champion: the checksum that it ends with.
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
pub enum EnvelopeError {
    /// They do not begin like one.
    NotAChampion,
    /// They end too early.
    Truncated,
    /// More bytes follow.
    Surplus,
    /// An envelope of another version.
    Version(u8),
    /// Not the game that was asked for.
    Game(GameId),
    /// The checksum does not match.
    Checksum,
}

impl fmt::Display for EnvelopeError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EnvelopeError::NotAChampion => formatter.write_str("champions begin with PIPS, and this does not"),
            EnvelopeError::Truncated => formatter.write_str("the champion is cut off"),
            EnvelopeError::Surplus => formatter.write_str("more bytes follow the champion"),
            EnvelopeError::Version(version) => {
                write!(formatter, "a champion of version {version}; this program reads version {VERSION}")
            }
            EnvelopeError::Game(game) => write!(formatter, "a champion of another game ({game})"),
            EnvelopeError::Checksum => formatter.write_str("the champion is damaged: its checksum does not match"),
        }
    }
}

impl core::error::Error for EnvelopeError {}
