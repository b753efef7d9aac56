//! How often a run is saved. A generation of many processes may take less time than writing its checkpoint to a shared
//! file system; then some are skipped, so that writing takes a tenth of the time at most.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::Result;
use pipsqueak_lab::evolve::Row;

/// One part in this many of the time may be spent on writing.
const ONE_PART_IN: u32 = 10;

/// The unwritten checkpoint, and the time of the last write.
#[derive(Default)]
pub struct Pace(Mutex<State>);

#[derive(Default)]
struct State {
    /// When the last checkpoint was written, and how long that took.
    last: Option<(Instant, Duration)>,
    /// The newest checkpoint, if it is not written yet.
    unwritten: Option<Vec<u8>>,
}

impl Pace {
    /// Writes a checkpoint if it must be written or if enough time has passed; otherwise keeps it for later.
    pub fn write_in_time(
        &self,
        is_due: bool,
        checkpoint: Vec<u8>,
        write: impl FnOnce(&[u8]) -> Result<()>,
    ) -> Result<()> {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_early = state.last.is_some_and(|(when, took)| when.elapsed() < took * (ONE_PART_IN - 1));
        state.unwritten = Some(checkpoint);
        if is_due || !is_early { state.write(write) } else { Ok(()) }
    }

    /// Writes the unwritten checkpoint, if there is one.
    pub fn write_the_rest(&self, write: impl FnOnce(&[u8]) -> Result<()>) -> Result<()> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).write(write)
    }
}

/// The seconds that the rest of a run will take. Later generations are often slower, their trees being larger: the time
/// so far is taken to grow as a power of the number of generations, with the exponent of their second half.
pub fn seconds_left(log: &[Row], end: u32) -> f64 {
    let Some(last) = log.last() else { return 0.0 };
    let half = log.iter().rev().find(|row| (1..=last.generation / 2).contains(&row.generation));
    let growth = |half: &Row| {
        let more = f64::from(last.generation) / f64::from(half.generation);
        (last.seconds / half.seconds).ln() / more.ln()
    };
    let exponent = half.map(growth).filter(|exponent| exponent.is_finite()).unwrap_or(1.0).clamp(0.5, 3.0);
    last.seconds * ((f64::from(end) / f64::from(last.generation.max(1))).powf(exponent) - 1.0).max(0.0)
}

impl State {
    fn write(&mut self, write: impl FnOnce(&[u8]) -> Result<()>) -> Result<()> {
        if let Some(checkpoint) = self.unwritten.take() {
            let begin = Instant::now();
            write(&checkpoint)?;
            self.last = Some((Instant::now(), begin.elapsed()));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    #[test]
    fn the_time_left_shrinks_even_if_every_generation_is_slower_than_the_last() {
        // The time grows as the square of the generations: of 100 generations, those after the 10th take 99 times as
        // long as those before.
        let row = |generation: u32| Row { generation, seconds: f64::from(generation * generation), ..Row::default() };
        let left = |n: u32| seconds_left(&(1..=n).map(row).collect::<Vec<_>>(), 100);
        assert!((left(10) - 9900.0).abs() < 1e-6, "{}", left(10));
        let told: Vec<f64> = (4..=100).map(left).collect();
        assert!(told.windows(2).all(|pair| pair[1] < pair[0]), "{told:?}");
        assert_eq!(left(100), 0.0);
        let even = |generation: u32| Row { generation, seconds: 2.0 * f64::from(generation), ..Row::default() };
        assert!((seconds_left(&[even(1), even(2)], 10) - 16.0).abs() < 1e-9);
        assert_eq!(seconds_left(&[], 10), 0.0);
    }

    #[test]
    fn checkpoints_that_come_too_fast_are_kept_and_the_newest_is_written_at_the_end() {
        let (pace, written) = (Pace::default(), Mutex::new(Vec::new()));
        let slowly = |checkpoint: &[u8]| {
            thread::sleep(Duration::from_millis(50));
            written.lock().unwrap().push(checkpoint[0]);
            Ok(())
        };
        for number in 0..20 {
            pace.write_in_time(false, vec![number], slowly).unwrap();
        }
        assert_eq!(*written.lock().unwrap(), [0], "twenty come in less than nine times 50 ms");
        pace.write_the_rest(slowly).unwrap();
        pace.write_the_rest(slowly).unwrap();
        assert_eq!(*written.lock().unwrap(), [0, 19]);
        thread::sleep(Duration::from_millis(600));
        pace.write_in_time(false, vec![20], slowly).unwrap();
        pace.write_in_time(true, vec![21], slowly).unwrap();
        assert_eq!(*written.lock().unwrap(), [0, 19, 20, 21]);
        pace.write_in_time(false, vec![22], |_| anyhow::bail!("not yet")).unwrap();
        assert!(pace.write_the_rest(|_| anyhow::bail!("the disk is full")).is_err());
    }
}
