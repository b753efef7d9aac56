//! How fit trees are: the report's league, or a gauntlet of baselines on common deals.

use anyhow::{Result, ensure};
use pipsqueak_core::game::{Points, Seat};
use pipsqueak_core::games::fiveo::FiveO;
use pipsqueak_core::games::fiveo::players::BaselineKind;
use pipsqueak_core::random::Seed;
use rayon::prelude::*;

use super::Rival;
use super::kind;
use crate::arena::{Fixture, both_ways, seat_of};
use crate::evolve::settings::{Kind, Row, Tabled, choice, choice_elements};
use crate::evolve::{self, MOST};
use crate::games::fiveo::lockstep::Lockstep;
use crate::games::fiveo::players::Kind as Player;
use crate::system::processes;

/// Players on either side of a block of league games: with the most of them every tree meets enough others at once to fill its
/// lanes. Many workers take smaller blocks, or there would be none for some. What a league comes to does not depend on it.
const BLOCKS: [usize; 4] = [14, 7, 4, 2];
/// Blocks for each worker: they are not equally long.
const BLOCKS_A_WORKER: usize = 4;

/// What makes a tree fit.
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
    pub opponents: Vec<Rival>,
    /// Deals a generation against each opponent of a gauntlet.
    pub deals: u64,
}

/// Which games make a tree fit. Columns won count 1, a game won 10, a tie 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum FitnessKind {
    /// The report's: everybody plays everybody, baselines included
    League,
    /// Every tree plays the same deals against the same opponents, in both seats
    Gauntlet,
}

choice_elements!(FitnessKind);

impl Tabled for Fitness {
    fn rows() -> Vec<Row<Fitness>> {
        vec![
            Row::new(
                "fitness.kind",
                "which games count: everybody against everybody, or all trees against the same opponents on the same deals",
                choice::<FitnessKind>(),
                |s: &mut Fitness| &mut s.kind,
            ),
            Row::new("fitness.rounds", "games of each pair of a league", Kind::Whole(1..=MOST), |s: &mut Fitness| {
                &mut s.rounds
            })
            .absent("3"),
            Row::new("fitness.greedy", "greedy players in a league", Kind::Whole(0..=MOST), |s: &mut Fitness| {
                &mut s.greedy
            })
            .absent("20"),
            Row::new("fitness.pairing", "pairing players in a league", Kind::Whole(0..=MOST), |s: &mut Fitness| {
                &mut s.pairing
            })
            .absent("20"),
            Row::new(
                "fitness.opponents",
                "players that every tree meets: in a gauntlet on the same deals, in a league as members",
                Kind::list(Kind::Player(""), 0..=1_000),
                |s: &mut Fitness| &mut s.opponents,
            )
            .absent("[]"),
            Row::new(
                "fitness.deals",
                "deals a generation against each opponent of a gauntlet",
                Kind::Whole(1..=MOST),
                |s: &mut Fitness| &mut s.deals,
            )
            .absent("100"),
        ]
    }
}

impl Fitness {
    /// The players that every tree meets.
    fn opponents(&self) -> Vec<Player> {
        self.opponents.iter().filter_map(Rival::kind).cloned().collect()
    }
}

impl evolve::Fitness<FiveO> for Fitness {
    fn check(&self) -> Result<()> {
        ensure!(!self.opponents.contains(&Rival::Itself), "fitness.opponents: a tree does not meet itself");
        match self.kind {
            FitnessKind::League => {
                let n_baselines = self.greedy.saturating_add(self.pairing) as u64;
                ensure!(n_baselines <= MOST, "a league has at most {MOST} baselines");
            }
            FitnessKind::Gauntlet => ensure!(!self.opponents.is_empty(), "fitness.opponents: a gauntlet needs some"),
        }
        Ok(())
    }

    fn games(&self, population: usize) -> u64 {
        let n_opponents = self.opponents.len();
        match self.kind {
            FitnessKind::League => {
                let n_players = (population + self.greedy + self.pairing + n_opponents) as u64;
                self.rounds.saturating_mul(n_players * (n_players - 1) / 2)
            }
            FitnessKind::Gauntlet => population as u64 * n_opponents as u64 * self.deals * 2,
        }
    }

    fn points(&self, players: &[evolve::Player<FiveO>], deals: Seed) -> Vec<u64> {
        let n_players = players.len();
        let players = players.iter().map(kind);
        match self.kind {
            FitnessKind::League => {
                let baselines = [(BaselineKind::Greedy, self.greedy), (BaselineKind::Pairing, self.pairing)];
                let baselines = baselines.into_iter().flat_map(|(kind, n)| std::iter::repeat_n(kind, n));
                let everybody = players.chain(baselines.map(Player::Baseline)).chain(self.opponents());
                let mut points = league(&everybody.collect::<Vec<_>>(), self.rounds, deals);
                points.truncate(n_players);
                points
            }
            FitnessKind::Gauntlet => gauntlet(&players.collect::<Vec<_>>(), &self.opponents(), self.deals, deals),
        }
    }
}

/// Everybody's league points when each pair plays so many rounds, each game with a deal of its own.
fn league(players: &[Player], rounds: u64, games: Seed) -> Vec<u64> {
    let block_size = block_size(players.len(), processes::count() * rayon::current_num_threads());
    let n_blocks = players.len().div_ceil(block_size);
    let blocks: Vec<(usize, usize)> =
        (0..n_blocks).flat_map(|first| (first..n_blocks).map(move |second| (first, second))).collect();
    let everybody: Vec<&Player> = players.iter().collect();
    let own = processes::own(blocks.len()).into_par_iter().map(|block| blocks[block]);
    let results = own.map_init(Lockstep::default, |lockstep, (first, second)| {
        let members = |block: usize| block * block_size..players.len().min((block + 1) * block_size);
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
    processes::sum(|| {
        results.reduce(
            || vec![0; players.len()],
            |mut sum, points| {
                sum.iter_mut().zip(points).for_each(|(sum, points)| *sum += points);
                sum
            },
        )
    })
}

/// The largest blocks of which there are enough.
fn block_size(n_players: usize, n_workers: usize) -> usize {
    let n_blocks = |size: &usize| n_players.div_ceil(*size) * (n_players.div_ceil(*size) + 1) / 2;
    let is_enough = |size: &usize| n_blocks(size) >= BLOCKS_A_WORKER * n_workers;
    BLOCKS.into_iter().find(is_enough).unwrap_or(BLOCKS[BLOCKS.len() - 1])
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
fn gauntlet(players: &[Player], opponents: &[Player], n_deals: u64, games: Seed) -> Vec<u64> {
    processes::share(players.len(), |own| {
        let points = own.into_par_iter().map_init(Lockstep::default, |lockstep, place| {
            let seated: Vec<&Player> = std::iter::once(&players[place]).chain(opponents).collect();
            let fixtures: Vec<Fixture> = (1..seated.len())
                .flat_map(|opponent| (0..n_deals).flat_map(move |deal| both_ways([0, opponent], games.derive(deal))))
                .collect();
            let results = lockstep.play(&seated, &fixtures);
            let points =
                fixtures.iter().zip(results).map(|(fixture, points)| league_points(points, seat_of(0, fixture)));
            points.sum()
        });
        points.collect()
    })
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
                        expected[seats[seat.index()]] += league_points(points, seat);
                    }
                }
            }
        }
        assert_eq!(league(&players, 2, Seed(7)), expected);
    }

    #[test]
    fn there_are_blocks_for_every_worker() {
        // The report's league has 250 players: 171 blocks of 14 by 14.
        assert_eq!(
            [1, 2, 42, 43, 160, 1_000, 100_000].map(|n_workers| block_size(250, n_workers)),
            [14, 14, 14, 7, 7, 2, 2]
        );
    }

    #[test]
    fn seats_alternate_by_round_and_pairing() {
        let seats = |a, b, round| league_fixture(a, b, round, Seed(1)).seats;
        assert_eq!([seats(0, 1, 0), seats(0, 1, 1), seats(0, 2, 0)], [[1, 0], [0, 1], [0, 2]]);
    }
}
