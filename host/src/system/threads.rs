//! The number of threads. No result depends on it.

use anyhow::{Context, Result};
use clap::builder::RangedU64ValueParser;

/// More than these would only get into each other's way.
const MOST: u64 = 512;

/// How the option `--threads` is read.
pub fn parser() -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(1..=MOST)
}

/// Shares work among at most this many threads, or one for each core.
pub fn use_at_most(n_threads: Option<usize>) -> Result<()> {
    let builder = rayon::ThreadPoolBuilder::new().num_threads(n_threads.unwrap_or(0));
    builder.build_global().context("the threads cannot be started")
}
