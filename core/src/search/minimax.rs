//! Plain minimax without pruning: the reference for testing alpha-beta.

use super::{Evaluate, NodeStatus, Position, Score, lost_at};

/// The score of a position for the side to move, from a full search to this depth. With `quiescence` a line that ends in
/// the middle of a capture goes on. `None` if the room for moves is too small; a line takes as much of it
/// as its positions have moves.
pub fn minimax<P: Position>(
    position: &P,
    depth: u8,
    quiescence: bool,
    evaluation: &impl Evaluate<P>,
    room: &mut [P::Move],
) -> Option<Score> {
    value(position, depth, quiescence, evaluation, room, 0)
}

fn value<P: Position>(
    position: &P,
    depth: u8,
    quiescence: bool,
    evaluation: &impl Evaluate<P>,
    room: &mut [P::Move],
    ply: usize,
) -> Option<Score> {
    if ply > 0 && position.is_drawn() {
        return Some(0);
    }
    let goes_on = match position.status() {
        NodeStatus::NoMoves => return Some(lost_at(ply)),
        NodeStatus::Quiet => depth > 0,
        NodeStatus::Captures => depth > 0 || quiescence,
    };
    if !goes_on {
        return Some(evaluation.evaluate(position));
    }
    let n_moves = position.moves(room)?;
    let (moves, room) = room.split_at_mut_checked(n_moves)?;
    let mut best = -Score::MAX;
    for &chosen in moves.iter() {
        let after = value(&position.after(chosen), depth.saturating_sub(1), quiescence, evaluation, room, ply + 1)?;
        best = best.max(-after);
    }
    Some(best)
}
