//! The features of a board for trees, from one side's point of view, so that one tree serves both sides. Knows squares;
//! `terminals.rs` knows which terminal uses which feature.
//!
//! The side is a constant of the type, so that directions and masks are constants for the compiler, and nothing
//! branches on the side.

use super::board::{Board, Side};
use super::square::{Direction, Squares, field};

/// A board as one side sees it: Black if `SIDE` is 0, White if it is 1.
#[derive(Clone, Copy, Debug)]
pub struct SideFeatures<const SIDE: usize> {
    own: Squares,
    others: Squares,
    /// The kings of both sides.
    kings: Squares,
    empty: Squares,
    is_to_move: bool,
}

/// Both sides' points of view.
#[derive(Clone, Copy, Debug)]
pub struct BoardFeatures {
    /// Black's.
    pub black: SideFeatures<0>,
    /// White's.
    pub white: SideFeatures<1>,
}

impl BoardFeatures {
    /// The features of a board.
    #[inline(always)]
    pub fn of(board: &Board) -> BoardFeatures {
        let Board { black, white, kings, turn } = *board;
        let empty = board.empty();
        BoardFeatures {
            black: SideFeatures { own: black, others: white, kings, empty, is_to_move: turn == Side::Black },
            white: SideFeatures { own: white, others: black, kings, empty, is_to_move: turn == Side::White },
        }
    }
}

/// The number of squares. Not inlined on a board, because a Cortex-M0 counts bits with twenty instructions in many
/// places.
#[cfg_attr(target_os = "none", inline(never))]
#[cfg_attr(not(target_os = "none"), inline(always))]
pub(super) fn count(squares: Squares) -> i32 {
    squares.len() as i32
}

/// The squares of some rows as a side counts them: its own home row is its first row.
const fn rows_of(side: usize, first: usize, end: usize) -> Squares {
    if side == 0 { field((first, end), (0, 8)) } else { field((8 - end, 8 - first), (0, 8)) }
}

/// The squares of the rows whose number, counted from 0, has this bit.
const fn rows_with(side: usize, bit: usize) -> Squares {
    let mut bits = 0;
    let mut row = 0;
    while row < 8 {
        if row >> bit & 1 == 1 {
            bits |= rows_of(side, row, row + 1).bits();
        }
        row += 1;
    }
    Squares::of_bits(bits)
}

/// The eight squares of the middle: four rows and four columns.
const WIDE_CENTRE: Squares = field((2, 6), (2, 6));
/// The first and the last column.
const EDGES: Squares = Squares::of_bits(field((0, 8), (0, 1)).bits() | field((0, 8), (7, 8)).bits());
/// The corners with two squares, between which a lone king is safe.
const DOUBLE_CORNERS: Squares = Squares::numbered([1, 5, 28, 32]);
/// The long diagonal from one corner with a single square to the other.
const MAIN_ROAD: Squares = Squares::numbered([4, 8, 11, 15, 18, 22, 25, 29]);
/// The rows that count for the move (the opposition): Black's, and White's.
const SYSTEMS: [Squares; 2] = [rows_with(1, 0), rows_with(0, 0)];

#[inline]
const fn is_odd(count: i32) -> bool {
    count & 1 == 1
}

impl<const SIDE: usize> SideFeatures<SIDE> {
    const FORWARD: [Direction; 2] =
        if SIDE == 0 { [Direction::DownRight, Direction::DownLeft] } else { [Direction::UpRight, Direction::UpLeft] };
    const BACKWARD: [Direction; 2] = [Self::FORWARD[0].opposite(), Self::FORWARD[1].opposite()];
    /// The two squares of the bridge, which keep all men out.
    const BRIDGE: Squares = if SIDE == 0 { Squares::numbered([1, 3]) } else { Squares::numbered([30, 32]) };
    /// The dog hole: a man here cannot move while a piece is on the square before it.
    const DOG_HOLE: [Squares; 2] = if SIDE == 0 {
        [Squares::numbered([28]), Squares::numbered([32])]
    } else {
        [Squares::numbered([5]), Squares::numbered([1])]
    };

    #[inline(always)]
    pub(super) fn men(&self) -> i32 {
        count(self.own - self.kings)
    }

    #[inline(always)]
    pub(super) fn kings(&self) -> i32 {
        count(self.own & self.kings)
    }

    #[inline(always)]
    pub(super) fn opponent_men(&self) -> i32 {
        count(self.others - self.kings)
    }

    #[inline(always)]
    pub(super) fn opponent_kings(&self) -> i32 {
        count(self.others & self.kings)
    }

    #[inline(always)]
    pub(super) fn pieces_left(&self) -> i32 {
        count(!self.empty)
    }

    #[inline(always)]
    pub(super) fn opponent_has_king(&self) -> bool {
        self.others.meets(self.kings)
    }

    #[inline(always)]
    pub(super) fn is_ahead(&self) -> bool {
        count(self.own) > count(self.others)
    }

    #[inline(always)]
    pub(super) const fn is_to_move(&self) -> bool {
        self.is_to_move
    }

    /// Men on a row, the home row being 0.
    #[inline(always)]
    pub(super) fn men_on_row<const ROW: usize>(&self) -> i32 {
        count((self.own - self.kings) & const { rows_of(SIDE, ROW, ROW + 1) })
    }

    #[inline(always)]
    pub(super) fn has_bridge(&self) -> bool {
        (self.own - self.kings) & Self::BRIDGE == Self::BRIDGE
    }

    #[inline(always)]
    pub(super) fn centre(&self) -> i32 {
        count(self.own & Squares::CENTRE)
    }

    #[inline(always)]
    pub(super) fn wide_centre(&self) -> i32 {
        count(self.own & WIDE_CENTRE)
    }

    #[inline(always)]
    pub(super) fn kings_in_centre(&self) -> i32 {
        count(self.own & self.kings & WIDE_CENTRE)
    }

    #[inline(always)]
    pub(super) fn edges(&self) -> i32 {
        count(self.own & EDGES)
    }

    #[inline(always)]
    pub(super) fn double_corner(&self) -> i32 {
        count(self.own & self.kings & DOUBLE_CORNERS)
    }

    #[inline(always)]
    pub(super) fn main_road(&self) -> i32 {
        count(self.own & self.kings & MAIN_ROAD)
    }

    /// The sum of the rows that the men have advanced, computed bit by bit of the row numbers.
    #[inline(always)]
    pub(super) fn tempo(&self) -> i32 {
        let men = self.own - self.kings;
        let with = |rows: Squares| count(men & rows);
        let (ones, twos, fours) =
            (const { rows_with(SIDE, 0) }, const { rows_with(SIDE, 1) }, const { rows_with(SIDE, 2) });
        with(ones) + 2 * with(twos) + 4 * with(fours)
    }

    /// The pieces that can step each way onto some of the squares.
    #[inline(always)]
    fn steps_onto(&self, squares: impl Fn(Direction, Squares) -> Squares) -> i32 {
        let [left, right] = Self::FORWARD;
        let step = |way: Direction, pieces: Squares, others| count(pieces & squares(way, others).seen_from(way));
        let forward = step(left, self.own, self.others) + step(right, self.own, self.others);
        let kings = self.own & self.kings;
        if kings.is_empty() {
            return forward;
        }
        let [left, right] = Self::BACKWARD;
        let others = self.others & self.kings;
        forward + step(left, kings, others) + step(right, kings, others)
    }

    #[inline(always)]
    pub(super) fn steps(&self) -> i32 {
        self.steps_onto(|_, _| self.empty)
    }

    /// Steps after which the piece cannot be jumped. In the direction of the step, the square behind the piece is the
    /// one that it has left, which is empty.
    #[inline(always)]
    pub(super) fn safe_steps(&self) -> i32 {
        let safe = self.empty - self.exposed();
        self.steps_onto(|way, others| safe - others.seen_from(way))
    }

    /// Where a piece would be jumped next.
    #[inline(always)]
    fn exposed(&self) -> Squares {
        let taken = |way: Direction, others: Squares| others.seen_from(way) & self.empty.seen_from(way.opposite());
        let [left, right] = Self::FORWARD;
        let by_any = taken(left, self.others) | taken(right, self.others);
        let kings = self.others & self.kings;
        if kings.is_empty() {
            return by_any;
        }
        let [left, right] = Self::BACKWARD;
        by_any | taken(left, kings) | taken(right, kings)
    }

    /// The pieces that could be jumped if it were the opponent's turn.
    #[inline(always)]
    pub(super) fn hanging(&self) -> i32 {
        count(self.own & self.exposed())
    }

    /// The men without an opponent in the triangle of six rows before them.
    #[inline(always)]
    pub(super) fn runaways(&self) -> i32 {
        let [left, right] = Self::FORWARD;
        let mut stopped = self.others;
        for _ in 0..6 {
            stopped = stopped | stopped.seen_from(left) | stopped.seen_from(right);
        }
        count(self.own - self.kings - stopped)
    }

    #[inline(always)]
    fn movable_forward(&self) -> Squares {
        let [left, right] = Self::FORWARD;
        self.empty.seen_from(left) | self.empty.seen_from(right)
    }

    #[inline(always)]
    pub(super) fn blocked_men(&self) -> i32 {
        count(self.own - self.kings - self.movable_forward())
    }

    #[inline(always)]
    pub(super) fn trapped_kings(&self) -> i32 {
        let [left, right] = Self::BACKWARD;
        let movable = self.movable_forward() | self.empty.seen_from(left) | self.empty.seen_from(right);
        count((self.own & self.kings) - movable)
    }

    #[inline(always)]
    pub(super) fn is_in_dog_hole(&self) -> bool {
        let [hole, before] = Self::DOG_HOLE;
        (self.own - self.kings).meets(hole) && self.others.meets(before)
    }

    /// Empty squares diagonally behind men, one for each man and side.
    #[inline(always)]
    pub(super) fn holes_behind(&self) -> i32 {
        self.men_before(self.empty)
    }

    /// Own pieces diagonally behind men, one for each man and side.
    #[inline(always)]
    pub(super) fn backing(&self) -> i32 {
        self.men_before(self.own)
    }

    #[inline(always)]
    fn men_before(&self, squares: Squares) -> i32 {
        let men = self.own - self.kings;
        let [left, right] = Self::BACKWARD;
        count(men & squares.seen_from(left)) + count(men & squares.seen_from(right))
    }

    /// Whether the side has "the move" (the opposition): it would make the last step if all pieces came face to face.
    /// On its turn it has the move if an odd number of pieces is in the columns that begin at its own home row. On the
    /// opponent's turn it has the move if the opponent has not.
    #[inline(always)]
    pub(super) fn has_the_move(&self) -> bool {
        let pieces = !self.empty;
        if self.is_to_move {
            is_odd(count(pieces & SYSTEMS[SIDE & 1]))
        } else {
            !is_odd(count(pieces & SYSTEMS[SIDE & 1 ^ 1]))
        }
    }
}
