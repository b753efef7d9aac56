//! Jobs: what a board is asked for, from one request to a whole upload. A job knows which request comes next and what the
//! replies mean; numbers, timeouts and retries are the session's matter. Its memory is the caller's: a slice or a vector
//! that is lent or given.

use super::message::{ChampionId, Hello, MAX_CHUNK, MoveBytes, Refusal, Reply, Request, SearchInfo};
use super::session::{SessionError, time_allowance};
use super::{Effort, message};
use crate::champion::{self, GameId};

/// What a session does for its caller: one request after the other, until the output is there.
pub trait Job {
    /// What comes out in the end.
    type Output;

    /// The request that is due. It stays the same until it is answered.
    fn request(&self) -> Request<'_>;

    /// Takes the reply to that request, which is not a refusal: gives the output, or `None` if another request is due.
    ///
    /// # Errors
    /// The reply does not match the request, or the board does not hold what it should.
    fn answered(&mut self, reply: Reply) -> Result<Option<Self::Output>, SessionError>;

    /// Milliseconds that the board may think about the request, beyond the ordinary timeout.
    fn allowance(&self) -> u32 {
        0
    }

    /// How far the job has come.
    fn progress(&self) -> Progress {
        Progress::default()
    }
}

/// How many of a job's bytes have travelled.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// Bytes so far.
    pub done: u32,
    /// All of them; 0 where they are not counted or not known yet.
    pub total: u32,
}

/// Begins every session: who the board is, and whether it plays the game that it is needed for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Connect {
    /// The game, if one is asked for.
    pub game: Option<GameId>,
}

impl Job for Connect {
    type Output = Hello;

    fn request(&self) -> Request<'_> {
        Request::Hello
    }

    fn answered(&mut self, reply: Reply) -> Result<Option<Hello>, SessionError> {
        match (reply, self.game) {
            (Reply::Hello(hello), Some(game)) if !hello.games.contains(&game) => {
                Err(SessionError::GameNotOffered(game))
            }
            (Reply::Hello(hello), _) => Ok(Some(hello)),
            _ => Err(SessionError::Unexpected),
        }
    }
}

/// What has the board measured?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Statistics;

impl Job for Statistics {
    type Output = message::Statistics;

    fn request(&self) -> Request<'_> {
        Request::Statistics
    }

    fn answered(&mut self, reply: Reply) -> Result<Option<message::Statistics>, SessionError> {
        match reply {
            Reply::Statistics(statistics) => Ok(Some(statistics)),
            _ => Err(SessionError::Unexpected),
        }
    }
}

/// Which champion of a game is active?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Champion {
    /// The game.
    pub game: GameId,
}

/// What a board reports of a game's champions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChampionInfo {
    /// The active one.
    pub id: ChampionId,
    /// The most bytes that one may have.
    pub room: u16,
    /// The version of the vocabulary that they are written in; 0 if there is none.
    pub vocabulary: u8,
}

impl Job for Champion {
    type Output = ChampionInfo;

    fn request(&self) -> Request<'_> {
        Request::Champion { game: self.game }
    }

    fn answered(&mut self, reply: Reply) -> Result<Option<ChampionInfo>, SessionError> {
        match reply {
            Reply::Champion { id: Some(id), room, vocabulary } => Ok(Some(ChampionInfo { id, room, vocabulary })),
            Reply::Champion { id: None, .. } => Err(SessionError::Refused(Refusal::NoChampion)),
            _ => Err(SessionError::Unexpected),
        }
    }
}

/// Removes the stored champions of a game. The built-in one, which comes out, is active then.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Erase {
    /// The game.
    pub game: GameId,
}

impl Job for Erase {
    type Output = ChampionId;

    fn request(&self) -> Request<'_> {
        Request::Erase { game: self.game }
    }

    fn answered(&mut self, reply: Reply) -> Result<Option<ChampionId>, SessionError> {
        match reply {
            Reply::Erased(id) => Ok(Some(id)),
            _ => Err(SessionError::Unexpected),
        }
    }
}

/// What would the board play here?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move<B> {
    /// The game.
    pub game: GameId,
    /// The seconds that the game allows for a decision ([`LinkGame::SECONDS`](super::LinkGame::SECONDS)).
    pub seconds: u16,
    /// How long to look for a move.
    pub effort: Effort,
    /// All that the seat to move sees, as it travels.
    pub view: B,
}

/// A board's move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decision<M> {
    /// The move. Whether the rules allow it is the referee's matter.
    pub chosen: M,
    /// How long the board thought, in ticks of its clock.
    pub ticks: u32,
    /// What it reports of its search.
    pub info: SearchInfo,
}

impl<B: AsRef<[u8]>> Job for Move<B> {
    type Output = Decision<MoveBytes>;

    fn request(&self) -> Request<'_> {
        Request::Move { game: self.game, effort: self.effort, view: self.view.as_ref() }
    }

    fn answered(&mut self, reply: Reply) -> Result<Option<Decision<MoveBytes>>, SessionError> {
        match reply {
            Reply::Move { game, .. } if game != self.game => Err(SessionError::OtherGame(game)),
            Reply::Move { chosen, ticks, info, .. } => Ok(Some(Decision { chosen, ticks, info })),
            _ => Err(SessionError::Unexpected),
        }
    }

    fn allowance(&self) -> u32 {
        time_allowance(self.effort, self.seconds)
    }
}

/// Stores a champion, activates it and reads it back, in chunks that the board has room for. What comes back is compared
/// where it arrives, so an upload needs no second buffer.
#[derive(Clone, Debug)]
pub struct Upload<B> {
    game: GameId,
    bytes: B,
    length: u16,
    max_chunk: usize,
    stage: UploadStage,
}

#[derive(Clone, Debug)]
enum UploadStage {
    /// How many bytes may a chunk have?
    Hello,
    Begin,
    /// This many bytes were received.
    Chunks(u16),
    Commit,
    /// This champion is active, and this many of its bytes are the right ones.
    ReadBack(ChampionId, u16),
}

impl<B: AsRef<[u8]>> Upload<B> {
    /// The upload of a game's champion.
    ///
    /// # Errors
    /// A length that a message has no room for fits no board either.
    pub fn new(game: GameId, bytes: B) -> Result<Upload<B>, SessionError> {
        match u16::try_from(bytes.as_ref().len()) {
            Ok(length) => Ok(Upload { game, bytes, length, max_chunk: 1, stage: UploadStage::Hello }),
            Err(_) => Err(SessionError::Refused(Refusal::Length)),
        }
    }

    /// Whether the board has activated the champion: from now on it survives a reset.
    pub fn is_committed(&self) -> bool {
        matches!(self.stage, UploadStage::ReadBack(..))
    }

    /// The chunk after this many bytes.
    fn chunk(&self, offset: u16) -> &[u8] {
        let rest = self.bytes.as_ref().get(offset.into()..).unwrap_or_default();
        rest.get(..self.max_chunk).unwrap_or(rest)
    }

    /// What follows a reply that grants what was asked; `None` if the reply does not match.
    fn next(&self, reply: Reply) -> Option<UploadStage> {
        match (&self.stage, reply) {
            (UploadStage::Begin, Reply::Begun) => Some(UploadStage::Chunks(0)),
            (UploadStage::Chunks(offset), Reply::Received { offset: now }) => {
                let n_expected = usize::from(*offset) + self.chunk(*offset).len();
                (usize::from(now) == n_expected).then_some(UploadStage::Chunks(now))
            }
            (UploadStage::Commit, Reply::Committed(id)) => Some(UploadStage::ReadBack(id, 0)),
            _ => None,
        }
    }
}

impl<B: AsRef<[u8]>> Job for Upload<B> {
    type Output = ChampionId;

    fn request(&self) -> Request<'_> {
        match self.stage {
            UploadStage::Hello => Request::Hello,
            UploadStage::Begin => Request::Begin { game: self.game, length: self.length },
            UploadStage::Chunks(offset) => Request::Chunk { offset, bytes: self.chunk(offset) },
            UploadStage::Commit => Request::Commit,
            UploadStage::ReadBack(_, offset) => Request::Read { game: self.game, offset },
        }
    }

    fn answered(&mut self, reply: Reply) -> Result<Option<ChampionId>, SessionError> {
        let stage = match (&self.stage, reply) {
            (UploadStage::Hello, Reply::Hello(hello)) => {
                self.max_chunk = usize::from(hello.max_chunk).clamp(1, MAX_CHUNK);
                UploadStage::Begin
            }
            (UploadStage::ReadBack(id, offset), Reply::Bytes(chunk)) if !chunk.is_empty() => {
                let rest = self.bytes.as_ref().get(usize::from(*offset)..).unwrap_or_default();
                if !rest.starts_with(&chunk) {
                    return Err(SessionError::Differs);
                }
                UploadStage::ReadBack(id.clone(), offset.saturating_add(chunk.len() as u16))
            }
            (_, reply) => self.next(reply).ok_or(SessionError::Unexpected)?,
        };
        self.stage = match stage {
            UploadStage::Chunks(offset) if offset == self.length => UploadStage::Commit,
            stage => stage,
        };
        match &self.stage {
            UploadStage::ReadBack(id, offset) if *offset == self.length => {
                let is_right = (id.length, id.fingerprint) == (*offset, champion::fingerprint(self.bytes.as_ref()));
                if is_right { Ok(Some(id.clone())) } else { Err(SessionError::Differs) }
            }
            _ => Ok(None),
        }
    }

    /// There and back.
    fn progress(&self) -> Progress {
        let length = u32::from(self.length);
        let done = match self.stage {
            UploadStage::Hello | UploadStage::Begin => 0,
            UploadStage::Chunks(offset) => offset.into(),
            UploadStage::Commit => length,
            UploadStage::ReadBack(_, offset) => length + u32::from(offset),
        };
        Progress { done, total: 2 * length }
    }
}

/// Reads the active champion of a game into a buffer. Its fingerprint must be the one that the board reports.
#[derive(Clone, Debug)]
pub struct Read<B> {
    game: GameId,
    buffer: B,
    /// Which champion it is, as soon as the board has said so.
    id: Option<ChampionId>,
    n_read: u16,
}

impl<B: AsMut<[u8]> + AsRef<[u8]>> Read<B> {
    /// Reads into this buffer, whose length is the most bytes that are taken.
    pub fn new(game: GameId, buffer: B) -> Read<B> {
        Read { game, buffer, id: None, n_read: 0 }
    }

    /// The bytes that were read.
    pub fn bytes(&self) -> &[u8] {
        self.buffer.as_ref().get(..self.n_read.into()).unwrap_or_default()
    }

    /// Takes the next bytes of the champion.
    fn append(&mut self, chunk: &[u8]) -> Result<(), SessionError> {
        let rest = self.buffer.as_mut().get_mut(self.n_read.into()..).unwrap_or_default();
        let place = rest.get_mut(..chunk.len()).ok_or(SessionError::Differs)?;
        place.iter_mut().zip(chunk).for_each(|(place, &byte)| *place = byte);
        self.n_read = self.n_read.saturating_add(chunk.len() as u16);
        Ok(())
    }
}

impl<B: AsMut<[u8]> + AsRef<[u8]>> Job for Read<B> {
    type Output = ChampionId;

    fn request(&self) -> Request<'_> {
        match self.id {
            None => Request::Champion { game: self.game },
            Some(_) => Request::Read { game: self.game, offset: self.n_read },
        }
    }

    fn answered(&mut self, reply: Reply) -> Result<Option<ChampionId>, SessionError> {
        let id = match (self.id.clone(), reply) {
            (None, Reply::Champion { id: Some(id), .. }) if usize::from(id.length) > self.buffer.as_ref().len() => {
                return Err(SessionError::BufferTooSmall);
            }
            (None, Reply::Champion { id: Some(id), .. }) => id,
            (None, Reply::Champion { id: None, .. }) => return Err(SessionError::Refused(Refusal::NoChampion)),
            (Some(id), Reply::Bytes(chunk)) if !chunk.is_empty() => {
                self.append(&chunk)?;
                id
            }
            _ => return Err(SessionError::Unexpected),
        };
        if self.n_read < id.length {
            self.id = Some(id);
            return Ok(None);
        }
        let is_right = (self.n_read, champion::fingerprint(self.bytes())) == (id.length, id.fingerprint);
        if is_right { Ok(Some(id)) } else { Err(SessionError::Differs) }
    }

    fn progress(&self) -> Progress {
        Progress { done: self.n_read.into(), total: self.id.as_ref().map_or(0, |id| id.length.into()) }
    }
}
