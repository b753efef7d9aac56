//! Estimates of the columns of one decision from rollouts: means and standard errors.

use pipsqueak_core::games::fiveo::{Column, Columns};

/// Sums over samples. Each sample tries all columns with the same cards, so a difference between two columns has a
/// smaller error than either value.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    columns: Columns,
    n_samples: u64,
    sums: [f64; 5],
    /// Sums of the products of two columns' values; squares on the diagonal.
    products: [[f64; 5]; 5],
    prior: [f64; 5],
    /// The weight of the prior, in samples.
    prior_weight: f64,
}

impl Estimate {
    /// An empty estimate of these columns.
    pub const fn of(columns: Columns) -> Estimate {
        Estimate { columns, n_samples: 0, sums: [0.0; 5], products: [[0.0; 5]; 5], prior: [0.0; 5], prior_weight: 0.0 }
    }

    /// Counts one sample: a value for each column, in the order of the columns.
    #[inline]
    pub fn add(&mut self, values: &[f64]) {
        self.n_samples += 1;
        for (column, value) in self.columns.iter().zip(values) {
            self.sums[column.index()] += value;
            for (other, other_value) in self.columns.iter().zip(values) {
                self.products[column.index()][other.index()] += value * other_value;
            }
        }
    }

    /// Counts a prior as this many samples; standard errors are those of the samples alone.
    #[must_use]
    pub fn with_prior(mut self, values: &[f64], n_samples: f64) -> Estimate {
        self.prior_weight = n_samples;
        for (column, value) in self.columns.iter().zip(values) {
            self.prior[column.index()] = *value;
        }
        self
    }

    /// Counts the samples of another estimate of the same columns.
    pub fn add_all(&mut self, other: &Estimate) {
        self.n_samples += other.n_samples;
        for (sum, other) in self.sums.iter_mut().zip(other.sums) {
            *sum += other;
        }
        for (product, other) in self.products.as_flattened_mut().iter_mut().zip(other.products.as_flattened()) {
            *product += other;
        }
    }

    /// The estimate of fewer columns.
    #[must_use]
    pub fn among(mut self, columns: Columns) -> Estimate {
        self.columns = columns.iter().filter(|&column| self.columns.contains(column)).collect();
        self
    }

    /// The columns that every sample tried.
    pub const fn columns(&self) -> Columns {
        self.columns
    }

    /// How many samples were counted.
    pub const fn n_samples(&self) -> u64 {
        self.n_samples
    }

    /// The mean value of a column; 0 for a column that was not tried.
    pub fn mean(&self, column: Column) -> f64 {
        let at = column.index();
        let weight = self.n_samples as f64 + self.prior_weight;
        if weight > 0.0 { (self.sums[at] + self.prior_weight * self.prior[at]) / weight } else { 0.0 }
    }

    /// The standard error of a column's mean.
    pub fn standard_error(&self, column: Column) -> f64 {
        let at = column.index();
        self.error(self.sums[at], self.products[at][at])
    }

    /// The standard error of the difference between two columns' means. The common cards make it smaller than their own
    /// errors suggest.
    pub fn standard_error_of_difference(&self, left: Column, right: Column) -> f64 {
        let (left, right) = (left.index(), right.index());
        let squares = self.products[left][left] - 2.0 * self.products[left][right] + self.products[right][right];
        self.error(self.sums[left] - self.sums[right], squares)
    }

    /// The column with the greatest mean, the leftmost of equals.
    pub fn best(&self) -> Column {
        let better = |best: Column, next: Column| if self.mean(next) > self.mean(best) { next } else { best };
        self.columns.iter().reduce(better).unwrap_or(Column::First)
    }

    /// The standard error of a mean, from the sum and the sum of squares; infinite for a single sample.
    fn error(&self, sum: f64, squares: f64) -> f64 {
        if self.n_samples < 2 {
            return f64::INFINITY;
        }
        let n = self.n_samples as f64;
        ((squares - sum * sum / n).max(0.0) / (n - 1.0) / n).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_and_errors_are_those_of_the_samples() {
        let [first, second] = [Column::Second, Column::Fourth];
        let mut estimate = Estimate::of([first, second].into_iter().collect());
        for values in [[1.0, 0.0], [2.0, 2.0], [3.0, 1.0], [6.0, 5.0]] {
            estimate.add(&values);
        }
        assert_eq!((estimate.mean(first), estimate.mean(second), estimate.best()), (3.0, 2.0, first));
        // The sample variances are 14 / 3 and 14 / 3; of the differences 1, 0, 2, 1 it is 2 / 3.
        let close = |error: f64, variance: f64| (error - (variance / 4.0).sqrt()).abs() < 1e-12;
        assert!(close(estimate.standard_error(first), 14.0 / 3.0));
        assert!(close(estimate.standard_error(second), 14.0 / 3.0));
        assert!(close(estimate.standard_error_of_difference(first, second), 2.0 / 3.0));
    }

    #[test]
    fn one_sample_has_an_infinite_error() {
        let mut estimate = Estimate::of(Columns::ALL);
        estimate.add(&[0.0, 1.0, 1.0, 0.0, 0.0]);
        assert_eq!(estimate.best(), Column::Second);
        assert_eq!(estimate.standard_error(Column::Second), f64::INFINITY);
    }
}
