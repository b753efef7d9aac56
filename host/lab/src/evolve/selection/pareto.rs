//! Pareto dominance of strength and cost, and NSGA-II's crowded comparison (Deb, Pratap, Agarwal and Meyarivan 2002):
//! front by front, and within a front by crowding distance.

use std::cmp::Ordering;

/// The two objectives of an individual.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct StrengthAndCost {
    /// More is better.
    pub strength: f64,
    /// Less is better.
    pub cost: f64,
}

/// The indices of the non-dominated individuals, the cheapest first; of equals only the first.
pub fn front(worths: &[StrengthAndCost]) -> Vec<usize> {
    let mut best = f64::NEG_INFINITY;
    let is_stronger = |&place: &usize| {
        let is_stronger = worths[place].strength > best;
        best = best.max(worths[place].strength);
        is_stronger
    };
    by_cost(worths, (0..worths.len()).collect()).into_iter().filter(is_stronger).collect()
}

/// All indices in the order of NSGA-II's crowded comparison; of equals the stronger, then the first.
pub fn crowded_order(worths: &[StrengthAndCost]) -> Vec<usize> {
    let mut order = Vec::with_capacity(worths.len());
    for front in fronts(worths) {
        let distances = crowding(worths, &front);
        let mut places: Vec<(usize, f64)> = front.into_iter().zip(distances).collect();
        places.sort_by(|(left, left_distance), (right, right_distance)| {
            let stronger = || worths[*right].strength.total_cmp(&worths[*left].strength);
            right_distance.total_cmp(left_distance).then_with(stronger).then(left.cmp(right))
        });
        order.extend(places.into_iter().map(|(place, _)| place));
    }
    order
}

/// All fronts, each from cheap to expensive. With two objectives, an individual that is stronger than the last of a
/// front is dominated by none of it, so its front is found by bisection.
fn fronts(worths: &[StrengthAndCost]) -> Vec<Vec<usize>> {
    let mut fronts: Vec<Vec<usize>> = Vec::new();
    for place in by_cost(worths, (0..worths.len()).collect()) {
        let dominates =
            |front: &Vec<usize>| front.last().is_some_and(|&last| is_dominated(worths[place], worths[last]));
        let own = fronts.partition_point(dominates);
        match fronts.get_mut(own) {
            Some(front) => front.push(place),
            None => fronts.push(vec![place]),
        }
    }
    fronts
}

/// Whether an individual is worse than another in one objective and no better in the other.
fn is_dominated(one: StrengthAndCost, other: StrengthAndCost) -> bool {
    other.strength >= one.strength && other.cost <= one.cost && other != one
}

/// From cheap to expensive; of equals the stronger, then the first.
fn by_cost(worths: &[StrengthAndCost], mut places: Vec<usize>) -> Vec<usize> {
    places.sort_by(|&left, &right| {
        let ([left_worth, right_worth], tie) = ([worths[left], worths[right]], left.cmp(&right));
        let cost = left_worth.cost.total_cmp(&right_worth.cost);
        cost.then(right_worth.strength.total_cmp(&left_worth.strength)).then(tie)
    });
    places
}

/// The crowding distance: how far apart each individual's neighbours in its front are, as shares of the front's extent.
/// Both ends are infinitely far.
fn crowding(worths: &[StrengthAndCost], front: &[usize]) -> Vec<f64> {
    let Some((&first, &last)) = front.first().zip(front.last()) else { return Vec::new() };
    let [first, last] = [worths[first], worths[last]];
    let share = |from: f64, to: f64, extent: f64| match extent.partial_cmp(&0.0) {
        Some(Ordering::Greater) => (to - from).abs() / extent,
        _ => 0.0,
    };
    let distance = |at: usize| {
        if at == 0 || at + 1 == front.len() {
            return f64::INFINITY;
        }
        let [before, after] = [worths[front[at - 1]], worths[front[at + 1]]];
        share(before.cost, after.cost, last.cost - first.cost)
            + share(before.strength, after.strength, (last.strength - first.strength).abs())
    };
    (0..front.len()).map(distance).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use pipsqueak_core::random::{self, Seed};

    fn worths(pairs: &[(f64, f64)]) -> Vec<StrengthAndCost> {
        pairs.iter().map(|&(strength, cost)| StrengthAndCost { strength, cost }).collect()
    }

    fn random_worths(seed: u64) -> Vec<StrengthAndCost> {
        let mut rng = Seed(seed).rng();
        let mut number = || f64::from(random::below(&mut rng, 12));
        (0..60).map(|_| StrengthAndCost { strength: number(), cost: number() }).collect()
    }

    #[test]
    fn the_front_is_the_non_dominated() {
        let some = worths(&[(5.0, 5.0), (3.0, 1.0), (4.0, 5.0), (9.0, 9.0), (3.0, 2.0), (3.0, 1.0)]);
        assert_eq!(front(&some), [1, 0, 3]);
        for seed in 0..50 {
            let worths = random_worths(seed);
            let by_definition: Vec<bool> =
                worths.iter().map(|&one| !worths.iter().any(|&other| is_dominated(one, other))).collect();
            let found = front(&worths);
            assert!(found.iter().all(|&place| by_definition[place]));
            // Of equals only the first is listed.
            for (place, _) in by_definition.iter().enumerate().filter(|(_, is_front)| **is_front) {
                assert_eq!(found.iter().filter(|&&other| worths[other] == worths[place]).count(), 1);
            }
        }
    }

    #[test]
    fn fronts_are_peeled_one_after_the_other() {
        for seed in 0..50 {
            let worths = random_worths(seed);
            let mut left: Vec<usize> = (0..worths.len()).collect();
            for mut found in fronts(&worths) {
                let is_front = |&one: &usize| !left.iter().any(|&other| is_dominated(worths[one], worths[other]));
                let expected: Vec<usize> = left.iter().copied().filter(is_front).collect();
                found.sort_unstable();
                assert_eq!(found, expected);
                left.retain(|place| !found.contains(place));
            }
            assert!(left.is_empty());
        }
    }

    #[test]
    fn ends_come_first_then_the_least_crowded_then_the_next_front() {
        // A front of five, whose second has the nearest neighbours, and one that is dominated.
        let some = worths(&[(1.0, 1.0), (4.0, 4.0), (4.5, 4.5), (8.0, 8.0), (10.0, 10.0), (0.5, 9.0)]);
        assert_eq!(crowded_order(&some), [4, 0, 3, 2, 1, 5]);
    }
}
