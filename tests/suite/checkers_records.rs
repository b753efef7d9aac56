//! Records of checkers: PDN as found in the wild, and as we write it.

use std::fs;

use pipsqueak_core::games::checkers::pdn::Outcome;
use pipsqueak_core::games::checkers::{Board, Side};
use pipsqueak_core::random::{self, Seed};
use pipsqueak_lab::games::checkers::record::{self, RecordErrorKind};
use pipsqueak_tests::binary::{pipsqueak, scratch};
use pipsqueak_tests::checkers_reference::{self, legal};
use pipsqueak_tests::sized;
use proptest::prelude::*;

/// A made-up collection like those in the wild.
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
fn a_realistic_collection_is_parsed() {
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
    assert_eq!((error.game, error.kind), (2, RecordErrorKind::Variation));
    let error = record::read("1. 11-15 ) *").unwrap_err();
    assert_eq!(error.kind, RecordErrorKind::Variation);
    let error = record::read("[FEN \"B:W3:B1\"] 1. 1-5 *").unwrap_err();
    assert!(error.to_string().contains("White has a man on 3"), "{error}");
}

#[test]
fn a_bad_game_is_named_and_the_others_are_parsed() {
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
        // Text without a game is refused.
        let empty = pipsqueak(&[command, &["-"]].concat(), "\n{a comment}\n");
        assert_eq!((empty.status, empty.output.as_str()), (1, ""), "{empty:?}");
        assert!(
            empty.errors.contains("the file contains no games") || empty.errors.contains("not a record"),
            "{empty:?}"
        );
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
    for (text, reason) in [
        ("22x13 *", "move 1, 22x13: the jump continues: 22x13x6"),
        ("22 *", "move 1, 22: not a move"),
        ("22x13 2x9 *", "move 1, 22x132x9: there is no square 132"),
    ] {
        let error = record::read(&format!("[FEN \"W:W22:B17,9,2\"] 1. {text}")).unwrap_err();
        assert!(error.to_string().ends_with(reason), "{text}: {error}");
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
    let start = if seed.0.is_multiple_of(2) { Board::START } else { *checkers_reference::position(seed).board() };
    let mut board = start;
    let mut moves = Vec::new();
    for _ in 0..random::below(&mut rng, 150) {
        let Some(chosen) = random::pick(&mut rng, &legal(&board)) else { break };
        moves.push(chosen);
        board = board.after(chosen);
    }
    let outcome = random::pick(&mut rng, &[Outcome::Drawn, Outcome::Open, Outcome::Won(Side::Black)]).unwrap();
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
}
