//! The link's session for the page: JSON in, JSON out. The page owns the line and the clock; core's session decides
//! what is sent, how long to wait and when to give up.

use pipsqueak_app::{GAMES, games};
use pipsqueak_core::champion::GameId;
use pipsqueak_core::link::jobs::{self, ChampionInfo, Decision, Job, Progress};
use pipsqueak_core::link::{Action, Effort, GameNotOffered, Reply, Request, Session, SessionError};
use serde::Deserialize;
use serde_json::{Value, json};

/// A request to a board.
#[derive(Deserialize)]
#[serde(tag = "ask", rename_all = "lowercase")]
pub enum Ask {
    /// Reads the board's hello. The board must play the game, if one is named.
    Connect {
        /// The game.
        game: Option<GameId>,
        /// The page's name for it.
        name: Option<String>,
    },
    /// The board's statistics.
    Statistics,
    /// The active champion.
    Champion {
        /// The game.
        game: GameId,
    },
    /// A move.
    Move {
        /// The game.
        game: GameId,
        /// The encoded view of the seat to move.
        view: Vec<u8>,
        /// The search effort.
        #[serde(default)]
        effort: Effort,
    },
    /// Stores a champion, which is read back.
    Upload {
        /// The game.
        game: GameId,
        /// The champion.
        bytes: Vec<u8>,
    },
    /// The bytes of the active champion.
    Read {
        /// The game.
        game: GameId,
    },
    /// Erases the stored champions.
    Erase {
        /// The game.
        game: GameId,
    },
}

/// A session with a board, and its current job.
pub struct PageSession {
    session: Session,
    job: Box<dyn Job<Output = Value>>,
    /// The page's name for the job's game.
    game_name: Option<String>,
}

impl PageSession {
    /// A session without a job. Sequence numbers should differ from session to session.
    pub fn open(sequence: u16) -> PageSession {
        PageSession { session: Session::new(sequence), job: no_job(), game_name: None }
    }

    /// Begins the job of a request, and returns the first step; an earlier job is abandoned.
    pub fn start(&mut self, ask: Ask, now: u64) -> Result<Value, String> {
        self.game_name = if let Ask::Connect { name, .. } = &ask { name.clone() } else { None };
        self.job = job(ask)?;
        self.session.start(&*self.job, now);
        Ok(self.step(&[], now))
    }

    /// Takes the bytes that came over the line, if any, and returns the next step. Its `state` is one of: `send` the
    /// `frame`, `wait` for bytes `until` a time, `done` with an `answer`, or `failed` with `why`.
    pub fn step(&mut self, bytes: &[u8], now: u64) -> Value {
        let next = match self.session.receive(&mut *self.job, bytes, now) {
            Ok(Some(answer)) => Ok(json!({ "state": "done", "answer": answer })),
            Ok(None) => match self.session.poll(&*self.job, now) {
                Ok(action) => return self.described(action),
                Err(error) => Err(error),
            },
            Err(error) => Err(error),
        };
        // Frees the job's memory: a champion's bytes may be large.
        self.job = no_job();
        next.unwrap_or_else(|error| {
            let is_refused = matches!(error, SessionError::Refused(_));
            json!({ "state": "failed", "why": self.sentence(error), "refused": is_refused })
        })
    }

    fn described(&self, action: Action) -> Value {
        let Progress { done, total } = self.job.progress();
        match action {
            Action::Send(frame) => json!({ "state": "send", "frame": frame, "done": done, "total": total }),
            Action::Wait { until } => json!({ "state": "wait", "until": until, "done": done, "total": total }),
        }
    }

    fn sentence(&self, error: SessionError) -> String {
        match (error, &self.game_name) {
            (SessionError::GameNotOffered(_), Some(name)) => GameNotOffered(name).to_string(),
            (error, _) => error.to_string(),
        }
    }
}

/// A placeholder before the first job and after the last; the session asks nothing of it.
fn no_job() -> Box<dyn Job<Output = Value>> {
    boxed(jobs::Statistics, |_, statistics| json!(statistics))
}

/// The job of a request.
fn job(ask: Ask) -> Result<Box<dyn Job<Output = Value>>, String> {
    Ok(match ask {
        Ask::Connect { game, .. } => boxed(jobs::Connect { game }, |_, hello| json!(hello)),
        Ask::Statistics => no_job(),
        Ask::Champion { game } => boxed(jobs::Champion { game }, |_, champion| {
            let ChampionInfo { id, room, vocabulary } = champion;
            json!({ "id": id, "room": room, "vocabulary": vocabulary })
        }),
        Ask::Erase { game } => boxed(jobs::Erase { game }, |_, id| json!(id)),
        Ask::Move { game, view, effort } => {
            let seconds = games::find(GAMES, game).map_or(0, |row| row.seconds);
            boxed(
                jobs::Move { game, seconds, effort, view },
                |_, Decision { chosen, ticks, .. }| json!({ "chosen": chosen, "ticks": ticks }),
            )
        }
        Ask::Upload { game, bytes } => {
            boxed(jobs::Upload::new(game, bytes).map_err(|error| error.to_string())?, |_, id| json!(id))
        }
        Ask::Read { game } => {
            boxed(jobs::Read::new(game, vec![0; usize::from(u16::MAX)]), |read, _| json!(read.bytes()))
        }
    })
}

/// A job of any kind whose output becomes JSON for the page.
struct PageJob<J, F> {
    job: J,
    tell: F,
}

fn boxed<J: Job + 'static>(job: J, tell: fn(&J, J::Output) -> Value) -> Box<dyn Job<Output = Value>> {
    Box::new(PageJob { job, tell })
}

impl<J: Job, F: Fn(&J, J::Output) -> Value> Job for PageJob<J, F> {
    type Output = Value;

    fn request(&self) -> Request<'_> {
        self.job.request()
    }

    fn answered(&mut self, reply: Reply) -> Result<Option<Value>, SessionError> {
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
