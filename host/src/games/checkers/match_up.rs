//! One game between two players with a purse of time, or of positions, each. Knows the clock; knows no tournament.

use anyhow::Result;
use pipsqueak_core::game::{self, Foul, Player, referee};
use pipsqueak_core::games::checkers::players::{Strategy, TimeBudget, TimeControl};
use pipsqueak_core::games::checkers::{Ending, Game, Move, Position, Side, View};
use pipsqueak_core::search::{Clock, Limits};

use super::engine::{Engine, Stopwatch};

/// Bytes of each player's table.
const TABLE: usize = 1 << 20;

/// What a player's purse holds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Control {
    /// Microseconds.
    Time(TimeControl),
    /// Positions to look at: the same shares, without the noise of a clock.
    Nodes(TimeControl),
}

/// A game that was played.
pub struct Played {
    /// Its moves from the start, the opening's too.
    pub moves: Vec<Move>,
    /// How it ended.
    pub ending: Ending,
    /// Microseconds that Black and White took beyond their purses, at the worst.
    pub overdrawn: [u32; 2],
}

/// A seated player.
struct Seated {
    engine: Engine,
    control: Control,
    budget: TimeBudget,
    overdrawn: u32,
}

impl Seated {
    fn new(strategy: Strategy, control: Control) -> Seated {
        let (Control::Time(shares) | Control::Nodes(shares)) = control;
        Seated { engine: Engine::new(strategy, TABLE), control, budget: TimeBudget::new(shares), overdrawn: 0 }
    }

    fn decide(&mut self, view: &View) -> Option<Move> {
        let n_moves = view.position().board().n_moves();
        let strategy = self.engine.strategy();
        let (found, spent) = match self.control {
            Control::Time(_) => {
                let mut stopwatch = Stopwatch::start();
                let found = self.engine.think(view, self.budget.limits(strategy, n_moves));
                (found, stopwatch.micros())
            }
            Control::Nodes(_) => {
                let limits = Limits::of_nodes(u64::from(self.budget.allowance(strategy, n_moves)));
                let limits =
                    if strategy == Strategy::Expert && n_moves == 1 { Limits { depth: 1, ..limits } } else { limits };
                let found = self.engine.think(view, limits);
                (found, u32::try_from(found.nodes).unwrap_or(u32::MAX))
            }
        };
        self.overdrawn = self.overdrawn.max(self.budget.spend(spent));
        found.best
    }
}

/// The engine found no move, which the rules exclude.
#[derive(Debug)]
struct Speechless;

impl Player<Game> for Seated {
    type Error = Speechless;

    fn choose(&mut self, view: &View) -> Result<Move, Speechless> {
        self.decide(view).ok_or(Speechless)
    }
}

/// Plays an opening on to its end.
pub fn play(players: [Strategy; 2], controls: [Control; 2], opening: &[Move], start: Position) -> Result<Played> {
    let mut game = Game::new(start);
    for &chosen in opening {
        game.make(chosen)?;
    }
    let [mut black, mut white] = [0, 1].map(|seat| Seated::new(players[seat], controls[seat]));
    let mut moves = opening.to_vec();
    let (game, _) = referee(game, [&mut black, &mut white], |_, _, chosen| moves.push(chosen)).map_err(broken)?;
    let ending = game.ending().ok_or_else(|| anyhow::anyhow!("the referee stopped before the end"))?;
    Ok(Played { moves, ending, overdrawn: [black.overdrawn, white.overdrawn] })
}

fn broken(foul: Foul<Speechless, <Game as game::Game>::Illegal>) -> anyhow::Error {
    anyhow::anyhow!("a player broke the rules: {foul:?}")
}

/// Half points of a side: 2 for a win, 1 for a draw.
pub fn half_points(ending: Ending, side: Side) -> u32 {
    match ending.winner() {
        Some(winner) if winner == side => 2,
        Some(_) => 0,
        None => 1,
    }
}
