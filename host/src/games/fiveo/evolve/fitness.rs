//! How fit trees are: the report's league, or a gauntlet of baselines on common deals.

use anyhow::{Result, ensure};
use pipsqueak_core::game::{Points, Seat};
use pipsqueak_core::games::fiveo::FiveO;
use pipsqueak_core::games::fiveo::players::BaselineKind;
use pipsqueak_core::random::Seed;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::kind;
use crate::arena::{Fixture, both_ways, seat_of};
use crate::evolve::{self, MOST, Player};
use crate::games::fiveo::lockstep::Lockstep;
use crate::games::fiveo::players::Kind;

/// Players on either side of a block of league games: every tree then meets enough others at once to fill its lanes.
const BLOCK: usize = 14;

/// What makes a tree fit.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum Fitness {
    /// The report's: everybody plays everybody, baselines included; columns won, 10 a game won, 1 a tie.
    League {
        /// Games of each pair.
        rounds: u64,
        /// Greedy players that take part.
        greedy: usize,
        /// Pairing players that take part.
        pairing: usize,
    },
    /// Every tree plays the same deals against the same baselines, in both seats; points as in the league.
    Gauntlet {
        /// The baselines, in the file by name.
        #[serde(with = "names")]
        opponents: Vec<BaselineKind>,
        /// Deals a generation against each.
        deals: u64,
    },
}

/// Baselines by their names.
mod names {
    use pipsqueak_core::games::fiveo::players::BaselineKind;
    use serde::de::{Deserialize, Deserializer, Error};
    use serde::ser::Serializer;

    pub fn serialize<S: Serializer>(kinds: &[BaselineKind], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(kinds.iter().map(|kind| kind.name()))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<BaselineKind>, D::Error> {
        let kind = |name: &String| {
            name.parse().map_err(|_| Error::custom(format!("the gauntlet's opponent {name:?} is no baseline")))
        };
        Vec::<String>::deserialize(deserializer)?.iter().map(kind).collect()
    }
}

impl evolve::Fitness<FiveO> for Fitness {
    fn check(&self) -> Result<()> {
        match self {
            Fitness::League { rounds, greedy, pairing } => {
                ensure!((1..=MOST).contains(rounds), "a league has 1 to {MOST} rounds");
                let n_baselines = greedy.saturating_add(*pairing) as u64;
                ensure!(n_baselines <= MOST, "a league has at most {MOST} baselines");
            }
            Fitness::Gauntlet { opponents, deals } => {
                ensure!(!opponents.is_empty(), "a gauntlet needs opponents");
                ensure!((1..=MOST).contains(deals), "a gauntlet has 1 to {MOST} deals");
            }
        }
        Ok(())
    }

    fn games(&self, population: usize) -> u64 {
        match self {
            Fitness::League { rounds, greedy, pairing } => {
                let n_players = (population + greedy + pairing) as u64;
                rounds * n_players * (n_players - 1) / 2
            }
            Fitness::Gauntlet { opponents, deals } => population as u64 * opponents.len() as u64 * deals * 2,
        }
    }

    fn points(&self, players: &[Player<FiveO>], deals: Seed) -> Vec<u64> {
        let n_players = players.len();
        let players = players.iter().map(kind);
        match self {
            Fitness::League { rounds, greedy, pairing } => {
                let baselines = [(BaselineKind::Greedy, *greedy), (BaselineKind::Pairing, *pairing)];
                let baselines = baselines.into_iter().flat_map(|(kind, n)| std::iter::repeat_n(kind, n));
                let everybody: Vec<Kind> = players.chain(baselines.map(Kind::Baseline)).collect();
                let mut points = league(&everybody, *rounds, deals);
                points.truncate(n_players);
                points
            }
            Fitness::Gauntlet { opponents, deals: n_deals } => {
                gauntlet(&players.collect::<Vec<_>>(), opponents, *n_deals, deals)
            }
        }
    }
}

/// Everybody's league points when each pair plays so many rounds, each game with a deal of its own.
fn league(players: &[Kind], rounds: u64, games: Seed) -> Vec<u64> {
    let n_blocks = players.len().div_ceil(BLOCK);
    let blocks: Vec<(usize, usize)> =
        (0..n_blocks).flat_map(|first| (first..n_blocks).map(move |second| (first, second))).collect();
    let everybody: Vec<&Kind> = players.iter().collect();
    let results = blocks.into_par_iter().map_init(Lockstep::default, |lockstep, (first, second)| {
        let members = |block: usize| block * BLOCK..players.len().min((block + 1) * BLOCK);
        let pairs = members(first).flat_map(|a| members(second).filter(move |&b| a < b).map(move |b| (a, b)));
        let fixtures: Vec<Fixture> =
            pairs.flat_map(|(a, b)| (0..rounds).map(move |round| league_fixture(a, b, round, games))).collect();
        let mut points = vec![0; players.len()];
        for (fixture, result) in fixtures.iter().zip(lockstep.play(&everybody, &fixtures)) {
            for seat in Seat::BOTH {
                points[fixture.seats[seat.index()]] += league_points(result, seat);
            }
        }
        points
    });
    results.reduce(
        || vec![0; players.len()],
        |mut sum, points| {
            sum.iter_mut().zip(points).for_each(|(sum, points)| *sum += points);
            sum
        },
    )
}

/// What the report's league gives for a game: the columns, 10 for a win, 1 for a tie.
fn league_points(points: Points, seat: Seat) -> u64 {
    let result = match points.winner() {
        Some(winner) if winner == seat => 10,
        Some(_) => 0,
        None => 1,
    };
    u64::from(points.of(seat)) + result
}

/// A pair's game of a round: its own deal, and seats that alternate by round and pairing.
fn league_fixture(a: usize, b: usize, round: u64, games: Seed) -> Fixture {
    let pairing = (a as u64) << 32 | b as u64;
    let swapped = (a as u64 + b as u64 + round) % 2 == 1;
    Fixture { seats: if swapped { [b, a] } else { [a, b] }, seed: games.derive(round).derive(pairing) }
}

/// Every tree's league points against the same opponents on the same deals, each deal in both seats.
fn gauntlet(players: &[Kind], opponents: &[BaselineKind], n_deals: u64, games: Seed) -> Vec<u64> {
    let opponents: Vec<Kind> = opponents.iter().copied().map(Kind::Baseline).collect();
    let points = players.par_iter().map_init(Lockstep::default, |lockstep, player| {
        let seated: Vec<&Kind> = std::iter::once(player).chain(&opponents).collect();
        let fixtures: Vec<Fixture> = (1..seated.len())
            .flat_map(|opponent| (0..n_deals).flat_map(move |deal| both_ways([0, opponent], games.derive(deal))))
            .collect();
        let results = lockstep.play(&seated, &fixtures);
        let points = fixtures.iter().zip(results).map(|(fixture, points)| league_points(points, seat_of(0, fixture)));
        points.sum()
    });
    points.collect()
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
        let players: Vec<Kind> = kinds.iter().copied().map(Kind::Baseline).collect();
        let mut expected = vec![0; players.len()];
        for a in 0..players.len() {
            for b in a + 1..players.len() {
                for round in 0..2 {
                    let Fixture { seats, seed } = league_fixture(a, b, round, Seed(7));
                    let [mut first, mut second] =
                        Seat::BOTH.map(|seat| Baseline::new(kinds[seats[seat.index()]], seed, seat));
                    let (_, points) = referee(Table::deal(seed), [&mut first, &mut second], |_, _, _| {}).unwrap();
                    for seat in Seat::BOTH {
                        expected[seats[seat.index()]] += league_points(points, seat);
                    }
                }
            }
        }
        assert_eq!(league(&players, 2, Seed(7)), expected);
    }

    #[test]
    fn seats_alternate_by_round_and_pairing() {
        let seats = |a, b, round| league_fixture(a, b, round, Seed(1)).seats;
        assert_eq!([seats(0, 1, 0), seats(0, 1, 1), seats(0, 2, 0)], [[1, 0], [0, 1], [0, 2]]);
    }
}
