//! The protocol between host and board: messages, frames, and the asking end's session. Both ends use this module; it
//! knows no port, clock, flash or game. `docs/link.md` describes the wire in words, for those who write a client in another language.
//!
//! The host asks and the board answers, one [`Request`] and one [`Reply`] at a time. A request for a move *is* the view,
//! and the reply *is* the move: the board keeps no game, so it can neither cheat nor lose its place. How its views and
//! moves travel is each game's own matter ([`LinkGame`]).
//!
//! **A request is the whole view, a reply the move,** for every game: `Move { game, effort, view }`. Five-O's view
//! takes 27 bytes, as four bits per card say where it lies; checkers' is the position after the last irreversible move
//! and the kings' steps since, so that board and desktop see the same repetitions; Mastermind's is the whole duel,
//! answers included, which a board refuses if its code would not give them. So a board needs no memory of a game.

mod bytes;
mod frame;
mod game;
pub mod jobs;
mod message;
mod session;

pub use frame::{
    Direction, FrameError, MAX_REPLY, MAX_REQUEST, Packet, Receiver, ReplyFrame, RequestFrame, TooLong, encode_reply,
    encode_request,
};
pub use game::{LinkGame, read_move, read_view, refused_view, view_error, write_move, write_view};
pub use message::{
    ChampionId, Chunk, Effort, Hello, MAX_CHUNK, MAX_GAMES, MAX_MOVE, MAX_VIEW, MoveBytes, Origin, Refusal, Reply,
    Request, SearchInfo, Statistics, ViewBytes,
};
pub use session::{Action, GameNotOffered, LinkCounts, RetryPolicy, Session, SessionError};

/// The version of the protocol. It stands in every frame, and nothing else about a frame of another version is relied on.
pub const VERSION: u8 = 2;

/// The number of a notice that answers no particular request. No request has it.
pub const UNASKED: u16 = 0;
