//! `pipsqueak replay`.

use std::fs;

use pipsqueak_core::cards::Deck;
use pipsqueak_core::game::Game;
use pipsqueak_core::games::fiveo::Column;
use pipsqueak_core::games::fiveo::Table;
use pipsqueak_core::random::Seed;
use pipsqueak_lab::json_lines::{self, RecordedGame};
use pipsqueak_tests::binary::{pipsqueak, scratch};
#[cfg(unix)]
use pipsqueak_tests::terminal::at_a_terminal;

/// A game in which both seats fill their columns from left to right.
fn written(seed: u64, players: [&str; 2]) -> String {
    let moves: Vec<Column> = (0..40).map(|number| Column::ALL[number / 2 % 5]).collect();
    let game = RecordedGame::dealt(Table::deal(Seed(seed)), Seed(seed), players, &moves);
    String::from_utf8(game.text().unwrap()).unwrap()
}

#[test]
fn a_game_is_shown_move_by_move_with_each_columns_winner() {
    let text = written(7, ["ann", "bob"]);
    let outcome = pipsqueak(&["replay", "-"], &text);
    assert_eq!((outcome.status, outcome.errors.as_str()), (0, ""));
    assert!(outcome.output.starts_with("Game 1 of 1: ann v bob, seed 7\n"));
    assert_eq!(outcome.output.matches(" to column ").count(), 40);
    let deck = Deck::shuffled(&mut Seed(7).rng());
    let [dealt, first] = [deck.cards()[0], deck.cards()[10]];
    assert!(outcome.output.contains(&format!("   1  {first} to column 1")));
    assert!(outcome.output.contains(&format!("   1  {dealt} {first} ")), "cards are in the order of placement");
    let points = json_lines::read::<Table>(&text).unwrap()[0].end().points();
    for (name, taken) in ["ann", "bob"].into_iter().zip(points.0) {
        let columns = outcome.output.lines().filter(|line| line.len() > 70 && line.ends_with(&format!("  {name}")));
        assert_eq!(columns.count(), usize::from(taken));
    }
    assert!(outcome.output.contains(" wins "));
}

#[test]
fn several_games_are_shown_from_a_file() {
    let path = scratch("replay-several");
    fs::write(&path, written(1, ["ann", "bob"]) + &written(2, ["bob", "ann"])).unwrap();
    let outcome = pipsqueak(&["replay", path.to_str().unwrap()], "");
    fs::remove_file(path).unwrap();
    assert_eq!(outcome.status, 0);
    assert!(outcome.output.contains("Game 2 of 2: bob v ann, seed 2"));
}

#[test]
fn an_invalid_transcript_is_refused_in_one_line_with_its_number() {
    let text = written(7, ["ann", "bob"]);
    let lines: Vec<&str> = text.lines().collect();
    let without = |skipped: usize| {
        let kept: Vec<&str> =
            (1..).zip(&lines).filter(|&(number, _)| number != skipped).map(|(_, &line)| line).collect();
        kept.join("\n")
    };
    for (bad, told) in [
        (without(1), "this is not a record of any game that this program knows"),
        (without(5), "line 5: seat 0 moves, but it is seat 1's turn"),
        (without(42), "line 41: the transcript ends in the middle of a game"),
        (text.replace("\"seed\":7", "\"seed\":8"), "line 1: by the rules this line should be {\"deal\":[["),
        ("nonsense".to_owned(), "game 1, line 1, column 1: "),
        (text.replace("fiveo", "chess"), "this is not a record of any game that this program knows"),
        (" \n".to_owned(), "the file contains no games"),
    ] {
        let outcome = pipsqueak(&["replay", "-"], &bad);
        assert_eq!((outcome.status, outcome.output.as_str()), (1, ""));
        assert!(outcome.errors.starts_with(&format!("pipsqueak: -: {told}")), "{}", outcome.errors);
        assert_eq!(outcome.errors.lines().count(), 1);
    }
    assert_eq!(pipsqueak(&["replay", "no-such-file"], "").status, 1);
}

#[test]
fn control_characters_in_a_name_are_replaced() {
    let outcome = pipsqueak(&["replay", "-"], &written(3, ["\u{1b}[2J", "bob"]));
    assert_eq!(outcome.status, 0);
    assert!(!outcome.output.contains('\u{1b}'));
}

/// At a terminal a record of checkers is stepped through; what is printed elsewhere follows.
#[cfg(unix)]
#[test]
fn a_record_is_stepped_through_at_a_terminal() {
    let path = scratch("stepped.pdn");
    fs::write(&path, "[Black \"Ann\"]\n[White \"Bob\"]\n1. 11-15 22-18 2. 15x22 25x18 1-0\n").unwrap();
    let file = path.to_str().unwrap();
    let steps = [("move 0 of 4", "n"), ("11-15", "l"), ("White won", "b"), ("Black 12 pieces", "q")];
    let run = at_a_terminal(&steps, &["replay", file]);
    assert_eq!(run.status, 0, "{run:?}");
    assert!(run.output.contains("Ann (Black) v Bob (White)"), "{}", run.output);
    assert!(run.output.contains("1 game, 4 moves, all legal."), "{}", run.output);
    let printed = at_a_terminal(&[], &["replay", file, "--plain"]);
    fs::remove_file(&path).unwrap();
    assert_eq!(printed.status, 0, "{printed:?}");
    assert!(printed.output.starts_with("Game 1: Ann v Bob, 4 moves, White won"), "{}", printed.output);
}
