//! An opponent of some strength, with the memory that it thinks in.

use pipsqueak_core::game::Player;
use pipsqueak_core::games::checkers::{Game, Move, View};
use pipsqueak_core::random::{GameRng, Seed};
pub use pipsqueak_lab::checkers::Level;

use super::engine::Engine;

/// A program that plays a person.
pub struct LevelPlayer {
    level: Level,
    engine: Engine,
    rng: GameRng,
}

impl LevelPlayer {
    /// A player of this strength.
    pub fn new(level: Level, seed: Seed) -> LevelPlayer {
        LevelPlayer { level, engine: Engine::new(level.engine_kind(), Level::TABLE), rng: seed.rng() }
    }
}

impl Player<Game> for LevelPlayer {
    type Error = anyhow::Error;

    fn choose(&mut self, view: &View) -> anyhow::Result<Move> {
        let LevelPlayer { level, engine, rng } = self;
        Ok(level.choose(rng, view, |limits| engine.think(view, limits).best))
    }
}
