//! How many threads the work is shared by. No result depends on it.

use anyhow::{Context, Result, ensure};

/// More than these would only get into each other's way.
const MOST: usize = 512;

/// Shares work among at most this many threads, or one for each core.
pub fn use_at_most(n_threads: Option<usize>) -> Result<()> {
    ensure!(n_threads.is_none_or(|n| (1..=MOST).contains(&n)), "--threads is 1 to {MOST}");
    let builder = rayon::ThreadPoolBuilder::new().num_threads(n_threads.unwrap_or(0));
    builder.build_global().context("the threads cannot be started")
}
