//! The arena: pairings, every deal played twice with the seats swapped, tallies and intervals. Knows no game; the
//! referee plays the games, or a game's own faster backend.

mod game;
mod rating;
mod referee;
mod tally;
mod unknown;

use anyhow::Result;
use pipsqueak_core::game::{Points, Seat};
use pipsqueak_core::random::Seed;

use crate::workers::{Stopped, Workers};
pub use game::{ArenaGame, Backend, BoxedPlayer, Champions, Move, NamedPlayer, Pacing};
pub use rating::{Standing, ranking};
pub use referee::{FinishedGame, Referee, between_programs, play};
pub use tally::{PairedTally, Share, Tally};
pub use unknown::UnknownPlayer;

/// One game to play: the players, by index in the list of players, and the deal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fixture {
    /// The players of the first and the second seat.
    pub seats: [usize; 2],
    /// The deal's seed, which also breaks ties for the baselines.
    pub seed: Seed,
}

/// Each later player against each earlier one, which is the order of the reports' tables.
pub fn pairs(n_players: usize) -> impl Iterator<Item = [usize; 2]> {
    (0..n_players).flat_map(|a| (0..a).map(move |b| [a, b]))
}

/// A deal played twice with the seats swapped.
pub fn both_ways([first, second]: [usize; 2], seed: Seed) -> [Fixture; 2] {
    [Fixture { seats: [first, second], seed }, Fixture { seats: [second, first], seed }]
}

/// The seat of a player in a fixture that it takes part in.
pub fn seat_of(player: usize, fixture: &Fixture) -> Seat {
    if fixture.seats[0] == player { Seat::First } else { Seat::Second }
}

/// One player's score over some deals, given the points of every fixture in order.
pub fn score(player: usize, fixtures: &[Fixture], points: &[Points]) -> PairedTally {
    let tally = |(fixture, points): (&Fixture, &Points)| Tally::of(*points, seat_of(player, fixture));
    let tallies: Vec<Tally> = fixtures.iter().zip(points).map(tally).collect();
    tallies.as_chunks().0.iter().copied().map(PairedTally::of).sum()
}

/// Plays `n_deals` deals between two players, each deal twice with the seats swapped, and returns the first one's
/// score. `done` is called after each batch with the number of its games. The processes of a run share the batches.
///
/// # Errors
/// A player broke a rule, or the workers were asked to stop.
pub fn head_to_head<G: ArenaGame>(
    game: &G,
    players: [&G::Player; 2],
    n_deals: u64,
    seed: Seed,
    workers: Workers<'_>,
    done: impl Fn(u64) + Sync,
) -> Result<PairedTally> {
    let batches = Batches { game, players, n_deals, seed, workers: workers.local() };
    let scores = workers.try_share_with(batches.count() as usize, G::Backend::default, |backend, batch| {
        batches.play(backend, batch as u64, &done)
    })?;
    Ok(scores.into_iter().sum())
}

/// As [`head_to_head`] in one process. If the workers are asked to stop, the score covers the deals finished before.
///
/// # Errors
/// A player broke a rule.
pub fn head_to_head_until_stopped<G: ArenaGame>(
    game: &G,
    players: [&G::Player; 2],
    n_deals: u64,
    seed: Seed,
    workers: Workers<'_>,
    done: impl Fn(u64) + Sync,
) -> Result<PairedTally> {
    let batches = Batches { game, players, n_deals, seed, workers };
    let numbers = (0..batches.count()).take_while(|_| !workers.must_stop());
    let scores = workers.try_map_with(numbers, G::Backend::default, |backend, batch| {
        match batches.play(backend, batch, &done) {
            Err(error) if error.is::<Stopped>() => Ok(PairedTally::default()),
            score => score,
        }
    })?;
    Ok(scores.into_iter().sum())
}

/// The deals of two players in batches.
struct Batches<'a, G: ArenaGame> {
    game: &'a G,
    players: [&'a G::Player; 2],
    n_deals: u64,
    seed: Seed,
    workers: Workers<'a>,
}

impl<G: ArenaGame> Batches<'_, G> {
    fn count(&self) -> u64 {
        self.n_deals.div_ceil(G::Backend::deals_per_batch(self.players))
    }

    /// The first player's score in a batch.
    fn play(&self, backend: &mut G::Backend, batch: u64, done: &(impl Fn(u64) + Sync)) -> Result<PairedTally> {
        let size = G::Backend::deals_per_batch(self.players);
        let deals = batch * size..self.n_deals.min((batch + 1) * size);
        let fixtures: Vec<Fixture> = deals.flat_map(|deal| both_ways([0, 1], self.seed.derive(deal))).collect();
        let points = backend.play(self.game, &self.players, &fixtures, self.workers)?;
        done(points.len() as u64);
        Ok(score(0, &fixtures, &points))
    }
}
