//! Facts about checkers: moves, counts, draws, FEN and PDN.

use std::collections::BTreeSet;
use std::fs;

use pipsqueak::games::checkers::record::{self, Fault};
use pipsqueak_core::chance::{self, Seed};
use pipsqueak_core::games::checkers::pdn::{MoveFault, Outcome, Short, read_move};
use pipsqueak_core::games::checkers::{
    Board, DrawRule, Ending, Game, IllegalMove, MAX_MOVES, Move, Position, Side, Square, fen, perft,
};
use pipsqueak_tests::binary::{pipsqueak, scratch};
use pipsqueak_tests::draughts::{self, effect, legal};
use pipsqueak_tests::king_walks;
use pipsqueak_tests::sized;
use proptest::prelude::*;

/// Published counts: depths 1 to 14 from the start, a whole multiple jump being one move.
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
    let deepest = sized(8, 11);
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
fn moves_are_those_found_square_by_square() {
    for seed in 0..sized(5_000, 100_000) {
        let board = *draughts::position(Seed(seed)).board();
        let legal = legal(&board);
        let effects: BTreeSet<_> = legal.iter().map(|&chosen| effect(chosen)).collect();
        assert_eq!(effects.len(), legal.len(), "no move comes twice: {board}");
        assert_eq!(effects, draughts::moves(&board), "{board}");
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
    // On 31 a king could go on over 27 to 24, which is free.
    let after = played(&board("B:W26,27:B22"), "22x31");
    assert!(after.kings().contains(Square::new(31).unwrap()));
    assert_eq!(after.pieces(Side::White).len(), 1);
}

#[test]
fn a_king_may_come_back_to_where_it_began() {
    let board = board("B:W14,15,22,23:BK10");
    let circle = legal(&board);
    assert_eq!(circle.len(), 1, "both ways round take the same pieces");
    assert_eq!(effect(circle[0]), (10, 10, BTreeSet::from([14, 15, 22, 23])));
    for text in ["10x19x26x17x10", "10x17x26x19x10", "10x10"] {
        assert_eq!(read_move(&board, text), Ok(circle[0]), "{text}");
    }
}

/// Squares between which one piece can jump, up to a turn of the board; there are four such kinds of squares. Each has
/// eight squares and nine jumps. Tries every set of pieces to take and every set of kings.
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

/// All ends of captures: where, and what was taken.
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
    // Random walks of many kings do not come to the same position for the third time.
    let games = king_walks::game("B:WK29,K30,K31,K32:BK1,K2,K3,K4", Seed(3), DrawRule::Tournament);
    assert_eq!((games.len() - 1, games.last().and_then(Game::ending)), (80, Some(Ending::Idle)));
}

#[test]
fn whoever_cannot_move_has_lost() {
    let game = Game::new(Position::new(board("W:W5:B1"), DrawRule::Report));
    assert_eq!(game.ending(), Some(Ending::Won(Side::Black)), "5 is blocked by 1");
    let game = Game::new(Position::new(board("W:W:B1"), DrawRule::Report));
    assert_eq!(game.ending(), Some(Ending::Won(Side::Black)));
}

#[test]
fn two_captures_with_the_same_ends_are_both_playable_and_written_apart() {
    let board = board("B:W23,22,15,14:B11,10");
    let texts: BTreeSet<String> = legal(&board).iter().map(|&chosen| Short(&board, chosen).to_string()).collect();
    let expected = ["10x17x26", "10x19x26", "11x25", "11x27"].map(str::to_owned);
    assert_eq!(texts, BTreeSet::from(expected));
    assert!(matches!(read_move(&board, "10x26"), Err(MoveFault::Ambiguous(..))));
    assert_ne!(played(&board, "10x17x26"), played(&board, "10x19x26"));
    assert_eq!(read_move(&board, "11x25"), read_move(&board, "11x18x25"));
    assert_eq!(read_move(&board, "11x18").unwrap_err().to_string().split(':').next(), Some("the jump goes on"));
}

#[test]
fn a_move_that_is_none_says_why() {
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

/// A made-up collection in the manner of those in the wild.
const COLLECTION: &str = r#"[Event "Somewhere \"in\" the north"]
[Black "A. Player"]
[White "B. Player"]
[Result "1/2-1/2"]
1. 11x15 23-19 {the old fourteenth} 2. 8-11 22-17! 3. 4-8 (3. 11-16 24x20 (3... 17-13) 4. 16x23) 3... 17-13
4. 15-18 24-20 $4 5. 11-15 28-24 ; a comment to the end
6. 8-11 26-23?
1/2-1/2

[Event "A win on the other scale"]
[Result "2-0"]
[SetUp "1"]
[FEN "W:W18,23:B14,15."]
1... 18x9 2. 15-19 23x16 2-0
[Event "No result, and no moves either"]

[Event "Nothing but a position"] [FEN "B:WK1:BK32"] *
"#;

#[test]
fn a_collection_in_the_manner_of_real_ones_is_read() {
    let games = record::read(COLLECTION).unwrap();
    let facts: Vec<(usize, Outcome)> = games.iter().map(|game| (game.moves.len(), game.outcome)).collect();
    let [drawn, won, open] = [Outcome::Drawn, Outcome::Won(Side::White), Outcome::Open];
    assert_eq!(facts, [(12, drawn), (3, won), (0, open)]);
    assert_eq!(games[0].tag("Event"), Some("Somewhere \"in\" the north"));
    assert_eq!(games[1].end().to_string(), "B:W9,16:B");
}

#[test]
fn the_first_illegal_move_is_named_with_its_place() {
    let error = record::read("[Event \"x\"]\n1. 11-15 23-19 2. 8-11\n22-16").unwrap_err();
    assert_eq!(error.to_string(), "game 1, line 3, column 1: move 4, 22-16: no piece can move like that");
    let error = record::read("1. 11-15 22-18 2. 8-11 *").unwrap_err();
    assert_eq!(error.to_string(), "game 1, line 1, column 19: move 3, 8-11: a jump must be taken");
    let error = record::read("1. 11-15 *\n1. 11-15 (22-18").unwrap_err();
    assert_eq!((error.game, error.fault), (2, Fault::Variation));
    let error = record::read("1. 11-15 ) *").unwrap_err();
    assert_eq!(error.fault, Fault::Variation);
    let error = record::read("[FEN \"B:W3:B1\"] 1. 1-5 *").unwrap_err();
    assert!(error.to_string().contains("White has a man on 3"), "{error}");
}

#[test]
fn a_bad_game_is_named_and_the_others_are_read() {
    let text = "[Black \"A\"]\n[White \"B\"]\n1. 11-15 22-18 2. 8-11 3. 1-5 0-1\n[Event \"good\"]\n1. 11-15 *\n\
                [Event \"no sign\"]\n1. 11-15 & 23-19 *\n[Event \"good\"]\n1. 11-15 23-19 1-0\n\
                [Event \"a position that cannot be\"] [FEN \"B:W3:B1\"] 1. 1-5 *\n[Event \"good\"] 1. 9-14 *";
    let games = record::read_each(text);
    let facts: Vec<_> =
        games.iter().map(|game| game.as_ref().map(|game| game.moves.len()).map_err(|e| e.game)).collect();
    assert_eq!(facts, [Err(1), Ok(1), Err(3), Ok(2), Err(5), Ok(1)]);
    let first = games[0].as_ref().unwrap_err().to_string();
    assert_eq!(first, "game 1, A v B, line 3, column 19: move 3, 8-11: a jump must be taken");
    let file = scratch("collection");
    fs::write(&file, text).unwrap();
    for command in [&["replay"][..], &["checkers", "replay"]] {
        let replayed = pipsqueak(&[command, &[file.to_str().unwrap()]].concat(), "");
        assert_eq!((replayed.status, replayed.errors.lines().count()), (1, 1), "{replayed:?}");
        assert!(replayed.errors.contains("3 of 6 games are bad"), "{}", replayed.errors);
        assert!(
            replayed.output.contains("Bad: game 1, A v B") && replayed.output.contains("3 games, 4 moves, all legal")
        );
        // Nothing that is no game is a game.
        let empty = pipsqueak(&[command, &["-"]].concat(), "\n{a comment}\n");
        assert_eq!((empty.status, empty.output.as_str()), (1, ""), "{empty:?}");
        assert!(empty.errors.contains("there is no game in it") || empty.errors.contains("no record"), "{empty:?}");
    }
    fs::remove_file(file).unwrap();
}

#[test]
fn comments_may_be_glued_to_moves_and_captures_written_in_parts() {
    let whole = record::read("[FEN \"W:W22:B17,9,2\"] 1. 22x13x6 2x9 *").unwrap();
    assert_eq!(whole[0].moves.len(), 2);
    for text in [
        "1. 22x13 13x6 2x9 *",
        "1. 22x13 x6 2x9 *",
        "1. 22 x 13 x 6 2 x 9 *",
        "1. 22x 13x6{a comment}2x9;another\n*",
        "1.{glued}22x6{to}2x9{all}*",
    ] {
        let text = format!("[FEN \"W:W22:B17,9,2\"] {text}");
        assert_eq!(record::read(&text).unwrap()[0].moves, whole[0].moves, "{text}");
    }
    for (text, fault) in [("22x13 *", "the move goes on"), ("22 *", "not a move"), ("22x13 2x9 *", "not a move")] {
        let error = record::read(&format!("[FEN \"W:W22:B17,9,2\"] 1. {text}")).unwrap_err();
        assert!(matches!(error.fault, Fault::Move(1, ..)), "{text}, {fault}: {error}");
    }
}

#[test]
fn other_rules_than_the_english_ones_are_refused() {
    for (kind, is_english) in
        [("21", true), ("21,W,8,8,A0,0", true), (" 21 ", true), ("20", false), ("25", false), ("", false)]
    {
        let games = record::read(&format!("[GameType \"{kind}\"]\n1. 11-15 *"));
        assert_eq!(games.is_ok(), is_english, "{kind}: {games:?}");
        assert!(games.map_or_else(|error| error.to_string().contains("GameType"), |_| true));
    }
}

/// A random game from a random position, as a record.
fn random_game(seed: Seed) -> record::RecordedGame {
    let mut rng = seed.derive(1).rng();
    let start = if seed.0.is_multiple_of(2) { Board::START } else { *draughts::position(seed).board() };
    let mut board = start;
    let mut moves = Vec::new();
    for _ in 0..chance::below(&mut rng, 150) {
        let Some(chosen) = chance::pick(&mut rng, &legal(&board)) else { break };
        moves.push(chosen);
        board = board.after(chosen);
    }
    let outcome = chance::pick(&mut rng, &[Outcome::Drawn, Outcome::Open, Outcome::Won(Side::Black)]).unwrap();
    let tags = vec![("Event".to_owned(), "a \\ \"b\"".to_owned()), ("Black".to_owned(), "Ä".to_owned())];
    record::RecordedGame { tags, start, moves, outcome }
}

#[test]
fn every_game_that_is_written_reads_back() {
    for seed in 0..sized(1_000, 20_000) {
        let game = random_game(Seed(seed));
        let text = game.to_pdn();
        assert!(text.lines().all(|line| line.starts_with('[') || line.len() < 80), "{text}");
        let [again] = record::read(&text).unwrap().try_into().unwrap();
        assert_eq!((again.start, &again.moves, again.outcome), (game.start, &game.moves, game.outcome), "{text}");
        assert_eq!((again.tag("Event"), again.tag("Black")), (Some("a \\ \"b\""), Some("Ä")));
        assert_eq!(again.to_pdn(), text);
    }
}

proptest! {
    #[test]
    fn any_text_is_refused_or_games_that_read_back(
        text in "([0-9]{1,2}[-x][0-9]{1,2} |1\\. |\\[FEN \"B:W[0-9]{1,2}:BK[0-9]\"\\]|[{}();*$!] |11-15 |23-19 |1-0 ){0,12}|\\PC{0,30}"
    ) {
        if let Ok(games) = record::read(&text) {
            for game in games {
                let [again] = record::read(&game.to_pdn()).unwrap().try_into().unwrap();
                prop_assert_eq!((again.start, again.moves, again.outcome), (game.start, game.moves, game.outcome));
            }
        }
    }

    #[test]
    fn any_squares_are_a_move_that_is_legal_or_refused(path in prop::collection::vec(0u8..40, 0..12), seed in 0u64..1000) {
        let board = *draughts::position(Seed(seed)).board();
        let bytes = postcard::to_allocvec(&path).unwrap();
        if let Ok(wanted) = postcard::from_bytes::<Move>(&bytes) {
            prop_assert_eq!(postcard::to_allocvec(&wanted).unwrap(), bytes);
            prop_assert!(board.find(wanted).is_none_or(|found| legal(&board).contains(&found)));
        }
    }

    #[test]
    fn every_legal_move_travels_as_its_squares(seed in 0u64..1000) {
        for chosen in legal(draughts::position(Seed(seed)).board()) {
            let bytes = postcard::to_allocvec(&chosen).unwrap();
            let squares: Vec<String> = bytes[1..].iter().map(u8::to_string).collect();
            prop_assert_eq!(squares.join(if chosen.is_capture() { "x" } else { "-" }), chosen.to_string());
            prop_assert_eq!(postcard::from_bytes::<Move>(&bytes), Ok(chosen));
        }
    }
}
