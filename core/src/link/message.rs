//! The messages. New ones are added at the end of their enum, so that the old keep their numbers.

use core::fmt;

use heapless::{String, Vec};
use serde::{Deserialize, Serialize};

use super::FrameError;
use crate::champion::{EnvelopeError, GameId, MAX_NAME};
use crate::search::Score;

/// The most bytes of a view: a whole game of Mastermind with codes of eight pegs, seen by the second seat.
pub const MAX_VIEW: usize = 183;
/// The most bytes of a move. The three games need eleven: a king that takes nine pieces visits ten squares, and their
/// number comes first. The rest is room for other games.
pub const MAX_MOVE: usize = 24;
/// The most bytes of a champion's chunk. A multiple of four: boards write flash in words.
pub const MAX_CHUNK: usize = 48;
/// The most games of one board.
pub const MAX_GAMES: usize = 8;

/// A view as it travels.
pub type ViewBytes = Vec<u8, MAX_VIEW>;
/// A move as it travels.
pub type MoveBytes = Vec<u8, MAX_MOVE>;
/// A chunk of a champion.
pub type Chunk = Vec<u8, MAX_CHUNK>;

/// What the host asks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Request<'a> {
    /// Who are you?
    Hello,
    /// What would you play here?
    Move {
        /// The game.
        game: GameId,
        /// How long to look for a move.
        effort: Effort,
        /// All that the seat to move sees, as the game writes it.
        view: &'a [u8],
    },
    /// Get ready for a champion.
    Begin {
        /// Whose champion.
        game: GameId,
        /// How many bytes will come.
        length: u16,
    },
    /// The next chunk of the champion that was begun. All but the last are full.
    Chunk {
        /// How many bytes came before.
        offset: u16,
        /// The chunk.
        bytes: &'a [u8],
    },
    /// All chunks are sent: check the champion and activate it.
    Commit,
    /// Give back a chunk of the active champion.
    Read {
        /// Whose champion.
        game: GameId,
        /// Where the chunk begins.
        offset: u16,
    },
    /// Forget the stored champions; the built-in one is active again.
    Erase {
        /// Whose champions.
        game: GameId,
    },
    /// What have you measured?
    Statistics,
    /// Which champion is active?
    Champion {
        /// Whose champion.
        game: GameId,
    },
}

/// What the board answers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Reply {
    /// Answers [`Request::Hello`].
    Hello(Hello),
    /// Answers [`Request::Move`].
    Move {
        /// The game.
        game: GameId,
        /// The move, as the game writes it.
        chosen: MoveBytes,
        /// How long the decision took, in ticks of the board's clock.
        ticks: u32,
        /// What the player reports of its search.
        info: SearchInfo,
    },
    /// Answers [`Request::Begin`]: ready for the first chunk.
    Begun,
    /// Answers [`Request::Chunk`].
    Received {
        /// How many bytes have come.
        offset: u16,
    },
    /// Answers [`Request::Commit`]: this champion is active, and will be after a reset.
    Committed(ChampionId),
    /// Answers [`Request::Read`]: a full chunk, unless it is the champion's last.
    Bytes(Chunk),
    /// Answers [`Request::Erase`]: this champion is active now.
    Erased(ChampionId),
    /// Answers [`Request::Statistics`].
    Statistics(Statistics),
    /// The request was received, and is not granted.
    Refused(Refusal),
    /// A damaged frame arrived. It answers no request, so its sequence number is [`UNASKED`](super::UNASKED).
    Garbled(FrameError),
    /// Answers [`Request::Champion`].
    Champion {
        /// Which it is; `None` if the board plays the game without a champion.
        id: Option<ChampionId>,
        /// The most bytes that a champion of the game may have; 0 if the game has no champions.
        room: u16,
        /// The version of the vocabulary that the game's champions are written in; 0 if they have none.
        vocabulary: u8,
    },
}

/// Who a board is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Hello {
    /// The version of the firmware.
    pub firmware: String<8>,
    /// The board's name.
    pub board: String<12>,
    /// The games that it plays.
    pub games: Vec<GameId, MAX_GAMES>,
    /// The most bytes of one chunk.
    pub max_chunk: u8,
    /// How fast the board's clock ticks.
    pub ticks_per_second: u32,
}

/// How long a board is to look for a move. A player that does not search takes the time it needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Effort {
    /// The board's own default.
    #[default]
    Default,
    /// Until it has looked at this many positions: the move does not depend on how fast the board is.
    Nodes(u32),
    /// For this many milliseconds.
    Millis(u32),
}

/// What a player reports of its search; zeros if it does not search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SearchInfo {
    /// What the position is worth for the side to move.
    pub score: Score,
    /// The deepest iteration that was finished.
    pub depth: u8,
    /// Positions looked at.
    pub nodes: u32,
}

/// Which champion is active.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ChampionId {
    /// What people call it.
    pub name: String<MAX_NAME>,
    /// The checksum that its bytes end with.
    pub fingerprint: u32,
    /// How many bytes it has.
    pub length: u16,
    /// Where it comes from.
    pub origin: Origin,
}

/// Where the active champion comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Origin {
    /// It is part of the firmware.
    BuiltIn,
    /// It was stored by the `n`-th upload.
    Stored(u32),
}

/// What a board has measured of itself since it started.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Statistics {
    /// The most bytes of stack in use so far; 0 where that is not measured.
    pub stack_high_water: u32,
    /// Bytes of static variables; 0 where they are not known.
    pub static_ram: u32,
    /// Ticks of the last decision.
    pub last_decision: u32,
    /// Ticks of the longest decision.
    pub longest_decision: u32,
    /// Decisions made.
    pub n_decisions: u32,
    /// Complete frames received.
    pub n_frames: u32,
    /// Damaged frames.
    pub n_dropped: u32,
    /// Requests that were refused.
    pub n_refused: u32,
    /// Repeated requests, which got the same answer again.
    pub n_repeated: u32,
}

/// Why a request is not granted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Refusal {
    /// It was written in another version of the protocol.
    Version,
    /// It is not a message.
    Malformed,
    /// The view is impossible, for the game-specific reason of this number; 0 if it is not a view of the game at all.
    View(u8),
    /// A champion of that length does not fit.
    Length,
    /// No upload is in progress.
    NotBegun,
    /// The next chunk must begin at this offset: the one sent begins elsewhere, is not full or goes beyond the end, or
    /// [`Request::Commit`] came too early. 0 if [`Request::Read`] asks for an offset where no chunk can begin.
    Offset(u16),
    /// The bytes are not a champion.
    Champion(EnvelopeError),
    /// The champion's payload is refused, for the game-specific reason of this number.
    Payload(u8),
    /// The board does not play that game.
    OtherGame,
    /// The flash failed.
    Flash,
    /// The board plays that game without a champion.
    NoChampion,
    /// It would take longer than a board may stay silent.
    TooMuch,
}

impl fmt::Display for Refusal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Version => formatter.write_str("the request uses another version of the protocol"),
            Refusal::Malformed => formatter.write_str("the request is malformed"),
            Refusal::View(reason) => write!(formatter, "the view is impossible (game-specific reason {reason})"),
            Refusal::Length => formatter.write_str("a champion of that length does not fit"),
            Refusal::NotBegun => formatter.write_str("no upload is in progress"),
            Refusal::Offset(expected) => write!(formatter, "the next chunk must begin at byte {expected}"),
            Refusal::Champion(error) => error.fmt(formatter),
            Refusal::Payload(reason) => {
                write!(formatter, "the board cannot play this champion (game-specific reason {reason})")
            }
            Refusal::OtherGame => formatter.write_str("the board does not play that game"),
            Refusal::Flash => formatter.write_str("the flash memory failed"),
            Refusal::NoChampion => formatter.write_str("the board plays that game without a champion"),
            Refusal::TooMuch => formatter.write_str("that is more work than the board takes on at once"),
        }
    }
}

impl core::error::Error for Refusal {}
