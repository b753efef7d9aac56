//! What host and board say to each other, and how it is put into frames. Both ends use this module; it knows no port,
//! clock or flash. `docs/link.md` describes the wire in words, for those who write a client in another language.
//!
//! The host asks and the board answers, one [`Request`] and one [`Reply`] at a time. A request for a move *is* the view,
//! and the reply *is* the move: the board keeps no game, so it can neither cheat nor lose its place.

mod frame;
mod message;

pub use frame::{Direction, Frame, FrameError, MAX_BODY, MAX_FRAME, MAX_REPLY, Packet, Receiver, TooLong, encode};
pub use message::{ChampionId, Chunk, Effort, Hello, Origin, Refusal, Reply, Request, Statistics, Thought};

/// The version of the protocol. It stands in every frame, and nothing else about a frame of another version is relied on.
pub const VERSION: u8 = 1;

/// The number of a notice that answers no particular request. No request has it.
pub const UNASKED: u16 = 0;
