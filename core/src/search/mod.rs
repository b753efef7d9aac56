//! Game-tree search over a small trait: plain minimax as the reference, and alpha-beta. Knows no particular game; the
//! clock, the evaluation and all memory are passed in.
//!
//! ```text
//! Position ── what a game offers        Evaluate ── the static evaluation
//!     │                                     │
//! alpha_beta ─ iterative deepening; a loop over frames, never recursion
//!     │              │            │
//! stack: frames,  table: what   limits: depth,
//! moves, history  was found     nodes, clock
//! ```
//!
//! The same position, limits, settings and sizes, with a cleared table and no clock, give the same answer on every
//! machine: everything is arithmetic on integers of stated width.
//!
//! **Memory on loan.** What a search or a solver works in lies on the board's stack while it is needed: 5.8 KB for
//! checkers, 1.3 KB for Mastermind. All three games together need little more than the largest of them.
//!
//! **A position's hash is not its key.** Repetitions are told by the pieces and the side to move; the key of the
//! transposition table also has the countdown to a draw, where it is near.

mod alpha_beta;
mod limits;
mod minimax;
mod ordering;
mod stack;
mod transposition;

pub use alpha_beta::{Search, SearchResult, Settings};
pub use limits::{Clock, Limits, NoClock};
pub use minimax::minimax;
pub use stack::{Frame, SearchStack, StackSlices};
pub use transposition::{Bound, Entry, Slot, TranspositionTable};

/// The score of a position for the side to move. Between [`-LIMIT`](LIMIT) and [`LIMIT`] it is an estimate; beyond, a
/// game that is won or lost.
pub type Score = i16;

/// The score of a game that is won now. One that is won n moves later scores n less.
pub const WIN: Score = 12_000;

/// The bound of static evaluations.
pub const LIMIT: Score = 11_000;

/// A position's hash: equal for the same pieces and side to move, whatever the draw counters. Two independent words.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PositionHash(pub [u32; 2]);

/// A transposition table key: an index and a lock. Positions with the same pieces that score differently have different
/// keys.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TableKey {
    /// Where it lies.
    pub index: u32,
    /// What it must agree with.
    pub lock: u32,
}

/// The state of a position before its moves are generated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NodeStatus {
    /// The side to move has no move and has lost.
    NoMoves,
    /// A static evaluation makes sense.
    Quiet,
    /// A capture is pending: a static evaluation would be premature.
    Captures,
}

/// What the search needs of a two-player game of perfect information.
pub trait Position: Copy {
    /// A move.
    type Move: Copy + PartialEq + Default;

    /// No position has more moves.
    const MAX_MOVES: usize;

    /// Writes the legal moves and says how many there are; `None` if there are more than fit.
    fn moves(&self, room: &mut [Self::Move]) -> Option<usize>;
    /// The position after a legal move.
    #[must_use]
    fn after(&self, chosen: Self::Move) -> Self;
    /// The state of the position, without generating moves.
    fn status(&self) -> NodeStatus;
    /// Whether the side to move would lose a piece if it passed.
    fn is_threatened(&self) -> bool;
    /// The position's hash.
    fn hash(&self) -> PositionHash;
    /// The position's table key, given its hash.
    fn table_key(&self, hash: PositionHash) -> TableKey;
    /// Whether the rules end the game here without a winner.
    fn is_drawn(&self) -> bool;
    /// How many moves have been made since the last one that can never be undone.
    fn n_reversible(&self) -> usize;
    /// 0 or 1: who is to move.
    fn side(&self) -> usize;
    /// A number below 128 that tells most moves of a position apart.
    fn tag(chosen: Self::Move) -> u8;
    /// How many pieces a move captures.
    fn gain(chosen: Self::Move) -> u8;
}

/// A static evaluation.
pub trait Evaluate<P> {
    /// For the side to move, within [`LIMIT`].
    fn evaluate(&self, position: &P) -> Score;
}

/// The score of having lost, `ply` moves from the root.
#[inline]
const fn lost_at(ply: usize) -> Score {
    -(WIN - ply as Score)
}
