//! Game-tree search over a small trait: plain minimax as the reference, and alpha-beta. Knows no particular game; the
//! clock, the evaluation and all memory are handed in.
//!
//! ```text
//! Position ── what a game offers        Evaluate ── what a quiet position is worth
//!     │                                     │
//! alpha_beta ─ iterative deepening; a loop over frames, never recursion
//!     │              │            │
//! stack: frames,  table: what   limits: depth,
//! moves, history  was found     nodes, clock
//! ```
//!
//! The same position, limits, settings and sizes, with a cleared table and no clock, give the same answer on every
//! machine: everything is arithmetic on integers of stated width.

mod alpha_beta;
mod limits;
mod minimax;
mod ordering;
mod stack;
mod table;

pub use alpha_beta::{Found, Search, Settings};
pub use limits::{Clock, Limits, NoClock};
pub use minimax::minimax;
pub use stack::{Frame, SearchStack, StackSlices};
pub use table::{Bound, Entry, Slot, TranspositionTable};

/// The worth of a position for the side to move. Between [`-LIMIT`](LIMIT) and [`LIMIT`] it is an estimate; beyond, a
/// game that is won or lost.
pub type Score = i16;

/// A game that is won now. One that is won n moves later is worth n less.
pub const WIN: Score = 12_000;

/// Estimates stay within this.
pub const LIMIT: Score = 11_000;

/// What tells a position from others, whatever the draw rules count: a game that comes back to the same pieces with the
/// same side to move has come back to the same identity. Two independent words.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Identity(pub [u32; 2]);

/// Under what a transposition table keeps a position: one word for its place, one to be compared there. Positions that
/// are worth something else, though their pieces are the same, have other keys.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Key {
    /// Where it lies.
    pub index: u32,
    /// What it must agree with.
    pub lock: u32,
}

/// What can be said of a position before its moves are known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NodeStatus {
    /// The side to move has no move and has lost.
    NoMoves,
    /// An estimate makes sense.
    Quiet,
    /// Something is about to be taken: an estimate would be premature.
    Captures,
}

/// What the search needs of a game of two sides who see everything.
pub trait Position: Copy {
    /// What a side decides.
    type Move: Copy + PartialEq + Default;

    /// No position has more moves.
    const MAX_MOVES: usize;

    /// Writes the legal moves and says how many there are; `None` if there are more than fit.
    fn moves(&self, room: &mut [Self::Move]) -> Option<usize>;
    /// The position after a legal move.
    #[must_use]
    fn after(&self, chosen: Self::Move) -> Self;
    /// What can be said at once.
    fn status(&self) -> NodeStatus;
    /// Whether the side to move would lose something if it could not move.
    fn is_threatened(&self) -> bool;
    /// What tells it from others.
    fn identity(&self) -> Identity;
    /// Under what a table keeps it, which has this identity.
    fn table_key(&self, identity: Identity) -> Key;
    /// Whether the rules end the game here without a winner.
    fn is_drawn(&self) -> bool;
    /// How many moves have been made since the last one that can never be undone.
    fn n_reversible(&self) -> usize;
    /// 0 or 1: who is to move.
    fn side(&self) -> usize;
    /// A number below 128 that tells most moves of a position apart.
    fn tag(chosen: Self::Move) -> u8;
    /// How much a move takes.
    fn gain(chosen: Self::Move) -> u8;
}

/// What a position is worth that is looked into no further.
pub trait Evaluate<P> {
    /// For the side to move, within [`LIMIT`].
    fn evaluate(&self, position: &P) -> Score;
}

/// The worth of having lost, so many moves from where the search began.
#[inline]
const fn lost_at(ply: usize) -> Score {
    -(WIN - ply as Score)
}
