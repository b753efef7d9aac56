//! One game between two players, each with a budget of time or of positions. Knows no tournament.

use anyhow::{Context, Result};
use pipsqueak_core::game::Points;
use pipsqueak_core::games::checkers::{Ending, Game, Move, Position};

use super::budget::Control;
use super::engine::EngineSpec;
use super::seated::SeatedEngine;
use crate::arena::{self, between_programs};
use crate::clock::StartClock;
use crate::workers::Workers;

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
    /// The depths, in plies, of Black's and White's finished iterations, move by move after the opening.
    pub depths: [Vec<u8>; 2],
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
    let overdrawn = [black.overdrawn(), white.overdrawn()];
    Ok(FinishedGame { moves, ending, points, overdrawn, depths: [black, white].map(SeatedEngine::into_depths) })
}
