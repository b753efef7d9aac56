//! Counts of wins, ties and losses, and what they say about the chance to win.

use std::iter::Sum;
use std::ops::AddAssign;

use pipsqueak_core::game::{Points, Seat};
use serde::{Deserialize, Serialize};

/// Games of one player against another, as the first of the two sees them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Tally {
    /// Games won.
    pub win: u64,
    /// Games tied.
    pub tie: u64,
    /// Games lost.
    pub loss: u64,
}

impl Tally {
    /// One game, seen from a seat.
    pub fn of(points: Points, seat: Seat) -> Tally {
        match points.winner() {
            Some(winner) if winner == seat => Tally { win: 1, ..Tally::default() },
            Some(_) => Tally { loss: 1, ..Tally::default() },
            None => Tally { tie: 1, ..Tally::default() },
        }
    }

    /// How many games.
    pub fn games(self) -> u64 {
        self.win + self.tie + self.loss
    }

    /// Games won in percent.
    pub fn win_percent(self) -> f64 {
        100.0 * self.win as f64 / self.games().max(1) as f64
    }

    /// The 95 % interval of the chance to win, in percent (Wilson 1927).
    pub fn wilson(self) -> (f64, f64) {
        const Z: f64 = 1.959_963_985;
        let n = self.games().max(1) as f64;
        let share = self.win as f64 / n;
        let centre = share + Z * Z / (2.0 * n);
        let spread = Z * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
        let scale = 100.0 / (1.0 + Z * Z / n);
        (((centre - spread) * scale).max(0.0), ((centre + spread) * scale).min(100.0))
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        let Tally { win, tie, loss } = other;
        *self = Tally { win: self.win + win, tie: self.tie + tie, loss: self.loss + loss };
    }
}

impl Sum for Tally {
    fn sum<I: Iterator<Item = Tally>>(tallies: I) -> Tally {
        tallies.fold(Tally::default(), |mut sum, tally| {
            sum += tally;
            sum
        })
    }
}

/// Games of deals that were played twice with the seats swapped, as one player sees them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct PairedTally {
    /// All games.
    pub tally: Tally,
    /// How many deals brought 0 to 4 half points: 2 for a win, 1 for a tie.
    deals: [u64; 5],
}

/// A share of the points, in percent, with its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Share {
    /// The share.
    pub percent: f64,
    /// Where the interval begins.
    pub low: f64,
    /// Where it ends.
    pub high: f64,
}

impl PairedTally {
    /// The two games of one deal.
    pub fn of(games: [Tally; 2]) -> PairedTally {
        let tally: Tally = games.into_iter().sum();
        let mut deals = [0; 5];
        deals[(2 * tally.win + tally.tie).min(4) as usize] = 1;
        PairedTally { tally, deals }
    }

    /// The same games as the opponent sees them.
    #[must_use]
    pub fn reversed(self) -> PairedTally {
        let Tally { win, tie, loss } = self.tally;
        let mut deals = self.deals;
        deals.reverse();
        PairedTally { tally: Tally { win: loss, tie, loss: win }, deals }
    }

    /// The share of the points. The two games of a deal are not independent, so the interval is that of the mean of deals;
    /// where all deals ended alike it says nothing, and the widest that their number allows is given.
    pub fn share(self) -> Share {
        let n = self.deals.iter().sum::<u64>().max(1) as f64;
        let shares = || (0..).zip(self.deals).map(|(quarters, count)| (f64::from(quarters) / 4.0, count as f64));
        let mean = shares().map(|(share, count)| share * count).sum::<f64>() / n;
        let squares = shares().map(|(share, count)| (share - mean).powi(2) * count).sum::<f64>();
        // One deal that ended otherwise could have been missed in this many.
        let spread = 1.96 * (squares / (n - 1.0).max(1.0) / n).sqrt().max(0.25 / n);
        let percent = |share: f64| 100.0 * share.clamp(0.0, 1.0);
        Share { percent: percent(mean), low: percent(mean - spread), high: percent(mean + spread) }
    }
}

impl Sum for PairedTally {
    fn sum<I: Iterator<Item = PairedTally>>(scores: I) -> PairedTally {
        scores.fold(PairedTally::default(), |mut sum, score| {
            sum.tally += score.tally;
            sum.deals.iter_mut().zip(score.deals).for_each(|(sum, count)| *sum += count);
            sum
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wilson_intervals_agree_with_published_ones() {
        // R's prop.test(x, n, correct = FALSE): 81 of 263 gives 0.2553 to 0.3662 (Newcombe 1998, table I, method 3).
        for (win, games, low, high) in [(81, 263, 25.53, 36.62), (15, 148, 6.24, 16.05), (0, 20, 0.0, 16.11)] {
            let (from, to) = Tally { win, tie: 0, loss: games - win }.wilson();
            assert!((from - low).abs() < 0.01 && (to - high).abs() < 0.01, "{win}/{games}: {from} {to}");
        }
    }

    /// Points of the two games of a deal: 2 for a win, 1 for a tie.
    fn score(deals: &[[u8; 2]]) -> PairedTally {
        let game = |half_points: u8| Tally::of(Points([half_points, 2 - half_points]), Seat::First);
        deals.iter().map(|games| PairedTally::of(games.map(game))).sum()
    }

    #[test]
    fn the_interval_of_a_share_is_that_of_a_mean_of_deals() {
        // Shares 0, 0.5, 0.5, 1: mean 0.5, standard deviation 0.408, standard error 0.204.
        let score = score(&[[0, 0], [1, 1], [2, 0], [2, 2]]);
        assert_eq!(score.tally, Tally { win: 3, tie: 2, loss: 3 });
        let Share { percent, low, high } = score.share();
        assert!((percent - 50.0).abs() < 1e-9 && (low - 10.0).abs() < 0.1 && (high - 90.0).abs() < 0.1, "{low} {high}");
    }

    #[test]
    fn the_opponent_sees_the_other_half() {
        let score = score(&[[2, 1], [2, 0]]);
        assert_eq!(score.reversed().tally, Tally { win: 1, tie: 1, loss: 2 });
        assert!((score.share().percent + score.reversed().share().percent - 100.0).abs() < 1e-9);
    }

    #[test]
    fn no_games_and_equal_games_give_an_interval_too() {
        assert_eq!(PairedTally::default().share().percent, 0.0);
        let Share { percent, low, .. } = score(&[[2, 2]; 25]).share();
        assert!(percent == 100.0 && low < 99.0 && low > 90.0);
    }
}
