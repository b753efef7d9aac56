//! A board with one champion, and lines to it on a clock that only the tests advance.

use std::mem;
use std::vec::Vec;

use super::super::*;
use crate::link::jobs::Move;
use crate::link::{ChampionId, Chunk, Hello, MAX_CHUNK, MoveBytes, Origin, Request, SearchInfo, encode_reply};
use crate::{champion, link};

pub const GAME: GameId = GameId(1);
pub const OTHER: GameId = GameId(2);
/// Not a champion of any game; the session does not look into it.
pub const BYTES: [u8; 100] = {
    let mut bytes = [7; 100];
    bytes[48] = 0;
    bytes[99] = 0xEE;
    bytes
};

/// A board with one champion. It takes chunks that are as long as it says, and does a request once, however often it
/// comes, as docs/link.md demands.
pub struct Board {
    pub receiver: Receiver,
    pub max_chunk: u8,
    pub stored: Vec<u8>,
    pub arriving: Vec<u8>,
    pub length: usize,
    pub last: Option<(u16, u32, Vec<u8>)>,
    pub n_moves: u32,
    /// What becomes of a reply before it is sent.
    pub change: fn(Reply) -> Reply,
}

impl Board {
    pub fn new() -> Board {
        Board {
            receiver: Receiver::new(),
            max_chunk: MAX_CHUNK as u8,
            stored: BYTES.to_vec(),
            arriving: Vec::new(),
            length: 0,
            last: None,
            n_moves: 0,
            change: |reply| reply,
        }
    }

    pub fn changing(change: fn(Reply) -> Reply) -> Board {
        Board { change, ..Board::new() }
    }

    /// What comes back for what is sent.
    pub fn replies(&mut self, bytes: &[u8]) -> Vec<u8> {
        let mut receiver = mem::take(&mut self.receiver);
        let frames = bytes.iter().filter_map(|&byte| match receiver.push(byte)? {
            Err(error) => Some(framed(UNASKED, &Reply::Garbled(error))),
            Ok(Packet { sequence, checksum, .. }) if self.is_last(sequence, checksum) => self.last_frame(),
            Ok(packet) => {
                let reply = (self.change)(self.answer(packet.message().expect("a session sends messages")));
                self.last = Some((packet.sequence, packet.checksum, framed(packet.sequence, &reply)));
                self.last_frame()
            }
        });
        let replies = frames.collect::<Vec<_>>().concat();
        self.receiver = receiver;
        replies
    }

    pub fn is_last(&self, sequence: u16, checksum: u32) -> bool {
        self.last.as_ref().is_some_and(|last| (last.0, last.1) == (sequence, checksum))
    }

    pub fn last_frame(&self) -> Option<Vec<u8>> {
        self.last.as_ref().map(|last| last.2.clone())
    }

    pub fn id(&self) -> ChampionId {
        let length = self.stored.len() as u16;
        let fingerprint = champion::fingerprint(&self.stored);
        ChampionId { name: "test".try_into().unwrap(), fingerprint, length, origin: Origin::BuiltIn }
    }

    pub fn answer(&mut self, request: Request<'_>) -> Reply {
        match request {
            Request::Hello => hello(self.max_chunk),
            Request::Move { game, .. } => {
                self.n_moves += 1;
                moved(game)
            }
            Request::Begin { length, .. } => {
                self.length = length.into();
                self.arriving.clear();
                Reply::Begun
            }
            Request::Chunk { offset, bytes } => {
                let rest = self.length - self.arriving.len();
                let n_expected = rest.min(usize::from(self.max_chunk).clamp(1, MAX_CHUNK));
                assert_eq!((usize::from(offset), bytes.len()), (self.arriving.len(), n_expected), "once, and full");
                self.arriving.extend(bytes);
                Reply::Received { offset: self.arriving.len() as u16 }
            }
            Request::Commit => {
                assert_eq!(self.arriving.len(), self.length);
                self.stored = mem::take(&mut self.arriving);
                Reply::Committed(self.id())
            }
            Request::Read { offset, .. } => {
                let rest = &self.stored[usize::from(offset)..];
                let n_most = usize::from(self.max_chunk).clamp(1, MAX_CHUNK);
                Reply::Bytes(Chunk::from_slice(&rest[..rest.len().min(n_most)]).unwrap())
            }
            Request::Erase { .. } => Reply::Erased(self.id()),
            Request::Statistics => Reply::Statistics(link::Statistics::default()),
            Request::Champion { .. } => Reply::Champion { id: Some(self.id()), room: 4000, vocabulary: 1 },
        }
    }
}

pub fn hello(max_chunk: u8) -> Reply {
    let [firmware, board] = ["0.1.0", "test"];
    let games = [GAME].into_iter().collect();
    let (firmware, board) = (firmware.try_into().unwrap(), board.try_into().unwrap());
    Reply::Hello(Hello { firmware, board, games, max_chunk, ticks_per_second: 1 })
}

pub fn moved(game: GameId) -> Reply {
    Reply::Move { game, chosen: MoveBytes::from_slice(&[3]).unwrap(), ticks: 9, info: SearchInfo::default() }
}

pub fn framed(sequence: u16, reply: &Reply) -> Vec<u8> {
    encode_reply(sequence, reply).unwrap().to_vec()
}

pub fn a_move(effort: Effort, seconds: u16) -> Move<[u8; 3]> {
    Move { game: GAME, seconds, effort, view: [1, 2, 3] }
}

/// A job's end, and what it took.
pub struct Ended<T> {
    pub result: Result<T, SessionError>,
    pub n_sends: usize,
    pub millis: u64,
}

/// Runs a job on a virtual clock. `line` gives for each frame, or for `None` while the session waits, what comes back; when
/// nothing comes, the clock goes on to the deadline.
pub fn run<J: Job>(
    session: &mut Session,
    job: &mut J,
    mut line: impl FnMut(Option<&[u8]>) -> Vec<u8>,
) -> Ended<J::Output> {
    let (mut now, mut n_sends, mut arrived) = (1_000_000, 0, Vec::new());
    let start = now;
    session.start(job, now);
    let result = loop {
        assert!(n_sends < 100_000 && now - start < 100_000, "the job does not end");
        match session.poll(job, now) {
            Err(error) => break Err(error),
            Ok(Action::Send(frame)) => {
                n_sends += 1;
                arrived.extend(line(Some(&frame)));
            }
            Ok(Action::Wait { until }) => {
                if arrived.is_empty() {
                    arrived = line(None);
                }
                now = if arrived.is_empty() { until } else { now + 1 };
                // In two pieces: where they are cut means nothing.
                let pieces = mem::take(&mut arrived);
                let (first, second) = pieces.split_at(pieces.len() / 3);
                let ended = session.receive(job, first, now).and_then(|ended| match ended {
                    None => session.receive(job, second, now),
                    ended => Ok(ended),
                });
                match ended {
                    Ok(None) => {}
                    Ok(Some(output)) => break Ok(output),
                    Err(error) => break Err(error),
                }
            }
        }
    };
    Ended { result, n_sends, millis: now - start }
}

/// Runs a job with a board at the end of a good line.
pub fn ask<J: Job>(board: &mut Board, job: &mut J) -> Result<J::Output, SessionError> {
    run(&mut Session::new(5), job, |sent| board.replies(sent.unwrap_or_default())).result
}

/// The number in a frame that was sent.
pub fn number(frame: &[u8]) -> u16 {
    let mut receiver = Receiver::new();
    let mut packets = frame.iter().filter_map(|&byte| receiver.push(byte).map(|packet| packet.unwrap().sequence));
    packets.next().unwrap()
}

/// What comes back where each frame is answered.
pub fn for_each_frame(mut answer: impl FnMut(&[u8]) -> Vec<u8>) -> impl FnMut(Option<&[u8]>) -> Vec<u8> {
    move |sent| sent.map_or(Vec::new(), &mut answer)
}
