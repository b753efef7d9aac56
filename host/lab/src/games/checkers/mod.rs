//! Checkers in the laboratory: engines with a table and a clock, levels, records as PDN, and the game's part of
//! evolution. The rules are in core.

mod champions;
pub mod engine;
pub mod evolve;
mod level;
pub mod match_up;
pub mod opening;
mod players;
pub mod record;
pub mod trees;

use std::sync::Arc;

use anyhow::{Context, Result};
use pipsqueak_core::game::Game as _;
use pipsqueak_core::games::checkers::{Game, Move, Position};
use pipsqueak_core::link::Effort;
use pipsqueak_core::random::Seed;
use pipsqueak_core::search::Limits;

use crate::arena::{ArenaGame, Champions, Referee};
use crate::clock::{StartClock, no_clock};
use crate::trees::VocabularyListing;
use engine::EngineSpec;
pub use level::{Level, LevelSetting};
pub use players::CheckersPlayer;
use trees::TreeEvaluation;

/// Checkers, with its players' search limits.
#[derive(Clone, Copy, Debug)]
pub struct Checkers {
    /// The search limits of a program.
    pub limits: Limits,
    /// The search effort that a board is given.
    pub effort: Effort,
    /// The clock for time limits.
    pub clock: StartClock,
    /// Whether games begin with a random opening, so that no two are alike; a person begins at the start.
    pub with_openings: bool,
    /// Whether a name that is both a level's and an engine's means the level.
    pub prefers_levels: bool,
}

impl Checkers {
    /// Games between programs that search `nodes` positions per move.
    pub fn of_nodes(nodes: u32) -> Checkers {
        let (limits, effort) = (Limits::of_nodes(nodes.into()), Effort::Nodes(nodes));
        Checkers { limits, effort, clock: no_clock, with_openings: true, prefers_levels: false }
    }
}

impl ArenaGame for Checkers {
    type Game = Game;
    type Player = CheckersPlayer;
    type Backend = Referee;

    const NAME: &'static str = "checkers";
    const TITLE: &'static str = "Checkers";
    const PLAYERS: &'static str = "simple, better_h, improved, improved_better_h, expert, champion, a champion file, a tree as text, or a level: child, easy, medium, hard";
    const BASELINES: &'static [&'static str] = &["simple", "better_h", "improved", "improved_better_h"];

    fn deal(&self, seed: Seed) -> Game {
        if self.with_openings { Game::deal(seed) } else { Game::new(Position::START) }
    }

    fn player(&self, name: &str) -> Result<CheckersPlayer> {
        let kind = || name.parse().ok().map(|kind| CheckersPlayer::Engine(EngineSpec::Engine(kind)));
        let level = || Level::named(name).map(|level| CheckersPlayer::Level(Arc::new(LevelSetting::new(level))));
        let player = if self.prefers_levels { level().or_else(kind) } else { kind().or_else(level) };
        match player {
            Some(player) => Ok(player),
            None => TreeEvaluation::named(name)?.map(CheckersPlayer::from).with_context(|| players::unknown(name)),
        }
    }

    fn champion(&self, _: &str, bytes: &[u8]) -> Result<CheckersPlayer> {
        Ok(CheckersPlayer::from(TreeEvaluation::of_bytes(bytes)?))
    }

    fn effort(&self) -> Effort {
        self.effort
    }

    fn record(&self, seed: Seed, players: [&str; 2], moves: &[Move]) -> Result<Vec<u8>> {
        Ok(record::written(self.deal(seed), seed, players, moves)?)
    }

    fn is_record(text: &str) -> bool {
        // PDN begins with a tag or a move.
        !text.trim_start().starts_with('{')
    }

    fn champions() -> Option<&'static dyn Champions> {
        Some(&champions::CheckersChampions)
    }

    fn vocabulary() -> Option<VocabularyListing> {
        Some(VocabularyListing::of::<pipsqueak_core::games::checkers::Checkers>())
    }
}
