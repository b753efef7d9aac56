//! Boards as text, as PDN has them: `W:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29`. Knows boards; knows no files.

use core::fmt;

use super::board::{Board, BoardError, Side};
use super::square::{Square, Squares};

/// Reads a board: the side to move, then each side's squares, in either order. A `K` stands before a king's square,
/// `1-12` for all squares from 1 to 12, and a full stop may end it.
pub fn parse(text: &str) -> Result<Board, FenError> {
    let mut reader = Reader { bytes: text.as_bytes(), at: 0 };
    let turn = reader.side(FenErrorKind::ExpectedTurn)?;
    let mut pieces = [None; 2];
    let mut kings = Squares::NONE;
    for _ in 0..2 {
        reader.expect(b':', FenErrorKind::ExpectedColon)?;
        let at = reader.skip_blanks();
        let side = reader.side(FenErrorKind::ExpectedSide)?;
        let (all, crowned) = reader.squares()?;
        let [black, white] = &mut pieces;
        let place = if side == Side::Black { black } else { white };
        if place.replace(all).is_some() {
            return Err(FenError { at, kind: FenErrorKind::SideTwice(side) });
        }
        kings = kings | crowned;
    }
    reader.take(b'.');
    let at = reader.skip_blanks();
    if at < reader.bytes.len() {
        return Err(FenError { at, kind: FenErrorKind::Surplus });
    }
    let [black, white] = pieces.map(Option::unwrap_or_default);
    Board::new(black, white, kings, turn).map_err(|error| FenError { at: 0, kind: FenErrorKind::Board(error) })
}

/// A place in the text.
struct Reader<'t> {
    bytes: &'t [u8],
    at: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn skip_blanks(&mut self) -> usize {
        while self.peek().is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.at += 1;
        }
        self.at
    }

    /// Takes a character, in upper or lower case, if it comes next.
    fn take(&mut self, wanted: u8) -> bool {
        self.skip_blanks();
        let comes = self.peek().is_some_and(|byte| byte.eq_ignore_ascii_case(&wanted));
        self.at += usize::from(comes);
        comes
    }

    fn expect(&mut self, wanted: u8, kind: FenErrorKind) -> Result<(), FenError> {
        if self.take(wanted) { Ok(()) } else { Err(FenError { at: self.at, kind }) }
    }

    fn side(&mut self, kind: FenErrorKind) -> Result<Side, FenError> {
        if self.take(b'W') {
            return Ok(Side::White);
        }
        self.expect(b'B', kind).map(|()| Side::Black)
    }

    /// A list of squares, which may be empty, and which of them are kings'.
    fn squares(&mut self) -> Result<(Squares, Squares), FenError> {
        let (mut all, mut kings) = (Squares::NONE, Squares::NONE);
        self.skip_blanks();
        if matches!(self.peek(), None | Some(b':' | b'.')) {
            return Ok((all, kings));
        }
        loop {
            let at = self.skip_blanks();
            let is_king = self.take(b'K');
            let first = self.square()?;
            let last = if self.take(b'-') { self.square()? } else { first };
            let range = (first.number()..=last.number()).filter_map(Square::new).collect::<Squares>();
            if range.is_empty() {
                return Err(FenError { at, kind: FenErrorKind::EmptyRange });
            }
            if let Some(square) = (all & range).in_order().next() {
                return Err(FenError { at, kind: FenErrorKind::SquareTwice(square) });
            }
            all = all | range;
            kings = if is_king { kings | range } else { kings };
            if !self.take(b',') {
                return Ok((all, kings));
            }
        }
    }

    fn square(&mut self) -> Result<Square, FenError> {
        let at = self.skip_blanks();
        let mut number = 0u8;
        while let Some(digit) = self.peek().filter(u8::is_ascii_digit) {
            number = number.saturating_mul(10).saturating_add(digit - b'0');
            self.at += 1;
        }
        Square::new(number).ok_or(FenError { at, kind: FenErrorKind::ExpectedSquare })
    }
}

/// Men first, then kings, each by number.
impl fmt::Display for Board {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", self.turn().letter())?;
        for side in [Side::White, Side::Black] {
            write!(formatter, ":{}", side.letter())?;
            let pieces = self.pieces(side);
            let men = (pieces - self.kings()).in_order().map(|square| ("", square));
            let kings = (pieces & self.kings()).in_order().map(|square| ("K", square));
            for (place, (sign, square)) in men.chain(kings).enumerate() {
                write!(formatter, "{}{sign}{square}", if place == 0 { "" } else { "," })?;
            }
        }
        Ok(())
    }
}

/// Where a text stops being a board, and why.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FenError {
    /// Bytes before the place.
    pub at: usize,
    /// What is wrong there.
    pub kind: FenErrorKind,
}

/// What is wrong with a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FenErrorKind {
    /// It must begin with B or W.
    ExpectedTurn,
    /// A colon is missing.
    ExpectedColon,
    /// The pieces of B or W must follow.
    ExpectedSide,
    /// A square must follow.
    ExpectedSquare,
    /// The range goes backward.
    EmptyRange,
    /// The same side's pieces are listed twice.
    SideTwice(Side),
    /// The square is listed twice.
    SquareTwice(Square),
    /// More follows.
    Surplus,
    /// There is no such board.
    Board(BoardError),
}

impl fmt::Display for FenError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            FenErrorKind::Board(error) => write!(formatter, "the position is impossible: {error}"),
            kind => write!(formatter, "position, character {}: {kind}", self.at + 1),
        }
    }
}

impl core::error::Error for FenError {}

impl fmt::Display for FenErrorKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FenErrorKind::ExpectedTurn => formatter.write_str("B or W must say who moves"),
            FenErrorKind::ExpectedColon => formatter.write_str("a colon and a side's pieces must follow"),
            FenErrorKind::ExpectedSide => formatter.write_str("B or W must say whose pieces follow"),
            FenErrorKind::ExpectedSquare => formatter.write_str("a square from 1 to 32 must follow"),
            FenErrorKind::EmptyRange => formatter.write_str("the range goes backward"),
            FenErrorKind::SideTwice(side) => write!(formatter, "{side}'s pieces are listed twice"),
            FenErrorKind::SquareTwice(square) => write!(formatter, "square {square} is listed twice"),
            FenErrorKind::Surplus => formatter.write_str("there is more text after the position"),
            FenErrorKind::Board(error) => write!(formatter, "{error}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::string::ToString;

    #[test]
    fn the_example_of_the_standard_reads_back() {
        let text = "W:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29";
        assert_eq!(parse(text).unwrap().to_string(), text);
    }

    #[test]
    fn the_start_has_a_text_and_a_short_one() {
        let text = "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12";
        assert_eq!(Board::START.to_string(), text);
        for other in [text, "B:W21-32:B1-12", "B:B1-12:W21-32.", " b : w21 - 32 : b1-8, 9,10,11,12 . "] {
            assert_eq!(parse(other), Ok(Board::START), "{other}");
        }
    }

    #[test]
    fn what_cannot_be_is_refused_with_its_place() {
        for (text, told) in [
            ("", "position, character 1: B or W must say who moves"),
            ("X:W1:B2", "position, character 1: B or W must say who moves"),
            ("B", "position, character 2: a colon and a side's pieces must follow"),
            ("B:W21", "position, character 6: a colon and a side's pieces must follow"),
            ("B:21:B1", "position, character 3: B or W must say whose pieces follow"),
            ("B:W21:W22", "position, character 7: White's pieces are listed twice"),
            ("B:W33:B1", "position, character 4: a square from 1 to 32 must follow"),
            ("B:W0:B1", "position, character 4: a square from 1 to 32 must follow"),
            ("B:W999999999999:B1", "position, character 4: a square from 1 to 32 must follow"),
            ("B:W21,:B1", "position, character 7: a square from 1 to 32 must follow"),
            ("B:WK:B1", "position, character 5: a square from 1 to 32 must follow"),
            ("B:W21,21:B1", "position, character 7: square 21 is listed twice"),
            ("B:W30-21:B1", "position, character 4: the range goes backward"),
            ("B:W21:B1:H0", "position, character 9: there is more text after the position"),
            ("B:W21:B21", "the position is impossible: square 21 is held by both sides"),
            ("B:W3:B1", "the position is impossible: White has a man on 3, where it would have been crowned"),
            ("B:W21:B30", "the position is impossible: Black has a man on 30, where it would have been crowned"),
            ("B:W5-21:B1", "the position is impossible: White has 17 pieces; at most 12 are allowed"),
            ("B:W:B", "the position is impossible: the board is empty"),
        ] {
            assert_eq!(parse(text).unwrap_err().to_string(), told, "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_refused_or_a_board_that_reads_back(text in "[BWK:,. 0-9-]{0,60}|\\PC{0,20}") {
            if let Ok(board) = parse(&text) {
                prop_assert_eq!(parse(&board.to_string()), Ok(board));
            }
        }

        #[test]
        fn every_board_reads_back(black: u32, white: u32, kings: u32, thin: [u32; 2], turn: bool) {
            let [black, white, kings] = [black & thin[0], white & thin[1] & !black, kings].map(Squares::from_numbered);
            let turn = if turn { Side::Black } else { Side::White };
            if let Ok(board) = Board::new(black, white - black, kings & (black | (white - black)), turn) {
                prop_assert_eq!(parse(&board.to_string()), Ok(board));
            }
        }
    }
}
