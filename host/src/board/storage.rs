//! What a board keeps: who it is, its champions, its counts.

use pipsqueak_core::champion::{self, GameId};
use pipsqueak_core::link::{ChampionId, Hello, MAX_CHUNK, Refusal, Reply, Request, Statistics};

use super::{Client, LinkError};
use crate::port::Transport;

/// What a board knows of a game's champions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Champions {
    /// The active one.
    pub id: ChampionId,
    /// The most bytes that one may have.
    pub room: u16,
    /// The version of the vocabulary that they are written in; 0 if there is none.
    pub vocabulary: u8,
}

impl<C: Transport> Client<C> {
    /// Who the board is.
    pub fn hello(&mut self) -> Result<Hello, LinkError> {
        match self.ask(&Request::Hello)? {
            Reply::Hello(hello) => Ok(hello),
            _ => Err(LinkError::Unexpected),
        }
    }

    /// The active champion, and what others may be.
    pub fn champion(&mut self, game: GameId) -> Result<Champions, LinkError> {
        match self.ask(&Request::Champion { game })? {
            Reply::Champion { id: Some(id), room, vocabulary } => Ok(Champions { id, room, vocabulary }),
            Reply::Champion { id: None, .. } => Err(LinkError::Refused(Refusal::NoChampion)),
            _ => Err(LinkError::Unexpected),
        }
    }

    /// Activates a champion, and reads it back. `progress` hears how many bytes have gone, there and back.
    pub fn upload(
        &mut self,
        game: GameId,
        bytes: &[u8],
        mut progress: impl FnMut(usize),
    ) -> Result<ChampionId, LinkError> {
        let n_most = usize::from(self.hello()?.max_chunk).clamp(1, MAX_CHUNK);
        // A length that a message has no room for fits no board either.
        let length = u16::try_from(bytes.len()).map_err(|_| LinkError::Refused(Refusal::Length))?;
        self.expect(&Request::Begin { game, length }, &Reply::Begun)?;
        let mut offset = 0;
        for chunk in bytes.chunks(n_most) {
            let request = Request::Chunk { offset, bytes: chunk };
            offset += chunk.len() as u16;
            self.expect(&request, &Reply::Received { offset })?;
            progress(usize::from(offset));
        }
        let id = match self.ask(&Request::Commit)? {
            Reply::Committed(id) => id,
            _ => return Err(LinkError::Unexpected),
        };
        self.transport().save().map_err(LinkError::Line)?;
        let held = self.read(game, &id, |n_bytes| progress(bytes.len() + n_bytes))?;
        if held == bytes { Ok(id) } else { Err(LinkError::Differs) }
    }

    /// The bytes of the active champion, as its checksum says they must be.
    pub fn read_champion(&mut self, game: GameId) -> Result<Vec<u8>, LinkError> {
        let Champions { id, .. } = self.champion(game)?;
        let bytes = self.read(game, &id, |_| {})?;
        if champion::fingerprint(&bytes) == id.fingerprint { Ok(bytes) } else { Err(LinkError::Differs) }
    }

    /// Removes the stored champions of a game. The built-in one is active then.
    pub fn erase(&mut self, game: GameId) -> Result<ChampionId, LinkError> {
        match self.ask(&Request::Erase { game })? {
            Reply::Erased(id) => {
                self.transport().save().map_err(LinkError::Line)?;
                Ok(id)
            }
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

    fn read(&mut self, game: GameId, id: &ChampionId, mut progress: impl FnMut(usize)) -> Result<Vec<u8>, LinkError> {
        let mut bytes = Vec::new();
        while bytes.len() < usize::from(id.length) {
            let request = Request::Read { game, offset: bytes.len() as u16 };
            match self.ask(&request)? {
                Reply::Bytes(chunk) if !chunk.is_empty() => bytes.extend(chunk),
                _ => return Err(LinkError::Unexpected),
            }
            progress(bytes.len());
        }
        if bytes.len() == usize::from(id.length) { Ok(bytes) } else { Err(LinkError::Differs) }
    }
}
