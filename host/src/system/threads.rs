//! How many threads the work is shared by. No result depends on it.

use anyhow::{Context, Result, ensure};

/// Shares work among at most this many threads, or one for each core.
pub fn use_at_most(n_threads: Option<usize>) -> Result<()> {
    ensure!(n_threads != Some(0), "--threads must be at least 1");
    let builder = rayon::ThreadPoolBuilder::new().num_threads(n_threads.unwrap_or(0));
    builder.build_global().context("the threads cannot be started")
}
