//! An engine at its seat, with what it may spend.

use anyhow::{Context, Result};
use pipsqueak_core::game::Player;
use pipsqueak_core::games::checkers::{Game, Move, View};

use super::budget::{Budget, Control};
use super::engine::{Engine, EngineSpec};
use crate::clock::StartClock;

/// Bytes of a player's table.
const TABLE: usize = 1 << 20;

/// A player of one game.
pub struct SeatedEngine {
    engine: Engine,
    clock: StartClock,
    budget: Budget,
    overdrawn: u32,
    depths: Vec<u8>,
}

impl SeatedEngine {
    /// A player with a full period before it.
    pub fn new(spec: EngineSpec, control: Control, clock: StartClock) -> SeatedEngine {
        let engine = Engine::of(spec, TABLE, clock);
        SeatedEngine { engine, clock, budget: control.into(), overdrawn: 0, depths: Vec::new() }
    }

    /// The most microseconds, or positions, by which a period was overdrawn.
    pub fn overdrawn(&self) -> u32 {
        self.overdrawn
    }

    /// The depth of the last finished iteration of each move.
    pub fn into_depths(self) -> Vec<u8> {
        self.depths
    }
}

impl Player<Game> for SeatedEngine {
    type Error = anyhow::Error;

    fn choose(&mut self, view: &View) -> Result<Move> {
        let mut stopwatch = (self.clock)();
        let spec = self.engine.spec();
        let limits = self.budget.limits(spec.policy(), spec.is_as_expert(), view.position().board().n_moves());
        let found = self.engine.think(view, limits);
        self.overdrawn = self.overdrawn.max(self.budget.spend(found.nodes, stopwatch.micros()));
        self.depths.push(found.depth);
        found.best.context("there is no legal move")
    }
}
