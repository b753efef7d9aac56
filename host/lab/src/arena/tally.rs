//! Counts of wins, ties and losses, and estimates of the chance to win.

use std::iter::Sum;
use std::ops::AddAssign;

use pipsqueak_core::game::{Points, Seat};
use serde::{Deserialize, Serialize};

/// Games of one player against another, from the first player's point of view.
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

    /// The same games from the other player's point of view.
    #[must_use]
    pub fn reversed(self) -> Tally {
        Tally { win: self.loss, tie: self.tie, loss: self.win }
    }

    /// The number of games.
    pub fn games(self) -> u64 {
        self.win + self.tie + self.loss
    }

    /// Games won in percent.
    pub fn win_percent(self) -> f64 {
        100.0 * self.win as f64 / self.games().max(1) as f64
    }

    /// The share of the points in percent: a tie counts as half a win.
    pub fn points_percent(self) -> f64 {
        100.0 * (self.win as f64 + self.tie as f64 / 2.0) / self.games().max(1) as f64
    }

    /// Both shares in words; a dash for no games.
    pub fn shares(self) -> String {
        match self.games() {
            0 => "-".to_owned(),
            _ => format!("{:.1} % won, {:.1} % of the points", self.win_percent(), self.points_percent()),
        }
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

/// Games of deals that were played twice with the seats swapped, from one player's point of view.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct PairedTally {
    /// All games.
    pub tally: Tally,
    /// How many deals gave 0 to 4 half points: 2 for a win, 1 for a tie.
    by_points: [u64; 5],
    /// How many deals gave 0 to 2 wins.
    by_wins: [u64; 3],
}

/// A share of the games or of the points, in percent, with its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Share {
    /// The share.
    pub percent: f64,
    /// Where the interval begins.
    pub low: f64,
    /// Where it ends.
    pub high: f64,
}

impl Share {
    /// A mean from 0 to 1 with its standard error.
    pub(super) fn of(mean: f64, standard_error: f64) -> Share {
        let percent = |share: f64| 100.0 * share.clamp(0.0, 1.0);
        let spread = 1.96 * standard_error;
        Share { percent: percent(mean), low: percent(mean - spread), high: percent(mean + spread) }
    }
}

impl PairedTally {
    /// The two games of one deal.
    pub fn of(games: [Tally; 2]) -> PairedTally {
        let tally: Tally = games.into_iter().sum();
        let (mut by_points, mut by_wins) = ([0; 5], [0; 3]);
        by_points[(2 * tally.win + tally.tie).min(4) as usize] = 1;
        by_wins[tally.win.min(2) as usize] = 1;
        PairedTally { tally, by_points, by_wins }
    }

    /// The deals of which both games were played.
    pub fn n_deals(self) -> u64 {
        self.by_points.iter().sum()
    }

    /// The variance of the sum of all points, from the spread between deals.
    pub(super) fn points_variance(self) -> f64 {
        let n_deals = self.n_deals() as f64;
        // A deal has two points; the share of the points has this standard error.
        (2.0 * n_deals * standard_error(&self.by_points)).powi(2)
    }

    /// The share of games won.
    pub fn wins(self) -> Share {
        share(&self.by_wins)
    }

    /// The share of the points: a tie counts as half a win.
    pub fn points(self) -> Share {
        share(&self.by_points)
    }
}

/// The mean over deals, counted by result from worst to best. The two games of a deal are not independent, so the
/// interval is that of the mean over deals. Where all deals ended alike the sample variance is 0, and the interval has a
/// least width that follows from their number.
fn share<const N: usize>(deals: &[u64; N]) -> Share {
    Share::of(mean(deals), standard_error(deals))
}

/// The results of deals from 0 to 1, each with its count.
fn shares<const N: usize>(deals: &[u64; N]) -> impl Iterator<Item = (f64, f64)> {
    (0..).zip(deals).map(|(step, &count)| (f64::from(step) / (N - 1) as f64, count as f64))
}

fn mean<const N: usize>(deals: &[u64; N]) -> f64 {
    shares(deals).map(|(share, count)| share * count).sum::<f64>() / deals.iter().sum::<u64>().max(1) as f64
}

/// The standard error of the mean, with its least width.
fn standard_error<const N: usize>(deals: &[u64; N]) -> f64 {
    let (n, mean) = (deals.iter().sum::<u64>().max(1) as f64, mean(deals));
    let squares = shares(deals).map(|(share, count)| (share - mean).powi(2) * count).sum::<f64>();
    // A single different deal could have been missed in this many.
    (squares / (n - 1.0).max(1.0) / n).sqrt().max(0.25 / n)
}

impl Sum for PairedTally {
    fn sum<I: Iterator<Item = PairedTally>>(scores: I) -> PairedTally {
        scores.fold(PairedTally::default(), |mut sum, score| {
            sum.tally += score.tally;
            sum.by_points.iter_mut().zip(score.by_points).for_each(|(sum, count)| *sum += count);
            sum.by_wins.iter_mut().zip(score.by_wins).for_each(|(sum, count)| *sum += count);
            sum
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let Share { percent, low, high } = score.points();
        assert!((percent - 50.0).abs() < 1e-9 && (low - 10.0).abs() < 0.1 && (high - 90.0).abs() < 0.1, "{low} {high}");
    }

    #[test]
    fn the_interval_of_wins_counts_deals_and_not_games() {
        // One win in every deal: the share is certain, though single games could be won or lost by luck.
        let certain = score(&[[2, 0]; 100]).wins();
        assert!((certain.percent - 50.0).abs() < 1e-9 && certain.high - certain.low < 1.0, "{certain:?}");
        // Both or none: the sample size is 100 deals, not 200 games. R: t.test(rep(c(0, 1), 50)) has a standard error
        // of 0.05025.
        let luck = score(&[[[2, 2]; 50], [[0, 0]; 50]].concat()).wins();
        assert!((luck.high - luck.percent - 9.849).abs() < 0.01, "{luck:?}");
    }

    #[test]
    fn a_draw_is_no_win_and_half_a_point() {
        let tally = Tally { win: 1, tie: 17, loss: 2 };
        assert_eq!(tally.shares(), "5.0 % won, 47.5 % of the points");
        assert_eq!(Tally::default().shares(), "-");
    }

    #[test]
    fn no_games_and_equal_games_have_an_interval() {
        assert_eq!(PairedTally::default().points().percent, 0.0);
        let Share { percent, low, .. } = score(&[[2, 2]; 25]).points();
        assert!(percent == 100.0 && low < 99.0 && low > 90.0);
    }
}
