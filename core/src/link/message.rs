//! The messages. New ones are added at the end of their enum, so that the old keep their numbers.

use core::fmt;

use heapless::{String, Vec};
use serde::{Deserialize, Serialize};

use super::FrameError;
use crate::champion::{ChampionError, GameId};
use crate::chance::Seed;
use crate::games::checkers::{Move, Position};
use crate::games::fiveo::{Column, PackedView, ViewError};
use crate::games::mastermind::{Code, Contradiction, Feedback, History, Size, StrategyError};
use crate::search::Score;

/// A piece of a champion. Its capacity is a multiple of four: boards write flash in words.
pub type Chunk = Vec<u8, 48>;

/// What the host asks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Request {
    /// Who are you?
    Hello,
    /// Where would you place the card of this view?
    FiveO(PackedView),
    /// Get ready for a champion.
    Begin {
        /// Whose champion.
        game: GameId,
        /// How many bytes will come.
        length: u16,
    },
    /// The next piece of the champion that was begun. All but the last are full.
    Piece {
        /// How many bytes came before.
        offset: u16,
        /// The piece.
        bytes: Chunk,
    },
    /// All pieces are sent: check the champion and put it in force.
    Commit,
    /// Give back a piece of the champion in force.
    Read {
        /// Whose champion.
        game: GameId,
        /// Where the piece begins.
        offset: u16,
    },
    /// Forget the stored champions; the built-in one is in force again.
    Erase {
        /// Whose champions.
        game: GameId,
    },
    /// What have you measured?
    Statistics,
    /// Which champion is in force?
    Champion {
        /// Whose champion.
        game: GameId,
    },
    /// Set a code of Mastermind. The same chance always sets the same code, so that none needs to be kept.
    SetCode {
        /// The size of the code.
        size: Size,
        /// The board's own chance in this game.
        chance: Seed,
    },
    /// What does this guess get for the code that you set?
    AnswerGuess {
        /// The size of the code.
        size: Size,
        /// The chance that the code was set by.
        chance: Seed,
        /// The opponent's guess.
        guess: Code,
    },
    /// What do you guess next?
    Guess {
        /// The board's own chance in this game.
        chance: Seed,
        /// Its guesses so far and what they got.
        history: History,
    },
    /// What would you play here?
    Checkers {
        /// The position.
        position: Position,
        /// How long to look for a move.
        effort: Effort,
    },
    /// How many lines of so many moves are there?
    Perft {
        /// Where they begin; its draw rule does not count.
        position: Position,
        /// How many moves.
        depth: u8,
    },
}

/// What the board answers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Reply {
    /// Answers [`Request::Hello`].
    Hello(Hello),
    /// Answers [`Request::FiveO`].
    FiveO {
        /// The move.
        column: Column,
        /// How long the decision took, in ticks of the board's clock.
        ticks: u32,
    },
    /// Answers [`Request::Begin`]: ready for the first piece.
    Begun,
    /// Answers [`Request::Piece`].
    Received {
        /// How many bytes have come.
        offset: u16,
    },
    /// Answers [`Request::Commit`]: this champion is in force, and will be after a reset.
    Committed(ChampionId),
    /// Answers [`Request::Read`]: full, but for the last piece.
    Bytes(Chunk),
    /// Answers [`Request::Erase`]: this champion is in force now.
    Erased(ChampionId),
    /// Answers [`Request::Statistics`].
    Statistics(Statistics),
    /// The request was understood, or at least received, and cannot be granted.
    Refused(Refusal),
    /// A frame arrived that was not whole. It answers no request, so its sequence number is [`UNASKED`](super::UNASKED).
    Garbled(FrameError),
    /// Answers [`Request::Champion`].
    Champion {
        /// Which it is.
        id: ChampionId,
        /// The most bytes that a champion of the game may have.
        room: u16,
    },
    /// Answers [`Request::SetCode`].
    Code(Code),
    /// Answers [`Request::AnswerGuess`].
    Answer(Feedback),
    /// Answers [`Request::Guess`].
    Guess {
        /// The guess.
        code: Code,
        /// How long the decision took, in ticks of the board's clock.
        ticks: u32,
    },
    /// Answers [`Request::Checkers`].
    Checkers(Thought),
    /// Answers [`Request::Perft`].
    Perft {
        /// How many lines.
        leaves: u64,
        /// How long the count took, in ticks of the board's clock.
        ticks: u32,
    },
}

/// Who a board is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Hello {
    /// The version of the firmware.
    pub firmware: String<8>,
    /// The board's name.
    pub board: String<12>,
    /// The version of the Five-O vocabulary that its champions are written in.
    pub vocabulary: u8,
    /// The Five-O champion in force.
    pub champion: ChampionId,
    /// The most bytes that a Five-O champion may have.
    pub max_champion: u16,
    /// The most bytes of one piece.
    pub max_piece: u8,
    /// How fast the board's clock ticks.
    pub ticks_per_second: u32,
}

/// How long a board is to look for a move of checkers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Effort {
    /// Until it has looked at so many positions: the move does not depend on how fast the board is.
    Nodes(u32),
    /// For so many milliseconds.
    Millis(u32),
}

/// A move of checkers, and how far the board looked for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Thought {
    /// The move.
    pub chosen: Move,
    /// What the position is worth for the side to move.
    pub score: Score,
    /// The deepest iteration that was finished.
    pub depth: u8,
    /// Positions looked at.
    pub nodes: u32,
    /// How long it took, in ticks of the board's clock.
    pub ticks: u32,
}

/// Which champion is in force.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ChampionId {
    /// The checksum that its bytes end with.
    pub fingerprint: u32,
    /// How many bytes it has.
    pub length: u16,
    /// Where it comes from.
    pub origin: Origin,
}

/// Where the champion in force comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Origin {
    /// It is part of the firmware.
    BuiltIn,
    /// It was stored by the `n`-th upload.
    Stored(u32),
}

/// What a board measures of itself since it was started.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Statistics {
    /// The most bytes that the stack has had; 0 where it is not measured.
    pub stack_high_water: u32,
    /// Bytes of static variables; 0 where they are not known.
    pub static_ram: u32,
    /// Ticks of the last decision.
    pub last_decision: u32,
    /// Ticks of the longest decision.
    pub longest_decision: u32,
    /// Decisions made.
    pub n_decisions: u32,
    /// Whole frames that came.
    pub n_frames: u32,
    /// Frames that were not whole.
    pub n_dropped: u32,
    /// Requests that were refused.
    pub n_refused: u32,
    /// Requests that came again and got the same answer again.
    pub n_repeated: u32,
}

/// Why a request is not granted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Refusal {
    /// It was written in another version of the protocol.
    Version,
    /// It is no message, or one about a code, a history or a position that cannot be.
    Malformed,
    /// The view cannot be.
    View(ViewError),
    /// A champion of that length does not fit.
    Length,
    /// No champion was begun.
    NotBegun,
    /// The piece does not begin where the last one ended, at this offset, or goes beyond the end.
    Offset(u16),
    /// The champion is not one.
    Champion(ChampionError),
    /// The board does not play that game. Ours play all three; one with less flash may not.
    OtherGame,
    /// The flash failed.
    Flash,
    /// There is no champion, not even a built-in one.
    NoChampion,
    /// The answers of a history contradict each other.
    Contradiction,
    /// The game is over: there is nothing to decide.
    GameOver,
    /// It would take longer than the board may be silent.
    TooMuch,
    /// The strategy for Mastermind is not one.
    Strategy(StrategyError),
}

impl fmt::Display for Refusal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Version => formatter.write_str("the request is of another version of the protocol"),
            Refusal::Malformed => formatter.write_str("the request is no message, or asks about what cannot be"),
            Refusal::View(error) => write!(formatter, "the view cannot be: {error}"),
            Refusal::Length => formatter.write_str("a champion of that length does not fit"),
            Refusal::NotBegun => formatter.write_str("no upload was begun"),
            Refusal::Offset(expected) => write!(formatter, "the next piece must begin at byte {expected}"),
            Refusal::Champion(error) => error.fmt(formatter),
            Refusal::OtherGame => formatter.write_str("the board does not play that game"),
            Refusal::Flash => formatter.write_str("the flash memory failed"),
            Refusal::NoChampion => formatter.write_str("there is no champion for this game"),
            Refusal::Contradiction => Contradiction.fmt(formatter),
            Refusal::GameOver => formatter.write_str("the game is over: there is nothing to decide"),
            Refusal::Strategy(error) => error.fmt(formatter),
            Refusal::TooMuch => formatter.write_str("that is more work than the board takes on at once"),
        }
    }
}

impl core::error::Error for Refusal {}
