//! A reference implementation of checkers' evaluations: square by square, with fractions.

use pipsqueak_core::games::checkers::{Board, Side, Square};

/// A piece and its square as its side sees it: the row counted from the side's home row, the column and the number.
#[derive(Clone, Copy)]
struct Stands {
    row: i32,
    column: i32,
    number: usize,
    is_king: bool,
}

/// The expert's fitted weight of a man by the number of its square: with all 24 pieces on the board, and, extrapolated,
/// with none.
#[rustfmt::skip]
const MEN: [[i32; 2]; 28] = [
    [118, 104], [122, 120], [120, 94], [106, 86], [105, 93], [102, 98], [107, 98], [97, 96], [99, 91], [110, 91],
    [93, 99], [99, 106], [107, 97], [94, 96], [102, 98], [82, 113], [70, 120], [86, 109], [77, 121], [86, 110], [97, 107],
    [77, 126], [73, 130], [71, 123], [116, 98], [109, 109], [100, 118], [109, 88],
];
/// The same for a king on squares 1 to 16; squares 17 to 32 mirror them.
#[rustfmt::skip]
const KINGS: [[i32; 2]; 16] = [
    [88, 128], [107, 111], [101, 115], [94, 116], [86, 135], [95, 125], [110, 112], [98, 120], [100, 125], [103, 118],
    [101, 120], [106, 105], [111, 103], [105, 116], [87, 124], [116, 107],
];

/// The report's two evaluations in half men: men and kings only, and also the centre and the home row. A side that has
/// all the pieces has won, which is worth 6,000 men.
pub fn report(board: &Board) -> [i32; 2] {
    let worth = |side| {
        let pieces = pieces(board, side);
        let material: i32 = pieces.iter().map(|piece| if piece.is_king { 3 } else { 2 }).sum();
        let is_well_placed =
            |piece: &&Stands| piece.row == 0 || (3..5).contains(&piece.row) && (2..6).contains(&piece.column);
        [material, material + 2 * pieces.iter().filter(is_well_placed).count() as i32]
    };
    let (own, others) = (worth(board.turn()), worth(board.turn().other()));
    if own[0] == 0 || others[0] == 0 {
        return if own[0] == 0 { [-12_000; 2] } else { [12_000; 2] };
    }
    [own[0] - others[0], own[1] - others[1]]
}

/// The expert's evaluation.
pub fn expert(board: &Board) -> i32 {
    let (own, others) = (pieces(board, board.turn()), pieces(board, board.turn().other()));
    let [own_worths, other_worths] = [expert_side(&own, &others), expert_side(&others, &own)];
    let [early, late] = [0, 1].map(|stage| f64::from(2 + own_worths[stage] - other_worths[stage]));
    let n_pieces = own.len() + others.len();
    let n_missing = 24 - n_pieces;
    // The approximation of a 24th on a board without division.
    let mixed = (early * n_pieces as f64 + late * n_missing as f64) * 683.0 / 16_384.0;
    mixed.floor() as i32 + 2 * n_missing as i32 * (own.len() as i32 - others.len() as i32)
}

fn expert_side(own: &[Stands], others: &[Stands]) -> [i32; 2] {
    let mut worth = [0, 0];
    let mut add = |[early, late]: [i32; 2]| worth = [worth[0] + early, worth[1] + late];
    let is_man_on = |number| own.iter().any(|piece| !piece.is_king && piece.number == number);
    for piece in own {
        if piece.is_king {
            add(KINGS[(piece.number - 1).min(32 - piece.number)]);
            if has_room(piece, own, others) {
                add([34, 2]);
            }
            continue;
        }
        add(MEN[piece.number - 1]);
        if piece.row == 0 && !others.iter().any(|other| other.is_king) {
            add([-3, 12]);
        }
        match piece.row {
            6 if is_unopposed(piece, others) => add([16, 16]),
            5 if is_unopposed(piece, others) => add([11, 2]),
            _ => (),
        }
    }
    if is_man_on(1) && is_man_on(3) {
        add([-8, 36]);
    }
    worth
}

/// Whether a square beside a king is empty.
fn has_room(king: &Stands, own: &[Stands], others: &[Stands]) -> bool {
    let ways = [(1, 1), (1, -1), (-1, 1), (-1, -1)].map(|(rows, columns)| (king.row + rows, king.column + columns));
    let is_on = |(row, column): (i32, i32)| (0..8).contains(&row) && (0..8).contains(&column);
    // The other side sees the board turned round.
    let is_taken = |place| {
        own.iter().any(|piece| (piece.row, piece.column) == place)
            || others.iter().any(|piece| (7 - piece.row, 7 - piece.column) == place)
    };
    ways.into_iter().any(|place| is_on(place) && !is_taken(place))
}

/// Whether no opposing piece stands in a man's way or can still stop it.
fn is_unopposed(man: &Stands, others: &[Stands]) -> bool {
    !others.iter().any(|other| {
        let (rows, columns) = (7 - other.row - man.row, 7 - other.column - man.column);
        rows > 0 && columns.abs() <= rows
    })
}

/// A side's pieces, from its point of view.
fn pieces(board: &Board, side: Side) -> Vec<Stands> {
    let on = |number: u8| board.piece_on(Square::new(number)?).filter(|piece| piece.side == side);
    let seen = |number: u8| {
        let is_king = on(number)?.is_king;
        let number = i32::from(if side == Side::Black { number } else { 33 - number });
        let row = (number - 1) / 4;
        let column = (number - 1) % 4 * 2 + if row % 2 == 0 { 1 } else { 0 };
        Some(Stands { row, column, number: number as usize, is_king })
    };
    (1..=32).filter_map(seen).collect()
}
