//! Random openings that favour neither side.

use std::collections::HashSet;

use pipsqueak_core::games::checkers::players::EngineKind;
use pipsqueak_core::games::checkers::{Game, MAX_MOVES, Move, Position};
use pipsqueak_core::random::{self, Seed};
use pipsqueak_core::search::Limits;

use super::engine::Engine;
use crate::clock::no_clock;

/// Moves of both sides in an opening.
const N_MOVES: usize = 6;
/// The greatest lead of either side, in hundredths of a man.
const MAX_LEAD: i16 = 20;
/// Positions searched to check the lead.
const NODES: u64 = 30_000;

/// Different openings in an order that follows from the seed, each as moves from the start. Once `must_stop` returns
/// true, the rest are repetitions, or empty.
pub fn balanced(seed: Seed, n_openings: usize, must_stop: &dyn Fn() -> bool) -> Vec<Vec<Move>> {
    let mut engine = Engine::new(EngineKind::Expert, 1 << 20, no_clock);
    let mut known = HashSet::new();
    let mut openings = Vec::new();
    // Thousands of openings are balanced; a request for more than there are gets repetitions.
    for try_number in 0..1_000 + 100 * n_openings as u64 {
        if openings.len() == n_openings || must_stop() {
            break;
        }
        let Some((moves, game)) = drawn(seed.derive(try_number)) else { continue };
        engine.forget();
        let score = engine.think(game.view(), Limits::of_nodes(NODES)).score;
        if score.abs() <= MAX_LEAD && known.insert(*game.position().board()) {
            openings.push(moves);
        }
    }
    let n_found = openings.len().max(1);
    for place in openings.len()..n_openings {
        let again = openings.get(place % n_found).cloned().unwrap_or_default();
        openings.push(again);
    }
    openings
}

/// Random moves from the start; `None` if they end in the middle of an exchange.
fn drawn(seed: Seed) -> Option<(Vec<Move>, Game)> {
    let mut rng = seed.rng();
    let mut game = Game::new(Position::START);
    let mut moves = Vec::new();
    for _ in 0..N_MOVES {
        let mut room = [Move::default(); MAX_MOVES];
        let n_moves = game.position().board().moves(&mut room)?;
        let chosen = random::pick(&mut rng, &room[..n_moves])?;
        game.make(chosen).ok()?;
        moves.push(chosen);
    }
    (!game.position().board().must_jump()).then_some((moves, game))
}
