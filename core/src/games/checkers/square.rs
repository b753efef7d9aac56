//! Squares, sets of squares and the four directions. The only file that knows how squares lie in a word.
//!
//! Squares are numbered 1 to 32 as players number them, row by row from the top, where Black begins. In a word, a
//! square's bit has another index, its place:
//!
//! ```text
//!     .  1  .  2  .  3  .  4        . 21  . 15  .  9  .  3
//!     5  .  6  .  7  .  8  .       28  . 22  . 16  . 10  .
//!     .  9  . 10  . 11  . 12        . 29  . 23  . 17  . 11
//!    13  . 14  . 15  . 16  .        4  . 30  . 24  . 18  .
//!     . 17  . 18  . 19  . 20        .  5  . 31  . 25  . 19
//!    21  . 22  . 23  . 24  .       12  .  6  .  0  . 26  .
//!     . 25  . 26  . 27  . 28        . 13  .  7  .  1  . 27
//!    29  . 30  . 31  . 32  .       20  . 14  .  8  .  2  .
//!          numbers                        places
//! ```
//!
//! **A step is a rotation.** One step down and right adds 1 to the place and one down and left adds 7, everywhere and
//! modulo 32. So a whole set of squares steps by one rotation, which is one instruction on a Cortex-M0. The usual
//! places (number - 1) would need two shifts, and masks for odd and even rows.

use core::fmt;
use core::ops::{BitAnd, BitOr, BitXor, Not, Sub};

/// A square, by its place in a word.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

/// One of the four diagonal directions. Black's men go down, White's go up.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Direction {
    /// To higher numbers, to the right with Black on top.
    DownRight = 0,
    /// To higher numbers, to the left with Black on top.
    DownLeft = 1,
    /// To lower numbers, to the right with Black on top.
    UpRight = 2,
    /// To lower numbers, to the left with Black on top.
    UpLeft = 3,
}

/// A set of squares, a bit for each place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Squares(u32);

/// The place of each number less one.
const PLACES: [u8; 32] = places();
/// The number less one of each place.
const NUMBERS: [u8; 32] = numbers();

const fn places() -> [u8; 32] {
    let mut places = [0; 32];
    let mut number = 0;
    while number < 32 {
        let row = number / 4;
        let column = number % 4 * 2 + 1 - row % 2;
        places[number] = ((row + column - 1) / 2 + 7 * ((row + 7 - column) / 2)) as u8 % 32;
        number += 1;
    }
    places
}

const fn numbers() -> [u8; 32] {
    let mut numbers = [0; 32];
    let mut number = 0;
    while number < 32 {
        numbers[PLACES[number] as usize] = number as u8;
        number += 1;
    }
    numbers
}

/// The squares of the rows and columns in these ranges.
pub(super) const fn field(rows: (usize, usize), columns: (usize, usize)) -> Squares {
    let mut bits = 0;
    let mut number = 0;
    while number < 32 {
        let row = number / 4;
        let column = number % 4 * 2 + 1 - row % 2;
        if rows.0 <= row && row < rows.1 && columns.0 <= column && column < columns.1 {
            bits |= 1 << PLACES[number];
        }
        number += 1;
    }
    Squares(bits)
}

impl Square {
    /// The square with this number, 1 to 32.
    #[inline]
    pub fn new(number: u8) -> Option<Square> {
        PLACES.get(usize::from(number.checked_sub(1)?)).map(|&place| Square(place))
    }

    /// The square at this place, modulo 32.
    #[inline]
    pub(super) const fn at(place: u32) -> Square {
        Square(place as u8 & 31)
    }

    /// The place in a word, below 32.
    #[inline]
    pub(super) const fn place(self) -> u32 {
        self.0 as u32 & 31
    }

    /// The square that the other side sees in the same place: the board turned round.
    #[inline]
    pub(super) const fn turned(self) -> Square {
        // Rows and columns count from the other end, and a place is a sum of both.
        Square::at(55 - self.place())
    }

    /// 1 to 32.
    #[inline]
    pub const fn number(self) -> u8 {
        NUMBERS[self.place() as usize] + 1
    }

    /// 0 to 7 from Black's home row.
    #[inline]
    pub const fn row(self) -> u8 {
        NUMBERS[self.place() as usize] / 4
    }

    /// 0 to 7 from the left, with Black on top.
    #[inline]
    pub const fn column(self) -> u8 {
        NUMBERS[self.place() as usize] % 4 * 2 + 1 - self.row() % 2
    }

    /// The square of this row and column; `None` for a light one or none at all.
    pub fn of_row_and_column(row: u8, column: u8) -> Option<Square> {
        let dark = row < 8 && column < 8 && (row + column) % 2 == 1;
        if dark { Square::new(row * 4 + column / 2 + 1) } else { None }
    }

    /// Whether this many steps this way lead to the other square.
    pub(super) fn reaches(self, other: Square, direction: Direction, n_steps: u8) -> bool {
        (0..n_steps).fold(self.alone(), |at, _| at.toward(direction)) == other.alone()
    }

    /// The set of this square alone.
    #[inline]
    pub const fn alone(self) -> Squares {
        Squares(1 << self.place())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", self.number())
    }
}

impl fmt::Display for Square {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", self.number())
    }
}

impl Direction {
    /// All four.
    pub const ALL: [Direction; 4] = [Direction::DownRight, Direction::DownLeft, Direction::UpRight, Direction::UpLeft];

    /// The way with this number modulo 4.
    #[inline]
    pub(super) const fn numbered(number: u32) -> Direction {
        match number & 3 {
            0 => Direction::DownRight,
            1 => Direction::DownLeft,
            2 => Direction::UpRight,
            _ => Direction::UpLeft,
        }
    }

    /// Whether it leads to lower numbers.
    #[inline]
    pub const fn is_up(self) -> bool {
        self as u8 >= 2
    }

    /// The opposite direction.
    #[inline]
    pub const fn opposite(self) -> Direction {
        match self {
            Direction::DownRight => Direction::UpLeft,
            Direction::DownLeft => Direction::UpRight,
            Direction::UpRight => Direction::DownLeft,
            Direction::UpLeft => Direction::DownRight,
        }
    }

    /// What a step adds to a place, modulo 32.
    #[inline]
    pub(super) const fn stride(self) -> u32 {
        match self {
            Direction::DownRight => 1,
            Direction::DownLeft => 7,
            Direction::UpRight => 25,
            Direction::UpLeft => 31,
        }
    }

    /// The squares from which this many steps stay on the board.
    const fn within(self, steps: usize) -> Squares {
        match self {
            Direction::DownRight => field((0, 8 - steps), (0, 8 - steps)),
            Direction::DownLeft => field((0, 8 - steps), (steps, 8)),
            Direction::UpRight => field((steps, 8), (0, 8 - steps)),
            Direction::UpLeft => field((steps, 8), (steps, 8)),
        }
    }
}

impl Squares {
    /// No square.
    pub const NONE: Squares = Squares(0);
    /// All 32.
    pub const ALL: Squares = Squares(u32::MAX);
    /// Black's home row, where White's men are crowned: 1 to 4.
    pub const BLACK_HOME: Squares = field((0, 1), (0, 8));
    /// White's home row, where Black's men are crowned: 29 to 32.
    pub const WHITE_HOME: Squares = field((7, 8), (0, 8));
    /// The middle four columns of the middle two rows: 14, 15, 18, 19.
    pub const CENTRE: Squares = field((3, 5), (2, 6));

    /// The set with these bits, by place.
    #[inline]
    pub(super) const fn of_bits(bits: u32) -> Squares {
        Squares(bits)
    }

    /// The bits, by place.
    #[inline]
    pub(super) const fn bits(self) -> u32 {
        self.0
    }

    /// The set in which the bit of value 2^(n-1) stands for square n: the form that leaves the program.
    pub fn from_numbered(bits: u32) -> Squares {
        let numbers = (1..=32).filter(|number| bits >> (number - 1) & 1 != 0);
        numbers.filter_map(Square::new).fold(Squares::NONE, |set, square| set | square.alone())
    }

    /// The bits with 2^(n-1) for square n.
    pub fn to_numbered(self) -> u32 {
        self.iter().fold(0, |bits, square| bits | 1 << (square.number() - 1))
    }

    /// The squares with these numbers.
    pub(super) const fn numbered<const N: usize>(numbers: [u8; N]) -> Squares {
        let mut bits = 0;
        let mut place = 0;
        while place < 32 {
            let mut wanted = 0;
            while wanted < N {
                if Square::at(place).number() == numbers[wanted] {
                    bits |= 1 << place;
                }
                wanted += 1;
            }
            place += 1;
        }
        Squares::of_bits(bits)
    }

    /// Whether there is none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the square is in the set.
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.place() & 1 != 0
    }

    /// Whether the two sets share a square.
    #[inline]
    pub const fn meets(self, other: Squares) -> bool {
        self.0 & other.0 != 0
    }

    /// The squares whose neighbour this way is in the set.
    #[inline]
    #[must_use]
    pub const fn seen_from(self, direction: Direction) -> Squares {
        Squares(self.0.rotate_right(direction.stride()) & const { masks(1) }[direction as usize].0)
    }

    /// The neighbours this way of the set's squares.
    #[inline]
    #[must_use]
    pub const fn toward(self, direction: Direction) -> Squares {
        Squares((self.0 & const { masks(1) }[direction as usize].0).rotate_left(direction.stride()))
    }

    /// The squares from which a piece can jump this way over one of these onto one of the free ones.
    #[inline]
    #[must_use]
    pub const fn jumped_from(self, free: Squares, direction: Direction) -> Squares {
        let stride = direction.stride();
        let over = self.0 & free.0.rotate_right(stride);
        Squares(over.rotate_right(stride) & const { masks(2) }[direction as usize].0)
    }

    /// The squares by rising place.
    #[inline]
    pub const fn iter(self) -> Iter {
        Iter(self.0)
    }

    /// The squares by rising number.
    pub fn in_order(self) -> impl Iterator<Item = Square> {
        (1..=32).filter_map(Square::new).filter(move |&square| self.contains(square))
    }
}

const fn masks(steps: usize) -> [Squares; 4] {
    [
        Direction::DownRight.within(steps),
        Direction::DownLeft.within(steps),
        Direction::UpRight.within(steps),
        Direction::UpLeft.within(steps),
    ]
}

/// The squares of a set.
#[derive(Clone, Debug)]
pub struct Iter(u32);

impl Iterator for Iter {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        if self.0 == 0 {
            return None;
        }
        let square = Square::at(self.0.trailing_zeros());
        self.0 &= self.0 - 1;
        Some(square)
    }
}

impl IntoIterator for Squares {
    type Item = Square;
    type IntoIter = Iter;

    #[inline]
    fn into_iter(self) -> Iter {
        self.iter()
    }
}

impl FromIterator<Square> for Squares {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Squares {
        squares.into_iter().fold(Squares::NONE, |set, square| set | square.alone())
    }
}

impl BitOr for Squares {
    type Output = Squares;
    #[inline]
    fn bitor(self, other: Squares) -> Squares {
        Squares(self.0 | other.0)
    }
}

impl BitAnd for Squares {
    type Output = Squares;
    #[inline]
    fn bitand(self, other: Squares) -> Squares {
        Squares(self.0 & other.0)
    }
}

impl BitXor for Squares {
    type Output = Squares;
    #[inline]
    fn bitxor(self, other: Squares) -> Squares {
        Squares(self.0 ^ other.0)
    }
}

impl Sub for Squares {
    type Output = Squares;
    #[inline]
    fn sub(self, other: Squares) -> Squares {
        Squares(self.0 & !other.0)
    }
}

impl Not for Squares {
    type Output = Squares;
    #[inline]
    fn not(self) -> Squares {
        Squares(!self.0)
    }
}

impl fmt::Debug for Squares {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_set().entries(self.in_order()).finish()
    }
}

#[cfg(test)]
mod tests;
