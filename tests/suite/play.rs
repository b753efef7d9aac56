//! `pipsqueak play`, in plain mode through pipes.

use std::fs;

use pipsqueak_core::game::Seat;
use pipsqueak_core::games::fiveo::{Column, Table};
use pipsqueak_lab::games::fiveo::record;
use pipsqueak_lab::json_lines::{self, RecordedGame};
use pipsqueak_tests::binary::{Outcome, pipsqueak, scratch};

/// Answers for whole games: in every round each column is named once, in this order.
const ANSWERS: [&str; 5] = ["2", "3", "4", "5", "1"];

fn answers(n_games: usize) -> String {
    ANSWERS.iter().cycle().take(20 * n_games).map(|answer| format!("{answer}\n")).collect()
}

/// Plays with a transcript, and returns it checked.
fn play_recorded(name: &str, arguments: &[&str], input: &str) -> (Outcome, Vec<RecordedGame<Table>>) {
    let path = scratch(name);
    let path_text = path.to_str().unwrap();
    let outcome = pipsqueak(&[&["play", "fiveo", "--plain", "--transcript", path_text], arguments].concat(), input);
    // A series without a finished game writes no file.
    let Ok(text) = fs::read_to_string(&path) else { return (outcome, Vec::new()) };
    fs::remove_file(path).unwrap();
    (outcome, json_lines::read::<Table>(&text).unwrap())
}

#[test]
fn a_whole_game_ends_as_its_transcript_says() {
    for (seat, person) in [("first", Seat::First), ("second", Seat::Second)] {
        let (outcome, games) =
            play_recorded(seat, &["--seed", "7", "--seat", seat, "--against", "tactician"], &answers(1));
        assert_eq!((outcome.status, outcome.errors.as_str()), (0, ""));
        let [game] = games.as_slice() else { panic!("one game is recorded") };
        assert_eq!(game.players[person.index()], "person");
        let points = game.end().points();
        let (own, other) = (points.of(person), points.of(person.other()));
        let verdict = if own > other {
            format!("You win {own} to {other}.")
        } else {
            format!("tactician wins {other} to {own}.")
        };
        assert!(outcome.output.ends_with(&format!("{verdict}\n")), "{}", outcome.output);
        for column in Column::ALL {
            let cards =
                record::column_of(game, person.other(), column).iter().map(ToString::to_string).collect::<Vec<_>>();
            assert!(outcome.output.contains(&cards.join(" ")), "all cards are shown at the end");
        }
    }
}

#[test]
fn a_seed_gives_the_same_game_again_and_is_shown() {
    let play = || pipsqueak(&["play", "fiveo", "--seed", "41", "--against", "greedy"], &answers(1)).output;
    assert_eq!(play(), play());
    assert!(play().contains("seed 41"));
    assert!(pipsqueak(&["play", "fiveo", "--plain"], "q\n").output.contains("seed "));
}

#[test]
fn several_games_take_seeds_in_a_row_and_change_seats() {
    let (outcome, games) =
        play_recorded("several", &["--seed", "7", "--games", "3", "--against", "tactician"], &answers(3));
    assert_eq!(outcome.status, 0);
    assert_eq!(games.iter().map(|game| game.seed.unwrap().0).collect::<Vec<_>>(), [7, 8, 9]);
    assert_eq!(
        games.iter().map(|game| game.players[0].as_str()).collect::<Vec<_>>(),
        ["person", "tactician", "person"]
    );
    assert!(outcome.output.contains("Games so far: "));
}

#[test]
fn bad_answers_are_explained_and_the_game_continues() {
    let input = format!("2\nx\n\n0\n6\n2\n-1\n?\n{}", &answers(1)[2..]);
    let outcome = pipsqueak(&["play", "fiveo", "--plain", "--seed", "7"], &input);
    assert_eq!(outcome.status, 0, "{}", outcome.errors);
    for told in [
        "\"x\" is not a column: type 1, 3, 4 or 5, ? or q.",
        "Nothing was typed",
        "\"0\" is not a column",
        "\"6\" is not a column",
        "\"-1\" is not a column",
        "Column 2 already has its card for this round: type 1, 3, 4 or 5.",
        "The fifth cards are placed face down",
    ] {
        assert!(outcome.output.contains(told), "{told}");
    }
}

#[test]
fn input_that_ends_in_the_middle_is_an_error_in_one_line() {
    let (outcome, games) = play_recorded("ends", &["--seed", "7"], "1\n2\n");
    assert_eq!(outcome.status, 1);
    assert_eq!(outcome.errors, "pipsqueak: the input ended in the middle of the game\n");
    assert!(games.is_empty(), "an unfinished game is not recorded");
}

#[test]
fn every_game_explains_itself_and_can_be_left_and_ends_with_its_input() {
    for (game, answer) in [("fiveo", "1"), ("checkers", "11-15"), ("mastermind", "1122")] {
        let play = |input: &str| pipsqueak(&["play", game, "--plain", "--seed", "7"], input);
        let left = play(&format!("?\nh\n\n{answer}\nq\n"));
        assert_eq!((left.status, left.errors.as_str()), (0, ""), "{game}");
        assert_eq!(left.output.matches("Type ").count(), 2, "{game}: {}", left.output);
        assert!(left.output.contains("Nothing was typed"), "{game}");
        assert!(left.output.ends_with("?\nYou left the game. It does not count.\n"), "{}", left.output);
        let ended = play(&format!("{answer}\n"));
        assert_eq!(ended.status, 1, "{game}");
        assert_eq!(ended.errors, "pipsqueak: the input ended in the middle of the game\n", "{game}");
    }
}

#[test]
fn hidden_cards_are_not_shown_before_the_reveal() {
    for seat in ["first", "second"] {
        for seed in 0..10 {
            let seed = seed.to_string();
            let name = format!("hidden-{seat}-{seed}");
            let (outcome, games) = play_recorded(&name, &["--seed", &seed, "--seat", seat], &answers(1));
            let opponent = if seat == "first" { Seat::Second } else { Seat::First };
            let (before, after) = outcome.output.split_once("The game is over").unwrap();
            for hidden in Column::ALL.map(|column| record::column_of(&games[0], opponent, column)[4].to_string()) {
                assert!(
                    !before.split(|letter: char| !letter.is_alphanumeric()).any(|word| word == hidden),
                    "{hidden} of seed {seed}"
                );
                assert!(after.contains(&hidden));
            }
            assert!(before.contains("??") && !after.contains("??"));
        }
    }
}

#[test]
fn plain_lines_hold_no_control_characters() {
    let outcome = pipsqueak(&["play", "fiveo", "--seed", "7"], &answers(1));
    assert!(!outcome.output.chars().any(|letter| letter.is_control() && letter != '\n'));
}

#[test]
fn other_games_and_unknown_opponents_are_refused() {
    assert_eq!(pipsqueak(&["play", "chess"], "").status, 2);
    let outcome = pipsqueak(&["play", "fiveo", "--plain", "--against", "unknown"], "");
    assert_eq!(outcome.status, 1);
    assert_eq!(outcome.errors.lines().count(), 1);
}
