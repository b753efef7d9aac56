//! Sends requests to a board and waits for the replies: a clock and a line around the link's session, which decides
//! everything else.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::io;
use std::time::{Duration, Instant};

use pipsqueak_core::champion::GameId;
use pipsqueak_core::link::jobs::{self, ChampionInfo, Job};
use pipsqueak_core::link::{Action, ChampionId, Hello, LinkCounts, RetryPolicy, Session, Statistics};

use super::LinkError;
use crate::port::Transport;

/// The durations of decisions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Times {
    /// Decisions made.
    pub n_decisions: u64,
    /// Ticks of the board's clock for all of them.
    pub ticks: u64,
    /// Ticks of the longest.
    pub most_ticks: u32,
    /// From request to reply, for all of them.
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
    session: Session,
    /// When the session began, by this computer's clock.
    start: Instant,
    /// Time that a transport reported as waited without waiting: a board in this process answers at once or not at all.
    skipped: u64,
    pub(super) times: Times,
}

impl<C: Transport> Client<C> {
    /// Begins a session; bytes from earlier sessions are discarded.
    pub fn new(transport: C) -> Client<C> {
        Client::with_policy(transport, RetryPolicy::DEFAULT)
    }

    /// Begins a session with other timeouts.
    pub fn with_policy(mut transport: C, policy: RetryPolicy) -> Client<C> {
        drain(&mut transport);
        // Sequence numbers differ from session to session, so that a reply to an earlier one is not accepted.
        let sequence = RandomState::new().hash_one("session") as u16;
        let session = Session::with_policy(sequence, policy);
        Client { transport, session, start: Instant::now(), skipped: 0, times: Times::default() }
    }

    /// The errors on the line so far.
    pub fn counts(&self) -> LinkCounts {
        self.session.counts()
    }

    /// The durations of the board's decisions so far.
    pub fn times(&self) -> Times {
        self.times
    }

    /// The line.
    pub fn transport(&mut self) -> &mut C {
        &mut self.transport
    }

    /// Ends the session and saves the flash.
    pub fn close(mut self) -> anyhow::Result<()> {
        self.transport.close()
    }

    /// Reads the board's hello. The board must play the game, if one is named.
    pub fn connect(&mut self, game: Option<GameId>) -> Result<Hello, LinkError> {
        self.run(&mut jobs::Connect { game })
    }

    /// The board's hello.
    pub fn hello(&mut self) -> Result<Hello, LinkError> {
        self.connect(None)
    }

    /// The board's statistics.
    pub fn statistics(&mut self) -> Result<Statistics, LinkError> {
        self.run(&mut jobs::Statistics)
    }

    /// The active champion, and the limits for others.
    pub fn champion(&mut self, game: GameId) -> Result<ChampionInfo, LinkError> {
        self.run(&mut jobs::Champion { game })
    }

    /// Activates a champion, and reads it back. `progress` is called with the number of bytes transferred, both ways.
    pub fn upload(
        &mut self,
        game: GameId,
        bytes: &[u8],
        mut progress: impl FnMut(usize),
    ) -> Result<ChampionId, LinkError> {
        let mut is_saved = false;
        self.run_watched(&mut jobs::Upload::new(game, bytes)?, |upload, transport| {
            // Before it is read back: from here on, the champion is on the board.
            if upload.is_committed() && !is_saved {
                transport.save()?;
                is_saved = true;
            }
            progress(upload.progress().done as usize);
            Ok(())
        })
    }

    /// The bytes of the active champion, checked against its fingerprint.
    pub fn read_champion(&mut self, game: GameId) -> Result<Vec<u8>, LinkError> {
        let mut job = jobs::Read::new(game, vec![0; usize::from(u16::MAX)]);
        self.run(&mut job)?;
        Ok(job.bytes().to_vec())
    }

    /// Removes the stored champions of a game, which activates the built-in one.
    pub fn erase(&mut self, game: GameId) -> Result<ChampionId, LinkError> {
        let id = self.run(&mut jobs::Erase { game })?;
        self.transport.save().map_err(LinkError::Line)?;
        Ok(id)
    }

    /// Runs a job.
    pub(super) fn run<J: Job>(&mut self, job: &mut J) -> Result<J::Output, LinkError> {
        self.run_watched(job, |_, _| Ok(()))
    }

    /// Runs a job, and calls `watch` whenever bytes were transferred.
    fn run_watched<J: Job>(
        &mut self,
        job: &mut J,
        mut watch: impl FnMut(&J, &mut C) -> io::Result<()>,
    ) -> Result<J::Output, LinkError> {
        self.session.start(job, self.now());
        let mut buffer = [0; 256];
        loop {
            match self.session.poll(job, self.now())? {
                Action::Send(frame) => self.transport.send(&frame)?,
                Action::Wait { until } => {
                    let n_bytes = self.receive(&mut buffer, until)?;
                    let now = self.now();
                    let output = self.session.receive(job, &buffer[..n_bytes], now)?;
                    watch(job, &mut self.transport).map_err(LinkError::Line)?;
                    if let Some(output) = output {
                        return Ok(output);
                    }
                }
            }
        }
    }

    /// Waits for bytes until this time; returns how many came.
    fn receive(&mut self, buffer: &mut [u8], until: u64) -> Result<usize, LinkError> {
        let wait = Duration::from_millis(until.saturating_sub(self.now()));
        match self.transport.receive(buffer, wait) {
            Ok(0) => Err(LinkError::Closed),
            Ok(n_bytes) => Ok(n_bytes),
            Err(error) if error.kind() == io::ErrorKind::TimedOut => {
                self.skipped += until.saturating_sub(self.now());
                Ok(0)
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Ok(0),
            Err(error) => Err(error.into()),
        }
    }

    /// Milliseconds since the session began.
    fn now(&self) -> u64 {
        self.start.elapsed().as_millis() as u64 + self.skipped
    }
}

/// Discards bytes until the line is silent. On a line that never is, the first reply is searched for in the noise.
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
