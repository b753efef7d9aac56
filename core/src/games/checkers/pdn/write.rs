//! Games into text.

use core::fmt::{self, Write};

use super::{Outcome, ShortMove};
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
    write_commented_game(out, header, start, moves.into_iter().map(|chosen| (chosen, None::<&str>)))
}

/// As [`write_game`], with comments after moves. A comment has no `}`.
pub fn write_commented_game<C: fmt::Display>(
    out: &mut impl Write,
    header: &Header<'_>,
    start: &Board,
    moves: impl IntoIterator<Item = (Move, Option<C>)>,
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
    for (place, (chosen, comment)) in moves.into_iter().enumerate() {
        match board.turn() {
            Side::Black => lines.word(format_args!("{number}."))?,
            Side::White if place == 0 => lines.word(format_args!("{number}..."))?,
            Side::White => {}
        }
        lines.word(format_args!("{}", ShortMove(&board, chosen)))?;
        if let Some(comment) = comment {
            lines.word(format_args!("{{{comment}}}"))?;
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::checkers::{fen, pdn::read_move};
    use std::string::String;
    use std::vec::Vec;

    fn written(start: &Board, moves: &[&str]) -> String {
        let mut board = *start;
        let read = |text: &&str| {
            let chosen = read_move(&board, text).unwrap();
            board = board.after(chosen);
            chosen
        };
        let moves: Vec<Move> = moves.iter().map(read).collect();
        let (event, date, round) = ("a \"b\" \\\n", "2026.07.31", "3");
        let header = Header { event, date, round, black: "B", white: "W", outcome: Outcome::Open };
        let mut text = String::new();
        write_game(&mut text, &header, start, moves).unwrap();
        text
    }

    const TAGS: &str = "[Event \"a \\\"b\\\" \\\\ \"]\n[Date \"2026.07.31\"]\n[Round \"3\"]\n[Black \"B\"]\n[White \"W\"]\n\
                        [Result \"*\"]\n[GameType \"21\"]\n";

    #[test]
    fn black_begins_and_each_number_stands_before_two_moves() {
        let text = written(&Board::START, &["11-15", "23-19", "8-11", "22-17"]);
        assert_eq!(text, [TAGS, "\n1. 11-15 23-19 2. 8-11 22-17 *\n"].concat());
    }

    #[test]
    fn a_game_that_white_begins_says_so_once_and_where_it_begins() {
        let start = fen::parse("W:W21,22:B1,2").unwrap();
        let text = written(&start, &["21-17", "1-5", "17-13", "2-6"]);
        let set_up = "[SetUp \"1\"]\n[FEN \"W:W21,22:B1,2\"]\n";
        assert_eq!(text, [TAGS, set_up, "\n1... 21-17 2. 1-5 17-13 3. 2-6 *\n"].concat());
    }

    #[test]
    fn lines_have_at_most_79_letters_and_are_as_full_as_they_can_be() {
        let start = fen::parse("B:WK32:BK1").unwrap();
        let moves: Vec<&str> = ["1-6", "32-27", "6-1", "27-32"].into_iter().cycle().take(50).collect();
        let text = written(&start, &moves);
        let lines: Vec<&str> = text.split_once("\n\n").unwrap().1.lines().collect();
        assert!(lines.len() > 3);
        for pair in lines.windows(2) {
            let next_word = pair[1].split(' ').next().unwrap();
            assert!(pair[0].len() <= 79 && pair[0].len() + 1 + next_word.len() > 79, "{pair:?}");
        }
    }
}
