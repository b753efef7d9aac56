//! Estimates the cost of a run by timing samples of its work.

use std::path::Path;
use std::time::Instant;

use anyhow::Result;
use pipsqueak_lab::evolve::{Algorithm, Problem, Settings};

use crate::system::files;

/// The estimated core seconds of a run.
pub fn seconds<P: Problem>(settings: &Settings<P>) -> Result<f64> {
    match settings {
        Settings::WholeTrees(settings) => of(settings),
        Settings::Multigene(settings) => of(settings),
    }
}

fn of<M: Algorithm>(algorithm: &M) -> Result<f64> {
    // Only this thread works on samples, so their time is that of one core.
    algorithm.samples()?.iter().try_fold(0.0, |seconds, sample| {
        // The first pass fills tables and allocates memory.
        let timed = || {
            let begin = Clock::now();
            (sample.work)().map(|()| begin.seconds())
        };
        Ok(seconds + sample.times * timed()?.min(timed()?))
    })
}

/// A point in time of this thread.
struct Clock {
    /// The thread's CPU time, if the kernel reports it: on a busy machine the wall clock shows more.
    on_core: Option<u64>,
    on_wall: Instant,
}

impl Clock {
    fn now() -> Clock {
        Clock { on_core: nanoseconds_on_core(), on_wall: Instant::now() }
    }

    /// Seconds since then.
    fn seconds(&self) -> f64 {
        match self.on_core.zip(nanoseconds_on_core()) {
            Some((begin, end)) => end.saturating_sub(begin) as f64 / 1e9,
            None => self.on_wall.elapsed().as_secs_f64(),
        }
    }
}

/// Linux reports it for each thread; other systems do not have the file.
fn nanoseconds_on_core() -> Option<u64> {
    const LARGEST: u64 = 1_000;
    let text = files::read(Path::new("/proc/thread-self/schedstat"), LARGEST).ok()?;
    String::from_utf8(text).ok()?.split_whitespace().next()?.parse().ok()
}

/// Hours for people.
pub fn text(hours: f64) -> String {
    match hours * 3600.0 {
        seconds if seconds < 100.0 => format!("{seconds:.0} s"),
        seconds if seconds < 5400.0 => format!("{:.0} minutes", seconds / 60.0),
        _ => format!("{hours:.1} hours"),
    }
}

#[cfg(test)]
mod tests {
    use super::text;

    #[test]
    fn times_are_shown_in_the_unit_that_fits() {
        let hours = [12.0, 99.0, 600.0, 5_000.0, 7_200.0].map(|seconds: f64| text(seconds / 3600.0));
        assert_eq!(hours, ["12 s", "99 s", "10 minutes", "83 minutes", "2.0 hours"]);
    }
}
