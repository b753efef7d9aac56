//! Errors of the link, as messages for people.

use std::{error, fmt, io};

use pipsqueak_core::link::{self, SessionError, TooLong};

/// Why a request failed.
#[derive(Debug)]
pub enum LinkError {
    /// The session failed: no reply came, or not the right one.
    Session(SessionError),
    /// The other end closed the line.
    Closed,
    /// The line failed.
    Line(io::Error),
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
            LinkError::Session(error @ SessionError::Version(theirs)) if *theirs < link::VERSION => {
                write!(formatter, "{error} (pipsqueak flash CHAMPION --hex FILE)")
            }
            LinkError::Session(error) => error.fmt(formatter),
            LinkError::Closed => formatter.write_str("the board is gone: the line was closed"),
            LinkError::Line(error) => write!(formatter, "the line to the board failed: {error}"),
            LinkError::View { why, .. } => write!(formatter, "the board refused the view: {why}"),
        }
    }
}

impl error::Error for LinkError {}

impl From<SessionError> for LinkError {
    fn from(error: SessionError) -> LinkError {
        LinkError::Session(error)
    }
}

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
    fn from(_: TooLong) -> LinkError {
        LinkError::Session(SessionError::TooLong)
    }
}
