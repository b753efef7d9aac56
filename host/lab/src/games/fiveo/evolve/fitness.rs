//! The fitness of trees: the report's league, or a gauntlet of baselines on common deals.

use anyhow::{Result, ensure};
use pipsqueak_core::game::{Points, Seat};
use pipsqueak_core::games::fiveo::FiveO;
use pipsqueak_core::games::fiveo::players::BaselineKind;
use pipsqueak_core::random::{self, Seed};

use super::PlayerSetting;
use super::kind;
use crate::arena::{Fixture, both_ways, seat_of};
use crate::choices;
use crate::evolve::settings::{Row, SettingKind, SettingsTable, choice};
use crate::evolve::{self, MOST, Scores, WEIGHT};
use crate::games::fiveo::lockstep::Lockstep;
use crate::games::fiveo::players::PlayerKind as Player;
use crate::workers::Workers;

/// Players on either side of a block of league games. With the largest block and the report's three rounds, a tree
/// plays 31 or 32 games at once in either seat, and its two to five open columns in each fill blocks of 32 lanes almost
/// without gaps. With many workers the blocks are smaller, so that each worker has some. The result of a league does
/// not depend on the block size.
const BLOCKS: [usize; 5] = [21, 14, 7, 4, 2];
/// Blocks per worker, to even out their different lengths.
const BLOCKS_A_WORKER: usize = 4;

/// The fitness function.
#[derive(Clone, PartialEq, Debug)]
pub struct Fitness {
    /// Which games count.
    pub kind: FitnessKind,
    /// Games of each pair of a league.
    pub rounds: u64,
    /// Greedy players that take part in a league.
    pub greedy: usize,
    /// Pairing players that take part in a league.
    pub pairing: usize,
    /// Players that every tree meets.
    pub opponents: Vec<PlayerSetting>,
    /// Deals per generation against each opponent of a gauntlet.
    pub deals: u64,
    /// What a game counts.
    pub weights: Weights,
}

/// What a game counts for a tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Weights {
    /// A game won.
    pub win: u64,
    /// A tie.
    pub tie: u64,
    /// A column won, in a game won or lost.
    pub column: u64,
}

impl Weights {
    /// The report's.
    pub const REPORT: Weights = Weights { win: 10, tie: 1, column: 1 };

    /// The points of a seat for a game.
    fn points(self, points: Points, seat: Seat) -> u64 {
        let result = match points.winner() {
            Some(winner) if winner == seat => self.win,
            Some(_) => 0,
            None => self.tie,
        };
        self.column * u64::from(points.of(seat)) + result
    }
}

choices! {
    /// The games that count.
    pub enum FitnessKind {
        /// The report's: a round robin of all trees and the baselines
        League = "league",
        /// Every tree plays the same deals against the same opponents, in both seats
        Gauntlet = "gauntlet",
    }
}

impl SettingsTable for Fitness {
    fn rows() -> Vec<Row<Fitness>> {
        let weight = |key, meaning, field: fn(&mut Fitness) -> &mut u64| {
            Row::new(key, meaning, SettingKind::Whole(WEIGHT), move |s| field(s))
        };
        vec![
            Row::new(
                "fitness.kind",
                "which games count: everybody against everybody, or all trees against the same opponents on the same deals",
                choice::<FitnessKind>(),
                |s: &mut Fitness| &mut s.kind,
            ),
            Row::new(
                "fitness.rounds",
                "games of each pair of a league",
                SettingKind::Whole(1..=MOST),
                |s: &mut Fitness| &mut s.rounds,
            ),
            Row::new(
                "fitness.greedy",
                "greedy players in a league",
                SettingKind::Whole(0..=MOST),
                |s: &mut Fitness| &mut s.greedy,
            ),
            Row::new(
                "fitness.pairing",
                "pairing players in a league",
                SettingKind::Whole(0..=MOST),
                |s: &mut Fitness| &mut s.pairing,
            ),
            Row::new(
                "fitness.opponents",
                "players that every tree meets: in a gauntlet on the same deals, in a league as members",
                SettingKind::list(SettingKind::Player(""), 0..=1_000),
                |s: &mut Fitness| &mut s.opponents,
            ),
            Row::new(
                "fitness.deals",
                "deals a generation against each opponent of a gauntlet",
                SettingKind::Whole(1..=MOST),
                |s: &mut Fitness| &mut s.deals,
            ),
            weight("fitness.win", "points of a tree for a game won", |s| &mut s.weights.win),
            weight("fitness.tie", "points of a tree for a tie", |s| &mut s.weights.tie),
            weight("fitness.column", "points of a tree for a column won, in a game won or lost", |s| {
                &mut s.weights.column
            }),
        ]
    }
}

impl Fitness {
    /// The players that every tree meets.
    fn opponents(&self) -> Vec<Player> {
        self.opponents.iter().filter_map(PlayerSetting::kind).cloned().collect()
    }
}

impl evolve::Fitness<FiveO> for Fitness {
    fn check(&self) -> Result<()> {
        ensure!(!self.opponents.contains(&PlayerSetting::Itself), "fitness.opponents: a tree does not meet itself");
        let Weights { win, tie, column } = self.weights;
        ensure!(
            win + tie + column > 0,
            "fitness.win, fitness.tie and fitness.column are 0: every tree would be as fit"
        );
        match self.kind {
            FitnessKind::League => {
                let n_baselines = self.greedy.saturating_add(self.pairing) as u64;
                ensure!(n_baselines <= MOST, "a league has at most {MOST} baselines");
            }
            FitnessKind::Gauntlet => ensure!(!self.opponents.is_empty(), "fitness.opponents: a gauntlet needs some"),
        }
        Ok(())
    }

    fn games(&self, population: usize, n_famous: usize) -> u64 {
        let n_opponents = self.opponents.len() + n_famous;
        match self.kind {
            FitnessKind::League => {
                let n_players = (population + self.greedy + self.pairing + n_opponents) as u64;
                self.rounds.saturating_mul(n_players * (n_players - 1) / 2)
            }
            FitnessKind::Gauntlet => population as u64 * n_opponents as u64 * self.deals * 2,
        }
    }

    /// In a league a case is an opponent; in a gauntlet, an opponent on a deal, in both seats.
    fn scores(
        &self,
        players: &[evolve::Player<FiveO>],
        famous: &[evolve::Player<FiveO>],
        n_cases: usize,
        deals: Seed,
        workers: Workers<'_>,
    ) -> Scores {
        let n_players = players.len();
        let players = players.iter().map(kind);
        let opponents = self.opponents().into_iter().chain(famous.iter().map(kind));
        match self.kind {
            FitnessKind::League => {
                let baselines = [(BaselineKind::Greedy, self.greedy), (BaselineKind::Pairing, self.pairing)];
                let baselines = baselines.into_iter().flat_map(|(kind, n)| std::iter::repeat_n(kind, n));
                let everybody = players.chain(baselines.map(Player::Baseline)).chain(opponents);
                let mut scores =
                    league(&everybody.collect::<Vec<_>>(), (self.rounds, self.weights), n_cases, deals, workers);
                scores.points.truncate(n_players);
                scores.cases.iter_mut().for_each(|case| case.truncate(n_players));
                scores
            }
            FitnessKind::Gauntlet => {
                let (players, opponents): (Vec<_>, Vec<_>) = (players.collect(), opponents.collect());
                gauntlet(&players, &opponents, (self.deals, self.weights), n_cases, deals, workers)
            }
        }
    }
}

/// All players' league points when each pair plays `rounds` games, each on its own deal; and their points against each
/// of some opponents, a random sample of at most `n_cases`. The processes of a run share the games.
fn league(
    players: &[Player],
    (rounds, weights): (u64, Weights),
    n_cases: usize,
    games: Seed,
    workers: Workers<'_>,
) -> Scores {
    let n_players = players.len();
    let opponents = drawn_opponents(n_players, n_cases, games);
    let mut case_of = vec![None; n_players];
    opponents.iter().enumerate().for_each(|(case, &player)| case_of[player] = Some(case));
    let block_size = block_size(n_players, workers.n_threads());
    let n_blocks = n_players.div_ceil(block_size);
    let blocks: Vec<(usize, usize)> =
        (0..n_blocks).flat_map(|first| (first..n_blocks).map(move |second| (first, second))).collect();
    let own = workers.own(blocks.len()).map(|block| blocks[block]);
    let everybody: Vec<&Player> = players.iter().collect();
    let play = |lockstep: &mut Lockstep, (first, second): (usize, usize)| {
        let members = |block: usize| block * block_size..n_players.min((block + 1) * block_size);
        let pairs = members(first).flat_map(|a| members(second).filter(move |&b| a < b).map(move |b| (a, b)));
        let fixtures: Vec<Fixture> =
            pairs.flat_map(|(a, b)| (0..rounds).map(move |round| league_fixture(a, b, round, games))).collect();
        let points = lockstep.play(&everybody, &fixtures);
        (fixtures, points)
    };
    // All players' points in all games, then in those of the first case, and so on.
    let sums = workers.sum(|| {
        let mut sums = vec![0; n_players * (1 + opponents.len())];
        let results = workers.local().map_with(own, Lockstep::default, play);
        for (fixture, result) in results.iter().flat_map(|(fixtures, results)| fixtures.iter().zip(results)) {
            for seat in Seat::BOTH {
                let [own, other] = [seat, seat.other()].map(|seat| fixture.seats[seat.index()]);
                let won = weights.points(*result, seat);
                sums[own] += won;
                if let Some(case) = case_of[other] {
                    sums[n_players * (1 + case) + own] += won;
                }
            }
        }
        sums
    });
    let (points, cases) = sums.split_at(n_players);
    let case = |(sums, &opponent): (&[u64], &usize)| {
        let mut case: Vec<f32> = sums.iter().map(|&points| points as f32).collect();
        // A player does not meet itself.
        case[opponent] = f32::NAN;
        case
    };
    Scores { points: points.to_vec(), cases: cases.chunks(n_players.max(1)).zip(&opponents).map(case).collect() }
}

/// The opponents that are cases.
fn drawn_opponents(n_players: usize, n_cases: usize, games: Seed) -> Vec<usize> {
    let mut players: Vec<usize> = (0..n_players).collect();
    // The rounds of the league use the first streams.
    random::shuffle(&mut games.derive(u64::MAX).rng(), &mut players);
    players.truncate(n_cases);
    players
}

/// The largest blocks of which there are enough.
fn block_size(n_players: usize, n_workers: usize) -> usize {
    let n_blocks = |size: &usize| n_players.div_ceil(*size) * (n_players.div_ceil(*size) + 1) / 2;
    let is_enough = |size: &usize| n_blocks(size) >= BLOCKS_A_WORKER * n_workers;
    BLOCKS.into_iter().find(is_enough).unwrap_or(BLOCKS[BLOCKS.len() - 1])
}

/// A pair's game of a round: its own deal, with seats that alternate by round and pairing.
fn league_fixture(a: usize, b: usize, round: u64, games: Seed) -> Fixture {
    let pairing = (a as u64) << 32 | b as u64;
    let swapped = (a as u64 + b as u64 + round) % 2 == 1;
    Fixture { seats: if swapped { [b, a] } else { [a, b] }, seed: games.derive(round).derive(pairing) }
}

/// Every tree's league points against the same opponents on the same deals, each deal in both seats; and its points on
/// single deals. The deals are new in every generation, so the first of them are a random sample. The processes of a
/// run share the trees.
fn gauntlet(
    players: &[Player],
    opponents: &[Player],
    (n_deals, weights): (u64, Weights),
    n_cases: usize,
    games: Seed,
    workers: Workers<'_>,
) -> Scores {
    let n_opponents = opponents.len();
    let n_cases = n_cases.min(usize::try_from(n_deals).unwrap_or(usize::MAX).saturating_mul(n_opponents));
    let play = |lockstep: &mut Lockstep, place: usize| {
        let seated: Vec<&Player> = std::iter::once(&players[place]).chain(opponents).collect();
        let fixtures: Vec<Fixture> = (1..seated.len())
            .flat_map(|opponent| (0..n_deals).flat_map(move |deal| both_ways([0, opponent], games.derive(deal))))
            .collect();
        let results = lockstep.play(&seated, &fixtures);
        let points = fixtures.iter().zip(results).map(|(fixture, points)| weights.points(points, seat_of(0, fixture)));
        let points: Vec<u64> = points.collect();
        // All opponents on the first deal, then on the second.
        let case = |case: usize| {
            let first = 2 * (case % n_opponents * n_deals as usize + case / n_opponents);
            (points[first] + points[first + 1]) as f32
        };
        (points.iter().sum::<u64>(), (0..n_cases).map(case).collect::<Vec<f32>>())
    };
    let results = workers.share_with(players.len(), Lockstep::default, play);
    let (points, by_player): (Vec<u64>, Vec<Vec<f32>>) = results.into_iter().unzip();
    let cases = (0..n_cases).map(|case| by_player.iter().map(|values| values[case]).collect());
    Scores { points, cases: cases.collect() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pipsqueak_core::game::{Game, referee};
    use pipsqueak_core::games::fiveo::Table;
    use pipsqueak_core::games::fiveo::players::Baseline;

    #[test]
    fn a_league_is_the_sum_of_its_games_by_the_referee() {
        let kinds: Vec<BaselineKind> = BaselineKind::ALL.into_iter().cycle().take(31).collect();
        let players: Vec<Player> = kinds.iter().copied().map(Player::Baseline).collect();
        let mut expected = vec![0; players.len()];
        for a in 0..players.len() {
            for b in a + 1..players.len() {
                for round in 0..2 {
                    let Fixture { seats, seed } = league_fixture(a, b, round, Seed(7));
                    let [mut first, mut second] =
                        Seat::BOTH.map(|seat| Baseline::new(kinds[seats[seat.index()]], seed, seat));
                    let (_, points) = referee(Table::deal(seed), [&mut first, &mut second], |_, _, _| {}).unwrap();
                    for seat in Seat::BOTH {
                        let win = if points.winner() == Some(seat) { 100 } else { 0 };
                        let tie = if points.winner().is_none() { 20 } else { 0 };
                        expected[seats[seat.index()]] += win + tie + 3 * u64::from(points.of(seat));
                    }
                }
            }
        }
        let weights = Weights { win: 100, tie: 20, column: 3 };
        let scores = league(&players, (2, weights), 0, Seed(7), Workers::ALONE);
        assert_eq!((scores.points, scores.cases), (expected.clone(), Vec::new()));
        // With all opponents as cases, a player's cases add up to its points, and it has no game against itself.
        let scores = league(&players, (2, weights), 99, Seed(7), Workers::ALONE);
        assert_eq!((scores.points, scores.cases.len()), (expected.clone(), players.len()));
        for (player, expected) in expected.into_iter().enumerate() {
            let own: Vec<f32> = scores.cases.iter().map(|case| case[player]).collect();
            assert_eq!(own.iter().filter(|points| points.is_nan()).count(), 1);
            assert_eq!(own.into_iter().filter(|points| !points.is_nan()).sum::<f32>(), expected as f32);
        }
        assert_eq!(league(&players, (2, weights), 5, Seed(7), Workers::ALONE).cases.len(), 5);
    }

    #[test]
    fn a_gauntlets_cases_are_its_opponents_and_deals() {
        let players = [BaselineKind::Random, BaselineKind::Tactician].map(Player::Baseline);
        let opponents = [BaselineKind::Greedy, BaselineKind::FullStrategy, BaselineKind::Pairing].map(Player::Baseline);
        let all = gauntlet(&players, &opponents, (8, Weights::REPORT), 1_000, Seed(3), Workers::ALONE);
        assert_eq!(all.cases.len(), 3 * 8);
        for (player, &points) in all.points.iter().enumerate() {
            assert_eq!(all.cases.iter().map(|case| case[player]).sum::<f32>(), points as f32);
        }
        // The first opponent's cases are its own games.
        let against_first = gauntlet(&players, &opponents[..1], (8, Weights::REPORT), 1_000, Seed(3), Workers::ALONE);
        assert!(all.cases.iter().step_by(3).eq(&against_first.cases));
        let some = gauntlet(&players, &opponents, (8, Weights::REPORT), 7, Seed(3), Workers::ALONE);
        assert_eq!((&some.points, &some.cases[..]), (&all.points, &all.cases[..7]));
    }

    #[test]
    fn there_are_blocks_for_every_worker() {
        // The report's league has 250 players: 78 blocks of 21 by 21, or 171 of 14 by 14.
        assert_eq!(
            [1, 2, 19, 20, 42, 43, 160, 1_000, 100_000].map(|n_workers| block_size(250, n_workers)),
            [21, 21, 21, 14, 14, 7, 7, 2, 2]
        );
    }

    #[test]
    fn seats_alternate_by_round_and_pairing() {
        let seats = |a, b, round| league_fixture(a, b, round, Seed(1)).seats;
        assert_eq!([seats(0, 1, 0), seats(0, 1, 1), seats(0, 2, 0)], [[1, 0], [0, 1], [0, 2]]);
    }
}
