//! Rollouts: what a column is worth, by playing on from it many times with cards that the seat has not seen.
//!
//! A sample lays the unseen cards in random order; from there every column is tried with the same cards, and a tree
//! plays both seats to the end. All rollouts of a batch go in lockstep, as the league's games do. Knows a seat's view
//! only, no clock, no threads.

mod estimate;

use std::ops::Range;

pub use estimate::Estimate;
use pipsqueak_core::chance::Seed;
use pipsqueak_core::fiveo::players::Evolved;
use pipsqueak_core::fiveo::{Columns, Table, TableView};
use pipsqueak_core::game::{Game, Points, Seat};

use crate::league::trees::Trees;

/// Moves of a game, and the cards that lie before the first.
const N_MOVES: u8 = 40;
const N_DEALT: u8 = 10;
/// Samples that are played together: enough to fill the lanes, few enough for their tables to stay in the cache.
const BATCH: usize = 96;
/// What a point of difference is worth beside a win, which is worth 1. It tells apart columns that win equally often.
const POINT: f64 = 0.02;

/// A decision to be judged.
#[derive(Clone, Debug)]
pub struct Question {
    /// What the seat to move sees.
    pub view: TableView,
    /// The columns to try, all of them open.
    pub columns: Columns,
    /// Where the unseen cards come from.
    pub seed: Seed,
    /// Which samples of that seed to play: the same number gives the same cards.
    pub samples: Range<u64>,
}

impl Question {
    /// All open columns of a view, with this many samples.
    pub fn new(view: TableView, seed: Seed, n_samples: u64) -> Question {
        Question { view, columns: view.open(), seed, samples: 0..n_samples }
    }
}

/// The memory of one thread's rollouts, kept from question to question.
#[derive(Default)]
pub struct Rollouts {
    tables: Vec<Table>,
    places: Vec<usize>,
    trees: Trees,
    values: Vec<f64>,
}

impl Rollouts {
    /// Judges every question by rollouts in which the policy plays both seats.
    ///
    /// The answer to a question depends on that question and the policy alone, not on what else is asked with it; so
    /// questions can be shared among threads in any way. Many at once, or many samples, fill the lanes best.
    pub fn estimate(&mut self, policy: &Evolved, questions: &[Question]) -> Vec<Estimate> {
        let mut estimates: Vec<Estimate> = questions.iter().map(|question| Estimate::of(question.columns)).collect();
        let mut order: Vec<usize> = (0..questions.len()).collect();
        order.sort_by_key(|&question| questions[question].view.n_lying());
        let mut batch = Vec::with_capacity(BATCH);
        for alike in order.chunk_by(|&a, &b| questions[a].view.n_lying() == questions[b].view.n_lying()) {
            for &question in alike {
                for sample in questions[question].samples.clone() {
                    batch.push((question, sample));
                    if batch.len() == BATCH {
                        self.play(policy, questions, &batch, &mut estimates);
                        batch.clear();
                    }
                }
            }
            self.play(policy, questions, &batch, &mut estimates);
            batch.clear();
        }
        estimates
    }

    /// Plays samples of questions that are all at the same move.
    fn play(&mut self, policy: &Evolved, questions: &[Question], samples: &[(usize, u64)], estimates: &mut [Estimate]) {
        let Some(&(first, _)) = samples.first() else { return };
        let n_lying = questions[first].view.n_lying();
        let seat = questions[first].view.seat();
        self.tables.clear();
        for &(question, sample) in samples {
            let Question { view, columns, seed, .. } = &questions[question];
            let table = view.imagine(&mut seed.derive(sample).rng());
            self.tables.extend(columns.iter().map(|column| {
                let mut table = table.clone();
                table.play(column).expect("the columns to try are open");
                table
            }));
        }
        self.places.clear();
        self.places.extend(0..self.tables.len());
        for number in n_lying - N_DEALT + 1..N_MOVES {
            let mover = Seat::BOTH[usize::from(number % 2)];
            self.trees.play(policy, mover, &mut self.tables, &self.places);
        }
        self.values.clear();
        self.values.extend(self.tables.iter().map(|table| worth(table.points(), seat)));
        let mut values = &self.values[..];
        for &(question, _) in samples {
            let (own, rest) = values.split_at(questions[question].columns.len() as usize);
            estimates[question].add(own);
            values = rest;
        }
    }
}

/// What a finished game is worth to a seat: 1 for a win, a half for a tie, and a little for each point.
pub fn worth(points: Points, seat: Seat) -> f64 {
    let result = match points.winner() {
        Some(winner) if winner == seat => 1.0,
        Some(_) => 0.0,
        None => 0.5,
    };
    result + POINT * (f64::from(points.of(seat)) - f64::from(points.of(seat.other())))
}
