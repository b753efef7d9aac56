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

/// The fastest growth of a cost from one round to the next, and the growth before two rounds are known.
const FASTEST_GROWTH: f64 = 3.0;

/// The seconds that the rest of a run will take. `round_starts` are the first generations of the rounds after the first.
pub fn seconds_left(log: &[Row], end: u32, round_starts: &[u32]) -> f64 {
    if round_starts.is_empty() { left_without_rounds(log, end) } else { left_with_rounds(log, end, round_starts) }
}

/// A round begins with games, so that its first generation takes longer than the others. Both costs grow from round to
/// round; rounds to come are taken to grow as the last two did.
fn left_with_rounds(log: &[Row], end: u32, round_starts: &[u32]) -> f64 {
    let ends = round_starts.iter().map(|start| start - 1).chain([end]);
    let rounds: Vec<(u32, u32)> = [1].iter().chain(round_starts).copied().zip(ends).collect();
    let before = [0.0].into_iter().chain(log.iter().map(|row| row.seconds));
    let costs: Vec<f64> = log.iter().zip(before).map(|(row, before)| row.seconds - before).collect();
    let known = |&(start, end): &(u32, u32)| {
        let costs = costs.get(start as usize - 1..).unwrap_or_default();
        &costs[..costs.len().min((end + 1).saturating_sub(start) as usize)]
    };
    let first: Vec<f64> = rounds.iter().filter_map(|round| known(round).first().copied()).collect();
    let later: Vec<f64> = rounds.iter().filter_map(|round| median(known(round).get(1..)?)).collect();
    let later = if later.is_empty() { first.clone() } else { later };
    let left = rounds.iter().enumerate().map(|(number, round)| {
        let (n_known, n_all) = (known(round).len(), (round.1 + 1).saturating_sub(round.0) as usize);
        let n_later = n_all.saturating_sub(n_known.max(1));
        let first = if n_known == 0 { in_round(&first, number) } else { 0.0 };
        first + n_later as f64 * in_round(&later, number)
    });
    left.sum()
}

/// The middle one of some costs: a generation that took long because the machine was busy counts little.
fn median(costs: &[f64]) -> Option<f64> {
    let mut sorted = costs.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len().saturating_sub(1) / 2).copied()
}

/// A cost in a round, counted from 0, given that of the first rounds.
fn in_round(known: &[f64], round: usize) -> f64 {
    let growth = match known {
        [.., before, last] if *before > 0.0 => (last / before).clamp(1.0, FASTEST_GROWTH),
        _ => FASTEST_GROWTH,
    };
    let n_more = (round + 1).saturating_sub(known.len());
    let last = known.get(round).or(known.last()).copied().unwrap_or(0.0);
    last * growth.powi(n_more as i32)
}

/// Later generations are often slower, their trees being larger: the time
/// so far is taken to grow as a power of the number of generations, with the exponent of their second half.
fn left_without_rounds(log: &[Row], end: u32) -> f64 {
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
        let left = |n: u32| seconds_left(&(1..=n).map(row).collect::<Vec<_>>(), 100, &[]);
        assert!((left(10) - 9900.0).abs() < 1e-6, "{}", left(10));
        let told: Vec<f64> = (4..=100).map(left).collect();
        assert!(told.windows(2).all(|pair| pair[1] < pair[0]), "{told:?}");
        assert_eq!(left(100), 0.0);
        let even = |generation: u32| Row { generation, seconds: 2.0 * f64::from(generation), ..Row::default() };
        assert!((seconds_left(&[even(1), even(2)], 10, &[]) - 16.0).abs() < 1e-9);
        assert_eq!(seconds_left(&[], 10, &[]), 0.0);
    }

    #[test]
    fn the_time_left_of_a_run_with_rounds_does_not_jump_where_a_round_begins() {
        // The first 16 genes of a run as they were measured, and 14 more that grow as these did.
        let measured = [
            0.21, 0.33, 0.46, 0.61, 2.10, 2.39, 2.69, 3.01, 3.48, 3.80, 9.36, 10.19, 10.92, 11.75, 12.54, 13.43, 14.2,
            15.0,
        ];
        let more = (0..12).map(|gene| 30.0 + 2.0 * f64::from(gene));
        let times: Vec<f64> = measured.into_iter().chain(more).collect();
        let rows = (1..).zip(&times).map(|(generation, &seconds)| Row { generation, seconds, ..Row::default() });
        let log: Vec<Row> = rows.collect();
        let told: Vec<f64> = (1..=log.len()).map(|n| seconds_left(&log[..n], 30, &[5, 11, 19])).collect();
        assert!(told[3..].windows(2).all(|pair| pair[1] <= 1.5 * pair[0]), "{told:?}");
        // After the second round, the estimate is right within a factor of two; in the last round it is close.
        for (gene, factor) in [(10, 2.0), (18, 2.0), (25, 1.1)] {
            let (left, right) = (told[gene - 1], times[29] - times[gene - 1]);
            assert!(left < factor * right && right < factor * left, "gene {gene}: {left} for {right}");
        }
        assert_eq!(told[29], 0.0);
        assert_eq!(seconds_left(&[], 30, &[5, 11, 19]), 0.0);
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
