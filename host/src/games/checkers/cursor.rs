//! Input of moves by arrow keys or square numbers. Knows the legal moves; knows no screen.

use std::mem;

use pipsqueak_core::games::checkers::{Move, Square};

use super::move_input::{MoveInput, Step};
use crate::terminal::Answer;
use crate::terminal::keys::Key;

/// The input so far.
#[derive(Clone, Default)]
pub struct CursorInput {
    /// The squares chosen so far.
    pub entry: MoveInput,
    /// The square of the cursor.
    pub cursor: Option<Square>,
    /// Whether the last key completed a square's number, so that a following Enter does nothing.
    is_number_taken: bool,
}

impl CursorInput {
    /// Handles a key; `None` if it has no meaning. `sign` is 1 if the first row is drawn at the top, else -1.
    pub fn key(&mut self, key: Key, typed: &mut String, legal: &[Move], sign: i8) -> Option<Answer<Move>> {
        let was_number_taken = mem::take(&mut self.is_number_taken);
        match key {
            Key::Char(digit @ '0'..='9') => return Some(self.digit(digit, typed, legal)),
            Key::Enter | Key::Char(' ') if !typed.is_empty() => return Some(self.number(typed, legal)),
            Key::Enter | Key::Char(' ') if was_number_taken => {}
            Key::Enter | Key::Char(' ') => return Some(self.cursor.map_or(Answer::More, |at| self.choose(at, legal))),
            Key::Arrow(right, down) => self.steer(sign, right, down),
            Key::Escape | Key::Backspace => {
                if typed.pop().is_none() {
                    self.entry.clear();
                }
            }
            _ => return None,
        }
        Some(Answer::More)
    }

    /// Handles a digit; a number that can grow no further selects its square at once.
    fn digit(&mut self, digit: char, typed: &mut String, legal: &[Move]) -> Answer<Move> {
        typed.push(digit);
        if typed.len() == 1 && digit <= '3' {
            return Answer::More;
        }
        self.is_number_taken = true;
        self.number(typed, legal)
    }

    fn number(&mut self, typed: &mut String, legal: &[Move]) -> Answer<Move> {
        let typed = mem::take(typed);
        match typed.parse().ok().and_then(Square::new) {
            Some(square) => self.choose(square, legal),
            None => Answer::Say(format!("There is no square {typed}.")),
        }
    }

    /// Chooses a square; returns the move once it is complete.
    fn choose(&mut self, square: Square, legal: &[Move]) -> Answer<Move> {
        self.cursor = Some(square);
        match self.entry.choose(square, legal) {
            Step::Done(chosen) => Answer::Move(chosen),
            Step::More => Answer::More,
            Step::Refused => {
                let must = if legal.iter().any(|legal| legal.is_capture()) { ": a jump must be taken" } else { "" };
                Answer::Say(format!("None of your pieces can use square {square} now{must}."))
            }
        }
    }

    /// Moves the cursor to the next dark square in a direction on the screen.
    fn steer(&mut self, sign: i8, right: i8, down: i8) {
        let (row, column) = match self.cursor {
            Some(square) => (square.row() as i8, square.column() as i8),
            None => (4, 3 - sign * right),
        };
        // Left and right skip the light square between; up and down follow a diagonal that stays on the board.
        let row = (row + sign * down).clamp(0, 7);
        let column = if down == 0 { column + 2 * sign * right } else { column + if row % 2 == 0 { 1 } else { -1 } };
        if let Some(square) = Square::of_row_and_column(row as u8, column.rem_euclid(8) as u8) {
            self.cursor = Some(square);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pipsqueak_core::games::checkers::{Board, MAX_MOVES};

    /// Presses keys at the start of a game, `e` for Enter; returns the last key's answer and the squares chosen.
    fn press(keys: &str) -> (String, Vec<u8>) {
        let mut legal = [Move::default(); MAX_MOVES];
        let n_moves = Board::START.moves(&mut legal).unwrap();
        let (mut hand, mut typed, mut last) = (CursorInput::default(), String::new(), None);
        for letter in keys.chars() {
            let key = if letter == 'e' { Key::Enter } else { Key::Char(letter) };
            last = hand.key(key, &mut typed, &legal[..n_moves], 1);
        }
        let told = match last.unwrap() {
            Answer::Move(chosen) => chosen.to_string(),
            Answer::Say(sentence) => sentence,
            _ => typed,
        };
        (told, hand.entry.squares().iter().map(|square| square.number()).collect())
    }

    #[test]
    fn a_number_is_taken_when_it_is_complete_and_enter_after_it_changes_nothing() {
        assert_eq!(press("11"), (String::new(), vec![11]));
        assert_eq!(press("11e"), press("11"));
        assert_eq!(press("9e"), press("9"));
        assert_eq!(press("09"), press("9"));
        assert_eq!(press("1"), ("1".to_owned(), vec![]));
        assert_eq!(press("1e").0, "None of your pieces can use square 1 now.");
        for (keys, chosen) in [("1115", "11-15"), ("11e15", "11-15"), ("914", "9-14"), ("9e14", "9-14")] {
            assert_eq!(press(keys).0, chosen, "{keys}");
        }
        assert_eq!(press("11ee").1, [0; 0], "the second Enter puts the piece down");
        assert_eq!(press("33").0, "There is no square 33.");
    }
}
