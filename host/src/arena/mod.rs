//! The arena: pairings, every deal played twice with the seats swapped, tallies and intervals. Knows no game; the
//! games are played by the referee, or by whatever faster way a game brings.

mod competitor;
pub mod league;
pub mod matches;
mod referee;
mod tally;
mod transcript;

use anyhow::Result;
use clap::builder::{RangedU64ValueParser, TypedValueParser};
use pipsqueak_core::game::{Points, Seat};
use pipsqueak_core::random::Seed;

pub use referee::{FinishedGame, Interruptible, Referee, play};
pub use tally::{PairedTally, Share, Tally};
pub use transcript::Transcript;

use crate::games::DesktopGame;
use crate::system::{processes, threads};

/// One game to play: who sits where, by place in the list of players, and the deal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fixture {
    /// The players of the first and the second seat.
    pub seats: [usize; 2],
    /// The deal, and what baselines break ties with.
    pub seed: Seed,
}

/// A way to play many games at once.
pub trait Backend<G: DesktopGame>: Default {
    /// Deals of one batch, which is what threads share and what progress counts.
    fn deals_a_batch(players: [&G::Player; 2]) -> u64;
    /// Plays all fixtures to their end and gives the points of each.
    fn play(&mut self, game: &G, players: &[&G::Player], fixtures: &[Fixture]) -> Result<Vec<Points>>;
}

/// How an option is read that takes a number of games: an even one, at most this many.
pub fn games_parser(most: u64) -> impl TypedValueParser<Value = u64> {
    RangedU64ValueParser::<u64>::new().range(2..=most).try_map(|n_games| {
        let is_even = n_games.is_multiple_of(2);
        is_even.then_some(n_games).ok_or("it must be even: half of the games are played in each seat")
    })
}

/// Each later player against each earlier one: the reports' tables are read that way.
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

/// What the games of some deals brought one of the two players, given the points of every fixture in order.
pub fn score(player: usize, fixtures: &[Fixture], points: &[Points]) -> PairedTally {
    let tally = |(fixture, points): (&Fixture, &Points)| Tally::of(*points, seat_of(player, fixture));
    let tallies: Vec<Tally> = fixtures.iter().zip(points).map(tally).collect();
    tallies.as_chunks().0.iter().copied().map(PairedTally::of).sum()
}

/// Plays `n_deals` deals between two players, each deal twice with the seats swapped, and returns the first one's score.
///
/// `done` hears after each batch how many games it had. The processes of a run share the batches.
pub fn head_to_head<G: DesktopGame>(
    game: &G,
    players: [&G::Player; 2],
    n_deals: u64,
    seed: Seed,
    done: impl Fn(u64) + Sync,
) -> Result<PairedTally> {
    let n_batches = n_deals.div_ceil(G::Backend::deals_a_batch(players)) as usize;
    let scores = processes::try_share(n_batches, |own| {
        let own = own.into_iter().map(|batch| batch as u64);
        play_batches(game, players, n_deals, seed, own, &done, &|| false).map(Some)
    })?;
    Ok(scores.into_iter().flatten().sum())
}

/// As [`head_to_head`], with as many of the deals as were begun before somebody asked to stop.
pub fn head_to_head_until<G: DesktopGame>(
    game: &G,
    players: [&G::Player; 2],
    n_deals: u64,
    seed: Seed,
    done: impl Fn(u64) + Sync,
    must_stop: impl Fn() -> bool + Sync,
) -> Result<PairedTally> {
    let n_batches = n_deals.div_ceil(G::Backend::deals_a_batch(players));
    let batches = (0..n_batches).take_while(|_| !must_stop());
    let scores = play_batches(game, players, n_deals, seed, batches, &done, &must_stop)?;
    Ok(scores.into_iter().sum())
}

/// The score of each of some batches.
fn play_batches<G: DesktopGame>(
    game: &G,
    players: [&G::Player; 2],
    n_deals: u64,
    seed: Seed,
    batches: impl Iterator<Item = u64> + Send,
    done: &(impl Fn(u64) + Sync),
    must_stop: &(impl Fn() -> bool + Sync),
) -> Result<Vec<PairedTally>> {
    let batch_size = G::Backend::deals_a_batch(players);
    threads::try_map_with(batches, G::Backend::default, |backend, batch| {
        let deals = batch * batch_size..n_deals.min((batch + 1) * batch_size);
        let fixtures: Vec<Fixture> = deals.flat_map(|deal| both_ways([0, 1], seed.derive(deal))).collect();
        let points = match backend.play(game, &players, &fixtures) {
            // Games that were given up count for nobody.
            Err(_) if must_stop() => return Ok(PairedTally::default()),
            points => points?,
        };
        done(points.len() as u64);
        Ok(score(0, &fixtures, &points))
    })
}
