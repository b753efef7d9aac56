//! Points and what they say. Knows pairs of games from one opening; knows no players.

use serde::Serialize;

/// The games of one player against others, each opening played with both colours.
#[derive(Clone, Default, Debug)]
pub struct Score {
    /// Games won.
    pub win: u32,
    /// Games drawn.
    pub draw: u32,
    /// Games lost.
    pub loss: u32,
    /// Half points of the two games of each opening: 0 to 4.
    pairs: Vec<u32>,
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

impl Score {
    /// Adds the two games of an opening, by half points.
    pub fn add(&mut self, games: [u32; 2]) {
        for half_points in games {
            match half_points {
                2 => self.win += 1,
                1 => self.draw += 1,
                _ => self.loss += 1,
            }
        }
        self.pairs.push(games.iter().sum());
    }

    /// Both players' games together.
    pub fn merge(&mut self, other: &Score) {
        self.win += other.win;
        self.draw += other.draw;
        self.loss += other.loss;
        self.pairs.extend(&other.pairs);
    }

    /// The same games as the opponent sees them.
    #[must_use]
    pub fn reversed(&self) -> Score {
        let pairs = self.pairs.iter().map(|half_points| 4 - half_points).collect();
        Score { win: self.loss, draw: self.draw, loss: self.win, pairs }
    }

    /// How many games.
    pub fn games(&self) -> u32 {
        self.win + self.draw + self.loss
    }

    /// The share of the points. The two games of an opening are not independent, so the interval is that of the mean
    /// of openings; where all openings ended alike it says nothing, and the widest that their number allows is given.
    pub fn share(&self) -> Share {
        let n = self.pairs.len().max(1) as f64;
        let shares = self.pairs.iter().map(|&half_points| f64::from(half_points) / 4.0);
        let mean = shares.clone().sum::<f64>() / n;
        let variance = shares.map(|share| (share - mean).powi(2)).sum::<f64>() / (n - 1.0).max(1.0);
        // One opening that ended otherwise could have been missed in so many.
        let spread = 1.96 * (variance / n).sqrt().max(0.25 / n);
        let percent = |share: f64| 100.0 * share.clamp(0.0, 1.0);
        Share { percent: percent(mean), low: percent(mean - spread), high: percent(mean + spread) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_is_that_of_a_mean_of_openings() {
        // Shares 0, 0.5, 0.5, 1: mean 0.5, standard deviation 0.408, standard error 0.204.
        let mut score = Score::default();
        for games in [[0, 0], [1, 1], [2, 0], [2, 2]] {
            score.add(games);
        }
        assert_eq!((score.win, score.draw, score.loss, score.games()), (3, 2, 3, 8));
        let Share { percent, low, high } = score.share();
        assert!((percent - 50.0).abs() < 1e-9 && (low - 10.0).abs() < 0.1 && (high - 90.0).abs() < 0.1, "{low} {high}");
    }

    #[test]
    fn the_opponent_sees_the_other_half() {
        let mut score = Score::default();
        score.add([2, 1]);
        score.add([2, 0]);
        let other = score.reversed();
        assert_eq!((other.win, other.draw, other.loss), (1, 1, 2));
        assert!((score.share().percent + other.share().percent - 100.0).abs() < 1e-9);
    }

    #[test]
    fn no_games_and_equal_games_give_an_interval_too() {
        assert_eq!(Score::default().share().percent, 0.0);
        let mut score = Score::default();
        (0..25).for_each(|_| score.add([2, 2]));
        let Share { percent, low, .. } = score.share();
        assert!(percent == 100.0 && low < 99.0 && low > 90.0);
    }
}
