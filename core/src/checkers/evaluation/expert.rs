//! The expert's evaluation.

use crate::checkers::{Position, Side, Square, Squares};
use crate::search::{Evaluate, LIMIT, Score};

/// Material and places, weighed by how many pieces are left.
#[derive(Clone, Copy, Debug, Default)]
pub struct Expert;

/// Two weights in one word: with all pieces on the board, and with none.
type Weight = i32;

const fn weight(early: i16, late: i16) -> Weight {
    ((early as i32) << 16) + late as i32
}

#[rustfmt::skip]
const MEN: [(i16, i16); 32] = [
          (112, 100), (106, 100), (112, 100), (104, 100),
    (100, 100), (100, 100), (100, 100), (98, 100),
          (100, 102), (103, 102), (103, 102), (99, 102),
    (98, 104), (104, 105), (106, 105), (102, 104),
          (102, 108), (107, 108), (107, 108), (98, 108),
    (100, 112), (105, 112), (105, 112), (104, 112),
          (108, 120), (108, 120), (108, 120), (106, 120),
    (0, 0), (0, 0), (0, 0), (0, 0),
];

#[rustfmt::skip]
const KINGS: [(i16, i16); 32] = [
          (130, 134), (130, 134), (130, 132), (125, 122),
    (132, 138), (134, 140), (134, 138), (130, 132),
          (134, 140), (138, 144), (138, 144), (132, 138),
    (132, 138), (140, 146), (140, 146), (134, 140),
          (134, 140), (140, 146), (140, 146), (132, 138),
    (132, 138), (138, 144), (138, 144), (134, 140),
          (130, 132), (134, 138), (134, 140), (132, 138),
    (125, 122), (130, 132), (130, 134), (130, 134),
];

const fn table(numbered: &[(i16, i16); 32], side: Side) -> [Weight; 32] {
    let mut weights = [0; 32];
    let mut place = 0;
    while place < 32 {
        let number = Square::at(place as u32).number() as usize - 1;
        let (early, late) = match side {
            Side::Black => numbered[number],
            Side::White => numbered[31 - number],
        };
        weights[place] = weight(early, late);
        place += 1;
    }
    weights
}

static MEN_PLACES: [[Weight; 32]; 2] = [table(&MEN, Side::Black), table(&MEN, Side::White)];
static KING_PLACES: [[Weight; 32]; 2] = [table(&KINGS, Side::Black), table(&KINGS, Side::White)];

#[inline]
fn sum(pieces: Squares, weights: &[Weight; 32]) -> Weight {
    pieces.iter().fold(0, |sum, square| sum + weights[square.place() as usize])
}

impl Evaluate<Position> for Expert {
    #[inline]
    fn evaluate(&self, position: &Position) -> Score {
        let board = position.board();
        let (black, white, kings) = (board.black, board.white, board.kings);
        let [black_men, white_men] = &MEN_PLACES;
        let [black_kings, white_kings] = &KING_PLACES;
        let both = sum(black - kings, black_men) - sum(white - kings, white_men) + sum(black & kings, black_kings)
            - sum(white & kings, white_kings);
        let (n_black, n_white) = (black.len() as i32, white.len() as i32);
        let n_pieces = n_black + n_white;
        let late = i32::from(both as i16);
        let early = both.wrapping_sub(late) >> 16;
        let mut worth = (early * n_pieces + late * (24 - n_pieces)) / 24;
        // Whoever is ahead gains by every exchange.
        let lead = n_black - n_white;
        worth += lead * (24 - n_pieces) * 2;
        let worth = if board.turn() == Side::Black { worth } else { -worth };
        (worth + 3).clamp(-i32::from(LIMIT), i32::from(LIMIT)) as Score
    }
}
