//! Asks a board and waits for its answer, over a line that may lose, change, repeat or add bytes.
//!
//! Invariant: what is given back as an answer came in a whole frame, from the board, with the number of the request that
//! is open. Whatever else comes is counted and forgotten. No request is asked, or waited for, without a bound.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::io;
use std::time::{Duration, Instant};

use pipsqueak_core::link::{self, LinkCounts, Reply, Request, Requester};

use super::LinkError;
use crate::port::Transport;

/// How long, and how often, a board is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RetryPolicy {
    /// How long to wait before asking again.
    pub wait: Duration,
    /// How often a board may be silent on one request.
    pub silences: u32,
    /// How often one request may be sent.
    pub sends: u32,
    /// How long one request may take with all that.
    pub total: Duration,
}

impl Default for RetryPolicy {
    fn default() -> RetryPolicy {
        // Emulators stall for up to two seconds now and then.
        let (wait, total) = (Duration::from_millis(2500), Duration::from_secs(20));
        RetryPolicy { wait, silences: 3, sends: 32, total }
    }
}

impl RetryPolicy {
    /// With a board that may think for so long before it answers. That it thinks cannot be told from that it is gone.
    fn with(self, allowance: Duration) -> RetryPolicy {
        RetryPolicy { wait: self.wait + allowance, total: self.total + 2 * allowance, ..self }
    }
}

/// How long decisions took.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Times {
    /// Decisions made.
    pub n_decisions: u64,
    /// Ticks of the board's clock for all of them.
    pub ticks: u64,
    /// Ticks of the longest.
    pub most_ticks: u32,
    /// From the question to the answer, for all of them.
    pub round_trips: Duration,
    /// The longest of those.
    pub longest_round_trip: Duration,
}

impl Times {
    pub(super) fn add(&mut self, ticks: u32, round_trip: Duration) {
        self.n_decisions += 1;
        self.ticks += u64::from(ticks);
        self.most_ticks = self.most_ticks.max(ticks);
        self.round_trips += round_trip;
        self.longest_round_trip = self.longest_round_trip.max(round_trip);
    }
}

/// A session with a board.
pub struct Client<C> {
    transport: C,
    requester: Requester,
    retry_policy: RetryPolicy,
    pub(super) times: Times,
    /// Bytes that came, whatever they were.
    n_received: u64,
}

/// How a wait ended.
enum WaitEnd {
    Answer(Reply),
    /// Something was lost on the way: it is worth asking again at once.
    Damage,
    Silence,
}

impl<C: Transport> Client<C> {
    /// Begins a session; what the board said to others is forgotten.
    pub fn new(transport: C) -> Client<C> {
        Client::with_patience(transport, RetryPolicy::default())
    }

    /// Begins a session that waits longer or shorter.
    pub fn with_patience(mut transport: C, retry_policy: RetryPolicy) -> Client<C> {
        drain(&mut transport);
        // Numbers differ from session to session, so that an answer to an earlier one is not taken for ours.
        let sequence = RandomState::new().hash_one("session") as u16;
        Client { transport, requester: Requester::new(sequence), retry_policy, times: Times::default(), n_received: 0 }
    }

    /// What went wrong on the line so far.
    pub fn counts(&self) -> LinkCounts {
        self.requester.counts
    }

    /// How long the board's decisions took so far.
    pub fn times(&self) -> Times {
        self.times
    }

    /// The line.
    pub fn transport(&mut self) -> &mut C {
        &mut self.transport
    }

    /// Ends the session; what is to outlast it is saved.
    pub fn close(mut self) -> anyhow::Result<()> {
        self.transport.close()
    }

    pub(super) fn expect(&mut self, request: &Request<'_>, answer: &Reply) -> Result<(), LinkError> {
        if self.ask(request)? == *answer { Ok(()) } else { Err(LinkError::Unexpected) }
    }

    /// Asks something that is answered at once.
    pub(super) fn ask(&mut self, request: &Request<'_>) -> Result<Reply, LinkError> {
        self.ask_for(request, Duration::ZERO)
    }

    /// Asks until an answer comes or patience ends. A board may think for as long as it is allowed.
    pub(super) fn ask_for(&mut self, request: &Request<'_>, allowance: Duration) -> Result<Reply, LinkError> {
        let frame = self.requester.ask(request)?;
        let retry_policy = self.retry_policy.with(allowance);
        let end = Instant::now() + retry_policy.total;
        let n_before = self.n_received;
        let mut n_silences = 0;
        for n_sent in 0..retry_policy.sends {
            self.requester.counts.retries += u64::from(n_sent > 0);
            self.transport.send(&frame)?;
            match self.listen(end.min(Instant::now() + retry_policy.wait))? {
                WaitEnd::Answer(Reply::Refused(refusal)) => return Err(LinkError::Refused(refusal)),
                WaitEnd::Answer(reply) => return Ok(reply),
                WaitEnd::Damage => {}
                WaitEnd::Silence => {
                    self.requester.counts.silences += 1;
                    n_silences += 1;
                }
            }
            if n_silences >= retry_policy.silences || Instant::now() > end {
                break;
            }
        }
        Err(if self.n_received == n_before { LinkError::Silent } else { LinkError::Noise })
    }

    /// Waits for the answer to the open request.
    fn listen(&mut self, until: Instant) -> Result<WaitEnd, LinkError> {
        let mut buffer = [0; 256];
        loop {
            let rest = until.saturating_duration_since(Instant::now());
            if rest.is_zero() {
                return Ok(WaitEnd::Silence);
            }
            let n_bytes = match self.transport.receive(&mut buffer, rest) {
                Ok(0) => return Err(LinkError::Closed),
                Ok(n_bytes) => n_bytes,
                Err(error) if error.kind() == io::ErrorKind::TimedOut => return Ok(WaitEnd::Silence),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error.into()),
            };
            self.n_received += n_bytes as u64;
            // The answer may stand behind the damage, and the beginning of the next frame behind the answer.
            let mut heard = None;
            for &byte in &buffer[..n_bytes] {
                let new = match self.requester.hear(byte) {
                    None => continue,
                    Some(link::LinkEvent::Answer(reply)) => WaitEnd::Answer(reply),
                    Some(link::LinkEvent::Damage) => WaitEnd::Damage,
                    Some(link::LinkEvent::OtherVersion(version)) => return Err(LinkError::Version(version)),
                    Some(link::LinkEvent::NoMessage) => return Err(LinkError::Unexpected),
                };
                if !matches!(heard, Some(WaitEnd::Answer(_))) {
                    heard = Some(new);
                }
            }
            if let Some(heard) = heard {
                return Ok(heard);
            }
        }
    }
}

/// Forgets what is on the line, if it ever falls silent; if not, the first answer is sought in the noise.
fn drain(transport: &mut impl Transport) {
    let until = Instant::now() + Duration::from_millis(200);
    let mut buffer = [0; 1024];
    while Instant::now() < until {
        match transport.receive(&mut buffer, Duration::from_millis(10)) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
    }
}
