//! The data set: rated decisions, laid out in blocks of [`LANES`] rows, so that a gene is evaluated on a whole block at
//! a time.
//!
//! A row is an alternative of a decision. The terminals' values before and after it is taken are computed once. A
//! gene's *gain* in a row is its value after minus its value before. Additive scoring adds the gains of all genes and
//! takes the alternative with the greatest sum.

use std::marker::PhantomData;
use std::ops::Range;

use pipsqueak_core::tree::{CompiledTree, Constants, Lanes, Tree};

use crate::evolve::problem::{Decision, Player, Problem, RatedDecision};
use crate::instruction_set;
use crate::workers::Workers;

/// Rows that are evaluated together.
const LANES: usize = 64;
/// Lower bound of a kind's estimated signal, so that the weight of a kind without signal stays finite.
const LEAST_SIGNAL: f64 = 5e-4;

/// Whether a scoring uses only the position after an alternative, or also the one before.
#[derive(Clone, Copy)]
enum Sides {
    After = 1,
    Both,
}

/// The training set of genes.
pub struct DataSet<P> {
    /// The first row of each decision; the last element is the number of rows.
    starts: Vec<usize>,
    /// The regression targets: how much better an alternative is than the mean of its decision, times the decision's
    /// weight.
    targets: Vec<f32>,
    /// The decisions' weights.
    weights: Vec<f32>,
    /// The terminals' values after and before the alternative is taken, in blocks of `LANES` rows, terminal by
    /// terminal.
    after: Vec<[f32; LANES]>,
    before: Vec<[f32; LANES]>,
    problem: PhantomData<P>,
}

impl<P: Problem> DataSet<P> {
    /// Lays out decisions.
    pub fn new(decisions: &[RatedDecision<P::Decision>], workers: Workers<'_>) -> DataSet<P> {
        let by_kind = weights_by_kind(decisions);
        let weights = decisions.iter().map(|decision| by_kind[decision.kind]).collect();
        let (mut starts, mut targets) = (vec![0], Vec::new());
        for decision in decisions {
            let weight = by_kind[decision.kind];
            let values: Vec<f32> = decision.halves.iter().map(|[first, second]| (first + second) / 2.0).collect();
            let mean = values.iter().sum::<f32>() / values.len() as f32;
            targets.extend(values.iter().map(|value| (value - mean) * weight));
            starts.push(targets.len());
        }
        let rows: Vec<(&P::Decision, usize)> = decisions
            .iter()
            .flat_map(|rated| (0..rated.halves.len()).map(move |alternative| (&rated.decision, alternative)))
            .collect();
        let blocks: Vec<[Vec<[f32; LANES]>; 2]> = workers.map(rows.chunks(LANES), features::<P>);
        let (mut after, mut before) = (Vec::new(), Vec::new());
        for [block_after, block_before] in blocks {
            after.extend(block_after);
            before.extend(block_before);
        }
        DataSet { starts, targets, weights, after, before, problem: PhantomData }
    }

    /// A data set of some of the decisions.
    pub fn sample(&self, decisions: &[usize]) -> DataSet<P> {
        let (mut starts, mut rows) = (vec![0], Vec::new());
        for &decision in decisions {
            rows.extend(self.rows(&(decision..decision + 1)));
            starts.push(rows.len());
        }
        let n_terminals = P::ENTRIES.len();
        let side = |side: &[[f32; LANES]]| {
            let mut blocks = vec![[0.0; LANES]; rows.len().div_ceil(LANES) * n_terminals];
            for (row, &from) in rows.iter().enumerate() {
                for terminal in 0..n_terminals {
                    let value = side[from / LANES * n_terminals + terminal][from % LANES];
                    blocks[row / LANES * n_terminals + terminal][row % LANES] = value;
                }
            }
            blocks
        };
        let [after, before] = [&self.after, &self.before].map(|values| side(values));
        let targets = rows.iter().map(|&row| self.targets[row]).collect();
        let weights = decisions.iter().map(|&decision| self.weights[decision]).collect();
        DataSet { starts, targets, weights, after, before, problem: PhantomData }
    }

    /// The number of decisions.
    pub fn n_decisions(&self) -> usize {
        self.weights.len()
    }

    /// The rows of some decisions.
    pub fn rows(&self, decisions: &Range<usize>) -> Range<usize> {
        self.starts[decisions.start]..self.starts[decisions.end]
    }

    /// The regression targets of all rows.
    pub fn targets(&self) -> &[f32] {
        &self.targets
    }

    /// A gene's gains in some decisions, normalised as the targets are: less their decision's mean, times its weight.
    pub fn gains(&self, gene: &Tree<P>, decisions: &Range<usize>) -> Vec<f32> {
        let mut gains = self.raw_gains(gene, &Constants::default(), decisions);
        let first = self.starts[decisions.start];
        for decision in decisions.clone() {
            let own = &mut gains[self.starts[decision] - first..self.starts[decision + 1] - first];
            let mean = own.iter().sum::<f32>() / own.len() as f32;
            own.iter_mut().for_each(|gain| *gain = (*gain - mean) * self.weights[decision]);
        }
        gains
    }

    /// The alternative that a player takes in each decision, the first of equals.
    pub fn choices(&self, player: &Player<P>) -> Vec<u8> {
        let sides = if player.scoring == P::ADDITIVE { Sides::Both } else { Sides::After };
        let values = self.values(&player.tree, &player.constants, &(0..self.n_decisions()), sides);
        let choice = |bounds: &[usize]| {
            let own = &values[bounds[0]..bounds[1]];
            own.iter().enumerate().fold(0, |best, (place, value)| if *value > own[best] { place } else { best }) as u8
        };
        self.starts.windows(2).map(choice).collect()
    }

    /// A tree's gains in some decisions.
    pub fn raw_gains(&self, tree: &Tree<P>, constants: &Constants, decisions: &Range<usize>) -> Vec<f32> {
        self.values(tree, constants, decisions, Sides::Both)
    }

    fn values(&self, tree: &Tree<P>, constants: &Constants, decisions: &Range<usize>, sides: Sides) -> Vec<f32> {
        let rows = self.rows(decisions);
        let blocks = rows.start / LANES..rows.end.div_ceil(LANES);
        let compiled = CompiledTree::of(tree, constants);
        let mut gains = Vec::with_capacity(blocks.len() * LANES);
        instruction_set::run(
            #[inline(always)]
            || self.values_of_blocks(&compiled, blocks.clone(), sides, &mut gains),
        );
        gains.truncate(rows.end - blocks.start * LANES);
        gains.drain(..rows.start - blocks.start * LANES);
        gains
    }

    #[inline(always)]
    fn values_of_blocks(&self, compiled: &CompiledTree, blocks: Range<usize>, sides: Sides, gains: &mut Vec<f32>) {
        let mut lanes = Lanes::<LANES>::default();
        for block in blocks {
            let mut gained = [0.0; LANES];
            for (side, sign) in [(&self.after, 1.0), (&self.before, -1.0)].into_iter().take(sides as usize) {
                for terminal in compiled.terminals() {
                    *lanes.terminal(terminal) = side[block * P::ENTRIES.len() + terminal];
                }
                for (gained, value) in gained.iter_mut().zip(lanes.evaluate(compiled)) {
                    *gained += sign * value;
                }
            }
            gains.extend_from_slice(&gained);
        }
    }
}

/// The terminals' values in some rows, after the alternative is taken and before.
fn features<P: Problem>(rows: &[(&P::Decision, usize)]) -> [Vec<[f32; LANES]>; 2] {
    let mut values = [(); 2].map(|()| vec![[0.0; LANES]; P::ENTRIES.len()]);
    for (lane, (decision, alternative)) in rows.iter().enumerate() {
        for (values, features) in values.iter_mut().zip(decision.features(*alternative)) {
            values.iter_mut().zip(features).for_each(|(value, feature)| value[lane] = feature);
        }
    }
    values
}

/// A decision's weight, by its kind: one over the root of the kind's stake, which is the standard deviation of its
/// alternatives' values. Unweighted squared errors grow with the square of the stake; with this weight they grow with the
/// stake, as the loss in play does.
fn weights_by_kind<D>(decisions: &[RatedDecision<D>]) -> Vec<f32> {
    let n_kinds = decisions.iter().map(|decision| decision.kind + 1).max().unwrap_or(0);
    let mut signals = vec![(0.0, 0u32); n_kinds];
    for RatedDecision { kind, halves, .. } in decisions {
        let means = [0, 1].map(|half| halves.iter().map(|value| value[half]).sum::<f32>() / halves.len() as f32);
        // The covariance of the two halves estimates the signal's variance: the noise of the halves is independent.
        let agreed = halves.iter().map(|[first, second]| f64::from(first - means[0]) * f64::from(second - means[1]));
        let (sum, count) = &mut signals[*kind];
        *sum += agreed.sum::<f64>();
        *count += 1;
    }
    let weight = |(sum, count): (f64, u32)| {
        let deviation = (sum / f64::from(count.max(1))).max(LEAST_SIGNAL).sqrt();
        (0.1 / deviation).sqrt() as f32
    };
    signals.into_iter().map(weight).collect()
}
