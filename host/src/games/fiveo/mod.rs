//! Five-O on the desktop: who can be named, games in lockstep, rollouts, records, and what evolution asks of the game.

mod champions;
mod chances_by_move;
pub mod contender;
pub mod evolve;
pub mod lockstep;
pub mod monte_carlo;
mod picture;
pub mod portrait;
pub mod record;
pub mod rollout;
pub mod scene;
pub mod trees;
pub mod words;

use std::io::Write;

use anyhow::Result;
use pipsqueak_core::chance::Seed;
use pipsqueak_core::game::{Game, Points, Seat};
use pipsqueak_core::games::fiveo::champion::Record;
use pipsqueak_core::games::fiveo::{Column, Table};

use super::json_lines::{self, Recorded};
use super::{Champions, Commands, DesktopGame, Entrant, Occasion, Seated};
use crate::arena::{Backend, Fixture, Tally};
use contender::{Contender, Kind};
use lockstep::Lockstep;
use scene::TableScene;

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
    type Scene = TableScene;

    const NAME: &'static str = "fiveo";
    const TITLE: &'static str = "Five-O";
    const PLAYERS: &'static str =
        "a baseline, monte-carlo (:200 rollouts or :50ms a decision), champion, a champion file, or a tree as text";
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

    fn scene(&self, start: &Table, seat: Seat) -> TableScene {
        TableScene::new(start, seat)
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

    fn evolution() -> Option<&'static dyn Commands> {
        Some(&evolve::Evolution)
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
