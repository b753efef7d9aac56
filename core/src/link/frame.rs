//! Frames: bytes on a line that may lose, change or add some.
//!
//! ```text
//! 00 | COBS of (header, body, checksum) | 00
//!
//! header    1 byte   protocol version; bit 7 is set in replies
//!           2 bytes  sequence number, little-endian
//! body      n bytes  one message, postcard
//! checksum  4 bytes  CRC-32 (ISO-HDLC) of header and body, little-endian
//! ```
//!
//! A zero stands before every frame too, so that garbage before it is cut off and costs nothing but itself.

use core::fmt;

use cobs::{DecodeResult, DecoderState};
use crc::{CRC_32_ISO_HDLC, Crc};
use heapless::Vec;
use serde::{Deserialize, Serialize};

use super::{VERSION, bytes};

/// The most bytes that a request takes on the line, with both zeros: a whole game of Mastermind. Small, so that one fits
/// a receiver's buffer on a line without flow control, and so that a bad line spoils few.
pub const MAX_REQUEST: usize = 203;
/// The most bytes that a reply takes.
pub const MAX_REPLY: usize = 64;

/// What a frame has besides its content: the two zeros and the one byte that COBS adds to a content of at most 254.
const AROUND: usize = 3;
const MAX_CONTENT: usize = MAX_REQUEST - AROUND;
const HEADER: usize = 3;
const CHECKSUM: usize = 4;
const CRC: Crc<u32> = Crc::<u32>::new(&CRC_32_ISO_HDLC);
const REPLY: u8 = 0x80;

const _: () = assert!(MAX_CONTENT <= 254 && MAX_REPLY <= MAX_REQUEST);

/// A request as it goes onto the line.
pub type RequestFrame = Vec<u8, MAX_REQUEST>;
/// A reply as it goes onto the line.
pub type ReplyFrame = Vec<u8, MAX_REPLY>;

/// Which way a frame goes. An echoing line must not make a request look like its own answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// To the board.
    Request,
    /// From the board.
    Reply,
}

/// The content of a complete frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Packet<'a> {
    /// Which way it went.
    pub direction: Direction,
    /// The version of the protocol that its sender speaks.
    pub version: u8,
    /// The number of the request, or of the request that it answers.
    pub sequence: u16,
    /// The message, not read yet.
    pub body: &'a [u8],
    /// The checksum, which tells a repeated request from another of the same number.
    pub checksum: u32,
}

impl<'a> Packet<'a> {
    /// The message, if it is of this type and nothing follows it.
    pub fn message<T: Deserialize<'a>>(&self) -> Option<T> {
        bytes::read(self.body)
    }
}

/// Puts a message to the board into a frame.
pub fn encode_request(sequence: u16, message: &impl Serialize) -> Result<RequestFrame, TooLong> {
    encode(VERSION, sequence, message)
}

/// Puts a message from the board into a frame.
pub fn encode_reply(sequence: u16, message: &impl Serialize) -> Result<ReplyFrame, TooLong> {
    encode(VERSION | REPLY, sequence, message)
}

fn encode<const N: usize>(version: u8, sequence: u16, message: &impl Serialize) -> Result<Vec<u8, N>, TooLong> {
    let [low, high] = sequence.to_le_bytes();
    let mut frame = Vec::new();
    // The zero in front, and the place where the stuffing begins.
    frame.extend_from_slice(&[0, 0, version, low, high]).map_err(|_| TooLong)?;
    bytes::append(&mut frame, message).ok_or(TooLong)?;
    let checksum = CRC.checksum(frame.get(2..).unwrap_or_default()).to_le_bytes();
    frame.extend_from_slice(&checksum).map_err(|_| TooLong)?;
    frame.push(0).map_err(|_| TooLong)?;
    stuff(frame.get_mut(1..).unwrap_or_default());
    Ok(frame)
}

/// COBS where the bytes lie: every zero but the last becomes the distance to the next one. At most 255 bytes in all, so
/// that no distance needs more than a byte.
fn stuff(bytes: &mut [u8]) {
    let mut distance = 0;
    for byte in bytes.iter_mut().rev() {
        if *byte == 0 {
            // The last zero has none behind it, and stays.
            *byte = distance;
            distance = 0;
        }
        distance = distance.wrapping_add(1);
    }
}

/// Finds frames in a stream of bytes, whatever else the stream holds.
#[derive(Debug, Default)]
pub struct Receiver {
    state: DecoderState,
    content: Vec<u8, MAX_CONTENT>,
    is_overlong: bool,
}

impl Receiver {
    /// A receiver that has seen nothing.
    pub fn new() -> Receiver {
        Receiver::default()
    }

    /// Takes the next byte. With the last byte of a frame comes the frame, or what is wrong with it; the next frame is
    /// found in either case.
    pub fn push(&mut self, byte: u8) -> Option<Result<Packet<'_>, FrameError>> {
        match self.state.feed(byte) {
            Ok(DecodeResult::NoData) => None,
            Ok(DecodeResult::DataStart) => {
                self.content.clear();
                self.is_overlong = false;
                None
            }
            Ok(DecodeResult::DataContinue(byte)) => {
                self.is_overlong |= self.content.push(byte).is_err();
                None
            }
            Ok(DecodeResult::DataComplete) if self.is_overlong => Some(Err(FrameError::TooLong)),
            Ok(DecodeResult::DataComplete) => Some(open(&self.content)),
            Err(_) => Some(Err(FrameError::Stuffing)),
        }
    }
}

fn open(content: &[u8]) -> Result<Packet<'_>, FrameError> {
    let (content, checksum) = content.split_last_chunk::<CHECKSUM>().ok_or(FrameError::TooShort)?;
    let (&[version, low, high], body) = content.split_first_chunk::<HEADER>().ok_or(FrameError::TooShort)?;
    let checksum = u32::from_le_bytes(*checksum);
    if CRC.checksum(content) != checksum {
        return Err(FrameError::Checksum);
    }
    let direction = if version & REPLY == 0 { Direction::Request } else { Direction::Reply };
    Ok(Packet { direction, version: version & !REPLY, sequence: u16::from_le_bytes([low, high]), body, checksum })
}

/// The message does not fit into a frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLong;

impl fmt::Display for TooLong {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("the message does not fit into a frame")
    }
}

impl core::error::Error for TooLong {}

/// What is wrong with the bytes between two zeros.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum FrameError {
    /// They end where the stuffing promises more.
    Stuffing,
    /// They are fewer than a header and a checksum.
    TooShort,
    /// They are more than a frame may have.
    TooLong,
    /// The checksum does not match.
    Checksum,
}

impl fmt::Display for FrameError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            FrameError::Stuffing => "a frame was cut",
            FrameError::TooShort => "a frame was too short",
            FrameError::TooLong => "a frame was too long",
            FrameError::Checksum => "a frame was damaged",
        })
    }
}

impl core::error::Error for FrameError {}
