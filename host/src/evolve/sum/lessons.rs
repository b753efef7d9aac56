//! Judged decisions laid out so that a gene is evaluated on all of them at the speed of the league's lanes.
//!
//! A row is an open column of a decision. What every terminal says of it, with the drawn card and without, is worked out
//! once. A gene's *gains* are its value with the card less its value without, a row each: board scoring adds the gains
//! of all genes and takes the greatest.

use std::ops::Range;

use pipsqueak_core::games::fiveo::{Anew, ColumnFeatures, FiveO, Terminal, Unseen};
use pipsqueak_core::tree::{Constants, Lanes, Plan, Tree};
use rayon::prelude::*;

use super::decisions::{CHOICES, Decision};

/// Rows that are evaluated side by side.
const LANES: usize = 64;
const N_TERMINALS: usize = Terminal::ALL.len();
/// A choice of which the columns differ less than this, squared and summed, counts as if they differed so much.
const LEAST_SIGNAL: f64 = 5e-4;

/// What genes learn from.
pub struct Lessons {
    /// Each decision's first row, and the number of rows at the end.
    starts: Vec<usize>,
    /// What is to be explained: how much better a column is than the mean of its decision, times the decision's weight.
    targets: Vec<f32>,
    /// The decisions' weights.
    weights: Vec<f32>,
    /// The terminals' values after and before placing, in blocks of `LANES` rows, terminal by terminal.
    after: Vec<[f32; LANES]>,
    before: Vec<[f32; LANES]>,
}

impl Lessons {
    /// Lays out decisions.
    pub fn new(decisions: &[Decision]) -> Lessons {
        let mut starts = vec![0];
        let by_choice = weights_by_choice(decisions);
        let mut lessons = Lessons {
            starts: Vec::new(),
            targets: Vec::new(),
            weights: Vec::new(),
            after: Vec::new(),
            before: Vec::new(),
        };
        for decision in decisions {
            let weight = by_choice[decision.choice];
            lessons.weights.push(weight);
            let values: Vec<f32> = decision.halves.iter().map(|[first, second]| (first + second) / 2.0).collect();
            let mean = values.iter().sum::<f32>() / values.len() as f32;
            lessons.targets.extend(values.iter().map(|value| (value - mean) * weight));
            starts.push(lessons.targets.len());
        }
        lessons.starts = starts;
        let rows: Vec<(usize, usize)> = (0..decisions.len())
            .flat_map(|decision| (0..decisions[decision].halves.len()).map(move |place| (decision, place)))
            .collect();
        let blocks: Vec<[Vec<[f32; LANES]>; 2]> = rows.par_chunks(LANES).map(|rows| look(decisions, rows)).collect();
        for [after, before] in blocks {
            lessons.after.extend(after);
            lessons.before.extend(before);
        }
        lessons
    }

    /// How many decisions.
    pub fn n_decisions(&self) -> usize {
        self.weights.len()
    }

    /// The rows of some decisions.
    pub fn rows(&self, decisions: &Range<usize>) -> Range<usize> {
        self.starts[decisions.start]..self.starts[decisions.end]
    }

    /// What is to be explained in some rows.
    pub fn targets(&self) -> &[f32] {
        &self.targets
    }

    /// A gene's gains in some decisions, as the targets are: less their decision's mean, times its weight.
    pub fn gains(&self, gene: &Tree<FiveO>, decisions: &Range<usize>) -> Vec<f32> {
        let mut gains = self.raw_gains(gene, &Constants::default(), decisions);
        let first = self.starts[decisions.start];
        for decision in decisions.clone() {
            let own = &mut gains[self.starts[decision] - first..self.starts[decision + 1] - first];
            let mean = own.iter().sum::<f32>() / own.len() as f32;
            own.iter_mut().for_each(|gain| *gain = (*gain - mean) * self.weights[decision]);
        }
        gains
    }

    /// A tree's gains in some decisions.
    pub fn raw_gains(&self, tree: &Tree<FiveO>, constants: &Constants, decisions: &Range<usize>) -> Vec<f32> {
        let rows = self.rows(decisions);
        let blocks = rows.start / LANES..rows.end.div_ceil(LANES);
        let plan = Plan::of(tree, constants);
        let mut lanes = Lanes::<LANES>::default();
        let mut gains = Vec::with_capacity(blocks.len() * LANES);
        for block in blocks.clone() {
            let mut value = |side: &[[f32; LANES]]| {
                for terminal in plan.terminals() {
                    *lanes.terminal(terminal) = side[block * N_TERMINALS + terminal];
                }
                *lanes.evaluate(&plan)
            };
            let (after, before) = (value(&self.after), value(&self.before));
            gains.extend(after.iter().zip(before).map(|(after, before)| after - before));
        }
        gains.truncate(rows.end - blocks.start * LANES);
        gains.drain(..rows.start - blocks.start * LANES);
        gains
    }
}

/// What every terminal says of some rows, after and before placing.
fn look(decisions: &[Decision], rows: &[(usize, usize)]) -> [Vec<[f32; LANES]>; 2] {
    let mut values = [vec![[0.0; LANES]; N_TERMINALS], vec![[0.0; LANES]; N_TERMINALS]];
    for (lane, &(decision, place)) in rows.iter().enumerate() {
        let view = &decisions[decision].view;
        let column = view.open().iter().nth(place).expect("as many values as open columns");
        let unseen = Unseen::new(view.unseen());
        let columns = [ColumnFeatures::after(view, column, &unseen), ColumnFeatures::before(view, column, &unseen)];
        for (values, column) in values.iter_mut().zip(&columns) {
            for (value, terminal) in values.iter_mut().zip(Terminal::ALL) {
                value[lane] = terminal.value(column, &Anew);
            }
        }
    }
    values
}

/// What a decision counts, by its choice: less the more is at stake, as errors that matter grow with the stake and
/// squared errors with its square. Half way between keeps the last round from drowning the others.
fn weights_by_choice(decisions: &[Decision]) -> [f32; CHOICES.len()] {
    let mut signals = [(0.0, 0u32); CHOICES.len()];
    for decision in decisions {
        let means = [0, 1]
            .map(|half| decision.halves.iter().map(|value| value[half]).sum::<f32>() / decision.halves.len() as f32);
        let agreed =
            decision.halves.iter().map(|[first, second]| f64::from(first - means[0]) * f64::from(second - means[1]));
        let (sum, count) = &mut signals[decision.choice];
        *sum += agreed.sum::<f64>();
        *count += 1;
    }
    signals.map(|(sum, count)| {
        let deviation = (sum / f64::from(count.max(1))).max(LEAST_SIGNAL).sqrt();
        (0.1 / deviation).sqrt() as f32
    })
}
