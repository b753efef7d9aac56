//! Games into text.

use core::fmt::{self, Write};

use super::{Outcome, Short};
use crate::games::checkers::board::{Board, Side};
use crate::games::checkers::moves::Move;

/// Lines are no longer than this.
const MAX_LINE: usize = 79;

/// What stands above a game's moves.
#[derive(Clone, Copy, Debug)]
pub struct Header<'h> {
    /// The occasion.
    pub event: &'h str,
    /// The day, as `2026.07.31`, or `?` for what is not known.
    pub date: &'h str,
    /// Which game of the occasion it is.
    pub round: &'h str,
    /// Who plays Black.
    pub black: &'h str,
    /// Who plays White.
    pub white: &'h str,
    /// How it ended.
    pub outcome: Outcome,
}

/// Writes a game: its header, then its legal moves from a board on.
pub fn write_game(
    out: &mut impl Write,
    header: &Header<'_>,
    start: &Board,
    moves: impl IntoIterator<Item = Move>,
) -> fmt::Result {
    let Header { event, date, round, black, white, outcome } = *header;
    let known = [("Event", event), ("Date", date), ("Round", round), ("Black", black), ("White", white)];
    for (name, value) in known.into_iter().chain([("Result", outcome.text()), ("GameType", "21")]) {
        writeln!(out, "[{name} \"{}\"]", Quoted(value))?;
    }
    if *start != Board::START {
        write!(out, "[SetUp \"1\"]\n[FEN \"{start}\"]\n")?;
    }
    let mut lines = Lines { out, used: 0 };
    lines.out.write_char('\n')?;
    let mut board = *start;
    let mut number = 1u32;
    for (place, chosen) in moves.into_iter().enumerate() {
        match board.turn() {
            Side::Black => lines.word(format_args!("{number}."))?,
            Side::White if place == 0 => lines.word(format_args!("{number}..."))?,
            Side::White => {}
        }
        lines.word(format_args!("{}", Short(&board, chosen)))?;
        number += u32::from(board.turn() == Side::White);
        board = board.after(chosen);
    }
    lines.word(format_args!("{}", outcome.text()))?;
    out.write_char('\n')
}

/// Words that are broken into lines.
struct Lines<'o, W> {
    out: &'o mut W,
    used: usize,
}

impl<W: Write> Lines<'_, W> {
    fn word(&mut self, word: fmt::Arguments<'_>) -> fmt::Result {
        let mut length = Length(0);
        length.write_fmt(word)?;
        let Length(length) = length;
        if self.used > 0 && self.used + 1 + length > MAX_LINE {
            self.out.write_char('\n')?;
            self.used = 0;
        } else if self.used > 0 {
            self.out.write_char(' ')?;
            self.used += 1;
        }
        self.used += length;
        self.out.write_fmt(word)
    }
}

/// Counts what is written to it.
struct Length(usize);

impl Write for Length {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 += text.len();
        Ok(())
    }
}

/// A tag's value: signs that would end it are escaped, and what is no text becomes a blank.
struct Quoted<'q>(&'q str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for letter in self.0.chars() {
            match letter {
                '"' | '\\' => write!(formatter, "\\{letter}")?,
                letter if letter.is_control() => formatter.write_char(' ')?,
                letter => formatter.write_char(letter)?,
            }
        }
        Ok(())
    }
}
