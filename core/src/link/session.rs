//! The requesting end of the link as a state machine without input or output: bytes and the time go in, frames and
//! deadlines come out. Knows when to send a request again and when to give up; knows no port and no clock. What is
//! asked is a [`Job`]'s matter.
//!
//! ```text
//! start(now) ─> poll(now) ─> Send(frame)       send it, then poll again
//!                  ^    └──> Wait { until }    wait for bytes until then
//!                  └── receive(bytes, now) ──> the job's output, or nothing yet
//! ```
//!
//! The time is in milliseconds since any fixed moment and never runs backwards. Desktop, page and a board that asks
//! another board use this one session, each with a small driver that owns the clock and the line:
//!
//! ```
//! # use pipsqueak_core::link::{Action, Hello, Session, SessionError, jobs};
//! # struct Line; impl Line {
//! # fn now(&self) -> u64 { 0 } fn send(&mut self, _: &[u8]) {} fn receive(&mut self, _until: u64) -> &[u8] { &[] } }
//! fn connect(session: &mut Session, line: &mut Line) -> Result<Hello, SessionError> {
//!     let mut job = jobs::Connect { game: None };
//!     session.start(&job, line.now());
//!     loop {
//!         match session.poll(&job, line.now())? {
//!             Action::Send(frame) => line.send(&frame),
//!             Action::Wait { until } => {
//!                 let now = line.now();
//!                 if let Some(hello) = session.receive(&mut job, line.receive(until), now)? {
//!                     return Ok(hello);
//!                 }
//!             }
//!         }
//!     }
//! }
//! ```
//!
//! Invariants: a reply reaches a job only if it came in a complete frame, from a board, with the number of a request
//! that was sent and is still open. Everything else is counted and dropped. Every request ends, whatever arrives: after
//! [`RetryPolicy::total`] at the latest. A session takes about 300 bytes, and a program pays only for the jobs that it
//! names.

use core::fmt;

use serde::{Deserialize, Serialize};

use super::frame::{Direction, FrameError, Packet, Receiver, RequestFrame, encode_request};
use super::jobs::Job;
use super::message::{Effort, Refusal, Reply};
use super::{UNASKED, VERSION};
use crate::champion::GameId;

/// How long to wait for a reply, and how often to send a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RetryPolicy {
    /// Milliseconds to wait for a reply before the request is sent again.
    pub reply_timeout: u32,
    /// Timeouts of one request after which the session gives up.
    pub max_timeouts: u32,
    /// How often one request may be sent.
    pub max_sends: u32,
    /// Milliseconds that one request may take in total.
    pub total: u32,
}

impl RetryPolicy {
    /// What suits every board. Erasing a flash page takes time, and emulators stall for up to two seconds now and then.
    pub const DEFAULT: RetryPolicy = RetryPolicy { reply_timeout: 2500, max_timeouts: 3, max_sends: 32, total: 20_000 };

    /// With a board that may think for this many milliseconds before it replies. A board that thinks cannot be told from
    /// a board that is gone.
    fn with_allowance(self, allowance: u32) -> RetryPolicy {
        RetryPolicy {
            reply_timeout: self.reply_timeout.saturating_add(allowance),
            total: self.total.saturating_add(allowance.saturating_mul(2)),
            ..self
        }
    }
}

impl Default for RetryPolicy {
    fn default() -> RetryPolicy {
        RetryPolicy::DEFAULT
    }
}

/// Milliseconds that the slowest board may think about a move: what the effort takes, and the seconds that its game
/// allows in any case ([`LinkGame::SECONDS`](super::LinkGame::SECONDS)).
pub fn time_allowance(effort: Effort, seconds: u16) -> u32 {
    let effort = match effort {
        Effort::Default => 0,
        // The slowest board needs less than 250 microseconds for a position.
        Effort::Nodes(nodes) => nodes / 4,
        Effort::Millis(millis) => millis,
    };
    (u32::from(seconds) * 1000).saturating_add(effort)
}

/// Errors on the line that were recovered from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct LinkCounts {
    /// Requests that were sent again.
    pub retries: u32,
    /// Timeouts.
    pub timeouts: u32,
    /// Frames from the board that arrived corrupted.
    pub corrupted: u32,
    /// Frames that arrived corrupted on the board, as it reports them.
    pub corrupted_on_board: u32,
    /// Replies to earlier requests, and echoes.
    pub stale: u32,
}

/// What the driver does next.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(clippy::large_enum_variant, reason = "without an allocator the frame cannot be boxed")]
pub enum Action {
    /// Send this frame, and poll again.
    Send(RequestFrame),
    /// Wait for bytes until this time, hand in what came, and poll again.
    Wait {
        /// In milliseconds, on the clock of `now`.
        until: u64,
    },
}

/// The requesting end of a line to a board.
#[derive(Debug)]
pub struct Session {
    receiver: Receiver,
    sequence: u16,
    policy: RetryPolicy,
    counts: LinkCounts,
    /// The request under way.
    open: Option<OpenRequest>,
}

/// How far one request has come.
#[derive(Clone, Copy, Debug)]
struct OpenRequest {
    policy: RetryPolicy,
    /// When the next timeout is, once the request was sent.
    deadline: u64,
    /// When the session gives up.
    end: u64,
    n_sends: u32,
    n_timeouts: u32,
    /// Whether the frame is to be sent now, for the first time or again.
    is_due: bool,
    /// Whether any bytes came since the request was opened.
    is_line_alive: bool,
}

impl Session {
    /// A session in which nothing was asked. The numbers of requests begin after this one; they should differ from session
    /// to session, so that a reply to an earlier one is not taken for ours.
    pub fn new(sequence: u16) -> Session {
        Session::with_policy(sequence, RetryPolicy::DEFAULT)
    }

    /// A session with timeouts of its own.
    pub fn with_policy(sequence: u16, policy: RetryPolicy) -> Session {
        Session { receiver: Receiver::new(), sequence, policy, counts: LinkCounts::default(), open: None }
    }

    /// What went wrong on the line so far.
    pub fn counts(&self) -> LinkCounts {
        self.counts
    }

    /// Begins a job. An earlier one is abandoned.
    pub fn start<J: Job + ?Sized>(&mut self, job: &J, now: u64) {
        self.open_request(job.allowance(), now);
    }

    /// What to do next for the job that was started. With no job under way there is nothing to wait for.
    ///
    /// # Errors
    /// The board did not answer within the bounds of the retry policy, or the request does not fit into a frame. The job
    /// has ended then.
    pub fn poll<J: Job + ?Sized>(&mut self, job: &J, now: u64) -> Result<Action, SessionError> {
        match self.advance(now)? {
            Some(until) => Ok(Action::Wait { until }),
            None => match encode_request(self.sequence, &job.request()) {
                Ok(frame) => Ok(Action::Send(frame)),
                Err(_) => self.fail(SessionError::TooLong),
            },
        }
    }

    /// Takes bytes from the line, in pieces of any length. When the job is done its output comes out.
    ///
    /// # Errors
    /// The board refused, gave a reply that does not match the request, or speaks another version. The job has ended then.
    pub fn receive<J: Job + ?Sized>(
        &mut self,
        job: &mut J,
        bytes: &[u8],
        now: u64,
    ) -> Result<Option<J::Output>, SessionError> {
        if let (Some(open), false) = (&mut self.open, bytes.is_empty()) {
            open.is_line_alive = true;
        }
        let mut ended = None;
        for &byte in bytes {
            // A reply that came twice is stale: after the first one the request is no longer open.
            match self.push(byte) {
                Ok(None) => {}
                Ok(Some(Reply::Refused(refusal))) => ended = Some(Err(SessionError::Refused(refusal))),
                Ok(Some(reply)) => match job.answered(reply) {
                    Ok(None) => self.open_request(job.allowance(), now),
                    Ok(Some(output)) => ended = Some(Ok(output)),
                    Err(error) => ended = Some(Err(error)),
                },
                Err(error) => ended = Some(Err(error)),
            }
        }
        ended.transpose()
    }

    /// Opens the next request.
    fn open_request(&mut self, allowance: u32, now: u64) {
        self.sequence = following(self.sequence);
        let policy = self.policy.with_allowance(allowance);
        self.open = Some(OpenRequest {
            policy,
            deadline: now,
            end: now.saturating_add(policy.total.into()),
            n_sends: 0,
            n_timeouts: 0,
            is_due: true,
            is_line_alive: false,
        });
    }

    /// Until when to wait; `None` if the open request is to be sent now.
    fn advance(&mut self, now: u64) -> Result<Option<u64>, SessionError> {
        let Session { open: Some(open), counts, .. } = self else { return Ok(Some(u64::MAX)) };
        if !open.is_due && now < open.deadline {
            return Ok(Some(open.deadline));
        }
        if !open.is_due {
            counts.timeouts = counts.timeouts.saturating_add(1);
            open.n_timeouts = open.n_timeouts.saturating_add(1);
        }
        let OpenRequest { policy, end, n_sends, n_timeouts, is_line_alive, .. } = *open;
        let is_over = n_timeouts >= policy.max_timeouts || n_sends >= policy.max_sends || now >= end && n_sends > 0;
        if is_over {
            return self.fail(if is_line_alive { SessionError::Noise } else { SessionError::NoReply });
        }
        counts.retries = counts.retries.saturating_add(u32::from(n_sends > 0));
        open.n_sends = n_sends.saturating_add(1);
        open.is_due = false;
        open.deadline = end.min(now.saturating_add(policy.reply_timeout.into()));
        Ok(None)
    }

    /// Takes one byte. With the last byte of the open request's reply comes the reply, and the request is closed.
    fn push(&mut self, byte: u8) -> Result<Option<Reply>, SessionError> {
        let Session { receiver, counts, open, sequence, .. } = self;
        let Some(received) = receiver.push(byte) else { return Ok(None) };
        let is_sent = open.is_some_and(|open| open.n_sends > 0);
        let reply = match classify(received, *sequence, is_sent) {
            Received::Reply(reply) => reply.ok_or(SessionError::Unexpected).map(Some),
            Received::OtherVersion(version) => Err(SessionError::Version(version)),
            Received::Corrupted { on_board } => {
                let count = if on_board { &mut counts.corrupted_on_board } else { &mut counts.corrupted };
                *count = count.saturating_add(1);
                // Something was lost on the way: it is worth asking again at once.
                if let Some(open) = open {
                    open.is_due = true;
                }
                return Ok(None);
            }
            Received::Stale => {
                counts.stale = counts.stale.saturating_add(1);
                return Ok(None);
            }
        };
        self.open = None;
        reply
    }

    fn fail<T>(&mut self, error: SessionError) -> Result<T, SessionError> {
        self.open = None;
        Err(error)
    }
}

/// What a complete frame, or what was left of one, means.
enum Received {
    /// The reply to the open request; `None` if it is not a message.
    Reply(Option<Reply>),
    OtherVersion(u8),
    Corrupted {
        on_board: bool,
    },
    Stale,
}

fn classify(received: Result<Packet<'_>, FrameError>, sequence: u16, is_sent: bool) -> Received {
    match received {
        Err(_) => Received::Corrupted { on_board: false },
        Ok(packet) if packet.direction == Direction::Request => Received::Stale,
        Ok(packet) if packet.version != VERSION && is_sent => Received::OtherVersion(packet.version),
        Ok(packet) if packet.version != VERSION => Received::Stale,
        Ok(packet) if packet.sequence == UNASKED => Received::Corrupted { on_board: true },
        Ok(packet) if packet.sequence == sequence && is_sent => Received::Reply(packet.message()),
        Ok(_) => Received::Stale,
    }
}

/// The number after this one; no request has the number of notices.
fn following(sequence: u16) -> u16 {
    match sequence.wrapping_add(1) {
        UNASKED => UNASKED.wrapping_add(1),
        next => next,
    }
}

/// Why a job failed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum SessionError {
    /// Nothing came, however often the request was sent.
    NoReply,
    /// Bytes came, and no reply among them.
    Noise,
    /// The board speaks this version of the protocol.
    Version(u8),
    /// The board refused the request.
    Refused(Refusal),
    /// The reply does not match the request.
    Unexpected,
    /// The board replied for a game that it was not asked about.
    OtherGame(GameId),
    /// The board does not play this game.
    GameNotOffered(GameId),
    /// The bytes that were read from the board are not those that its champion should have.
    Differs,
    /// The request does not fit into a frame.
    TooLong,
    /// The champion does not fit into the buffer that was lent for it.
    BufferTooSmall,
}

impl fmt::Display for SessionError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SessionError::NoReply => formatter.write_str("the board does not answer (is Pipsqueak's firmware on it?)"),
            SessionError::Noise => formatter.write_str("the board does not answer: what comes over the line is noise"),
            SessionError::Version(theirs) => {
                let what_to_do = if *theirs < VERSION {
                    "put this program's firmware on it"
                } else {
                    "use the program that its firmware came with, or put this program's firmware on it"
                };
                write!(
                    formatter,
                    "the board speaks version {theirs} of the protocol and this program version {VERSION}: {what_to_do}"
                )
            }
            SessionError::Refused(Refusal::Version) => write!(
                formatter,
                "the board refuses version {VERSION} of the protocol, which this program speaks: put this program's \
                 firmware on it"
            ),
            SessionError::Refused(refusal) => write!(formatter, "the board refused: {refusal}"),
            SessionError::Unexpected => formatter.write_str("the board gave an answer that does not match the request"),
            SessionError::OtherGame(game) => {
                write!(formatter, "the board answered for another game ({game}): put this program's firmware on it")
            }
            SessionError::GameNotOffered(game) => GameNotOffered(game).fmt(formatter),
            SessionError::Differs => formatter.write_str("the board does not hold what was sent to it"),
            SessionError::TooLong => formatter.write_str("the request does not fit into a frame"),
            SessionError::BufferTooSmall => formatter.write_str("the board's champion does not fit into the buffer"),
        }
    }
}

impl core::error::Error for SessionError {}

/// The one sentence for a board that lacks the game that it is to play, which callers may know by name.
pub struct GameNotOffered<N>(
    /// The game.
    pub N,
);

impl<N: fmt::Display> fmt::Display for GameNotOffered<N> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "the board does not play {}: put this program's firmware on it", self.0)
    }
}

#[cfg(test)]
mod tests;
