//! Counts of wins, ties and losses, and what they say about the chance to win.

use std::iter::Sum;

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

impl Sum for Tally {
    fn sum<I: Iterator<Item = Tally>>(tallies: I) -> Tally {
        tallies.fold(Tally::default(), |sum, tally| Tally {
            win: sum.win + tally.win,
            tie: sum.tie + tally.tie,
            loss: sum.loss + tally.loss,
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
}
