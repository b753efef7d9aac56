//! The players of checkers, by name.

use std::sync::Arc;

use crate::SHIPPED;
use pipsqueak_core::game::Seat;
use pipsqueak_core::games::checkers::Game;
use pipsqueak_core::games::checkers::players::EngineKind;
use pipsqueak_core::random::Seed;

use super::Checkers;
use super::engine::EngineSpec;
use super::level::{Level, LevelPlayer, LevelSetting};
use super::seated::SeatedEngine;
use super::trees::TreeEvaluation;
use crate::arena::{BoxedPlayer, NamedPlayer, UnknownPlayer};

/// A program that plays checkers.
#[derive(Clone)]
pub enum CheckersPlayer {
    /// One of the report's players, the expert or a tree, within the game's budget.
    Engine(EngineSpec),
    /// An opponent of a level, which may be changed.
    Level(Arc<LevelSetting>),
}

impl From<TreeEvaluation> for CheckersPlayer {
    fn from(tree: TreeEvaluation) -> CheckersPlayer {
        CheckersPlayer::Engine(EngineSpec::Tree(Arc::new(tree)))
    }
}

/// The error for an unknown name.
pub fn unknown(name: &str) -> UnknownPlayer {
    let also = "a champion file, or a tree like \"Multiply(100, Men)\"";
    UnknownPlayer { name: name.to_owned(), known: names(), also }
}

/// The names of all players: engines, levels and the shipped champion.
pub fn names() -> Vec<&'static str> {
    let levels = Level::ALL.into_iter().map(Level::name).filter(|name| name.parse::<EngineKind>().is_err());
    EngineKind::ALL.into_iter().map(EngineKind::name).chain(levels).chain([SHIPPED]).collect()
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
            CheckersPlayer::Engine(spec) => Box::new(SeatedEngine::new(spec.clone(), game.control, game.clock)),
            CheckersPlayer::Level(settings) => {
                let seed = seed.derive(2 * settings.n_changes() + seat.index() as u64);
                Box::new(LevelPlayer::new(settings.level(), seed, game.clock))
            }
        }
    }
}
