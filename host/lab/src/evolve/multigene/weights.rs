//! Least squares: the weights with which genes add up to the targets, and how much each gene explains.
//!
//! Everything is added in a fixed order, so that the result does not depend on the number of threads.
//!
//! **Weights are shared,** because a champion has only sixteen constants. Genes are grouped into sixteen classes, so
//! that the least variance is lost; a class is its weight times the sum of its genes. A squared error is divided by the
//! stakes of its kind of decision; otherwise the last round of a game would dominate the fit.

use crate::instruction_set;

/// The normal equations of some genes: the products of their gains with each other and with the targets.
#[derive(Clone, Default)]
pub struct Fit {
    /// Products of two genes' gains.
    gram: Vec<Vec<f64>>,
    /// Products of genes' gains with the targets.
    targets: Vec<f64>,
}

impl Fit {
    /// Adds a gene, given the gains of those before it and its own.
    pub fn push(&mut self, others: &[Vec<f32>], gains: &[f32], targets: &[f32]) {
        let products: Vec<f64> = others.iter().map(|other| dot(other, gains)).collect();
        for (row, product) in self.gram.iter_mut().zip(&products) {
            row.push(*product);
        }
        self.gram.push(products.into_iter().chain([dot(gains, gains)]).collect());
        self.targets.push(dot(gains, targets));
    }

    /// The weights.
    pub fn weights(&self) -> Vec<f64> {
        solve(&self.gram, &self.targets)
    }

    /// How much of the targets' square the weighted sum explains.
    pub fn explained(&self) -> f64 {
        self.weights().iter().zip(&self.targets).map(|(weight, target)| weight * target).sum()
    }

    /// The fit of classes of genes that share a weight.
    pub fn merged(&self, classes: &[usize], n_classes: usize) -> Fit {
        let mut gram = vec![vec![0.0; n_classes]; n_classes];
        let mut targets = vec![0.0; n_classes];
        for (gene, &class) in classes.iter().enumerate() {
            targets[class] += self.targets[gene];
            for (other, &other_class) in classes.iter().enumerate() {
                gram[class][other_class] += self.gram[gene][other];
            }
        }
        Fit { gram, targets }
    }

    /// The fit without one gene.
    pub fn without(&self, gene: usize) -> Fit {
        let mut fit = self.clone();
        fit.gram.remove(gene);
        fit.gram.iter_mut().for_each(|row| {
            row.remove(gene);
        });
        fit.targets.remove(gene);
        fit
    }
}

/// The dot product, in sixteen lanes whose sums are added block by block in double precision.
pub fn dot(left: &[f32], right: &[f32]) -> f64 {
    instruction_set::run(
        #[inline(always)]
        || dot_here(left, right),
    )
}

#[inline(always)]
fn dot_here(left: &[f32], right: &[f32]) -> f64 {
    const LANES: usize = 16;
    const BLOCK: usize = 1024;
    let mut total = 0.0;
    for (left, right) in left.chunks(BLOCK).zip(right.chunks(BLOCK)) {
        let ((left, left_rest), (right, right_rest)) = (left.as_chunks::<LANES>(), right.as_chunks::<LANES>());
        let mut sums = [0.0f32; LANES];
        for (left, right) in left.iter().zip(right) {
            for lane in 0..LANES {
                sums[lane] += left[lane] * right[lane];
            }
        }
        total += sums.iter().map(|&sum| f64::from(sum)).sum::<f64>();
        total += left_rest.iter().zip(right_rest).map(|(left, right)| f64::from(left * right)).sum::<f64>();
    }
    total
}

/// Solves a symmetric positive definite system by Cholesky decomposition. A small ridge on the diagonal makes redundant
/// genes share a weight instead of cancelling each other with huge ones.
fn solve(matrix: &[Vec<f64>], right: &[f64]) -> Vec<f64> {
    const RIDGE: f64 = 1e-6;
    let n = right.len();
    let mut lower = vec![vec![0.0; n]; n];
    for row in 0..n {
        for column in 0..=row {
            let done: f64 = (0..column).map(|k| lower[row][k] * lower[column][k]).sum();
            let rest = matrix[row][column] - done;
            lower[row][column] = if row == column {
                (rest + RIDGE * matrix[row][row]).max(f64::MIN_POSITIVE).sqrt()
            } else {
                rest / lower[column][column]
            };
        }
    }
    let mut solution = right.to_vec();
    for row in 0..n {
        let done: f64 = (0..row).map(|k| lower[row][k] * solution[k]).sum();
        solution[row] = (solution[row] - done) / lower[row][row];
    }
    for row in (0..n).rev() {
        let done: f64 = (row + 1..n).map(|k| lower[k][row] * solution[k]).sum();
        solution[row] = (solution[row] - done) / lower[row][row];
    }
    solution
}

#[cfg(test)]
mod tests {
    use super::*;
    use pipsqueak_core::random::{self, Seed};

    fn random(seed: u64, n: usize) -> Vec<f32> {
        let mut rng = Seed(seed).rng();
        (0..n).map(|_| random::below(&mut rng, 2001) as f32 / 1000.0 - 1.0).collect()
    }

    /// Genes whose weighted sum is exactly the target.
    fn exact() -> (Fit, Vec<f32>) {
        let genes: Vec<Vec<f32>> = (0..3).map(|seed| random(seed, 3000)).collect();
        let targets: Vec<f32> =
            (0..3000).map(|row| 2.0 * genes[0][row] - genes[1][row] + 0.5 * genes[2][row]).collect();
        let mut fit = Fit::default();
        for (place, gains) in genes.iter().enumerate() {
            fit.push(&genes[..place], gains, &targets);
        }
        (fit, targets)
    }

    #[test]
    fn least_squares_recovers_the_weights_of_a_sum() {
        let (fit, targets) = exact();
        for (weight, expected) in fit.weights().into_iter().zip([2.0, -1.0, 0.5]) {
            assert!((weight - expected).abs() < 1e-4, "{weight} is not {expected}");
        }
        assert!((fit.explained() / dot(&targets, &targets) - 1.0).abs() < 1e-4);
    }

    #[test]
    fn dropping_a_gene_loses_what_it_explains() {
        let (fit, _) = exact();
        // The genes are nearly independent, each with a mean square of a third per row.
        let missed = [0, 1, 2].map(|gene| fit.explained() - fit.without(gene).explained());
        for (missed, weight) in missed.into_iter().zip([2.0f64, -1.0, 0.5]) {
            assert!((missed / 1000.0 - weight.powi(2)).abs() < 0.1 * weight.powi(2), "{missed}");
        }
    }

    #[test]
    fn merged_genes_share_one_weight() {
        let (fit, _) = exact();
        let merged = fit.merged(&[0, 1, 0], 2);
        // Weights 2 and 0.5 become their mean, because both genes have the same square.
        assert!((merged.weights()[0] - 1.25).abs() < 0.05, "{:?}", merged.weights());
    }
}
