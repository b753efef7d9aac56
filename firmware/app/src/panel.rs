//! What the panel of 5 x 5 lights shows: how the game stands after a decision.

use pipsqueak_core::games::checkers::{Board, Move};
use pipsqueak_core::games::fiveo::{Column, TableView};
use pipsqueak_core::games::mastermind::History;

/// Which lights are on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Picture {
    /// By row, the top one first; bit 0 is the leftmost light.
    pub steady: [u8; 5],
    /// Lights that blink, in the same way. None of them is steady.
    pub blinking: [u8; 5],
}

impl Picture {
    /// A pip: the board is ready, and nobody has asked for a move yet.
    pub const PIP: Picture = Picture { steady: [0b00100, 0b01110, 0b11111, 0b01110, 0b00100], blinking: [0; 5] };

    /// Three dots: a decision takes its time.
    pub const THINKING: Picture = Picture { steady: [0; 5], blinking: [0, 0, 0b10101, 0, 0] };

    const DARK: Picture = Picture { steady: [0; 5], blinking: [0; 5] };

    /// Five-O: a light for each own card, columns growing from the bottom; the card just placed blinks.
    pub fn of_columns(view: &TableView, chosen: Column) -> Picture {
        let mut picture = Picture::DARK;
        for (bit, column) in Column::ALL.into_iter().enumerate() {
            let n_cards = view.own(column).len() as usize;
            picture.steady.iter_mut().rev().take(n_cards).for_each(|row| *row |= 1 << bit);
            if column == chosen {
                picture.blinking.iter_mut().rev().skip(n_cards).take(1).for_each(|row| *row |= 1 << bit);
            }
        }
        picture
    }

    /// Mastermind: a row for each of the last five answers, the latest at the bottom; blacks are steady, whites blink.
    pub fn of_answers(history: &History) -> Picture {
        let mut picture = Picture::DARK;
        let rows = picture.steady.iter_mut().zip(&mut picture.blinking).rev();
        for ((steady, blinking), round) in rows.zip(history.rounds().iter().rev()) {
            let lights = |n_lights: u8| (1u8 << n_lights.min(5)) - 1;
            *steady = lights(round.feedback.blacks());
            *blinking = lights(round.feedback.hits()) & !*steady;
        }
        picture
    }

    /// Checkers: a light for each own piece from the bottom, and for each of the opponent's from the top; those that
    /// were just taken blink.
    pub fn of_pieces(board: &Board, chosen: Move) -> Picture {
        let (own, others) = (board.own().len(), board.others().len());
        let left = others.saturating_sub(chosen.n_jumps());
        let row = |bits: u32, row: u32| (bits >> (5 * row) & 0b11111) as u8;
        let lights = |n_lights: u32| (1u32 << n_lights.min(12)) - 1;
        let mut picture = Picture::DARK;
        for (place, (steady, blinking)) in (0..).zip(picture.steady.iter_mut().zip(&mut picture.blinking)) {
            // The own rows grow from the right, so that twelve and twelve leave the middle light dark.
            *steady = row(lights(left), place) | row(lights(own), 4 - place).reverse_bits() >> 3;
            *blinking = row(lights(others) & !lights(left), place);
        }
        picture
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pipsqueak_core::chance::Seed;
    use pipsqueak_core::game::{Game, Turn};
    use pipsqueak_core::games::checkers::{self, fen};
    use pipsqueak_core::games::fiveo::Table;
    use pipsqueak_core::games::mastermind::{Feedback, Size};

    #[test]
    fn columns_grow_from_the_bottom_and_the_placed_card_blinks() {
        let mut table = Table::deal(Seed(1));
        for column in [1, 0, 3, 0] {
            let Turn::Of(_, view) = table.turn() else { panic!() };
            if column != 0 {
                let picture = Picture::of_columns(&view, Column::ALL[column]);
                assert_eq!(picture.steady[4], 0b11111);
                assert_eq!(picture.steady[3], if column == 3 { 0b00010 } else { 0 });
                assert_eq!(picture.blinking, [0, 0, 0, 1 << column, 0]);
            }
            let open = view.open().iter().next().unwrap();
            table.play(if column == 0 { open } else { Column::ALL[column] }).unwrap();
        }
    }
    #[test]
    fn answers_stand_below_each_other_with_the_latest_at_the_bottom() {
        let mut history = History::new(Size::CLASSIC);
        for (guess, blacks, whites) in [("1122", 1, 2), ("1134", 2, 0)] {
            history.push(guess.parse().unwrap(), Feedback::new(blacks, whites).unwrap()).unwrap();
        }
        let picture = Picture::of_answers(&history);
        assert_eq!(picture.steady, [0, 0, 0, 0b00001, 0b00011]);
        assert_eq!(picture.blinking, [0, 0, 0, 0b00110, 0]);
    }

    #[test]
    fn twelve_pieces_of_each_side_leave_the_middle_dark_and_what_is_taken_blinks() {
        let start = checkers::Board::START;
        let mut moves = [Move::default(); 56];
        assert_eq!(start.moves(&mut moves), Some(7));
        let picture = Picture::of_pieces(&start, moves[0]);
        assert_eq!(picture, Picture { steady: [31, 31, 0b11011, 31, 31], blinking: [0; 5] });
        let board = fen::parse("B:W18,19:B14").unwrap();
        assert_eq!(board.moves(&mut moves), Some(1));
        let picture = Picture::of_pieces(&board, moves[0]);
        assert_eq!(picture, Picture { steady: [0b1, 0, 0, 0, 0b10000], blinking: [0b10, 0, 0, 0, 0] });
    }
}
