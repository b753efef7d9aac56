//! About what a run takes, by timing samples of its work here and now.

use std::time::Instant;

use anyhow::{Context, Result};
use rayon::ThreadPoolBuilder;

use crate::evolve::{Algorithm, Problem, Settings};

/// Seconds of one core that a run takes, about.
pub fn seconds<P: Problem>(settings: &Settings<P>) -> Result<f64> {
    match settings {
        Settings::WholeTrees(settings) => of(settings),
        Settings::Multigene(settings) => of(settings),
    }
}

fn of<M: Algorithm>(algorithm: &M) -> Result<f64> {
    // One thread: what it takes is a core's time.
    let pool = ThreadPoolBuilder::new().num_threads(1).build().context("the threads cannot be started")?;
    let samples = algorithm.samples()?;
    pool.install(|| {
        samples.iter().try_fold(0.0, |seconds, sample| {
            // The first time, tables are made and memory is asked for.
            let timed = || {
                let begin = Instant::now();
                (sample.work)().map(|()| begin.elapsed().as_secs_f64())
            };
            Ok(seconds + sample.times * timed()?.min(timed()?))
        })
    })
}

/// Hours as people say them.
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
    fn times_are_told_in_the_unit_that_fits() {
        let hours = [12.0, 99.0, 600.0, 5_000.0, 7_200.0].map(|seconds: f64| text(seconds / 3600.0));
        assert_eq!(hours, ["12 s", "99 s", "10 minutes", "83 minutes", "2.0 hours"]);
    }
}
