//! The link's session as the page uses it: JSON in, JSON out. The page owns the line and the clock; what is sent, how long
//! to wait and when to give up is decided by the session in the core.

use pipsqueak_app::{GAMES, games};
use pipsqueak_core::champion::GameId;
use pipsqueak_core::link::jobs::{self, Job, Progress};
use pipsqueak_core::link::{Action, Effort, GameNotOffered, Reply, Request, Session, SessionError};
use pipsqueak_lab::json::{self, Fields, Value, Writer};
use pipsqueak_lab::text::quoted;

use crate::answers::Answer;

/// A session with a board, and the job that it does.
pub struct PageSession {
    session: Session,
    job: Box<dyn Job<Output = Answer>>,
    /// What the page calls the game that the job is about.
    game_name: Option<String>,
}

impl PageSession {
    /// A session in which nothing was asked. Numbers should differ from session to session.
    pub fn open(sequence: u16) -> PageSession {
        PageSession { session: Session::new(sequence), job: no_job(), game_name: None }
    }

    /// Begins the job that a request describes, and writes the first step; an earlier job is abandoned. `ask` says what is
    /// asked for: `connect` (who the board is, and that it plays the game, if one is named), `statistics`, `champion` (which
    /// is active), `move`, `upload` (with read-back), `read` (the bytes of the active one) or `erase` (the stored ones).
    pub fn start(&mut self, request: &Fields, now: u64, out: &mut Writer) -> Result<(), String> {
        self.job = job(request)?;
        self.game_name = request.get("name").map(|_| request.text("name").map(ToOwned::to_owned)).transpose()?;
        self.session.start(&*self.job, now);
        self.step(&[], now, out);
        Ok(())
    }

    /// Takes the bytes that came over the line, if any, and writes what to do next as a record, whose `state` says the kind:
    /// `send` the `frame`, `wait` for bytes `until` a time, `done` with an `answer`, or `failed` and `why`.
    pub fn step(&mut self, bytes: &[u8], now: u64, out: &mut Writer) {
        let next = match self.session.receive(&mut *self.job, bytes, now) {
            Ok(Some(answer)) => Ok(Next::Done(answer)),
            Ok(None) => self.session.poll(&*self.job, now).map(Next::Action),
            Err(error) => Err(error),
        };
        if !matches!(next, Ok(Next::Action(_))) {
            // Its memory is free again: a champion's bytes may be large.
            self.job = no_job();
        }
        out.record(|out| match next {
            Ok(Next::Done(answer)) => {
                out.key("state").text("done");
                answer.write(out.key("answer"));
            }
            Ok(Next::Action(action)) => self.write_action(action, out),
            Err(error) => {
                out.key("state").text("failed");
                out.key("why").text(&self.sentence(error));
                out.key("refused").flag(matches!(error, SessionError::Refused(_)));
            }
        });
    }

    fn write_action(&self, action: Action, out: &mut Writer) {
        match action {
            Action::Send(frame) => {
                out.key("state").text("send");
                out.key("frame").bytes(&frame);
            }
            Action::Wait { until } => {
                out.key("state").text("wait");
                out.key("until").number(until);
            }
        }
        let Progress { done, total } = self.job.progress();
        out.key("done").number(done.into());
        out.key("total").number(total.into());
    }

    fn sentence(&self, error: SessionError) -> String {
        match (error, &self.game_name) {
            (SessionError::GameNotOffered(_), Some(name)) => GameNotOffered(name).to_string(),
            (error, _) => error.to_string(),
        }
    }
}

enum Next {
    Done(Answer),
    Action(Action),
}

/// What stands in the place of a job before the first and after the last; the session asks nothing of it.
fn no_job() -> Box<dyn Job<Output = Answer>> {
    boxed(jobs::Statistics, |_, statistics| Answer::Statistics(statistics))
}

/// The job that a request describes; what the job does not need may be absent.
fn job(request: &Fields) -> Result<Box<dyn Job<Output = Answer>>, String> {
    let game = || request.byte("game").map(GameId);
    let bytes = |name: &str| request.get(name).and_then(Value::bytes).ok_or_else(|| json::unfit(name));
    Ok(match request.text("ask")? {
        "connect" => {
            let game = request.get("game").map(|_| game()).transpose()?;
            boxed(jobs::Connect { game }, |_, hello| Answer::Hello(hello))
        }
        "statistics" => boxed(jobs::Statistics, |_, statistics| Answer::Statistics(statistics)),
        "champion" => boxed(jobs::Champion { game: game()? }, |_, champion| Answer::Champion(champion)),
        "erase" => boxed(jobs::Erase { game: game()? }, |_, id| Answer::Id(id)),
        "move" => {
            let (game, view) = (game()?, bytes("view")?);
            let effort = request.get("effort").map_or(Some(Effort::Default), read_effort);
            let effort = effort.ok_or_else(|| json::unfit("effort"))?;
            let seconds = games::find(GAMES, game).map_or(0, |row| row.seconds);
            boxed(jobs::Move { game, seconds, effort, view }, |_, decision| Answer::Move(decision))
        }
        "upload" => {
            let upload = jobs::Upload::new(game()?, bytes("bytes")?).map_err(|error| error.to_string())?;
            boxed(upload, |_, id| Answer::Id(id))
        }
        "read" => {
            let buffer = vec![0; usize::from(u16::MAX)];
            boxed(jobs::Read::new(game()?, buffer), |read, _| Answer::Bytes(read.bytes().to_vec()))
        }
        ask => return Err(format!("a board cannot be asked for {}", quoted(ask))),
    })
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

/// A job of any kind whose output becomes an answer for the page.
struct PageJob<J, F> {
    job: J,
    tell: F,
}

fn boxed<J: Job + 'static>(job: J, tell: fn(&J, J::Output) -> Answer) -> Box<dyn Job<Output = Answer>> {
    Box::new(PageJob { job, tell })
}

impl<J: Job, F: Fn(&J, J::Output) -> Answer> Job for PageJob<J, F> {
    type Output = Answer;

    fn request(&self) -> Request<'_> {
        self.job.request()
    }

    fn answered(&mut self, reply: Reply) -> Result<Option<Answer>, SessionError> {
        let output = self.job.answered(reply)?;
        Ok(output.map(|output| (self.tell)(&self.job, output)))
    }

    fn allowance(&self) -> u32 {
        self.job.allowance()
    }

    fn progress(&self) -> Progress {
        self.job.progress()
    }
}
