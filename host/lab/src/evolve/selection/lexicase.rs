//! Epsilon-lexicase selection (La Cava, Spector and Danai 2016), in the form that they later called semi-dynamic (La Cava,
//! Helmuth, Spector and Moore 2019): a case keeps the individuals within epsilon of the best that is *left*, and
//! epsilon is the median absolute deviation of *all* individuals in that case.
//!
//! A parent is the best of those that do well in the cases that happen to come first, not the best on average. So a
//! specialist for rare cases has children too, and the population keeps more variety.

use pipsqueak_core::random::{self, GameRng};

/// Every individual's score in one case, more being better; NaN for one that was not tried in it and so cannot fail it.
pub type Case = Vec<f32>;

/// A generation that is compared case by case.
pub struct Lexicase {
    cases: Vec<Case>,
    /// The median absolute deviation of each case.
    epsilons: Vec<f32>,
    n_individuals: usize,
}

impl Lexicase {
    /// The selection for the cases of `n_individuals` individuals.
    pub fn new(cases: Vec<Case>, n_individuals: usize) -> Lexicase {
        let epsilons = cases.iter().map(|case| median_absolute_deviation(case)).collect();
        Lexicase { cases, epsilons, n_individuals }
    }

    /// A parent's index.
    pub fn choose(&self, rng: &mut GameRng) -> usize {
        let mut pool: Vec<usize> = (0..self.n_individuals).collect();
        let mut order: Vec<usize> = (0..self.cases.len()).collect();
        for next in 0..order.len() {
            if pool.len() == 1 {
                break;
            }
            // A partial shuffle, one step at a time: few cases are looked at before one individual is left.
            let drawn = next + random::below(rng, (order.len() - next) as u32) as usize;
            order.swap(next, drawn);
            self.keep_the_best(order[next], &mut pool);
        }
        pool[random::below(rng, pool.len() as u32) as usize]
    }

    fn keep_the_best(&self, case: usize, pool: &mut Vec<usize>) {
        let values = &self.cases[case];
        // `max` ignores NaN.
        let best = pool.iter().map(|&place| values[place]).fold(f32::NAN, f32::max);
        let enough = best - self.epsilons[case];
        pool.retain(|&place| values[place] >= enough || values[place].is_nan());
    }
}

/// The median of the absolute deviations from the median.
fn median_absolute_deviation(values: &[f32]) -> f32 {
    let mut values: Vec<f32> = values.iter().copied().filter(|value| !value.is_nan()).collect();
    let Some(middle) = median(&mut values) else { return 0.0 };
    values.iter_mut().for_each(|value| *value = (*value - middle).abs());
    median(&mut values).unwrap_or(0.0)
}

/// The middle value, or the mean of the two in the middle.
fn median(values: &mut [f32]) -> Option<f32> {
    values.sort_unstable_by(f32::total_cmp);
    let upper = *values.get(values.len() / 2)?;
    Some(if values.len().is_multiple_of(2) { f32::midpoint(values[values.len() / 2 - 1], upper) } else { upper })
}

#[cfg(test)]
mod tests {
    use super::*;
    use pipsqueak_core::random::Seed;

    /// How often each individual becomes a parent in `n_selections` selections.
    fn chosen(cases: &[&[f32]], n_selections: u32) -> Vec<u32> {
        let n_individuals = cases[0].len();
        let lexicase = Lexicase::new(cases.iter().map(|case| case.to_vec()).collect(), n_individuals);
        let (mut rng, mut counts) = (Seed(1).rng(), vec![0; n_individuals]);
        (0..n_selections).for_each(|_| counts[lexicase.choose(&mut rng)] += 1);
        counts
    }

    #[test]
    fn the_median_absolute_deviation_is_the_textbooks() {
        // The example of the statistics handbooks: median 2, deviations 1 1 0 0 2 4 7, their median 1.
        assert_eq!(median_absolute_deviation(&[1.0, 1.0, 2.0, 2.0, 4.0, 6.0, 9.0]), 1.0);
        assert_eq!(median_absolute_deviation(&[4.0, f32::NAN, 1.0, 2.0, 3.0]), 1.0);
        assert_eq!(median_absolute_deviation(&[f32::NAN]), 0.0);
    }

    #[test]
    fn specialists_become_parents_and_generalists_do_not() {
        // Two individuals are the best in one case each; a third is the best on average but never near the best; the
        // rest are poor, and their equality makes epsilon 0.
        let cases: [&[f32]; 2] = [&[9.0, 0.0, 7.0, 0.0, 0.0, 0.0, 0.0, 0.0], &[0.0, 9.0, 7.0, 0.0, 0.0, 0.0, 0.0, 0.0]];
        let counts = chosen(&cases, 1_000);
        assert_eq!(counts[0] + counts[1], 1_000);
        assert!(counts[0] > 400 && counts[1] > 400, "{counts:?}");
    }

    #[test]
    fn individuals_within_epsilon_of_the_best_are_kept() {
        // Median 5, deviations 4 3 0 1 5: epsilon is 3, and no other is within 3 of 10.
        assert_eq!(chosen(&[&[1.0, 2.0, 5.0, 6.0, 10.0]], 1_000), [0, 0, 0, 0, 1_000]);
        // Median 8, deviations 7 1 0 0 2: epsilon 1, so that 9 stays beside 10.
        let counts = chosen(&[&[1.0, 9.0, 8.0, 8.0, 10.0]], 1_000);
        assert!(counts[1] > 400 && counts[4] > 400 && counts[1] + counts[4] == 1_000, "{counts:?}");
    }

    #[test]
    fn the_best_that_is_left_counts_not_the_best_of_all() {
        // Whichever case comes first, it leaves one of the two best alone in the pool. Measured against the best of
        // all, the second case would empty the pool.
        let counts = chosen(&[&[5.0, 0.0, 0.0], &[0.0, 5.0, 0.0]], 100);
        assert_eq!(counts.iter().sum::<u32>(), 100);
        assert_eq!(counts[2], 0);
    }

    #[test]
    fn an_individual_that_was_not_tried_in_a_case_is_kept() {
        let counts = chosen(&[&[f32::NAN, 1.0, 0.0, 0.0, 0.0]], 1_000);
        assert!(counts[0] > 400 && counts[1] > 400 && counts[2..] == [0, 0, 0], "{counts:?}");
        assert_eq!(chosen(&[&[f32::NAN, f32::NAN]], 10).iter().sum::<u32>(), 10);
    }
}
