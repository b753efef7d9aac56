//! The speed-up by many processes: one line at the end of a run, from the measurements of each.

use super::Usage;

/// The line. One process is taken to need all of the shared work, plus what the first process did besides its share.
pub fn described(all: &[Usage], seconds: f64, n_steps: u32, step: &str) -> String {
    let (n, seconds) = (all.len() as f64, seconds.max(1e-9));
    let work: f64 = all.iter().map(|usage| usage.work).sum();
    let beside = (seconds - all[0].work - all[0].waiting).max(0.0);
    let waiting = all.iter().map(|usage| usage.waiting).sum::<f64>() / n;
    let alone = work + beside;
    let bytes = all.iter().map(|usage| usage.bytes).sum::<u64>() as f64 / f64::from(n_steps.max(1));
    format!(
        "{n} processes took {seconds:.1} s; one would take about {alone:.1} s: speed-up {:.2}, efficiency {:.0} %. Shared work took {:.1} % \
         of the time, waiting {:.1} %; a {step} took {:.0} exchanges and {:.1} KB sent by all.",
        alone / seconds,
        100.0 * alone / seconds / n,
        100.0 * work / n / seconds,
        100.0 * waiting / seconds,
        all[0].exchanges as f64 / f64::from(n_steps.max(1)),
        bytes / 1e3,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_speed_up_is_the_estimated_time_of_one_process_by_the_time_of_many() {
        // Two processes shared 16 seconds of work evenly; the first did 1 second more, for which the other waited.
        let usage = |work, waiting| Usage { work, waiting, bytes: 2_000, exchanges: 40 };
        let told = described(&[usage(8.0, 1.0), usage(8.0, 2.0)], 10.0, 20, "generation");
        assert_eq!(
            told,
            "2 processes took 10.0 s; one would take about 17.0 s: speed-up 1.70, efficiency 85 %. Shared work took 80.0 % of the \
             time, waiting 15.0 %; a generation took 2 exchanges and 0.2 KB sent by all."
        );
    }
}
