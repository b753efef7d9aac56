//! The number of guesses that a strategy needs for every code of a size, counted exhaustively: codes with the same
//! answers are processed together.

use pipsqueak_core::games::mastermind::{
    Code, CodeSize, Feedback, History, MAX_GUESSES, Objective, Profile, StoredCode, best_guess,
};

use crate::workers::Workers;

/// The number of codes for each number of guesses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct GuessHistogram {
    /// By the number of guesses; index 0 counts codes that are not found within the limit.
    pub by_guesses: [u32; MAX_GUESSES + 1],
}

impl GuessHistogram {
    /// All codes.
    pub fn n_codes(&self) -> u64 {
        self.by_guesses.iter().map(|&n_codes| u64::from(n_codes)).sum()
    }

    /// Codes that are not found within the limit.
    pub fn n_missed(&self) -> u32 {
        self.by_guesses[0]
    }

    /// Guesses for all codes together.
    pub fn total(&self) -> u64 {
        (0..).zip(&self.by_guesses).map(|(n_guesses, &n_codes)| n_guesses * u64::from(n_codes)).sum()
    }

    /// The mean number of guesses, over the codes that are found.
    pub fn mean(&self) -> f64 {
        self.total() as f64 / (self.n_codes() - u64::from(self.n_missed())).max(1) as f64
    }

    /// The most guesses that a code takes.
    pub fn max(&self) -> usize {
        self.by_guesses.iter().rposition(|&n_codes| n_codes > 0).unwrap_or(0)
    }

    /// The standard error of the mean, if the codes are a sample.
    pub fn standard_error(&self) -> f64 {
        let (n_codes, mean) = (self.n_codes().max(1) as f64, self.mean());
        let square = |n_guesses: usize| (n_guesses as f64 - mean).powi(2);
        let squares = self.by_guesses.iter().enumerate().map(|(n_guesses, &n)| square(n_guesses) * f64::from(n));
        (squares.sum::<f64>() / (n_codes - 1.0).max(1.0) / n_codes).sqrt()
    }

    /// A single code that takes this many guesses, or is not found.
    pub fn of(n_guesses: Option<usize>) -> GuessHistogram {
        let mut histogram = GuessHistogram::default();
        histogram.add(n_guesses.unwrap_or(0), 1);
        histogram
    }

    /// Counts codes that take this many guesses; 0 for those that are not found.
    pub fn add(&mut self, n_guesses: usize, n_codes: u32) {
        self.by_guesses[if n_guesses <= MAX_GUESSES { n_guesses } else { 0 }] += n_codes;
    }

    /// Both together.
    #[must_use]
    pub fn merged(mut self, other: GuessHistogram) -> GuessHistogram {
        self.by_guesses.iter_mut().zip(other.by_guesses).for_each(|(here, there)| *here += there);
        self
    }
}

/// The first guess of an exact strategy, and its histogram over every code, or over those begun before the workers were
/// asked to stop. `done` is called with the number of codes as they are finished.
pub fn crack_all(
    size: CodeSize,
    objective: Objective,
    workers: Workers<'_>,
    done: &(impl Fn(u64) + Sync),
) -> (Code, GuessHistogram) {
    let mut codes: Vec<Profile> = Code::all(size).map(Profile::of).collect();
    let history = History::new(size);
    let first = best_guess(objective, &history, &codes);
    let mut room = codes.clone();
    let parts = split(first, &mut codes, &mut room);
    let histograms = workers.map(parts, |(feedback, codes)| {
        if workers.must_stop() {
            return GuessHistogram::default();
        }
        let mut codes = codes.to_vec();
        let histogram = crack_part(objective, &history, first, feedback, &mut codes);
        done(histogram.n_codes());
        histogram
    });
    (first, histograms.into_iter().fold(GuessHistogram::default(), GuessHistogram::merged))
}

/// The histogram of the codes that gave this answer.
fn crack_part(
    objective: Objective,
    history: &History,
    guess: Code,
    answer: Feedback,
    codes: &mut [Profile],
) -> GuessHistogram {
    let mut histogram = GuessHistogram::default();
    if answer == Feedback::all_black(history.size()) {
        histogram.add(history.len() + 1, codes.len() as u32);
        return histogram;
    }
    let mut longer = history.clone();
    if longer.push(guess, answer).is_err() {
        histogram.add(0, codes.len() as u32);
        return histogram;
    }
    crack(objective, &longer, codes, &mut vec![Profile::default(); codes.len()], &mut histogram);
    histogram
}

fn crack(
    objective: Objective,
    history: &History,
    codes: &mut [Profile],
    room: &mut [Profile],
    histogram: &mut GuessHistogram,
) {
    // One code is found by the next guess; of two the first is tried.
    if codes.len() <= 2 {
        (0..codes.len()).for_each(|place| histogram.add(history.len() + 1 + place, 1));
        return;
    }
    let guess = best_guess(objective, history, codes);
    for (feedback, part) in split(guess, codes, room) {
        if feedback == Feedback::all_black(history.size()) {
            histogram.add(history.len() + 1, 1);
            continue;
        }
        let mut longer = history.clone();
        match longer.push(guess, feedback) {
            Ok(()) => {
                let mut room = vec![Profile::default(); if part.len() > 2 { part.len() } else { 0 }];
                crack(objective, &longer, part, &mut room, histogram);
            }
            Err(_) => histogram.add(0, part.len() as u32),
        }
    }
}

/// Sorts codes by their answer to a guess; the sort is stable.
fn split<'c>(guess: Code, codes: &'c mut [Profile], room: &mut [Profile]) -> Vec<(Feedback, &'c mut [Profile])> {
    let probe = Profile::of(guess).probe();
    let mut starts = [0usize; Feedback::N_INDICES + 1];
    for code in codes.iter() {
        starts[code.answer(&probe).index() + 1] += 1;
    }
    for index in 0..Feedback::N_INDICES {
        starts[index + 1] += starts[index];
    }
    let mut next = starts;
    for code in codes.iter() {
        let place = &mut next[code.answer(&probe).index()];
        room[*place] = *code;
        *place += 1;
    }
    codes.copy_from_slice(&room[..codes.len()]);
    codes
        .chunk_by_mut(|left, right| left.answer(&probe) == right.answer(&probe))
        .map(|part| (part[0].answer(&probe), part))
        .collect()
}
