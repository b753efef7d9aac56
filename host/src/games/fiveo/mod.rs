//! Five-O on the desktop: who can be named, games in lockstep, rollouts, records.

mod champions;
pub mod contender;
pub mod lockstep;
pub mod monte_carlo;
pub mod portrait;
pub mod record;
pub mod rollout;
pub mod trees;

use std::io::Write;

use anyhow::Result;
use pipsqueak_core::chance::Seed;
use pipsqueak_core::game::{Game, Points, Seat};
use pipsqueak_core::games::fiveo::champion::Record;
use pipsqueak_core::games::fiveo::{Column, Table};

use super::json_lines::{self, Recorded};
use super::{Champions, DesktopGame, Entrant, Occasion, Seated};
use crate::arena::{Backend, Fixture, Tally};
/// What the report's league gives for a game: the columns, 10 for a win, 1 for a tie.
pub fn league_points(points: Points, seat: Seat) -> u64 {
    let result = match points.winner() {
        Some(winner) if winner == seat => 10,
        Some(_) => 0,
        None => 1,
    };
    u64::from(points.of(seat)) + result
}

/// TEMPORARY
pub fn duel(first: &Kind, second: &Kind, n_deals: u64, seed: Seed, done: impl Fn(u64) + Sync) -> crate::arena::Tally {
    let [first, second] = [first, second].map(|kind| Contender { name: String::new(), kind: kind.clone() });
    crate::arena::duel(&FiveO, [&first, &second], n_deals, seed, done).unwrap().tally
}

use contender::{Contender, Kind};
use lockstep::Lockstep;

/// Five-O, which has no variants.
pub struct FiveO;

/// Five-O has no options of its own.
#[derive(clap::Args)]
pub struct NoOptions {}

impl DesktopGame for FiveO {
    type Game = Table;
    type Options = NoOptions;
    type Player = Contender;
    type Backend = Lockstep;

    const NAME: &'static str = "fiveo";
    const TITLE: &'static str = "Five-O Poker";
    const BASELINES: &'static [&'static str] =
        &["random", "greedy", "pairing", "weighted-pairing", "full-strategy", "tactician"];
    const PARTNER: &'static str = "champion";
    const OPPONENT: &'static str = "full-strategy";

    fn new(_: &NoOptions, _: Occasion) -> Result<FiveO> {
        Ok(FiveO)
    }

    fn deal(&self, seed: Seed) -> Table {
        Table::deal(seed)
    }

    fn player(&self, name: &str) -> Result<Contender> {
        Contender::named(name)
    }

    fn record(&self, seed: Seed, players: [&str; 2], moves: &[Column]) -> Result<Vec<u8>> {
        Recorded::dealt(self.deal(seed), seed, players, moves).text()
    }

    fn replay(text: &str, out: &mut dyn Write) -> Result<()> {
        json_lines::show_all(&json_lines::read(text)?, out, record::show)
    }

    fn champions() -> Option<&'static dyn Champions> {
        Some(&champions::FiveOChampions)
    }
}

impl Entrant<FiveO> for Contender {
    fn name(&self) -> &str {
        &self.name
    }

    fn seat<'p>(&'p self, _: &FiveO, seed: Seed, seat: Seat) -> Seated<'p, Table> {
        Box::new(self.among(seed, seat))
    }
}

impl Backend<FiveO> for Lockstep {
    /// Enough deals to fill the lanes, few enough to share the work evenly; fewer for a player that thinks for milliseconds.
    fn deals_a_batch(players: [&Contender; 2]) -> u64 {
        let is_slow = players.iter().any(|player| matches!(player.kind, Kind::MonteCarlo(_)));
        if is_slow { 4 } else { 128 }
    }

    fn play(&mut self, _: &FiveO, players: &[&Contender], fixtures: &[Fixture]) -> Result<Vec<Points>> {
        let kinds: Vec<&Kind> = players.iter().map(|player| &player.kind).collect();
        Ok(Lockstep::play(self, &kinds, fixtures))
    }
}

impl From<&Record> for Tally {
    fn from(record: &Record) -> Tally {
        let [win, tie, loss] = [record.wins, record.ties, record.losses].map(u64::from);
        Tally { win, tie, loss }
    }
}
