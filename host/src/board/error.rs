//! Errors of the link, in words for the person who waits.

use std::{error, fmt, io};

use pipsqueak_core::champion::GameId;
use pipsqueak_core::link::{self, Refusal, TooLong};

/// Why a request was not answered.
#[derive(Debug)]
pub enum LinkError {
    /// Nothing came, however often it was asked.
    Silent,
    /// Bytes came, and no answer among them.
    Noise,
    /// The other end is gone.
    Closed,
    /// The line failed.
    Line(io::Error),
    /// The board speaks this version of the protocol.
    Version(u8),
    /// The board said no.
    Refused(Refusal),
    /// The answer does not fit the question.
    Unexpected,
    /// The board answered for a game that it was not asked about.
    OtherGame(GameId),
    /// The board does not hold what was sent to it.
    Differs,
    /// The board refused the view.
    View {
        /// The reason's number among the game's own.
        reason: u8,
        /// The reason.
        why: String,
    },
}

impl fmt::Display for LinkError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LinkError::Silent => formatter.write_str("the board does not answer (is Pipsqueak's firmware on it?)"),
            LinkError::Noise => formatter.write_str("the board does not answer: what comes over the line is noise"),
            LinkError::Closed => formatter.write_str("the board is gone: the line was closed"),
            LinkError::Line(error) => write!(formatter, "the line to the board failed: {error}"),
            LinkError::Version(theirs) => {
                let ours = link::VERSION;
                let what_to_do = if *theirs < ours {
                    "put this program's firmware on it (pipsqueak flash CHAMPION --hex FILE)"
                } else {
                    "use the program that its firmware came with, or put this program's firmware on it"
                };
                write!(
                    formatter,
                    "the board speaks version {theirs} of the protocol and this program version {ours}: {what_to_do}"
                )
            }
            LinkError::Refused(Refusal::Version) => write!(
                formatter,
                "the board refuses version {} of the protocol, which this program speaks: put this program's firmware on it",
                link::VERSION
            ),
            LinkError::Refused(refusal) => write!(formatter, "the board refused: {refusal}"),
            LinkError::Unexpected => formatter.write_str("the board gave an answer that does not match the request"),
            LinkError::OtherGame(game) => {
                write!(formatter, "the board answered for another game ({game}): put this program's firmware on it")
            }
            LinkError::Differs => formatter.write_str("the board does not hold what was sent to it"),
            LinkError::View { why, .. } => write!(formatter, "the board refused the view: {why}"),
        }
    }
}

impl error::Error for LinkError {}

impl From<io::Error> for LinkError {
    fn from(error: io::Error) -> LinkError {
        use io::ErrorKind::{BrokenPipe, ConnectionAborted, ConnectionReset, NotConnected};
        match error.kind() {
            BrokenPipe | ConnectionAborted | ConnectionReset | NotConnected => LinkError::Closed,
            _ => LinkError::Line(error),
        }
    }
}

impl From<TooLong> for LinkError {
    fn from(error: TooLong) -> LinkError {
        LinkError::Line(io::Error::other(error))
    }
}
