//! The threads of this computer, in a rayon pool.

use anyhow::{Context, Result};

use super::{Job, Pool};

/// Threads that are started once. Jobs inside jobs are shared among the same threads.
pub struct Threads(rayon::ThreadPool);

impl Threads {
    /// A pool of `n_threads` threads; one for each core if `None`.
    ///
    /// # Errors
    /// The system refuses to start a thread.
    pub fn new(n_threads: Option<usize>) -> Result<Threads> {
        let builder = rayon::ThreadPoolBuilder::new().num_threads(n_threads.unwrap_or(0));
        Ok(Threads(builder.build().context("the threads cannot be started")?))
    }
}

impl Pool for Threads {
    fn size(&self) -> usize {
        self.0.current_num_threads()
    }

    fn run(&self, mut jobs: Vec<Job<'_>>) {
        let Some(last) = jobs.pop() else { return };
        // In place, so that a caller that speaks for its process stays on its thread.
        self.0.in_place_scope(|scope| {
            for job in jobs {
                scope.spawn(|_| job());
            }
            last();
        });
    }
}
