//! A move as one word, and its squares. Knows squares; `legal.rs` knows which moves are legal.
//!
//! ```text
//! bit 31      27 26                        9 8         5 4      0
//!     0000 0     directions, 2 bits each,    jumps,      from
//!                the first one lowest        0 = step
//! ```
//!
//! A jump lands two rows and two columns away, so the parities of the row and of half the sum of row and column never
//! change: a piece can land on only eight squares. Nine jumps connect these eight. No piece is jumped twice, so a move
//! has at most nine jumps.
//!
//! **A capture is defined by its effect.** The same jumps in another order, from the same square to the same square,
//! are the same move. A move has 27 bits: the square it starts from, the number of jumps and their directions.

use core::fmt;

use heapless::Vec;
use serde::{Deserialize, Serialize};

use super::square::{Direction, Square, Squares};

/// No position has more legal moves. Twelve kings have at most 48 steps. In each of the four groups of eight squares
/// between which pieces jump, kings have at most 14 different captures together; a test tries all arrangements.
pub const MAX_MOVES: usize = 56;

/// No move has more jumps.
pub const MAX_JUMPS: u32 = 9;

const JUMPS_SHIFT: u32 = 5;
const WAYS_SHIFT: u32 = 9;

/// A step or a whole capture. Two captures with the same start, end and taken pieces are the same move to the rules,
/// whatever the order of their jumps.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(try_from = "Path", into = "Path")]
pub struct Move(u32);

/// The serialised form of a move: the numbers of the squares that the piece touches.
type Path = Vec<u8, { MAX_JUMPS as usize + 1 }>;

/// What a move does to the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effect {
    /// Where the piece stands afterwards.
    pub to: Square,
    /// What it takes.
    pub taken: Squares,
}

impl Move {
    /// A step.
    #[inline]
    pub const fn step(from: Square, direction: Direction) -> Move {
        Move(from.place() | (direction as u32) << WAYS_SHIFT)
    }

    /// A capture without jumps yet, which is not a legal move.
    #[inline]
    pub(super) const fn capture(from: Square) -> Move {
        Move(from.place())
    }

    /// The capture with one more jump.
    #[inline]
    pub(super) const fn jump(self, direction: Direction) -> Move {
        let n_jumps = self.n_jumps();
        Move((self.0 | (direction as u32) << (WAYS_SHIFT + 2 * n_jumps)) + (1 << JUMPS_SHIFT))
    }

    /// The step or capture that touches these squares in turn; `None` if no piece could, on any board.
    pub fn along(mut squares: impl Iterator<Item = Square>) -> Option<Move> {
        let from = squares.next()?;
        let mut at = from;
        let mut capture = Move::capture(from);
        while let Some(square) = squares.next() {
            let steps = |n_steps| Direction::ALL.into_iter().find(|&way| at.reaches(square, way, n_steps));
            if let Some(way) = steps(1) {
                // A step must be the whole move.
                return (!capture.is_capture() && squares.next().is_none()).then_some(Move::step(from, way));
            }
            if capture.n_jumps() >= MAX_JUMPS {
                return None;
            }
            capture = capture.jump(steps(2)?);
            at = square;
        }
        capture.is_capture().then_some(capture)
    }

    /// Where a first jump in this direction lands.
    #[inline]
    pub(super) const fn landing(self, way: Direction) -> Square {
        Square::at(self.0.wrapping_add(2 * way.stride()))
    }

    /// Where the piece stands before.
    #[inline]
    pub const fn from(self) -> Square {
        Square::at(self.0)
    }

    /// How many pieces it takes.
    #[inline]
    pub const fn n_jumps(self) -> u32 {
        self.0 >> JUMPS_SHIFT & 15
    }

    /// Whether it takes anything.
    #[inline]
    pub const fn is_capture(self) -> bool {
        self.n_jumps() != 0
    }

    /// A number below 128 that distinguishes most moves of a position: the start and the first direction.
    #[inline]
    pub const fn tag(self) -> u8 {
        (self.from().place() << 2 | self.0 >> WAYS_SHIFT & 3) as u8
    }

    /// What it does to the board.
    #[inline]
    pub const fn effect(self) -> Effect {
        let mut ways = self.0 >> WAYS_SHIFT;
        let mut at = self.from().place();
        let n_jumps = self.n_jumps();
        if n_jumps == 0 {
            at = at.wrapping_add(Direction::numbered(ways).stride());
        }
        let mut taken = 0;
        let mut jumped = 0;
        while jumped < n_jumps {
            let stride = Direction::numbered(ways).stride();
            taken |= 1 << (at.wrapping_add(stride) & 31);
            at = at.wrapping_add(2 * stride);
            ways >>= 2;
            jumped += 1;
        }
        Effect { to: Square::at(at), taken: Squares::of_bits(taken) }
    }

    /// The squares that the piece touches, from first to last.
    pub fn path(self) -> impl Iterator<Item = Square> + Clone {
        let n_legs = self.n_jumps().max(1);
        let legs = if self.is_capture() { 2 } else { 1 };
        let mut at = self.from().place();
        let landings = (0..n_legs).map(move |leg| {
            let stride = Direction::numbered(self.0 >> (WAYS_SHIFT + 2 * leg)).stride();
            at = at.wrapping_add(legs * stride);
            Square::at(at)
        });
        core::iter::once(self.from()).chain(landings)
    }
}

impl From<Move> for Path {
    fn from(chosen: Move) -> Path {
        chosen.path().fold(Path::new(), |mut path, square| {
            // Cannot overflow: a path has room for the longest move.
            let _ = path.push(square.number());
            path
        })
    }
}

impl TryFrom<Path> for Move {
    type Error = NoMove;

    fn try_from(path: Path) -> Result<Move, NoMove> {
        let known = path.iter().filter_map(|&number| Square::new(number));
        Move::along(known).filter(|chosen| chosen.path().count() == path.len()).ok_or(NoMove)
    }
}

/// No piece could touch these squares in turn, on any board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoMove;

impl fmt::Display for NoMove {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("no piece could touch these squares in turn")
    }
}

impl core::error::Error for NoMove {}

impl fmt::Debug for Move {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{self}")
    }
}

/// In PDN's long form, which names every square: `11-15`, `11x18x25`.
impl fmt::Display for Move {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let separator = if self.is_capture() { "x" } else { "-" };
        for (place, square) in self.path().enumerate() {
            write!(formatter, "{}{square}", if place == 0 { "" } else { separator })?;
        }
        Ok(())
    }
}
