//! The expert's evaluation: what stands where, and a few things that pieces do together. Knows boards; knows no search.
//!
//! Every weight is a pair, in hundredths of a man: with all 24 pieces on the board, and with none; between, they are
//! mixed. They were fitted to the results of 4,600 games that the expert played against itself, with the search's own
//! verdicts mixed in, and smoothed by hand where games were few.

use crate::games::checkers::{Direction, Position, Side, Square, Squares};
use crate::search::{Evaluate, LIMIT, Score};

/// The expert's evaluation.
#[derive(Clone, Copy, Debug, Default)]
pub struct Expert;

/// Two weights in one word, so that one addition adds both.
type Weight = i32;

const fn weight((early, late): (i16, i16)) -> Weight {
    ((early as i32) << 16) + late as i32
}

/// A man, by its square's number as Black sees the board; White sees it turned round.
#[rustfmt::skip]
const MEN: [(i16, i16); 32] = [
          (118, 104), (122, 120), (120, 94), (106, 86),
    (105, 93), (102, 98), (107, 98), (97, 96),
          (99, 91), (110, 91), (93, 99), (99, 106),
    (107, 97), (94, 96), (102, 98), (82, 113),
          (70, 120), (86, 109), (77, 121), (86, 110),
    (97, 107), (77, 126), (73, 130), (71, 123),
          (116, 98), (109, 109), (100, 118), (109, 88),
    (0, 0), (0, 0), (0, 0), (0, 0),
];

/// A king, likewise.
#[rustfmt::skip]
const KINGS: [(i16, i16); 32] = [
          (88, 128), (107, 111), (101, 115), (94, 116),
    (86, 135), (95, 125), (110, 112), (98, 120),
          (100, 125), (103, 118), (101, 120), (106, 105),
    (111, 103), (105, 116), (87, 124), (116, 107),
          (116, 107), (87, 124), (105, 116), (111, 103),
    (106, 105), (101, 120), (103, 118), (100, 125),
          (98, 120), (110, 112), (95, 125), (86, 135),
    (94, 116), (101, 115), (107, 111), (88, 128),
];

/// A king that can move.
const FREE_KING: Weight = weight((34, 2));
/// A man one step from its crown with a free path, and one two steps away.
const RUNNERS: [Weight; 2] = [weight((16, 16)), weight((11, 2))];
/// A man at home while the other side has no king.
const GUARD: Weight = weight((-3, 12));
/// The two men at home that keep all others out: 1 and 3, or 30 and 32.
const BRIDGE: Weight = weight((-8, 36));
/// The side to move.
const TURN: Weight = weight((2, 2));

const fn places(numbered: &[(i16, i16); 32], side: Side) -> [Weight; 32] {
    let mut weights = [0; 32];
    let mut place = 0;
    while place < 32 {
        let number = Square::at(place as u32).number() as usize - 1;
        weights[place] = weight(match side {
            Side::Black => numbered[number],
            Side::White => numbered[31 - number],
        });
        place += 1;
    }
    weights
}

static MEN_PLACES: [[Weight; 32]; 2] = [places(&MEN, Side::Black), places(&MEN, Side::White)];
static KING_PLACES: [[Weight; 32]; 2] = [places(&KINGS, Side::Black), places(&KINGS, Side::White)];

/// The squares of a side's bridge.
const BRIDGES: [Squares; 2] = [Squares::numbered([1, 3]), Squares::numbered([30, 32])];
/// The squares one step and two steps before a side's crowning row.
const LAST_STEPS: [[Squares; 2]; 2] = [
    [Squares::numbered([25, 26, 27, 28]), Squares::numbered([21, 22, 23, 24])],
    [Squares::numbered([5, 6, 7, 8]), Squares::numbered([9, 10, 11, 12])],
];

impl Evaluate<Position> for Expert {
    #[inline]
    fn evaluate(&self, position: &Position) -> Score {
        let board = position.board();
        let (own, others) = (board.own(), board.others());
        let turn = board.turn();
        let both =
            TURN + side_worth(turn, own, others, board.kings()) - side_worth(turn.other(), others, own, board.kings());
        let (n_own, n_others) = (own.len() as i32, others.len() as i32);
        let n_missing = 24 - n_own - n_others;
        let late = i32::from(both as i16);
        let early = both.wrapping_sub(late) >> 16;
        // 683 / 2^14 is a 24th; a Cortex-M0 cannot divide.
        let mixed = ((early * (24 - n_missing) + late * n_missing) * 683) >> 14;
        // Exchanges favour the side that is ahead.
        let worth = mixed + (n_own - n_others) * n_missing * 2;
        worth.clamp(-i32::from(LIMIT), i32::from(LIMIT)) as Score
    }
}

#[inline]
fn side_worth(side: Side, own: Squares, others: Squares, kings: Squares) -> Weight {
    let index = side.index() & 1;
    let (men, own_kings) = (own - kings, own & kings);
    let mut worth = sum(men, &MEN_PLACES[index]);
    if !own_kings.is_empty() {
        worth += sum(own_kings, &KING_PLACES[index]);
        let empty = !(own | others);
        worth += own_kings.iter().filter(|king| empty.meets(neighbours(*king))).count() as i32 * FREE_KING;
    }
    if !others.meets(kings) {
        worth += (men & side.home()).len() as i32 * GUARD;
    }
    let bridge = BRIDGES[index];
    if men & bridge == bridge {
        worth += BRIDGE;
    }
    let [one, two] = LAST_STEPS[index];
    if men.meets(one | two) {
        worth += runners(side, men, others, [one, two]);
    }
    worth
}

#[inline]
fn sum(pieces: Squares, weights: &[Weight; 32]) -> Weight {
    pieces.iter().fold(0, |sum, square| sum + weights[square.place() as usize])
}

/// Men that no opposing piece can stop any more.
#[inline]
fn runners(side: Side, men: Squares, others: Squares, steps: [Squares; 2]) -> Weight {
    let cones = &CONES[side.index() & 1];
    let [one, two] = RUNNERS;
    let free = |squares: Squares| {
        let men = men & squares;
        men.iter().filter(|man| !others.meets(cones[man.place() as usize])).count() as i32
    };
    let [last, before] = steps.map(free);
    last * one + before * two
}

/// The squares that a man of a side could reach, or from which it could be stopped, by place.
static CONES: [[Squares; 32]; 2] = [cones(Side::Black), cones(Side::White)];

const fn cones(side: Side) -> [Squares; 32] {
    let mut cones = [Squares::NONE; 32];
    let mut place = 0;
    while place < 32 {
        let man = Square::at(place);
        let mut bits = 0;
        let mut other = 0;
        while other < 32 {
            let square = Square::at(other);
            let rows = match side {
                Side::Black => square.row() as i32 - man.row() as i32,
                Side::White => man.row() as i32 - square.row() as i32,
            };
            let columns = square.column() as i32 - man.column() as i32;
            if rows > 0 && -rows <= columns && columns <= rows {
                bits |= 1 << other;
            }
            other += 1;
        }
        cones[place as usize] = Squares::of_bits(bits);
        place += 1;
    }
    cones
}

/// The squares beside a square.
#[inline]
fn neighbours(square: Square) -> Squares {
    NEIGHBOURS[square.place() as usize]
}

static NEIGHBOURS: [Squares; 32] = {
    let mut neighbours = [Squares::NONE; 32];
    let mut place = 0;
    while place < 32 {
        let at = Square::at(place).alone();
        let mut bits = 0;
        let mut way = 0;
        while way < 4 {
            bits |= at.toward(Direction::numbered(way)).bits();
            way += 1;
        }
        neighbours[place as usize] = Squares::of_bits(bits);
        place += 1;
    }
    neighbours
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::checkers::{Board, DrawRule};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_position_is_worth_the_same_with_the_colours_changed(black: u32, white: u32, kings: u32, thin: u32) {
            let (black, white) = (black & thin, white & !thin);
            let board = |black, white, kings, turn| {
                let [black, white, kings] = [black, white, kings].map(Squares::from_numbered);
                Board::new(black, white, kings & (black | white), turn)
            };
            let turned = [black, white, kings].map(u32::reverse_bits);
            let [other_black, other_white, other_kings] = turned;
            if let Ok(one) = board(black, white, kings, Side::Black) {
                let other = board(other_white, other_black, other_kings, Side::White).unwrap();
                let [one, other] = [one, other].map(|board| Expert.evaluate(&Position::new(board, DrawRule::Report)));
                prop_assert_eq!(one, other);
            }
        }
    }
}
