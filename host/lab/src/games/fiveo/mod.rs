//! Five-O in the laboratory: named players, games in lockstep, rollouts, records, explanations, and the game's part of
//! evolution.
//!
//! **Lockstep.** All games of a batch are at the same move, so all movers have the same number of open columns. The
//! columns of all games of one tree fill vector lanes without gaps. Facts about columns are stored field by field
//! (`FeatureLanes`), and the functions for one column are looped over the lanes; the compiler vectorises the loops.
//! That is why `outlook.rs` and `Strength::of_held` avoid branches. No processor can predict which columns are open and
//! which is best either: the league looks the open ones up in a table of all 32 sets, and chooses without a branch.
//!
//! **Chances come from tables in the league.** All games of a batch are at the same move, so the number of unseen cards
//! and the draws left are the same for all, and a chance depends on two small numbers.

pub mod card_text;
pub mod champions;
mod chances_by_move;
pub mod description;
mod effective;
pub mod evolve;
pub mod lockstep;
pub mod monte_carlo;
pub mod players;
pub mod record;
pub mod rollout;
pub mod trees;
pub mod why;

use anyhow::Result;
use pipsqueak_core::game::{Game, Points, Seat};
use pipsqueak_core::games::fiveo::champion::BaselineResult;
use pipsqueak_core::games::fiveo::{Column, Table};
use pipsqueak_core::random::Seed;

use crate::arena::{ArenaGame, Backend, BoxedPlayer, Champions, Fixture, NamedPlayer, Tally};
use crate::clock::StartClock;
use crate::json_lines::RecordedGame;
use crate::trees::VocabularyListing;
use crate::workers::Workers;
use lockstep::Lockstep;
use players::{FiveOPlayer, PlayerKind};

/// Five-O, which has no variants.
#[derive(Clone, Copy, Debug, Default)]
pub struct FiveO {
    /// The clock for time budgets; without it, players with a time budget are refused.
    pub clock: Option<StartClock>,
}

impl ArenaGame for FiveO {
    type Game = Table;
    type Player = FiveOPlayer;
    type Backend = Lockstep;

    const NAME: &'static str = "fiveo";
    const TITLE: &'static str = "Five-O";
    const PLAYERS: &'static str = "a baseline, monte-carlo (:200 rollouts or :50ms per decision), champion, report-3, a champion file, or a tree as text";
    const BASELINES: &'static [&'static str] =
        &["random", "greedy", "pairing", "weighted-pairing", "full-strategy", "tactician"];

    fn deal(&self, seed: Seed) -> Table {
        Table::deal(seed)
    }

    fn player(&self, name: &str) -> Result<FiveOPlayer> {
        FiveOPlayer::named(name, self.clock)
    }

    fn names() -> Vec<&'static str> {
        FiveOPlayer::names()
    }

    fn champion(&self, name: &str, bytes: &[u8]) -> Result<FiveOPlayer> {
        FiveOPlayer::of_champion(name, bytes)
    }

    fn record(&self, seed: Seed, players: [&str; 2], moves: &[Column]) -> Result<Vec<u8>> {
        Ok(RecordedGame::dealt(self.deal(seed), seed, players, moves).text()?)
    }

    fn vocabulary() -> Option<VocabularyListing> {
        Some(VocabularyListing::of::<pipsqueak_core::games::fiveo::FiveO>())
    }

    fn champions() -> Option<&'static dyn Champions> {
        Some(&champions::FiveOChampions)
    }
}

impl NamedPlayer<FiveO> for FiveOPlayer {
    fn name(&self) -> &str {
        &self.name
    }

    fn seat<'p>(&'p self, _: &FiveO, seed: Seed, seat: Seat) -> BoxedPlayer<'p, Table> {
        Box::new(self.at(seed, seat))
    }
}

impl Backend<FiveO> for Lockstep {
    /// Enough deals to fill the lanes, few enough to share the work evenly; fewer for a player that needs milliseconds.
    fn deals_per_batch(players: [&FiveOPlayer; 2]) -> u64 {
        let is_slow = players.iter().any(|player| matches!(player.kind, PlayerKind::MonteCarlo(_)));
        if is_slow { 4 } else { 128 }
    }

    fn play(
        &mut self,
        _: &FiveO,
        players: &[&FiveOPlayer],
        fixtures: &[Fixture],
        _: Workers<'_>,
    ) -> Result<Vec<Points>> {
        let kinds: Vec<&PlayerKind> = players.iter().map(|player| &player.kind).collect();
        Ok(Lockstep::play(self, &kinds, fixtures))
    }
}

impl From<&BaselineResult> for Tally {
    fn from(record: &BaselineResult) -> Tally {
        let [win, tie, loss] = [record.wins, record.ties, record.losses].map(u64::from);
        Tally { win, tie, loss }
    }
}
