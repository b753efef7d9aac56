//! Checkers in the laboratory: engines with a table and a clock, levels, records as PDN, and the game's part of
//! evolution. The rules are in core.

pub mod budget;
mod champions;
pub mod compare;
pub mod engine;
pub mod evolve;
pub mod game_tree;
pub mod horizon;
mod level;
pub mod match_up;
pub mod opening;
pub mod players;
pub mod record;
mod seated;
pub mod trees;
mod tuned;

use std::sync::Arc;

use anyhow::Result;
use pipsqueak_core::game::Game as _;
use pipsqueak_core::games::checkers::{Game, Move, Position};
use pipsqueak_core::link::Effort;
use pipsqueak_core::random::Seed;
use pipsqueak_core::search::Limits;

use crate::arena::{ArenaGame, Champions, Pacing, Referee};
use crate::clock::{StartClock, no_clock};
use crate::trees::VocabularyListing;
use budget::{BoardBudget, Control};
use engine::EngineSpec;
pub use level::{Level, LevelSetting};
pub use players::CheckersPlayer;
use trees::TreeEvaluation;

/// Checkers, with its players' budgets.
#[derive(Clone, Copy, Debug)]
pub struct Checkers {
    /// What a program may spend.
    pub control: Control,
    /// What a board may spend; each decides for itself if it is not said.
    pub boards: Option<Control>,
    /// The clock for time limits.
    pub clock: StartClock,
    /// Whether games begin with a random opening, so that no two are alike; a person begins at the start.
    pub with_openings: bool,
    /// Whether a name that is both a level's and an engine's means the level.
    pub prefers_levels: bool,
}

impl Checkers {
    /// Games between programs that search `nodes` positions for each move.
    pub fn of_nodes(nodes: u32) -> Checkers {
        let control = Control::EachMove(Limits::of_nodes(nodes.into()));
        Checkers { control, boards: None, clock: no_clock, with_openings: true, prefers_levels: false }
    }
}

impl ArenaGame for Checkers {
    type Game = Game;
    type Player = CheckersPlayer;
    type Backend = Referee;

    const NAME: &'static str = "checkers";
    const TITLE: &'static str = "Checkers";
    const PLAYERS: &'static str = "minimax, simple, better_h, improved, improved_better_h, expert, champion, a champion file, a tree as text, a level (child, easy, medium, hard), or one of the report's four with other figures, as improved:share=0.4,moves=10 or better_h:man=2,king=3";
    const BASELINES: &'static [&'static str] = &["simple", "better_h", "improved", "improved_better_h"];

    fn deal(&self, seed: Seed) -> Game {
        if self.with_openings { Game::deal(seed) } else { Game::new(Position::START) }
    }

    fn player(&self, name: &str) -> Result<CheckersPlayer> {
        let engine = EngineSpec::named(name)?.map(CheckersPlayer::Engine);
        let level = || Level::named(name).map(|level| CheckersPlayer::Level(Arc::new(LevelSetting::new(level))));
        let player = if self.prefers_levels { level().or(engine) } else { engine.or_else(level) };
        match player {
            Some(player) => Ok(player),
            None => Ok(TreeEvaluation::named(name)?.ok_or_else(|| players::unknown(name))?.into()),
        }
    }

    fn names() -> Vec<&'static str> {
        players::names()
    }

    fn champion(&self, name: &str, bytes: &[u8]) -> Result<CheckersPlayer> {
        Ok(TreeEvaluation::of_bytes(bytes)?.named_as(name).into())
    }

    fn pacing(&self) -> Box<dyn Pacing<Game>> {
        match self.boards {
            Some(control) => Box::new(BoardBudget::from(control)),
            None => Box::new(Effort::Default),
        }
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
