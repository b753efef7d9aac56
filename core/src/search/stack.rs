//! The search stack: the memory that a search works in.
//!
//! **A search has no recursion.** Its frames lie in a `SearchStack` whose size is part of its type, so that a board knows at
//! build time what it needs: 40 moves ahead and 400 moves of room take less than 4 KB. A line that fills the stack is
//! evaluated where it stands.

use super::{Position, PositionHash, Score};

/// The memory of a search: a frame for each move of the line that is looked at, room for the moves of all of them, and
/// how often each move was good. A line that fills the frames or the room is evaluated where it stands.
#[derive(Debug)]
pub struct SearchStack<P: Position, const PLIES: usize, const MOVES: usize> {
    frames: [Frame<P>; PLIES],
    moves: [P::Move; MOVES],
    history: History,
}

/// A stack's memory, whatever its size.
#[derive(Debug)]
pub struct StackSlices<'d, P: Position> {
    pub(super) frames: &'d mut [Frame<P>],
    pub(super) moves: &'d mut [P::Move],
    pub(super) history: &'d mut History,
}

impl<P: Position, const PLIES: usize, const MOVES: usize> SearchStack<P, PLIES, MOVES> {
    /// An empty stack; the position is only there to fill the frames.
    pub fn new(filler: P) -> Self {
        const { assert!(PLIES >= 2 && MOVES >= P::MAX_MOVES && MOVES <= u16::MAX as usize) };
        SearchStack {
            frames: [Frame::new(filler); PLIES],
            moves: [P::Move::default(); MOVES],
            history: History([0; 256]),
        }
    }

    /// The memory, for a search.
    pub fn slices(&mut self) -> StackSlices<'_, P> {
        StackSlices { frames: &mut self.frames, moves: &mut self.moves, history: &mut self.history }
    }
}

/// A position on the line that is looked at, and how far the look into it has come.
#[derive(Clone, Copy, Debug)]
pub struct Frame<P> {
    pub(super) position: P,
    pub(super) hash: PositionHash,
    pub(super) alpha: Score,
    pub(super) beta: Score,
    /// The best so far, and where in the list its move stands.
    pub(super) best: Score,
    pub(super) best_place: u8,
    /// Whether a move raised alpha.
    pub(super) has_raised: bool,
    pub(super) has_captures: bool,
    pub(super) depth: i8,
    pub(super) stage: Stage,
    /// The moves: where they lie, how many there are, and which is tried.
    pub(super) first: u16,
    pub(super) n_moves: u8,
    pub(super) next: u8,
    /// Killer moves at this ply, by tag; they persist across sibling positions.
    pub(super) killers: [u8; 2],
}

/// How the present move is searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stage {
    /// Not yet.
    Fresh,
    /// Reduced depth, null window.
    Reduced,
    /// Full depth, null window (PVS scout).
    Scout,
    /// Full window.
    Full,
}

/// No move has this tag.
pub(super) const NO_TAG: u8 = 255;

impl<P> Frame<P> {
    pub(super) const fn new(position: P) -> Frame<P> {
        Frame {
            position,
            hash: PositionHash([0; 2]),
            alpha: 0,
            beta: 0,
            best: 0,
            best_place: 0,
            has_raised: false,
            has_captures: false,
            depth: 0,
            stage: Stage::Fresh,
            first: 0,
            n_moves: 0,
            next: 0,
            killers: [NO_TAG; 2],
        }
    }
}

/// How often a move was good, by side and tag, in this search.
#[derive(Clone, Debug)]
pub(super) struct History([u8; 256]);

impl History {
    pub(super) fn clear(&mut self) {
        self.0.fill(0);
    }

    #[inline]
    const fn place(side: usize, tag: u8) -> usize {
        (side & 1) << 7 | (tag & 127) as usize
    }

    #[inline]
    pub(super) fn get(&self, side: usize, tag: u8) -> u8 {
        self.0[Self::place(side, tag)]
    }

    /// The move refuted a line of this depth.
    #[inline]
    pub(super) fn reward(&mut self, side: usize, tag: u8, depth: i8) {
        let place = &mut self.0[Self::place(side, tag)];
        let sum = u16::from(*place) + u16::from(depth.max(1) as u8);
        match u8::try_from(sum) {
            Ok(sum) => *place = sum,
            // Age the history by halving all counts.
            Err(_) => self.0.iter_mut().for_each(|count| *count /= 2),
        }
    }
}
