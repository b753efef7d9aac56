//! The calling thread and no other.

use super::{Job, Pool};

/// The calling thread: it runs one job after another.
#[derive(Clone, Copy, Debug, Default)]
pub struct OneThread;

impl Pool for OneThread {
    fn size(&self) -> usize {
        1
    }

    fn run(&self, jobs: Vec<Job<'_>>) {
        jobs.into_iter().for_each(|job| job());
    }
}
