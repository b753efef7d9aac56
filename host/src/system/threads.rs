//! The threads and processes that a command shares its work among. No result depends on their number.

use anyhow::Result;
use clap::builder::RangedU64ValueParser;
use pipsqueak_lab::workers::{Threads, Workers};

use super::processes::Processes;
use super::signals;

/// More threads than these would only compete.
const MOST: u64 = 512;

/// The parser of the option `--threads`.
pub fn parser() -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(1..=MOST)
}

/// The threads of this process, and the other processes of a run.
pub struct Machine {
    threads: Threads,
    /// The other processes.
    pub processes: Processes,
}

impl Machine {
    /// At most this many threads of this process, or one for each core.
    pub fn new(n_threads: Option<usize>) -> Result<Machine> {
        Ok(Machine { threads: Threads::new(n_threads)?, processes: Processes::alone() })
    }

    /// As [`Machine::new`], with the other processes that a launcher started, if it did.
    pub fn with_processes(n_threads: Option<usize>) -> Result<Machine> {
        let mut processes = Processes::begin()?;
        let n_threads = processes.share_cores(n_threads);
        Ok(Machine { threads: Threads::new(n_threads)?, processes })
    }

    /// All threads and processes, until a signal asks to stop.
    pub fn workers(&self) -> Workers<'_> {
        Workers::new(&self.threads).with_team(self.processes.team()).until(&signals::stop_is_wanted)
    }
}
