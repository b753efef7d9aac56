//! The pieces and whose move it is. Knows where pieces may stand; knows neither how they move nor what came before.

use core::fmt;

use super::square::{Square, Squares};

/// One of the two colours.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Side {
    /// Begins on squares 1 to 12, at the top of the board; moves first.
    Black,
    /// Begins on squares 21 to 32, at the bottom.
    White,
}

impl Side {
    /// The other colour.
    #[inline]
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::Black => Side::White,
            Side::White => Side::Black,
        }
    }

    /// 0 or 1.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// `B` or `W`.
    pub const fn letter(self) -> char {
        match self {
            Side::Black => 'B',
            Side::White => 'W',
        }
    }

    /// The side's home row: the one nearest its own edge, where the opponent's men are crowned.
    #[inline]
    pub const fn home(self) -> Squares {
        match self {
            Side::Black => Squares::BLACK_HOME,
            Side::White => Squares::WHITE_HOME,
        }
    }

    /// The row where the side's men are crowned.
    #[inline]
    pub const fn crowning_row(self) -> Squares {
        self.other().home()
    }
}

impl fmt::Display for Side {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Side::Black => "Black",
            Side::White => "White",
        })
    }
}

/// What stands on a square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Piece {
    /// Its colour.
    pub side: Side,
    /// Whether it has been crowned.
    pub is_king: bool,
}

/// A valid board: at least one piece, at most twelve a side, one piece a square, no man on its crowning row.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    pub(super) black: Squares,
    pub(super) white: Squares,
    pub(super) kings: Squares,
    pub(super) turn: Side,
}

/// The most pieces of a side.
pub const MAX_PIECES: u32 = 12;

impl Board {
    /// The board at the beginning of a game.
    pub const START: Board = {
        let mut black = 0;
        let mut white = 0;
        let mut place = 0;
        while place < 32 {
            match Square::at(place).row() {
                0..=2 => black |= 1 << place,
                5..=7 => white |= 1 << place,
                _ => {}
            }
            place += 1;
        }
        let (black, white) = (Squares::of_bits(black), Squares::of_bits(white));
        Board { black, white, kings: Squares::NONE, turn: Side::Black }
    };

    /// Checks a board that comes from outside: both sides' pieces, which of them are kings, and whose move it is.
    pub fn new(black: Squares, white: Squares, kings: Squares, turn: Side) -> Result<Board, BoardError> {
        if let Some(square) = (black & white).in_order().next() {
            return Err(BoardError::HeldTwice(square));
        }
        if let Some(square) = (kings - (black | white)).in_order().next() {
            return Err(BoardError::KingOnEmptySquare(square));
        }
        for (side, pieces) in [(Side::Black, black), (Side::White, white)] {
            if pieces.len() > MAX_PIECES {
                return Err(BoardError::TooMany(side, pieces.len() as u8));
            }
            if let Some(square) = ((pieces - kings) & side.crowning_row()).in_order().next() {
                return Err(BoardError::UncrownedMan(side, square));
            }
        }
        if (black | white).is_empty() {
            return Err(BoardError::Empty);
        }
        Ok(Board { black, white, kings, turn })
    }

    /// Whose move it is.
    #[inline]
    pub const fn turn(&self) -> Side {
        self.turn
    }

    /// The pieces of a side.
    #[inline]
    pub const fn pieces(&self, side: Side) -> Squares {
        match side {
            Side::Black => self.black,
            Side::White => self.white,
        }
    }

    /// The kings of both sides.
    #[inline]
    pub const fn kings(&self) -> Squares {
        self.kings
    }

    /// The pieces of the side to move.
    #[inline]
    pub const fn own(&self) -> Squares {
        self.pieces(self.turn)
    }

    /// The pieces of the side not to move.
    #[inline]
    pub const fn others(&self) -> Squares {
        self.pieces(self.turn.other())
    }

    /// The empty squares.
    #[inline]
    pub fn empty(&self) -> Squares {
        !(self.black | self.white)
    }

    /// What stands on a square.
    pub const fn piece_on(&self, square: Square) -> Option<Piece> {
        let side = if self.black.contains(square) {
            Side::Black
        } else if self.white.contains(square) {
            Side::White
        } else {
            return None;
        };
        Some(Piece { side, is_king: self.kings.contains(square) })
    }

    /// The same pieces with the other side to move.
    #[inline]
    #[must_use]
    pub const fn passed(mut self) -> Board {
        self.turn = self.turn.other();
        self
    }
}

/// Why a board is invalid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BoardError {
    /// Both sides stand on the square.
    HeldTwice(Square),
    /// An empty square is marked as a king.
    KingOnEmptySquare(Square),
    /// More than twelve pieces.
    TooMany(Side, u8),
    /// A man stands where it would have been crowned.
    UncrownedMan(Side, Square),
    /// Neither side has a piece.
    Empty,
}

impl fmt::Display for BoardError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BoardError::HeldTwice(square) => write!(formatter, "square {square} is held by both sides"),
            BoardError::KingOnEmptySquare(square) => {
                write!(formatter, "square {square} is marked as a king but is empty")
            }
            BoardError::TooMany(side, n_pieces) => {
                write!(formatter, "{side} has {n_pieces} pieces; at most {MAX_PIECES} are allowed")
            }
            BoardError::UncrownedMan(side, square) => {
                write!(formatter, "{side} has a man on {square}, where it would have been crowned")
            }
            BoardError::Empty => formatter.write_str("the board is empty"),
        }
    }
}

impl core::error::Error for BoardError {}
