//! A ranking of the players of a round robin: points, and Elo ratings with their intervals.
//!
//! **Ratings.** The Bradley-Terry model: a player that is `d` Elo stronger is expected to score `1 / (1 + 10^(-d/400))`
//! points a game, a tie being half a point. The ratings are those that make the observed scores most likely; their mean is
//! 0. Each pair that met is given one more tied game, since a player that won everything would be infinitely strong.
//!
//! **Intervals.** The two games of a deal are not independent: with good cards both players may win their game. So the
//! deal is the unit of the sample, and the covariance of the ratings is the sandwich estimator: the curvature of the
//! likelihood says how ratings follow scores, and the variance over deals says how much the scores vary. Pairs count as
//! independent, though they play the same deals.

use serde::Serialize;

use super::tally::{PairedTally, Share, Tally};

/// A player's place in a round robin.
#[derive(Clone, Debug, Serialize)]
pub struct Standing {
    /// The player, by index in the list of players.
    #[serde(skip)]
    pub player: usize,
    /// All its games.
    #[serde(flatten)]
    pub tally: Tally,
    /// The share of the points, with its 95 % interval; nothing without games.
    pub points: Option<Share>,
    /// The rating; the mean of all players is 0. Nothing without games.
    pub elo: Option<f64>,
    /// The half width of its 95 % interval.
    pub elo_error: Option<f64>,
}

/// Elo for each unit of the logistic scale.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;
/// Newton's method gains digits by doubling them; damped steps come first.
const MOST_STEPS: usize = 200;

/// The players of a round robin, the best rating first and those without games last. Each score is the first player's of a pair.
pub fn ranking(n_players: usize, scores: &[([usize; 2], PairedTally)]) -> Vec<Standing> {
    let pairs: Vec<Pair> = scores.iter().filter(|(_, score)| score.n_deals() > 0).map(Pair::of).collect();
    let mut ratings = vec![0.0; n_players];
    for _ in 0..MOST_STEPS {
        let (gradient, curvature) = derivatives(&ratings, &pairs);
        let step = solve(&curvature, &gradient);
        let largest = step.iter().fold(0.0_f64, |largest, part| largest.max(part.abs()));
        // A step of more than 1 unit, 174 Elo, may overshoot.
        ratings.iter_mut().zip(&step).for_each(|(rating, part)| *rating += part / largest.max(1.0));
        if largest < 1e-12 {
            break;
        }
    }
    let mut ranking: Vec<Standing> = (0..n_players).map(|player| standing(player, &ratings, &pairs, scores)).collect();
    let rating = |standing: &Standing| standing.elo.unwrap_or(f64::NEG_INFINITY);
    ranking.sort_by(|one, other| rating(other).total_cmp(&rating(one)));
    ranking
}

/// A pair that met.
struct Pair {
    players: [usize; 2],
    n_games: f64,
    /// Points of the first player.
    points: f64,
    /// The variance of these points.
    variance: f64,
}

impl Pair {
    /// With one more tied game.
    fn of((players, score): &([usize; 2], PairedTally)) -> Pair {
        let Tally { win, tie, .. } = score.tally;
        let (points, n_games) = (win as f64 + tie as f64 / 2.0 + 0.5, score.tally.games() as f64 + 1.0);
        Pair { players: *players, n_games, points, variance: score.points_variance() }
    }

    fn expected(&self, ratings: &[f64]) -> f64 {
        let [one, other] = self.players.map(|player| ratings[player]);
        1.0 / (1.0 + (other - one).exp())
    }
}

/// The gradient of the likelihood's logarithm, and its negated second derivatives, with the mean rating held at 0.
fn derivatives(ratings: &[f64], pairs: &[Pair]) -> (Vec<f64>, Vec<Vec<f64>>) {
    let n = ratings.len();
    let mut gradient = vec![0.0; n];
    // Adding a constant to all ratings changes nothing; this term makes the matrix regular.
    let mut curvature = vec![vec![1.0; n]; n];
    for pair in pairs {
        let expected = pair.expected(ratings);
        let [one, other] = pair.players;
        let surplus = pair.points - pair.n_games * expected;
        gradient[one] += surplus;
        gradient[other] -= surplus;
        let weight = pair.n_games * expected * (1.0 - expected);
        for (row, column, sign) in [(one, one, 1.0), (other, other, 1.0), (one, other, -1.0), (other, one, -1.0)] {
            curvature[row][column] += sign * weight;
        }
    }
    // A player without games keeps its rating.
    for player in (0..n).filter(|player| !pairs.iter().any(|pair| pair.players.contains(player))) {
        curvature[player][player] += 1.0;
    }
    (gradient, curvature)
}

/// Solves a system of linear equations with a positive definite matrix, by elimination.
fn solve(matrix: &[Vec<f64>], right: &[f64]) -> Vec<f64> {
    let n = right.len();
    let mut rows: Vec<Vec<f64>> =
        matrix.iter().zip(right).map(|(row, &value)| [row.as_slice(), &[value]].concat()).collect();
    for pivot in 0..n {
        let scale = 1.0 / rows[pivot][pivot];
        rows[pivot].iter_mut().for_each(|value| *value *= scale);
        let pivoted = rows[pivot].clone();
        for row in rows.iter_mut().enumerate().filter(|(place, _)| *place != pivot).map(|(_, row)| row) {
            let factor = row[pivot];
            row.iter_mut().zip(&pivoted).for_each(|(value, other)| *value -= factor * other);
        }
    }
    rows.into_iter().map(|row| row[n]).collect()
}

/// A player's place with its interval: its rating follows each pair's points with these weights.
fn standing(player: usize, ratings: &[f64], pairs: &[Pair], scores: &[([usize; 2], PairedTally)]) -> Standing {
    let unit: Vec<f64> = (0..ratings.len()).map(|other| f64::from(u8::from(other == player))).collect();
    let weights = solve(&derivatives(ratings, pairs).1, &unit);
    let part = |pair: &Pair| (weights[pair.players[0]] - weights[pair.players[1]]).powi(2) * pair.variance;
    let variance: f64 = pairs.iter().map(part).sum();
    let own = scores.iter().filter_map(|(players, score)| match players.map(|other| other == player) {
        [true, _] => Some((score.tally, score.points_variance())),
        [_, true] => Some((score.tally.reversed(), score.points_variance())),
        _ => None,
    });
    let (tally, points_variance) = own.fold((Tally::default(), 0.0), |(mut sum, total), (tally, variance)| {
        sum += tally;
        (sum, total + variance)
    });
    let n_games = tally.games() as f64;
    let has_played = tally.games() > 0;
    let points = || Share::of(tally.points_percent() / 100.0, points_variance.sqrt() / n_games);
    Standing {
        player,
        tally,
        points: has_played.then(points),
        elo: has_played.then_some(ELO * ratings[player]),
        elo_error: has_played.then_some(1.96 * ELO * variance.sqrt()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Deals in which the first player makes this many half points in its two games, and how many there are of each.
    fn score(deals: &[(u64, usize)]) -> PairedTally {
        let game = |half: u64| Tally { win: half / 2, tie: half % 2, loss: u64::from(half == 0) };
        let deal = |half: u64| PairedTally::of([game(half.min(2)), game(half.saturating_sub(2))]);
        deals.iter().flat_map(|&(half, count)| std::iter::repeat_n(deal(half), count)).sum()
    }

    /// The rating of the player at this place, from 0.
    fn elo(ranking: &[Standing], place: usize) -> f64 {
        ranking[place].elo.unwrap()
    }

    #[test]
    fn three_points_of_four_are_191_elo() {
        // Elo's formula: 400 log10(0.75 / 0.25) = 190.85; the extra tie costs a little.
        let ranking = ranking(2, &[([1, 0], score(&[(4, 5000), (2, 5000)]))]);
        assert_eq!(ranking.iter().map(|standing| standing.player).collect::<Vec<_>>(), [1, 0]);
        let lead = elo(&ranking, 0) - elo(&ranking, 1);
        assert!((lead - 190.85).abs() < 0.05, "{lead}");
        let points = |place: usize| ranking[place].points.unwrap().percent;
        assert!((points(0) - 75.0).abs() < 1e-9 && (points(1) - 25.0).abs() < 1e-9);
    }

    #[test]
    fn the_interval_counts_deals_and_not_games() {
        // The same 100 wins and 100 losses: one of each in every deal, or both games of a deal alike.
        let error = |deals: &[(u64, usize)]| ranking(2, &[([1, 0], score(deals))])[0].elo_error.unwrap();
        let (certain, lucky) = (error(&[(2, 100)]), error(&[(0, 50), (4, 50)]));
        // The share of 100 deals of 0 or 1 has a standard error of 0.05025 (R: t.test); Elo's curve has the slope
        // 400 / ln 10 / 0.25 = 694.87 there, and each of two players has half of the lead.
        assert!((lucky - 1.96 * 0.05025 * 694.87 / 2.0).abs() < 0.5, "{lucky}");
        assert!(certain < lucky / 5.0, "{certain} {lucky}");
    }

    #[test]
    fn ratings_agree_with_all_pairs() {
        // Expected scores of players 0, 100 and 250 Elo apart, in a million games each.
        let games = |lead: f64| {
            let wins = (1e6 / (1.0 + 10_f64.powf(-lead / 400.0))).round() as usize;
            score(&[(4, wins), (0, 1_000_000 - wins)])
        };
        let scores = [([1, 0], games(100.0)), ([2, 0], games(250.0)), ([2, 1], games(150.0))];
        let ranking = ranking(3, &scores);
        let leads = [0, 1].map(|place| elo(&ranking, place) - elo(&ranking, 2));
        assert!((leads[0] - 250.0).abs() < 0.5 && (leads[1] - 100.0).abs() < 0.5, "{leads:?}");
    }

    #[test]
    fn a_player_that_won_everything_has_a_finite_rating() {
        let ranking = ranking(2, &[([1, 0], score(&[(4, 10)]))]);
        let is_finite = |number: Option<f64>| number.is_some_and(f64::is_finite);
        assert!(ranking.iter().all(|standing| is_finite(standing.elo) && is_finite(standing.elo_error)));
        assert!(elo(&ranking, 0) > 150.0, "{ranking:?}");
    }

    #[test]
    fn players_without_games_come_last_and_have_no_rating() {
        let none = PairedTally::default();
        let ranking = ranking(3, &[([1, 0], none), ([2, 0], score(&[(4, 10)])), ([2, 1], none)]);
        assert_eq!(ranking.iter().map(|standing| standing.player).collect::<Vec<_>>(), [2, 0, 1]);
        let Standing { points, elo: rating, elo_error, .. } = ranking[2];
        assert_eq!((points, rating, elo_error), (None, None, None));
        // The mean of the others is 0.
        assert!(elo(&ranking, 0) > 150.0 && (elo(&ranking, 0) + elo(&ranking, 1)).abs() < 1e-6, "{ranking:?}");
    }
}
