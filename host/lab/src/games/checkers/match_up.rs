//! One game between two players, each with a budget of time or of positions. Knows no tournament.

use anyhow::{Context, Result};
use pipsqueak_core::game::{Player, Points};
use pipsqueak_core::games::checkers::players::{TimeBudget, TimeControl};
use pipsqueak_core::games::checkers::{Ending, Game, Move, Position, View};
use pipsqueak_core::search::Limits;

use super::engine::{Engine, EngineSpec};
use crate::arena::{self, between_programs};
use crate::clock::StartClock;
use crate::workers::Workers;

/// Bytes of each player's table.
const TABLE: usize = 1 << 20;

/// The unit of a player's budget.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Control {
    /// Microseconds.
    Time(TimeControl),
    /// Positions to search: the same allocation, without the noise of a clock.
    Nodes(TimeControl),
}

/// A game that was played.
pub struct FinishedGame {
    /// Its moves from the start, including the opening.
    pub moves: Vec<Move>,
    /// How it ended.
    pub ending: Ending,
    /// The points.
    pub points: Points,
    /// The most microseconds by which Black and White exceeded their budgets.
    pub overdrawn: [u32; 2],
}

/// A seated player.
struct SeatedEngine {
    engine: Engine,
    control: Control,
    clock: StartClock,
    budget: TimeBudget,
    overdrawn: u32,
}

impl SeatedEngine {
    fn new(spec: EngineSpec, control: Control, clock: StartClock) -> SeatedEngine {
        let (Control::Time(shares) | Control::Nodes(shares)) = control;
        SeatedEngine {
            engine: Engine::of(spec, TABLE, clock),
            control,
            clock,
            budget: TimeBudget::new(shares),
            overdrawn: 0,
        }
    }

    fn decide(&mut self, view: &View) -> Option<Move> {
        let n_moves = view.position().board().n_moves();
        let (kind, is_as_expert) = (self.engine.spec().kind(), self.engine.spec().is_as_expert());
        let (found, spent) = match self.control {
            Control::Time(_) => {
                let mut stopwatch = (self.clock)();
                let limits = if is_as_expert {
                    self.budget.limits_as_expert(kind, n_moves)
                } else {
                    self.budget.limits(kind, n_moves)
                };
                let found = self.engine.think(view, limits);
                (found, stopwatch.micros())
            }
            Control::Nodes(_) => {
                let limits = Limits::of_nodes(u64::from(self.budget.allowance(kind, n_moves)));
                let limits = if is_as_expert && n_moves == 1 { Limits { depth: 1, ..limits } } else { limits };
                let found = self.engine.think(view, limits);
                (found, u32::try_from(found.nodes).unwrap_or(u32::MAX))
            }
        };
        self.overdrawn = self.overdrawn.max(self.budget.spend(spent));
        found.best
    }
}

impl Player<Game> for SeatedEngine {
    type Error = anyhow::Error;

    fn choose(&mut self, view: &View) -> Result<Move> {
        self.decide(view).context("there is no legal move")
    }
}

/// Plays a game from an opening to its end.
pub fn play(
    players: [&EngineSpec; 2],
    controls: [Control; 2],
    opening: &[Move],
    start: Position,
    clock: StartClock,
    workers: Workers<'_>,
) -> Result<FinishedGame> {
    let mut game = Game::new(start);
    for &chosen in opening {
        game.make(chosen)?;
    }
    let [mut black, mut white] = [0, 1].map(|seat| SeatedEngine::new(players[seat].clone(), controls[seat], clock));
    let played = arena::play(game.clone(), [&mut black, &mut white], workers).map_err(between_programs)?;
    let arena::FinishedGame { points, moves } = played;
    for &chosen in &moves {
        game.make(chosen)?;
    }
    let ending = game.ending().context("the referee stopped before the end")?;
    let moves = [opening, &moves].concat();
    Ok(FinishedGame { moves, ending, points, overdrawn: [black.overdrawn, white.overdrawn] })
}
