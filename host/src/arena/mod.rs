//! Leagues: many games between many players, every deal played twice with the seats swapped.

pub mod league;
mod mastermind;
mod tally;

use pipsqueak_core::chance::Seed;
use pipsqueak_core::game::{Points, Seat};
use rayon::prelude::*;

use crate::games::fiveo::lockstep::Lockstep;
pub use tally::Tally;

use crate::games::fiveo::contender::Kind;

/// Deals in one batch of lockstep games: enough to fill the lanes, few enough to share the work evenly.
const BATCH: u64 = 128;
/// As many for a player that thinks for milliseconds: a batch is what the progress bar counts and what threads share.
const SLOW_BATCH: u64 = 4;

/// One game to play: who sits where, by place in the list of players, and the deal.
#[derive(Clone, Copy, Debug)]
pub struct Fixture {
    /// The players of the first and the second seat.
    pub seats: [usize; 2],
    /// The deal, and what baselines break ties with.
    pub seed: Seed,
}

/// Plays `n_deals` deals between two players, each deal twice with the seats swapped, and gives the first one's tally.
///
/// `done` hears after each batch how many games it had.
pub fn duel(first: &Kind, second: &Kind, n_deals: u64, seed: Seed, done: impl Fn(u64) + Sync) -> Tally {
    let players = [first, second];
    let is_slow = players.iter().any(|player| matches!(player, Kind::MonteCarlo(_)));
    let batch_size = if is_slow { SLOW_BATCH } else { BATCH };
    let batches: Vec<u64> = (0..n_deals.div_ceil(batch_size)).collect();
    let tallies = batches.into_par_iter().map_init(Lockstep::default, |lockstep, batch| {
        let deals = batch * batch_size..n_deals.min((batch + 1) * batch_size);
        let fixtures: Vec<Fixture> = deals.flat_map(|deal| both_ways([0, 1], seed.derive(deal))).collect();
        let points = lockstep.play(&players, &fixtures);
        done(points.len() as u64);
        fixtures.iter().zip(points).map(|(fixture, points)| Tally::of(points, seat_of(0, fixture))).sum::<Tally>()
    });
    tallies.collect::<Vec<Tally>>().into_iter().sum()
}

/// A deal played twice with the seats swapped.
pub fn both_ways([first, second]: [usize; 2], seed: Seed) -> [Fixture; 2] {
    [Fixture { seats: [first, second], seed }, Fixture { seats: [second, first], seed }]
}

/// The seat of a player in a fixture that it takes part in.
pub fn seat_of(player: usize, fixture: &Fixture) -> Seat {
    if fixture.seats[0] == player { Seat::First } else { Seat::Second }
}

/// What the report's league gives for a game: the columns, 10 for a win, 1 for a tie.
pub fn league_points(points: Points, seat: Seat) -> u64 {
    let result = match points.winner() {
        Some(winner) if winner == seat => 10,
        Some(_) => 0,
        None => 1,
    };
    u64::from(points.of(seat)) + result
}
