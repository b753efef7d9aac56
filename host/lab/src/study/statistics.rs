//! The statistics of a study. A sample has one number per run, never one per game: runs are the independent trials.

use statrs::distribution::{ContinuousCDF, Normal};
use statrs::stats_tests::Alternative;
use statrs::stats_tests::mannwhitneyu::{MannWhitneyUMethod, mannwhitneyu};

/// Up to this many numbers in both samples, the exact distribution is computed.
const MOST_EXACT: usize = 60;
/// The chances of an error of the first kind and of the second kind.
const ALPHA: f64 = 0.05;
const BETA: f64 = 0.2;

/// The quartiles of a sample.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Quartiles {
    /// The 25 % quantile.
    pub lower: f64,
    /// The 50 % quantile.
    pub median: f64,
    /// The 75 % quantile.
    pub upper: f64,
}

impl Quartiles {
    /// The quartiles of a sample that is not empty, interpolated (Hyndman and Fan's type 7).
    pub fn of(sample: &[f64]) -> Quartiles {
        let mut sorted = sample.to_vec();
        sorted.sort_by(f64::total_cmp);
        let at = |share: f64| {
            let place = share * (sorted.len() - 1) as f64;
            let (below, above) = (sorted[place.floor() as usize], sorted[place.ceil() as usize]);
            below + (above - below) * place.fract()
        };
        Quartiles { lower: at(0.25), median: at(0.5), upper: at(0.75) }
    }
}

/// The comparison of two samples.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Comparison {
    /// Mann and Whitney's U of the first sample.
    pub u: f64,
    /// The two-sided p-value.
    pub p: f64,
    /// Vargha and Delaney's A: the chance that a run of the first beats one of the second, ties counting half.
    pub a: f64,
    /// The 95 % interval of A.
    pub interval: [f64; 2],
    /// How far from a half A must be to be detected with a power of 80 %; more than a half means that no difference can
    /// be.
    pub detectable: f64,
}

impl Comparison {
    /// Compares two samples that are not empty.
    pub fn of(first: &[f64], second: &[f64]) -> Comparison {
        let [n, m] = [first.len(), second.len()];
        let u = u_statistic(first, second);
        let p = if n + m <= MOST_EXACT { exact_p(first, second) } else { approximate_p(first, second) };
        let a = u / (n * m) as f64;
        Comparison { u, p, a, interval: interval_of_a(a, n, m), detectable: detectable(n, m) }
    }
}

fn u_statistic(first: &[f64], second: &[f64]) -> f64 {
    let wins = |x: &f64| {
        second
            .iter()
            .map(|y| {
                if x > y {
                    1.0
                } else if x == y {
                    0.5
                } else {
                    0.0
                }
            })
            .sum::<f64>()
    };
    first.iter().map(wins).sum()
}

/// By the normal approximation, with corrections for ties and continuity.
fn approximate_p(first: &[f64], second: &[f64]) -> f64 {
    let method = MannWhitneyUMethod::AsymptoticInclContinuityCorrection;
    let tested = mannwhitneyu(first, second, method, Alternative::TwoSided);
    // All numbers are equal: there is no difference.
    tested.map_or(1.0, |(_, p)| if p.is_nan() { 1.0 } else { p })
}

/// By the permutation distribution of the ranks, with ties. (The exact method of the statistics crate does not support
/// ties.)
fn exact_p(first: &[f64], second: &[f64]) -> f64 {
    let ranks = doubled_ranks(first, second);
    let n = first.len();
    let total: usize = ranks.iter().sum();
    // The number of subsets of each size with ranks of this sum.
    let mut ways = vec![vec![0.0; total + 1]; n + 1];
    ways[0][0] = 1.0;
    for &rank in &ranks {
        for size in (1..=n).rev() {
            for sum in (rank..=total).rev() {
                ways[size][sum] += ways[size - 1][sum - rank];
            }
        }
    }
    let own: usize = ranks[..n].iter().sum();
    let all: f64 = ways[n].iter().sum();
    let below: f64 = ways[n][..=own].iter().sum();
    let above: f64 = ways[n][own..].iter().sum();
    (2.0 * below.min(above) / all).min(1.0)
}

/// Twice the rank of every number in both samples, those of the first sample first; equal numbers share the mean of
/// their ranks.
fn doubled_ranks(first: &[f64], second: &[f64]) -> Vec<usize> {
    let all: Vec<f64> = first.iter().chain(second).copied().collect();
    let rank = |x: &f64| {
        let below = all.iter().filter(|y| *y < x).count();
        let equal = all.iter().filter(|y| *y == x).count();
        2 * below + equal + 1
    };
    all.iter().map(rank).collect()
}

/// Newcombe's fifth method (2006): all values of A that the measured one does not reject, by Hanley and McNeil's
/// variance. It is also valid at 0 and 1.
fn interval_of_a(measured: f64, n: usize, m: usize) -> [f64; 2] {
    let z = normal_quantile(1.0 - ALPHA / 2.0);
    let mean_size = (n + m) as f64 / 2.0;
    let is_near = |a: f64| {
        let spread = 2.0 * mean_size - 1.0 - (3.0 * mean_size - 3.0) / ((2.0 - a) * (1.0 + a));
        (measured - a).powi(2) <= z * z * a * (1.0 - a) * spread / (n * m) as f64
    };
    let end = |mut outside: f64| {
        let mut inside = measured.clamp(1e-9, 1.0 - 1e-9);
        for _ in 0..60 {
            let middle = f64::midpoint(outside, inside);
            if is_near(middle) { inside = middle } else { outside = middle }
        }
        inside
    };
    [if measured == 0.0 { 0.0 } else { end(0.0) }, if measured == 1.0 { 1.0 } else { end(1.0) }]
}

/// Noether (1987): the distance of A from a half that samples of these sizes detect with a power of 80 %.
fn detectable(n: usize, m: usize) -> f64 {
    let total = (n + m) as f64;
    let share = n as f64 / total;
    let z = normal_quantile(1.0 - ALPHA / 2.0) + normal_quantile(1.0 - BETA);
    z / (12.0 * share * (1.0 - share) * total).sqrt()
}

/// The effect size, in standard deviations, at which normal samples have this A.
pub fn deviations_of(a: f64) -> f64 {
    normal_quantile(a) * 2f64.sqrt()
}

fn normal_quantile(share: f64) -> f64 {
    Normal::standard().inverse_cdf(share)
}

/// Holm's correction (1979) of p-values.
pub fn holm(p_values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|&left, &right| p_values[left].total_cmp(&p_values[right]));
    let (mut corrected, mut greatest) = (vec![1.0; p_values.len()], 0.0f64);
    for (place, &test) in order.iter().enumerate() {
        greatest = greatest.max(p_values[test] * (p_values.len() - place) as f64).min(1.0);
        corrected[test] = greatest;
    }
    corrected
}

#[cfg(test)]
mod tests {
    use super::*;

    fn are_near(value: f64, expected: f64) {
        assert!((value - expected).abs() < 1e-6 * expected.abs().max(1.0), "{value} is not {expected}");
    }

    /// The example of SciPy's documentation of `mannwhitneyu`: ages at a diagnosis, U = 17, exact p = 0.1111,
    /// approximate p = 0.11134688653314041.
    #[test]
    fn the_example_of_scipy_is_reproduced() {
        let (males, females) = ([19.0, 22.0, 16.0, 29.0, 24.0], [20.0, 11.0, 17.0, 12.0]);
        let compared = Comparison::of(&males, &females);
        assert_eq!(compared.u, 17.0);
        are_near(compared.p, 1.0 / 9.0);
        are_near(approximate_p(&males, &females), 0.111_346_886_533_140_41);
        are_near(compared.a, 0.85);
    }

    /// The example of R's documentation of `wilcox.test`: ozone in New York in May and August 1973, with ties.
    /// W = 127.5, p-value = 0.0001208.
    #[test]
    fn the_example_of_r_with_ties_is_reproduced() {
        let may = [
            41., 36., 12., 18., 28., 23., 19., 8., 7., 16., 11., 14., 18., 14., 34., 6., 30., 11., 1., 11., 4., 32.,
            23., 45., 115., 37.,
        ];
        let august = [
            39., 9., 16., 78., 35., 66., 122., 89., 110., 44., 28., 65., 22., 59., 23., 31., 44., 21., 9., 45., 168.,
            73., 76., 118., 84., 85.,
        ];
        let compared = Comparison::of(&may, &august);
        assert_eq!(compared.u, 127.5);
        assert!((approximate_p(&may, &august) - 0.000_120_8).abs() < 5e-8);
        // The permutation distribution agrees with its approximation for large samples.
        assert!((compared.p / approximate_p(&may, &august) - 1.0).abs() < 0.6, "{}", compared.p);
    }

    /// The tables of critical values: two samples of five differ at 5 % if U is at most 2, two of eight if at most 13.
    #[test]
    fn critical_values_are_those_of_the_tables() {
        for (n, critical) in [(5, 2), (6, 5), (7, 8), (8, 13), (10, 23)] {
            assert!(p_of(n, critical) <= 0.05 && p_of(n, critical + 1) > 0.05, "{n}: {}", p_of(n, critical));
        }
    }

    /// The p-value of two samples of n numbers with this U.
    fn p_of(n: usize, u: usize) -> f64 {
        let mut first: Vec<f64> = (0..n).map(|place| place as f64).collect();
        let second: Vec<f64> = (n..2 * n).map(|place| place as f64).collect();
        let mut left = u;
        for number in first.iter_mut().rev() {
            let passed = left.min(n);
            *number = (n + passed) as f64 - 0.5 - (n - 1) as f64 * 1e-3 + *number * 1e-3;
            left -= passed;
        }
        let compared = Comparison::of(&first, &second);
        assert_eq!(compared.u, u as f64);
        compared.p
    }

    /// The example of Wikipedia's page on the method: 0.01, 0.04, 0.03, 0.005, of which the first and the last hold at 5 %.
    #[test]
    fn holms_correction_is_as_published() {
        let corrected = holm(&[0.01, 0.04, 0.03, 0.005]);
        for (corrected, expected) in corrected.into_iter().zip([0.03, 0.06, 0.06, 0.02]) {
            are_near(corrected, expected);
        }
        assert!(holm(&[]).is_empty());
    }

    /// R: quantile(c(1, 2, 3, 4, 10)) gives 2, 3, 4 and quantile(1:4) gives 1.75, 2.5, 3.25.
    #[test]
    fn quartiles_are_those_of_r() {
        assert_eq!(Quartiles::of(&[10.0, 1.0, 3.0, 2.0, 4.0]), Quartiles { lower: 2.0, median: 3.0, upper: 4.0 });
        assert_eq!(Quartiles::of(&[4.0, 3.0, 2.0, 1.0]), Quartiles { lower: 1.75, median: 2.5, upper: 3.25 });
    }

    #[test]
    fn equal_samples_do_not_differ() {
        let compared = Comparison::of(&[1.0, 2.0, 3.0], &[1.0, 2.0, 3.0]);
        assert_eq!((compared.a, compared.p), (0.5, 1.0));
        let same = Comparison::of(&[1.0; 4], &[1.0; 40]);
        assert_eq!((same.a, same.p), (0.5, 1.0));
        assert_eq!(Comparison::of(&[1.0; 40], &[1.0; 40]).p, 1.0);
    }

    /// Noether's own planning: to see A = 0.7 with a power of 80 % takes about 33 of each, 65.4 in all.
    #[test]
    fn the_detectable_effect_follows_noether() {
        assert!((detectable(33, 33) - 0.2).abs() < 0.003, "{}", detectable(33, 33));
        assert!(detectable(3, 3) > 0.5, "three runs of each show nothing");
    }

    /// The interval is where the two sides of Newcombe's equation meet, and reaches its end with the measure.
    #[test]
    fn intervals_hold_the_measured_value_and_shrink_with_more_runs() {
        let [low, high] = interval_of_a(0.8, 10, 10);
        assert!(0.5 < low && low < 0.8 && 0.8 < high && high < 1.0, "{low} {high}");
        let [lower, higher] = interval_of_a(0.2, 10, 10);
        are_near(lower, 1.0 - high);
        are_near(higher, 1.0 - low);
        let [narrow, wide] = [interval_of_a(0.8, 40, 40), interval_of_a(0.8, 5, 5)];
        assert!(narrow[0] > low && narrow[1] < high && wide[0] < low && wide[1] > high);
        let [low, high] = interval_of_a(1.0, 5, 5);
        assert!(high == 1.0 && (0.5..0.9).contains(&low), "{low}");
    }
}
