//! Matches of checkers, from random openings, with the same effort for both sides.

use std::time::Duration;

use anyhow::{Context, Result};
use pipsqueak_core::champion::GameId;
use pipsqueak_core::chance::Seed;
use pipsqueak_core::game::{Game as _, Player, Seat};
use pipsqueak_core::games::checkers::pdn::Outcome;
use pipsqueak_core::games::checkers::players::Strategy;
use pipsqueak_core::games::checkers::{Game, Move, View};
use pipsqueak_core::link::Effort;
use pipsqueak_core::search::Limits;

use super::{Bout, Connected, Options, Side};
use crate::board::{BoardPlayer, SearchStats};
use crate::games::checkers::engine::Engine;
use crate::games::checkers::record::RecordedGame;
use crate::games::checkers::seconds;

/// Bytes of the opponent's table.
const TABLE: usize = 1 << 20;

/// How long both sides look for a move.
#[derive(clap::Args, Clone, Copy)]
pub struct EffortOptions {
    /// Checkers: positions that both sides look at for a move
    #[arg(long, value_name = "N", default_value_t = 5000, value_parser = clap::value_parser!(u32).range(1..))]
    nodes: u32,
    /// Checkers: seconds for a move, instead of positions
    #[arg(long, value_name = "S", value_parser = seconds, conflicts_with = "nodes")]
    time: Option<f64>,
}

impl EffortOptions {
    /// What is asked of a board.
    pub fn effort(self) -> Effort {
        match self.time {
            None => Effort::Nodes(self.nodes),
            Some(seconds) => {
                Effort::Millis(Duration::from_secs_f64(seconds).as_millis().try_into().unwrap_or(u32::MAX))
            }
        }
    }
}

/// The board's opponent, and how long both think.
pub struct Checkers {
    engine: Engine,
    effort: Effort,
    stats: SearchStats,
}

impl Checkers {
    /// The opponent that the options name.
    pub fn new(options: &Options) -> Result<Checkers> {
        let strategy: Strategy = options.opponent.as_deref().unwrap_or("better_h").parse()?;
        let engine = Engine::new(strategy, TABLE);
        Ok(Checkers { engine, effort: options.effort.effort(), stats: SearchStats::default() })
    }
}

impl Bout for Checkers {
    type Game = Game;

    fn opponent(&self) -> &str {
        self.engine.strategy().name()
    }

    fn champion(&self) -> Option<GameId> {
        None
    }

    fn deal(&self, seed: Seed) -> Game {
        Game::deal(seed)
    }

    fn sides<'a>(&'a mut self, client: &'a mut Connected, _: Seed, _: Seat) -> [Side<'a, Game>; 2] {
        let Checkers { engine, effort, stats } = self;
        engine.forget();
        let limits = match *effort {
            Effort::Default => Limits::NONE,
            Effort::Nodes(nodes) => Limits::of_nodes(nodes.into()),
            Effort::Millis(millis) => Limits::of_micros(millis.saturating_mul(1000)),
        };
        [Box::new(BoardPlayer { client, effort: *effort, stats }), Box::new(Program { engine, limits })]
    }

    fn written(&self, seed: Seed, [black, white]: [&str; 2], moves: &[Move]) -> Result<Vec<u8>> {
        let mut game = self.deal(seed);
        let start = *game.position().board();
        moves.iter().try_for_each(|&chosen| game.make(chosen))?;
        let tag = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        let tags = vec![
            tag("Event", "Pipsqueak"),
            tag("Round", &seed.0.to_string()),
            tag("Black", black),
            tag("White", white),
        ];
        let outcome = Outcome::of(game.ending());
        Ok((RecordedGame { tags, start, moves: moves.to_vec(), outcome }.to_pdn() + "\n").into_bytes())
    }

    fn remark(&self) -> Option<String> {
        self.stats.remark()
    }
}

/// The opponent.
struct Program<'e> {
    engine: &'e mut Engine,
    limits: Limits,
}

impl Player<Game> for Program<'_> {
    type Error = anyhow::Error;

    fn choose(&mut self, view: &View) -> Result<Move> {
        self.engine.think(view, self.limits).best.context("the game is over")
    }
}
