//! How often a run is saved. A generation of many processes may take less time than writing its checkpoint to a shared
//! file system; then some are skipped, so that writing takes a tenth of the time at most.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

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
    last: Option<(Duration, Duration)>,
    /// The newest checkpoint, if it is not written yet.
    unwritten: Option<Vec<u8>>,
}

impl Pace {
    /// Writes a checkpoint if it must be written or if enough time has passed by this clock; otherwise keeps it for later.
    pub fn write_in_time(
        &self,
        is_due: bool,
        checkpoint: Vec<u8>,
        clock: impl Fn() -> Duration,
        write: impl FnOnce(&[u8]) -> Result<()>,
    ) -> Result<()> {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_early = state.last.is_some_and(|(when, took)| clock() - when < took * (ONE_PART_IN - 1));
        state.unwritten = Some(checkpoint);
        if is_due || !is_early { state.write(clock, write) } else { Ok(()) }
    }

    /// Writes the unwritten checkpoint, if there is one.
    pub fn write_the_rest(&self, clock: impl Fn() -> Duration, write: impl FnOnce(&[u8]) -> Result<()>) -> Result<()> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).write(clock, write)
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
    fn write(&mut self, clock: impl Fn() -> Duration, write: impl FnOnce(&[u8]) -> Result<()>) -> Result<()> {
        if let Some(checkpoint) = self.unwritten.take() {
            let begin = clock();
            write(&checkpoint)?;
            let end = clock();
            self.last = Some((end, end - begin));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::{Cell, RefCell};

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
        let (pace, written, time) = (Pace::default(), RefCell::new(Vec::new()), Cell::new(Duration::ZERO));
        let clock = || time.get();
        let wait = |millis| time.set(time.get() + Duration::from_millis(millis));
        let slowly = |checkpoint: &[u8]| {
            wait(50);
            written.borrow_mut().push(checkpoint[0]);
            Ok(())
        };
        // Writing took 50 ms; nine times as long must pass before the next.
        for number in 0..20 {
            pace.write_in_time(false, vec![number], clock, slowly).unwrap();
            wait(if number < 18 { 25 } else { 0 });
        }
        assert_eq!(*written.borrow(), [0, 18], "after 450 ms and no sooner");
        pace.write_the_rest(clock, slowly).unwrap();
        pace.write_the_rest(clock, slowly).unwrap();
        assert_eq!(*written.borrow(), [0, 18, 19]);
        wait(449);
        pace.write_in_time(false, vec![20], clock, slowly).unwrap();
        assert_eq!(*written.borrow(), [0, 18, 19]);
        wait(1);
        pace.write_in_time(false, vec![21], clock, slowly).unwrap();
        pace.write_in_time(true, vec![22], clock, slowly).unwrap();
        assert_eq!(*written.borrow(), [0, 18, 19, 21, 22]);
        pace.write_in_time(false, vec![23], clock, |_| anyhow::bail!("not yet")).unwrap();
        assert!(pace.write_the_rest(clock, |_| anyhow::bail!("the disk is full")).is_err());
    }
}
