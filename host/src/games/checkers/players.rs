//! Whoever can be named to play checkers.

use anyhow::{Context, Result};
use pipsqueak_core::chance::Seed;
use pipsqueak_core::game::{Player, Seat};
use pipsqueak_core::games::checkers::players::Strategy;
use pipsqueak_core::games::checkers::{Game, Move, View};
use pipsqueak_core::search::Limits;

use super::Checkers;
use super::engine::Engine;
use crate::games::{Entrant, Seated};

/// Bytes of a player's table.
const TABLE: usize = 1 << 20;

/// A program that plays checkers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CheckersPlayer(Strategy);

impl CheckersPlayer {
    /// The player that a command line names.
    pub fn named(text: &str) -> Result<CheckersPlayer> {
        let known = || Strategy::ALL.map(Strategy::name).join(", ");
        let strategy =
            text.parse().with_context(|| format!("there is no player {text:?}: a player is one of {}", known()));
        Ok(CheckersPlayer(strategy?))
    }
}

impl Entrant<Checkers> for CheckersPlayer {
    fn name(&self) -> &str {
        self.0.name()
    }

    fn seat<'p>(&'p self, game: &Checkers, _: Seed, _: Seat) -> Seated<'p, Game> {
        Box::new(Thinker { engine: Engine::new(self.0, TABLE), limits: game.limits })
    }
}

/// A strategy that thinks within the same limits at every move.
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
