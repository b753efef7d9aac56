//! How work is shared, as one value that the caller passes in: [`Workers`]. It combines the threads of this process,
//! the processes of a run, if there are several, and the condition to stop. Knows no game, tree or file.
//!
//! Every process runs the same loop from the same seed. Work is *dealt*: item i belongs to process i mod n, and the
//! results are gathered *in the order of the items*, so the outcome does not depend on the number of threads or
//! processes. Integers may be summed on the way; floats never are, because their sum depends on the order.
//!
//! ```text
//! items -> own items -> threads -> own results -> all-gather -> results in the order of the items      (share)
//! a condition -> whether it holds in any process                                                      (any)
//! a failure -> every process's failure                                                                (all_ok, on_root)
//! ```

mod dealt;
mod one_thread;
#[cfg(feature = "threads")]
mod threads;

pub use one_thread::OneThread;
#[cfg(feature = "threads")]
pub use threads::Threads;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use anyhow::{Error, Result};

/// A job for a thread.
pub type Job<'a> = Box<dyn FnOnce() + Send + 'a>;

/// Threads that can run jobs at the same time.
pub trait Pool: Sync {
    /// How many jobs can run at the same time, the calling thread's included.
    fn size(&self) -> usize;

    /// Runs every job and returns when all have ended. The last one runs on the calling thread, and so may any of the
    /// others, so no job may wait for another.
    fn run(&self, jobs: Vec<Job<'_>>);
}

/// Processes that communicate. Every call is collective: all of them make it, in the same order.
pub trait Team: Sync {
    /// The number of processes.
    fn size(&self) -> usize;

    /// This process's rank, counted from 0.
    fn rank(&self) -> usize;

    /// The messages of all processes, by rank.
    fn gather(&self, own: &[u8]) -> Vec<Vec<u8>>;

    /// Adds up the numbers of all processes, element by element.
    fn sum(&self, own: &mut [u64]);

    /// The threads of all processes together.
    fn n_threads(&self) -> usize;

    /// Encodes a failure for the other processes.
    fn pack(&self, error: &Error) -> Vec<u8>;

    /// Decodes a failure of another process.
    fn unpack(&self, bytes: &[u8]) -> Error;

    /// Called when this process begins its share of some work (`true`) and when it has finished (`false`), for timing.
    fn is_working(&self, _begins: bool) {}
}

/// The threads and processes that share work, and the condition under which they stop.
#[derive(Clone, Copy)]
pub struct Workers<'a> {
    pool: &'a dyn Pool,
    team: Option<&'a dyn Team>,
    stop: &'a (dyn Fn() -> bool + Sync),
}

/// The caller asked to stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stopped;

impl std::fmt::Display for Stopped {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("stopped")
    }
}

impl std::error::Error for Stopped {}

impl Workers<'static> {
    /// This thread, which never stops.
    pub const ALONE: Workers<'static> = Workers { pool: &OneThread, team: None, stop: &|| false };
}

impl<'a> Workers<'a> {
    /// These threads, which never stop.
    pub fn new(pool: &'a dyn Pool) -> Workers<'a> {
        Workers { pool, ..Workers::ALONE }
    }

    /// Adds the other processes of a run.
    #[must_use]
    pub fn with_team(self, team: Option<&'a dyn Team>) -> Workers<'a> {
        Workers { team: team.filter(|team| team.size() > 1), ..self }
    }

    /// Stops once `stop` returns true.
    #[must_use]
    pub fn until(self, stop: &'a (dyn Fn() -> bool + Sync)) -> Workers<'a> {
        Workers { stop, ..self }
    }

    /// The threads of this process alone, for nested work within a share.
    #[must_use]
    pub fn local(self) -> Workers<'a> {
        Workers { team: None, ..self }
    }

    /// Whether this process is to stop.
    pub fn must_stop(self) -> bool {
        (self.stop)()
    }

    /// [`Stopped`] as an error once the work is to stop.
    pub fn check(self) -> Result<(), Stopped> {
        if self.must_stop() { Err(Stopped) } else { Ok(()) }
    }

    /// The threads of all processes together: the same number in every process.
    pub fn n_threads(self) -> usize {
        self.team.map_or_else(|| self.pool.size(), Team::n_threads)
    }

    /// Runs two jobs at the same time, the second one on this thread.
    pub fn join<A: Send, B: Send>(self, a: impl FnOnce() -> A + Send, b: impl FnOnce() -> B + Send) -> (A, B) {
        let (mut first, mut second) = (None, None);
        self.pool.run(vec![Box::new(|| first = Some(a())), Box::new(|| second = Some(b()))]);
        (first.expect("the pool runs every job"), second.expect("the pool runs every job"))
    }

    /// Does the same work with every item on the threads of this process; the results are in the order of the items.
    pub fn map<T: Send, R: Send>(
        self,
        items: impl IntoIterator<Item = T, IntoIter: Send>,
        work: impl Fn(T) -> R + Sync,
    ) -> Vec<R> {
        self.map_with(items, || (), |(), item| work(item))
    }

    /// As [`Workers::map`], with a workspace for each thread.
    pub fn map_with<T: Send, W, R: Send>(
        self,
        items: impl IntoIterator<Item = T, IntoIter: Send>,
        workspace: impl Fn() -> W + Sync,
        work: impl Fn(&mut W, T) -> R + Sync,
    ) -> Vec<R> {
        let results = self.try_map_with(items, workspace, |workspace, item| Ok(work(workspace, item)));
        results.expect("this work cannot fail")
    }

    /// As [`Workers::map_with`], with work that may fail: an error ends it, and the first one found is returned.
    ///
    /// A thread that has finished an item takes the next one, so all end at almost the same time.
    pub fn try_map_with<T: Send, W, R: Send>(
        self,
        items: impl IntoIterator<Item = T, IntoIter: Send>,
        new_workspace: impl Fn() -> W + Sync,
        work: impl Fn(&mut W, T) -> Result<R> + Sync,
    ) -> Result<Vec<R>> {
        let items = Mutex::new(items.into_iter().enumerate());
        let results = Mutex::new(Vec::new());
        let failure = Mutex::new(None);
        let has_failed = AtomicBool::new(false);
        let run = || {
            let mut workspace = None;
            let mut own = Vec::new();
            while !has_failed.load(Ordering::Relaxed) {
                let Some((number, item)) = lock(&items).next() else { break };
                match work(workspace.get_or_insert_with(|| boxed(&new_workspace)), item) {
                    Ok(result) => own.push((number, result)),
                    Err(error) => {
                        has_failed.store(true, Ordering::Relaxed);
                        lock(&failure).get_or_insert(error);
                    }
                }
            }
            lock(&results).append(&mut own);
        };
        self.pool.run((0..self.pool.size()).map(|_| -> Job<'_> { Box::new(run) }).collect());
        if let Some(error) = into_inner(failure) {
            return Err(error);
        }
        let mut results = into_inner(results);
        results.sort_unstable_by_key(|&(number, _)| number);
        Ok(results.into_iter().map(|(_, result)| result).collect())
    }
}

/// Allocated on the heap in a stack frame of its own: a workspace may have some hundred kilobytes.
#[inline(never)]
fn boxed<W>(new_workspace: &impl Fn() -> W) -> Box<W> {
    Box::new(new_workspace())
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn into_inner<T>(mutex: Mutex<T>) -> T {
    mutex.into_inner().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
pub(crate) mod tests;
