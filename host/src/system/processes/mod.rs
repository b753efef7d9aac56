//! The processes that play one run together, on one machine or many, as a [`Team`] for the laboratory's workers. The
//! laboratory distributes the work; this module finds the processes, checks them, and measures the cost of
//! communication.

mod fingerprint;
mod launch;
mod layout;
#[cfg(feature = "mpi")]
mod mpi;
mod speedup;

use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use anyhow::{Error, Result};
use pipsqueak_lab::workers::{Stopped, Team, Workers};
use serde::{Deserialize, Serialize};

use super::ending::{Agreed, Ending};
use super::signals::{Interrupted, Request};
pub use launch::{abort_others, finish, is_first_by_launcher};

/// Collective operations, which every process calls in the same order.
trait Collectives: Sync {
    fn size(&self) -> usize;
    fn rank(&self) -> usize;
    fn gather(&self, own: &[u8]) -> Vec<Vec<u8>>;
    fn sum(&self, own: &mut [u64]);
}

/// A process's work for the run, and its cost of communication.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Usage {
    /// Seconds spent on its share of the work.
    pub work: f64,
    /// Seconds of waiting for the others and their results.
    pub waiting: f64,
    /// Bytes that it sent.
    pub bytes: u64,
    /// The number of collective operations.
    pub exchanges: u64,
}

/// The processes of a run: only this one, unless a launcher started several and they found each other.
pub struct Processes(Option<MeasuredTeam>);

impl Processes {
    /// This process alone.
    pub fn alone() -> Processes {
        Processes(None)
    }

    /// Finds the other processes of the run, if there are any. From then on only the first of them prints.
    pub fn begin() -> Result<Processes> {
        Ok(Processes(launch::begin()?.map(MeasuredTeam::of)))
    }

    /// The team, if there are others.
    pub fn team(&self) -> Option<&dyn Team> {
        self.0.as_ref().map(|team| team as &dyn Team)
    }

    /// The threads of this process: as many as asked for, or its fair share of its cores.
    pub fn share_cores(&mut self, asked: Option<usize>) -> Option<usize> {
        let Some(team) = &mut self.0 else { return asked };
        let (own, all) = layout::threads(Workers::ALONE.with_team(Some(team)), asked);
        team.n_threads = all;
        Some(own)
    }

    /// The usage so far.
    pub fn usage(&self) -> Usage {
        self.0.as_ref().map(|team| *lock(&team.usage)).unwrap_or_default()
    }

    /// The speed-up since an earlier usage, given the seconds and steps since then. `None` for one process.
    pub fn speedup(&self, before: Usage, seconds: f64, n_steps: u32, step: &str) -> Option<String> {
        let workers = Workers::ALONE.with_team(self.team());
        let own = self.usage().since(before);
        self.0.as_ref().map(|_| speedup::described(&workers.of_each(own), seconds, n_steps, step))
    }

    /// Compares the processes; all of them fail with the same error if one differs.
    pub fn compare(&self, settings: &str, folder: &str) -> Result<()> {
        fingerprint::compare(Workers::ALONE.with_team(self.team()), settings, folder)
    }
}

impl Usage {
    fn since(self, before: Usage) -> Usage {
        Usage {
            work: self.work - before.work,
            waiting: self.waiting - before.waiting,
            bytes: self.bytes - before.bytes,
            exchanges: self.exchanges - before.exchanges,
        }
    }
}

/// Collectives with measured cost.
struct MeasuredTeam {
    collectives: Box<dyn Collectives>,
    n_threads: usize,
    usage: Mutex<Usage>,
    working_since: Mutex<Option<Instant>>,
}

impl MeasuredTeam {
    fn of(collectives: Box<dyn Collectives>) -> MeasuredTeam {
        let n_threads = collectives.size();
        MeasuredTeam { collectives, n_threads, usage: Mutex::default(), working_since: Mutex::default() }
    }

    fn waiting<T>(&self, n_bytes: usize, wait: impl FnOnce() -> T) -> T {
        let begin = Instant::now();
        let done = wait();
        let mut usage = lock(&self.usage);
        usage.waiting += begin.elapsed().as_secs_f64();
        usage.bytes += n_bytes as u64;
        usage.exchanges += 1;
        done
    }
}

impl Team for MeasuredTeam {
    fn size(&self) -> usize {
        self.collectives.size()
    }

    fn rank(&self) -> usize {
        self.collectives.rank()
    }

    fn gather(&self, own: &[u8]) -> Vec<Vec<u8>> {
        self.waiting(own.len(), || self.collectives.gather(own))
    }

    fn sum(&self, own: &mut [u64]) {
        self.waiting(8 * own.len(), || self.collectives.sum(own));
    }

    fn n_threads(&self) -> usize {
        self.n_threads
    }

    /// A failure is sent as the command's ending; a stop is sent as no bytes.
    fn pack(&self, error: &Error) -> Vec<u8> {
        let ending = (!error.is::<Stopped>()).then(|| Ending::of(error));
        postcard::to_stdvec(&ending).unwrap_or_default()
    }

    fn unpack(&self, bytes: &[u8]) -> Error {
        match postcard::from_bytes::<Option<Ending>>(bytes) {
            Ok(Some(ending)) => Agreed(ending).into(),
            Ok(None) => Stopped.into(),
            Err(_) => Interrupted::by(Request::Soon).into(),
        }
    }

    fn is_working(&self, begins: bool) {
        let since = std::mem::replace(&mut *lock(&self.working_since), begins.then(Instant::now));
        if let Some(since) = since.filter(|_| !begins) {
            lock(&self.usage).work += since.elapsed().as_secs_f64();
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
