//! The players of checkers, by name.

use std::sync::Arc;

use crate::SHIPPED;
use anyhow::{Context, Result};
use pipsqueak_core::game::{Player, Seat};
use pipsqueak_core::games::checkers::players::EngineKind;
use pipsqueak_core::games::checkers::{Game, Move, View};
use pipsqueak_core::random::Seed;
use pipsqueak_core::search::Limits;

use super::Checkers;
use super::engine::{Engine, EngineSpec};
use super::level::{Level, LevelPlayer, LevelSetting};
use super::trees::TreeEvaluation;
use crate::arena::{BoxedPlayer, NamedPlayer};

/// Bytes of a player's table.
const TABLE: usize = 1 << 20;

/// A program that plays checkers.
#[derive(Clone)]
pub enum CheckersPlayer {
    /// One of the report's players, the expert or a tree, within the game's search limits.
    Engine(EngineSpec),
    /// An opponent of a level, which may be changed.
    Level(Arc<LevelSetting>),
}

impl From<TreeEvaluation> for CheckersPlayer {
    fn from(tree: TreeEvaluation) -> CheckersPlayer {
        CheckersPlayer::Engine(EngineSpec::Tree(Arc::new(tree)))
    }
}

/// The message for an unknown name.
pub fn unknown(name: &str) -> String {
    let (kinds, levels) = (EngineKind::ALL.map(EngineKind::name).join(", "), Level::ALL.map(Level::name).join(", "));
    format!(
        "there is no player {name:?}: a player is one of {kinds}, {SHIPPED}, a champion file, a tree like \"Multiply(100, Men)\", or a level: {levels}, or 1 to 5"
    )
}

impl NamedPlayer<Checkers> for CheckersPlayer {
    fn name(&self) -> &str {
        match self {
            CheckersPlayer::Engine(spec) => spec.name(),
            CheckersPlayer::Level(settings) => settings.level().name(),
        }
    }

    fn seat<'p>(&'p self, game: &Checkers, seed: Seed, seat: Seat) -> BoxedPlayer<'p, Game> {
        match self {
            CheckersPlayer::Engine(spec) => {
                Box::new(Thinker { engine: Engine::of(spec.clone(), TABLE, game.clock), limits: game.limits })
            }
            CheckersPlayer::Level(settings) => {
                let seed = seed.derive(2 * settings.n_changes() + seat.index() as u64);
                Box::new(LevelPlayer::new(settings.level(), seed, game.clock))
            }
        }
    }
}

/// An engine with the same limits for every move.
struct Thinker {
    engine: Engine,
    limits: Limits,
}

impl Player<Game> for Thinker {
    type Error = anyhow::Error;

    fn choose(&mut self, view: &View) -> Result<Move> {
        self.engine.think(view, self.limits).best.context("there is no legal move")
    }
}
