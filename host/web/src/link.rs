//! The way to a board: what is asked, frame by frame, without waiting for anything. The page sends each frame, hands in
//! what comes back, and keeps the time; which frame comes next, and when all is done, is said here.

use pipsqueak_core::champion::{self, GameId};
use pipsqueak_core::games::checkers;
use pipsqueak_core::games::fiveo::Table;
use pipsqueak_core::games::mastermind::Duel;
use pipsqueak_core::link::{
    ChampionId, Effort, LinkEvent, LinkGame, MAX_CHUNK, Refusal, Reply, Request, RequestFrame, Requester,
};
use pipsqueak_shared::json::{self, Fields, Value, Writer};
use pipsqueak_shared::text::quoted;

use crate::answers;
use crate::prelude::*;

/// What the page asks of a board, and whatever that needs.
#[derive(Clone, Debug, Default)]
pub struct Job {
    /// What is asked for: `hello`, `statistics`, `champion` (which is active), `move`, `upload` (with read-back), `read` (the
    /// bytes of the active one) or `erase` (the stored ones).
    pub ask: String,
    /// The game's number.
    pub game: Option<GameId>,
    /// What the seat to move sees, as it travels.
    pub view: Vec<u8>,
    /// A champion.
    pub bytes: Vec<u8>,
    /// How long to look for a move.
    pub effort: Effort,
}

impl Job {
    /// The job that a request tells; what it does not need may be absent.
    pub fn read(request: &Fields) -> Result<Job, String> {
        let bytes = |name: &str| match request.get(name) {
            Some(value) => value.bytes().ok_or_else(|| json::unfit(name)),
            None => Ok(Vec::new()),
        };
        Ok(Job {
            ask: request.text("ask")?.to_owned(),
            game: request.get("game").map(|_| request.byte("game").map(GameId)).transpose()?,
            view: bytes("view")?,
            bytes: bytes("bytes")?,
            effort: request
                .get("effort")
                .map_or(Some(Effort::Default), read_effort)
                .ok_or_else(|| json::unfit("effort"))?,
        })
    }
}

/// `"Default"`, `{"Nodes": n}` or `{"Millis": n}`.
fn read_effort(value: &Value) -> Option<Effort> {
    match value {
        Value::Text(text) if text == "Default" => Some(Effort::Default),
        Value::Record(fields) => {
            let (kind, amount) = fields.iter().next()?;
            let amount = amount.number()?.try_into().ok()?;
            match kind {
                "Nodes" => Some(Effort::Nodes(amount)),
                "Millis" => Some(Effort::Millis(amount)),
                _ => None,
            }
        }
        _ => None,
    }
}

/// How long to wait for an answer, and how often to ask.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Patience {
    /// Milliseconds to wait before asking again.
    pub wait: u32,
    /// How often a board may be silent on one request.
    pub silences: u32,
    /// How often one request may be sent.
    pub sends: u32,
}

impl Patience {
    /// Writes it as a record.
    pub fn write(&self, out: &mut Writer) {
        out.record(|out| {
            out.key("wait").number(self.wait.into());
            out.key("silences").number(self.silences.into());
            out.key("sends").number(self.sends.into());
        });
    }
}

/// What to do next.
#[derive(Clone, PartialEq, Debug)]
pub enum Next {
    /// Wait: the answer has not come.
    Waiting,
    /// Send the open frame again: something was lost.
    Again,
    /// Send the new frame.
    Send {
        /// How many bytes have gone, there and back.
        done: usize,
        /// How many there are.
        of: usize,
    },
    /// All is done, and this is what the board said.
    Done {
        /// Its last answer.
        answer: Reply,
        /// The champion's bytes, where they were asked for.
        bytes: Vec<u8>,
    },
    /// It cannot be done.
    Failed {
        /// In one sentence.
        why: String,
        /// Whether the board said so.
        refused: bool,
    },
}

impl Next {
    /// Writes it as a record, of which `state` says the kind.
    pub fn write(&self, out: &mut Writer) {
        out.record(|out| match self {
            Next::Waiting => out.key("state").text("waiting"),
            Next::Again => out.key("state").text("again"),
            Next::Send { done, of } => {
                out.key("state").text("send");
                out.key("done").number(*done as u64);
                out.key("of").number(*of as u64);
            }
            Next::Done { answer, bytes } => {
                out.key("state").text("done");
                out.key("answer").record(|out| answers::write(answer, out));
                out.key("bytes").bytes(bytes);
            }
            Next::Failed { why, refused } => {
                out.key("state").text("failed");
                out.key("why").text(why);
                out.key("refused").flag(*refused);
            }
        });
    }
}

/// A line to a board.
pub struct Line {
    requester: Requester,
    frame: RequestFrame,
    stage: Stage,
}

/// How far a job has come.
enum Stage {
    Idle,
    /// One answer is all.
    Single,
    Begin {
        game: GameId,
        bytes: Vec<u8>,
    },
    Pieces {
        game: GameId,
        bytes: Vec<u8>,
        sent: usize,
    },
    Commit {
        game: GameId,
        bytes: Vec<u8>,
    },
    /// Which champion is to be read?
    Which {
        game: GameId,
    },
    Reading {
        game: GameId,
        id: ChampionId,
        read: Vec<u8>,
        expected: Option<Vec<u8>>,
        end: Reply,
    },
}

const TOO_LONG: &str = "the request does not fit into a frame";
const UNEXPECTED: &str = "the board's answer does not fit the request";

impl Line {
    /// A line on which nothing was asked yet. Numbers should differ from session to session.
    pub fn open(sequence: u16) -> Line {
        Line { requester: Requester::new(sequence), frame: RequestFrame::new(), stage: Stage::Idle }
    }

    /// The frame that is to be sent, and sent again where something is lost.
    pub fn frame(&self) -> &[u8] {
        &self.frame
    }

    /// Begins a job; an earlier one is given up.
    pub fn start(&mut self, job: Job) -> Result<Patience, String> {
        let Job { ask, game, view, bytes, effort } = job;
        let game = game.unwrap_or(GameId(0));
        let mut allowed = 0;
        self.stage = match ask.as_str() {
            "hello" => self.single(&Request::Hello)?,
            "statistics" => self.single(&Request::Statistics)?,
            "champion" => self.single(&Request::Champion { game })?,
            "erase" => self.single(&Request::Erase { game })?,
            "move" => {
                allowed = allowance(game, effort);
                self.single(&Request::Move { game, effort, view: &view })?
            }
            "read" => {
                self.ask(&Request::Champion { game })?;
                Stage::Which { game }
            }
            "upload" => {
                // A length that a message has no room for fits no board either.
                let length = u16::try_from(bytes.len()).map_err(|_| Refusal::Length.to_string())?;
                self.ask(&Request::Begin { game, length })?;
                Stage::Begin { game, bytes }
            }
            ask => return Err(format!("a board cannot be asked for {}", quoted(ask))),
        };
        Ok(Patience { wait: 2500 + allowed, silences: 3, sends: 32 })
    }

    /// Takes what came over the line.
    pub fn hear(&mut self, bytes: &[u8]) -> Next {
        let mut next = Next::Waiting;
        for &byte in bytes {
            match self.requester.hear(byte) {
                None => {}
                Some(LinkEvent::Answer(reply)) => next = self.answered(reply),
                // The answer may stand before or behind the damage.
                Some(LinkEvent::Damage) if next == Next::Waiting => next = Next::Again,
                Some(LinkEvent::Damage) => {}
                Some(LinkEvent::OtherVersion(version)) => {
                    return self.fail(format!("the board speaks version {version} of the protocol, the page another"));
                }
                Some(LinkEvent::NoMessage) => return self.fail(UNEXPECTED.to_owned()),
            }
        }
        next
    }

    fn ask(&mut self, request: &Request<'_>) -> Result<(), String> {
        self.frame = self.requester.ask(request).map_err(|_| TOO_LONG.to_owned())?;
        Ok(())
    }

    fn single(&mut self, request: &Request<'_>) -> Result<Stage, String> {
        self.ask(request).map(|()| Stage::Single)
    }

    fn fail(&mut self, why: String) -> Next {
        self.stage = Stage::Idle;
        Next::Failed { why, refused: false }
    }

    fn answered(&mut self, reply: Reply) -> Next {
        if let Reply::Refused(refusal) = reply {
            self.stage = Stage::Idle;
            return Next::Failed { why: refusal.to_string(), refused: true };
        }
        match self.advance(reply) {
            Ok(next) => next,
            Err(why) => self.fail(why),
        }
    }

    /// What follows an answer that grants what was asked.
    fn advance(&mut self, reply: Reply) -> Result<Next, String> {
        match (core::mem::replace(&mut self.stage, Stage::Idle), reply) {
            // Nothing is open: the answer came twice.
            (Stage::Idle, _) => Ok(Next::Waiting),
            (Stage::Single, answer) => Ok(Next::Done { answer, bytes: Vec::new() }),
            (Stage::Begin { game, bytes }, Reply::Begun) => self.send_piece(game, bytes, 0),
            (Stage::Pieces { game, bytes, sent }, Reply::Received { offset }) if usize::from(offset) == sent => {
                self.send_piece(game, bytes, sent)
            }
            (Stage::Commit { game, bytes }, Reply::Committed(id)) => {
                let end = Reply::Committed(id.clone());
                self.read_on(Stage::Reading { game, id, read: Vec::new(), expected: Some(bytes), end })
            }
            (Stage::Which { game }, Reply::Champion { id: Some(id), room, vocabulary }) => {
                let end = Reply::Champion { id: Some(id.clone()), room, vocabulary };
                self.read_on(Stage::Reading { game, id, read: Vec::new(), expected: None, end })
            }
            (Stage::Which { .. }, Reply::Champion { id: None, .. }) => Err(Refusal::NoChampion.to_string()),
            (Stage::Reading { game, id, mut read, expected, end }, Reply::Bytes(piece)) if !piece.is_empty() => {
                read.extend_from_slice(&piece);
                self.read_on(Stage::Reading { game, id, read, expected, end })
            }
            _ => Err(UNEXPECTED.to_owned()),
        }
    }

    /// Sends the piece that begins here, or activates the champion if none is left.
    fn send_piece(&mut self, game: GameId, bytes: Vec<u8>, from: usize) -> Result<Next, String> {
        let next = Next::Send { done: from, of: 2 * bytes.len() };
        let piece = bytes.get(from..).unwrap_or_default();
        let piece = piece.get(..MAX_CHUNK).unwrap_or(piece);
        if piece.is_empty() {
            self.ask(&Request::Commit)?;
            self.stage = Stage::Commit { game, bytes };
            return Ok(next);
        }
        let offset = u16::try_from(from).map_err(|_| TOO_LONG.to_owned())?;
        let sent = from + piece.len();
        self.ask(&Request::Chunk { offset, bytes: piece })?;
        self.stage = Stage::Pieces { game, bytes, sent };
        Ok(next)
    }

    /// Asks for the next piece of the active champion, or ends if all has come and is what it should be.
    fn read_on(&mut self, stage: Stage) -> Result<Next, String> {
        let Stage::Reading { game, id, read, expected, end } = stage else { return Err(UNEXPECTED.to_owned()) };
        let length = usize::from(id.length);
        if read.len() < length {
            let sent = expected.as_ref().map_or(0, Vec::len);
            let next = Next::Send { done: sent + read.len(), of: sent + length };
            let offset = u16::try_from(read.len()).map_err(|_| TOO_LONG.to_owned())?;
            self.ask(&Request::Read { game, offset })?;
            self.stage = Stage::Reading { game, id, read, expected, end };
            return Ok(next);
        }
        let is_right =
            expected.is_none_or(|expected| expected == read) && champion::fingerprint(&read) == id.fingerprint;
        if is_right {
            Ok(Next::Done { answer: end, bytes: read })
        } else {
            Err("what was read back from the board is not what was sent".to_owned())
        }
    }
}

/// Milliseconds that the slowest board may take beyond the ordinary wait.
fn allowance(game: GameId, effort: Effort) -> u32 {
    let asked_for = match effort {
        Effort::Default => 0,
        Effort::Nodes(nodes) => nodes / 4,
        Effort::Millis(millis) => millis,
    };
    let seconds = match game {
        Table::ID => Table::SECONDS,
        checkers::Game::ID => checkers::Game::SECONDS,
        Duel::ID => Duel::SECONDS,
        _ => 0,
    };
    seconds.saturating_mul(1000).saturating_add(asked_for)
}
