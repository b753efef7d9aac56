//! Move ordering (captures, killers, history) and late move reductions.

use super::Position;

/// Late move reduction in plies.
#[inline]
pub(super) const fn reduction(depth: i8, place: usize) -> i8 {
    match (depth, place) {
        (..3, _) | (_, ..3) => 0,
        (6.., 6..) => 2,
        _ => 1,
    }
}

/// Moves the most promising move to the front: largest capture, then killers, then history.
#[inline]
pub(super) fn pick<P: Position>(moves: &mut [P::Move], frame_killers: [u8; 2], history: impl Fn(u8) -> u8) {
    let [latest, earlier] = frame_killers;
    let promise = |chosen: P::Move| {
        let tag = P::tag(chosen);
        let known = match tag {
            _ if tag == latest => 511,
            _ if tag == earlier => 510,
            _ => u16::from(history(tag)),
        };
        u16::from(P::gain(chosen)) << 9 | known
    };
    let mut best = (0, 0);
    for (place, &chosen) in moves.iter().enumerate() {
        let promise = promise(chosen) + 1;
        if promise > best.1 {
            best = (place, promise);
        }
    }
    if best.0 < moves.len() {
        moves.swap(0, best.0);
    }
}
