//! Checkers: moves, counts and draws.

use std::collections::BTreeSet;

use pipsqueak_core::games::checkers::pdn::{MoveTextError, ShortMove, read_move};
use pipsqueak_core::games::checkers::{
    Board, DrawRule, Ending, Game, IllegalMove, MAX_MOVES, Move, Position, Side, Square, fen, perft,
};
use pipsqueak_core::random::Seed;
use pipsqueak_tests::checkers_reference::{self, effect, legal};
use pipsqueak_tests::king_walks;
use pipsqueak_tests::sized;
use proptest::prelude::*;

/// Published counts: depths 1 to 14 from the start, with a whole multiple jump as one move.
const FROM_START: [u64; 14] = [
    7,
    49,
    302,
    1_469,
    7_361,
    36_768,
    179_740,
    845_931,
    3_963_680,
    18_391_564,
    85_242_128,
    388_623_673,
    1_766_623_630,
    7_978_439_499,
];

/// Counts by pydraughts 0.6.7, recorded once: a position, then its leaves at depths 1, 2, 3 and so on.
const RECORDED: &str = include_str!("../data/checkers_perft.txt");

fn board(text: &str) -> Board {
    fen::parse(text).unwrap()
}

fn played(board: &Board, text: &str) -> Board {
    board.after(read_move(board, text).unwrap())
}

#[test]
fn counts_from_the_start_are_the_published_ones() {
    let deepest = sized(8, 12);
    for (depth, &leaves) in (1..=deepest).zip(&FROM_START) {
        assert_eq!(perft(&Board::START, depth), leaves, "depth {depth}");
    }
}

#[test]
fn counts_of_other_positions_are_those_of_another_program() {
    let mut n_positions = 0;
    for line in RECORDED.lines().filter(|line| !line.starts_with('#')) {
        let (text, counts) = line.split_once(' ').unwrap();
        for (depth, count) in (1..).zip(counts.split(' ')) {
            assert_eq!(perft(&board(text), depth), count.parse::<u64>().unwrap(), "{text} depth {depth}");
        }
        n_positions += 1;
    }
    assert!(n_positions >= 50);
}

#[test]
fn every_path_of_a_capture_is_counted_as_brute_force_counts_it() {
    let mut n_circles = 0;
    for seed in 0..200 {
        let board = checkers_reference::king_among_many(Seed(seed));
        for depth in 1..=sized(3, 4) {
            assert_eq!(perft(&board, depth), checkers_reference::n_lines(&board, depth), "{board} depth {depth}");
        }
        // A search treats captures with the same ends and captured pieces as one.
        n_circles += u32::from(perft(&board, 1) != board.n_moves() as u64);
    }
    assert!(n_circles >= 2, "{n_circles} positions where a capture has two paths");
}

#[test]
fn moves_are_those_found_square_by_square() {
    for seed in 0..sized(5_000, 100_000) {
        let board = *checkers_reference::position(Seed(seed)).board();
        let legal = legal(&board);
        let effects: BTreeSet<_> = legal.iter().map(|&chosen| effect(chosen)).collect();
        assert_eq!(effects.len(), legal.len(), "no move comes twice: {board}");
        assert_eq!(effects, checkers_reference::moves(&board), "{board}");
        assert_eq!(board.n_moves(), legal.len(), "{board}");
    }
}

#[test]
fn a_jump_must_be_taken() {
    let board = board("B:W15:B10,1");
    assert_eq!(legal(&board).iter().map(ToString::to_string).collect::<Vec<_>>(), ["10x19"]);
    let mut game = Game::new(Position::new(board, DrawRule::Report));
    let step = Move::along([1, 5].into_iter().filter_map(Square::new)).unwrap();
    assert_eq!(game.make(step), Err(IllegalMove::MustJump));
}

#[test]
fn a_man_that_is_crowned_by_a_jump_stops() {
    // On 31 a king could continue over 27 to 24, which is free.
    let after = played(&board("B:W26,27:B22"), "22x31");
    assert!(after.kings().contains(Square::new(31).unwrap()));
    assert_eq!(after.pieces(Side::White).len(), 1);
}

#[test]
fn a_king_may_return_to_its_starting_square() {
    let board = board("B:W14,15,22,23:BK10");
    let circle = legal(&board);
    assert_eq!(circle.len(), 1, "both ways round take the same pieces");
    assert_eq!(effect(circle[0]), (10, 10, BTreeSet::from([14, 15, 22, 23])));
    for text in ["10x19x26x17x10", "10x17x26x19x10", "10x10"] {
        assert_eq!(read_move(&board, text), Ok(circle[0]), "{text}");
    }
}

/// Squares between which one piece can jump, up to a turn of the board; there are four such kinds of squares. Each has
/// eight squares and nine jumps. Tries every set of pieces to capture and every set of kings.
#[test]
fn no_position_has_more_moves_than_there_is_room_for() {
    let kind: Vec<(i32, i32)> = (0..8)
        .flat_map(|row| (0..8).map(move |column| (row, column)))
        .filter(|(row, column)| row % 2 == 0 && column % 2 == 1 && (row / 2 + column / 2) % 2 == 0)
        .collect();
    let mut jumps = Vec::new();
    for (from, &(row, column)) in kind.iter().enumerate() {
        for to in [(row + 2, column - 2), (row + 2, column + 2)] {
            jumps.extend(kind.iter().position(|&square| square == to).map(|to| (from, to)));
        }
    }
    assert_eq!((kind.len(), jumps.len()), (8, 9));
    let mut most = 0;
    for targets in 0..1u32 << 9 {
        for kings in 0..1u32 << 8 {
            let captures = |from: usize| {
                let mut ends = BTreeSet::new();
                follow(&jumps, targets, kings & !(1 << from), from, 0, &mut ends);
                ends.len()
            };
            most = most.max((0..8).filter(|from| kings >> from & 1 != 0).map(captures).sum());
        }
    }
    assert_eq!(4 * most, MAX_MOVES);
    // Twelve pieces with four steps each.
    const { assert!(12 * 4 <= MAX_MOVES) };
}

/// All ends of captures: the square, and the captured pieces.
fn follow(
    jumps: &[(usize, usize)],
    targets: u32,
    blocked: u32,
    at: usize,
    taken: u32,
    ends: &mut BTreeSet<(usize, u32)>,
) {
    let mut goes_on = false;
    for (jump, &(a, b)) in jumps.iter().enumerate() {
        let to = if a == at { b } else { a };
        if (a == at || b == at) && targets >> jump & 1 != 0 && taken >> jump & 1 == 0 && blocked >> to & 1 == 0 {
            goes_on = true;
            follow(jumps, targets, blocked, to, taken | 1 << jump, ends);
        }
    }
    if !goes_on && taken != 0 {
        ends.insert((at, taken));
    }
}

#[test]
fn a_tournament_draws_after_forty_moves_of_each_side_without_progress() {
    // Random walks of many kings do not reach the same position for the third time.
    let games = king_walks::game("B:WK29,K30,K31,K32:BK1,K2,K3,K4", Seed(3), DrawRule::Tournament);
    assert_eq!((games.len() - 1, games.last().and_then(Game::ending)), (80, Some(Ending::Idle)));
}

#[test]
fn a_side_that_cannot_move_has_lost() {
    let game = Game::new(Position::new(board("W:W5:B1"), DrawRule::Report));
    assert_eq!(game.ending(), Some(Ending::Won(Side::Black)), "5 is blocked by 1");
    let game = Game::new(Position::new(board("W:W:B1"), DrawRule::Report));
    assert_eq!(game.ending(), Some(Ending::Won(Side::Black)));
}

#[test]
fn two_captures_with_the_same_ends_are_both_playable_and_written_apart() {
    let board = board("B:W23,22,15,14:B11,10");
    let texts: BTreeSet<String> = legal(&board).iter().map(|&chosen| ShortMove(&board, chosen).to_string()).collect();
    let expected = ["10x17x26", "10x19x26", "11x25", "11x27"].map(str::to_owned);
    assert_eq!(texts, BTreeSet::from(expected));
    assert!(matches!(read_move(&board, "10x26"), Err(MoveTextError::Ambiguous(..))));
    assert_ne!(played(&board, "10x17x26"), played(&board, "10x19x26"));
    assert_eq!(read_move(&board, "11x25"), read_move(&board, "11x18x25"));
    assert_eq!(read_move(&board, "11x18").unwrap_err().to_string().split(':').next(), Some("the jump continues"));
}

#[test]
fn an_invalid_move_is_refused_with_the_reason() {
    for (text, told) in [
        ("11-16x", "not a move"),
        ("11", "not a move"),
        ("11-33", "there is no square 33"),
        ("24-19", "the side to move has no piece on 24"),
        ("11-18", "no piece can move like that"),
        ("11-15-19", "no piece can move like that"),
        ("-", "not a move"),
        ("1-2-3-4-5-6-7-8-9-10-11", "not a move"),
    ] {
        assert_eq!(read_move(&Board::START, text).unwrap_err().to_string(), told, "{text}");
    }
    assert!(read_move(&Board::START, "11x15").is_ok(), "an x is written for steps too");
}

proptest! {
    #[test]
    fn any_squares_are_a_move_that_is_legal_or_refused(path in prop::collection::vec(0u8..40, 0..12), seed in 0u64..1000) {
        let board = *checkers_reference::position(Seed(seed)).board();
        let bytes = postcard::to_allocvec(&path).unwrap();
        if let Ok(wanted) = postcard::from_bytes::<Move>(&bytes) {
            prop_assert_eq!(postcard::to_allocvec(&wanted).unwrap(), bytes);
            prop_assert!(board.find(wanted).is_none_or(|found| legal(&board).contains(&found)));
        }
    }

    #[test]
    fn every_legal_move_is_encoded_as_its_squares(seed in 0u64..1000) {
        for chosen in legal(checkers_reference::position(Seed(seed)).board()) {
            let bytes = postcard::to_allocvec(&chosen).unwrap();
            let squares: Vec<String> = bytes[1..].iter().map(u8::to_string).collect();
            prop_assert_eq!(squares.join(if chosen.is_capture() { "x" } else { "-" }), chosen.to_string());
            prop_assert_eq!(postcard::from_bytes::<Move>(&bytes), Ok(chosen));
        }
    }
}
