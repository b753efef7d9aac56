//! Asks a board and waits for its answer, over a line that may lose, change, repeat or add bytes.
//!
//! Invariant: what is given back as an answer came in a whole frame, from the board, with the number of the request that
//! is open. Whatever else comes is counted and forgotten. No request is asked, or waited for, without a bound.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::io;
use std::time::{Duration, Instant};

use pipsqueak_core::champion::{self, GameId};
use pipsqueak_core::fiveo::{Column, PackedView, Table, TableView};
use pipsqueak_core::game::Player;
use pipsqueak_core::link::{
    self, ChampionId, Chunk, Direction, FrameError, Hello, Packet, Receiver, Reply, Request, Statistics,
};
use serde::Serialize;

use super::LinkError;
use crate::port::Cable;

/// How long, and how often, a board is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Patience {
    /// How long to wait before asking again.
    pub wait: Duration,
    /// How often a board may be silent on one request.
    pub silences: u32,
    /// How often one request may be sent.
    pub sends: u32,
    /// How long one request may take with all that.
    pub total: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        // Emulators stall for up to two seconds now and then.
        let (wait, total) = (Duration::from_millis(2500), Duration::from_secs(20));
        Patience { wait, silences: 3, sends: 32, total }
    }
}

/// What went wrong on the line, and was overcome.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct LinkCounts {
    /// Requests that were sent again.
    pub retries: u64,
    /// Waits in which nothing came.
    pub silences: u64,
    /// Frames from the board that were not whole.
    pub damaged: u64,
    /// Frames that arrived at the board not whole, as it says.
    pub garbled: u64,
    /// Answers to earlier requests, and echoes.
    pub stale: u64,
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
    fn add(&mut self, ticks: u32, round_trip: Duration) {
        self.n_decisions += 1;
        self.ticks += u64::from(ticks);
        self.most_ticks = self.most_ticks.max(ticks);
        self.round_trips += round_trip;
        self.longest_round_trip = self.longest_round_trip.max(round_trip);
    }
}

/// A board's move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Decision {
    /// Where the card goes.
    pub column: Column,
    /// How long the board thought, in ticks of its clock.
    pub ticks: u32,
}

/// A session with a board.
pub struct Client<C> {
    cable: C,
    receiver: Receiver,
    sequence: u16,
    patience: Patience,
    counts: LinkCounts,
    times: Times,
    /// Bytes that came, whatever they were.
    n_received: u64,
}

/// How a wait ended.
enum Heard {
    Answer(Reply),
    /// Something was lost on the way: it is worth asking again at once.
    Damage,
    Silence,
}

impl<C: Cable> Client<C> {
    /// Begins a session; what the board said to others is forgotten.
    pub fn new(cable: C) -> Client<C> {
        Client::with_patience(cable, Patience::default())
    }

    /// Begins a session that waits longer or shorter.
    pub fn with_patience(mut cable: C, patience: Patience) -> Client<C> {
        drain(&mut cable);
        // Numbers differ from session to session, so that an answer to an earlier one is not taken for ours.
        let sequence = RandomState::new().hash_one("session") as u16;
        Client {
            cable,
            receiver: Receiver::new(),
            sequence,
            patience,
            counts: LinkCounts::default(),
            times: Times::default(),
            n_received: 0,
        }
    }

    /// What went wrong on the line so far.
    pub fn counts(&self) -> LinkCounts {
        self.counts
    }

    /// How long the board's decisions took so far.
    pub fn times(&self) -> Times {
        self.times
    }

    /// The line.
    pub fn cable(&mut self) -> &mut C {
        &mut self.cable
    }

    /// Ends the session; what is to outlast it is saved.
    pub fn close(mut self) -> anyhow::Result<()> {
        self.cable.close()
    }

    /// Who the board is.
    pub fn hello(&mut self) -> Result<Hello, LinkError> {
        match self.ask(&Request::Hello)? {
            Reply::Hello(hello) => Ok(hello),
            _ => Err(LinkError::Unexpected),
        }
    }

    /// The board's move. Whether the rules allow it is the referee's matter.
    pub fn choose(&mut self, view: &TableView) -> Result<Decision, LinkError> {
        let start = Instant::now();
        let Reply::FiveO { column, ticks } = self.ask(&Request::FiveO(PackedView::from(*view)))? else {
            return Err(LinkError::Unexpected);
        };
        self.times.add(ticks, start.elapsed());
        Ok(Decision { column, ticks })
    }

    /// Puts a champion in force, and reads it back. `progress` hears how many bytes have gone, there and back.
    pub fn upload(&mut self, bytes: &[u8], mut progress: impl FnMut(usize)) -> Result<ChampionId, LinkError> {
        let n_most = usize::from(self.hello()?.max_piece).clamp(1, Chunk::new().capacity());
        // A length that a message has no room for fits no board either.
        let length = u16::try_from(bytes.len()).map_err(|_| LinkError::Refused(link::Refusal::Length))?;
        self.expect(&Request::Begin { game: GameId::FiveO, length }, &Reply::Begun)?;
        let mut offset = 0;
        for piece in bytes.chunks(n_most) {
            let bytes = Chunk::from_slice(piece).unwrap_or_default();
            let request = Request::Piece { offset, bytes };
            offset += piece.len() as u16;
            self.expect(&request, &Reply::Received { offset })?;
            progress(usize::from(offset));
        }
        let id = match self.ask(&Request::Commit)? {
            Reply::Committed(id) => id,
            _ => return Err(LinkError::Unexpected),
        };
        let held = self.read(id, |n_bytes| progress(bytes.len() + n_bytes))?;
        if held == bytes { Ok(id) } else { Err(LinkError::Differs) }
    }

    /// The bytes of the champion in force, as its checksum says they must be.
    pub fn read_champion(&mut self) -> Result<Vec<u8>, LinkError> {
        let id = self.hello()?.champion;
        self.read_back(id)
    }

    /// The bytes of the champion in force, which the board has just named.
    pub fn read_back(&mut self, id: ChampionId) -> Result<Vec<u8>, LinkError> {
        let bytes = self.read(id, |_| {})?;
        if champion::fingerprint(&bytes) == id.fingerprint { Ok(bytes) } else { Err(LinkError::Differs) }
    }

    /// Removes the stored champions. The built-in one is in force then.
    pub fn erase(&mut self) -> Result<ChampionId, LinkError> {
        match self.ask(&Request::Erase { game: GameId::FiveO })? {
            Reply::Erased(id) => Ok(id),
            _ => Err(LinkError::Unexpected),
        }
    }

    /// What the board has measured.
    pub fn statistics(&mut self) -> Result<Statistics, LinkError> {
        match self.ask(&Request::Statistics)? {
            Reply::Statistics(statistics) => Ok(statistics),
            _ => Err(LinkError::Unexpected),
        }
    }

    fn read(&mut self, id: ChampionId, mut progress: impl FnMut(usize)) -> Result<Vec<u8>, LinkError> {
        let mut bytes = Vec::new();
        while bytes.len() < usize::from(id.length) {
            let request = Request::Read { game: GameId::FiveO, offset: bytes.len() as u16 };
            match self.ask(&request)? {
                Reply::Bytes(piece) if !piece.is_empty() => bytes.extend(piece),
                _ => return Err(LinkError::Unexpected),
            }
            progress(bytes.len());
        }
        if bytes.len() == usize::from(id.length) { Ok(bytes) } else { Err(LinkError::Differs) }
    }

    fn expect(&mut self, request: &Request, answer: &Reply) -> Result<(), LinkError> {
        if self.ask(request)? == *answer { Ok(()) } else { Err(LinkError::Unexpected) }
    }

    /// Asks until an answer comes or patience ends.
    fn ask(&mut self, request: &Request) -> Result<Reply, LinkError> {
        self.sequence = following(self.sequence);
        let frame = link::encode(Direction::Request, self.sequence, request);
        let frame = frame.map_err(|error| LinkError::Line(io::Error::other(error)))?;
        let end = Instant::now() + self.patience.total;
        let n_before = self.n_received;
        let mut n_silences = 0;
        for n_sent in 0..self.patience.sends {
            self.counts.retries += u64::from(n_sent > 0);
            self.cable.send(&frame)?;
            match self.listen(end)? {
                Heard::Answer(Reply::Refused(refusal)) => return Err(LinkError::Refused(refusal)),
                Heard::Answer(reply) => return Ok(reply),
                Heard::Damage => {}
                Heard::Silence => {
                    self.counts.silences += 1;
                    n_silences += 1;
                }
            }
            if n_silences >= self.patience.silences || Instant::now() > end {
                break;
            }
        }
        Err(if self.n_received == n_before { LinkError::Silent } else { LinkError::Noise })
    }

    /// Waits for the answer to the open request.
    fn listen(&mut self, end: Instant) -> Result<Heard, LinkError> {
        let until = end.min(Instant::now() + self.patience.wait);
        let mut buffer = [0; 256];
        loop {
            let rest = until.saturating_duration_since(Instant::now());
            if rest.is_zero() {
                return Ok(Heard::Silence);
            }
            let n_bytes = match self.cable.receive(&mut buffer, rest) {
                Ok(0) => return Err(LinkError::Closed),
                Ok(n_bytes) => n_bytes,
                Err(error) if error.kind() == io::ErrorKind::TimedOut => return Ok(Heard::Silence),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error.into()),
            };
            self.n_received += n_bytes as u64;
            // The answer may stand behind the damage, and the beginning of the next frame behind the answer.
            let mut heard = None;
            for &byte in &buffer[..n_bytes] {
                let Some(received) = self.receiver.push(byte) else { continue };
                let new = sort(received, self.sequence, &mut self.counts)?;
                if !matches!(heard, Some(Heard::Answer(_))) {
                    heard = new.or(heard);
                }
            }
            if let Some(heard) = heard {
                return Ok(heard);
            }
        }
    }
}

/// A board is a player like any other; the referee cannot tell it from a program.
impl<C: Cable> Player<Table> for Client<C> {
    type Error = LinkError;

    fn choose(&mut self, view: &TableView) -> Result<Column, LinkError> {
        Client::choose(self, view).map(|decision| decision.column)
    }
}

/// What a frame, or what was left of one, means for the request of this number.
fn sort(
    received: Result<Packet<'_>, FrameError>,
    sequence: u16,
    counts: &mut LinkCounts,
) -> Result<Option<Heard>, LinkError> {
    let Ok(packet) = received else {
        counts.damaged += 1;
        return Ok(Some(Heard::Damage));
    };
    if packet.direction == Direction::Request {
        counts.stale += 1;
        return Ok(None);
    }
    if packet.version != link::VERSION {
        return Err(LinkError::Version(packet.version));
    }
    if packet.sequence == link::UNASKED {
        counts.garbled += 1;
        return Ok(Some(Heard::Damage));
    }
    if packet.sequence != sequence {
        counts.stale += 1;
        return Ok(None);
    }
    packet.message().map(|reply| Some(Heard::Answer(reply))).ok_or(LinkError::Unexpected)
}

/// The number after this one; no request has the number of notices.
fn following(sequence: u16) -> u16 {
    match sequence.wrapping_add(1) {
        link::UNASKED => link::UNASKED.wrapping_add(1),
        next => next,
    }
}

/// Forgets what is on the line, if it ever falls silent; if not, the first answer is sought in the noise.
fn drain(cable: &mut impl Cable) {
    let until = Instant::now() + Duration::from_millis(200);
    let mut buffer = [0; 1024];
    while Instant::now() < until {
        match cable.receive(&mut buffer, Duration::from_millis(10)) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
    }
}
