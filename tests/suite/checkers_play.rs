//! Checkers as its enthusiasts play it: from positions and openings, under other draw rules, with results by agreement.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use pipsqueak_core::game::Seat;
use pipsqueak_core::games::checkers::pdn::{Outcome, read_move};
use pipsqueak_core::games::checkers::{Board, DrawRule, Game, Position, Side, fen};
use pipsqueak_core::random::Seed;
use pipsqueak_lab::arena::ArenaGame;
use pipsqueak_lab::games::checkers::ballots::{self, ballots};
use pipsqueak_lab::games::checkers::record::{self, RecordedGame};
use pipsqueak_lab::games::checkers::{Checkers, Start};
use pipsqueak_tests::binary::{self, Outcome as Run, Running, pipsqueak, scratch};

/// 2026-11-18, noon.
const NOON: &str = "1795003200";

/// Plays in plain lines on a given day, and returns the recorded game, which `replay` has checked.
fn play(name: &str, arguments: &[&str], input: &str) -> (Run, RecordedGame, String) {
    let path = scratch(name);
    let file = ["play", "checkers", "--plain", "--seed", "1", "--transcript", path.to_str().unwrap()];
    let mut command = binary::command(&[&file, arguments].concat());
    let run = binary::finish(Running::spawn(command.env("SOURCE_DATE_EPOCH", NOON)), input);
    assert_eq!((run.status, run.errors.as_str()), (0, ""), "{arguments:?}");
    let (game, text) = recorded(&path);
    (run, game, text)
}

fn recorded(path: &Path) -> (RecordedGame, String) {
    let replayed = pipsqueak(&["replay", path.to_str().unwrap()], "");
    assert_eq!((replayed.status, replayed.errors.as_str()), (0, ""));
    let text = fs::read_to_string(path).unwrap();
    fs::remove_file(path).unwrap();
    let [game] = record::read(&text).unwrap().try_into().unwrap();
    (game, text)
}

fn refused(arguments: &[&str]) -> String {
    let run = pipsqueak(arguments, "");
    assert_eq!((run.status, run.output.as_str(), run.errors.lines().count()), (2, "", 1), "{arguments:?} {run:?}");
    run.errors
}

#[test]
fn a_game_begins_with_a_given_position_and_its_record_replays() {
    let position = "W:W18,24,K10:B12,16";
    let opponents: [&[&str]; 2] = [&["--against", "easy"], &["--port", "sim", "--nodes", "500"]];
    for (number, opponent) in opponents.iter().enumerate() {
        for (place, given) in [&["--fen", position][..], &[position]].into_iter().enumerate() {
            let (run, game, text) =
                play(&format!("fen-{number}-{place}.pdn"), &[given, *opponent].concat(), "24-20\nq\n");
            assert!(
                run.output.contains("you are White") && run.output.contains("White moves first."),
                "{}",
                run.output
            );
            assert_eq!(game.start, fen::parse(position).unwrap());
            assert_eq!((game.moves[0].to_string().as_str(), game.moves.len()), ("24-20", 2));
            for line in ["[SetUp \"1\"]", "[FEN \"W:W18,24,K10:B12,16\"]", "[Date \"2026.11.18\"]", "\n1... 24-20"] {
                assert!(text.contains(line), "{line}: {text}");
            }
        }
    }
}

#[test]
fn a_position_that_cannot_be_played_is_wrong_usage() {
    for (position, told) in [
        ("nonsense", "position, character 1: B or W must say who moves"),
        ("B:W3:B1", "White has a man on 3, where it would have been crowned"),
        ("W:W5:B1", "the game is over in this position: White has no move"),
    ] {
        assert!(refused(&["play", "checkers", "--fen", position]).contains(told));
        assert!(refused(&["play", "checkers", position]).contains(told));
    }
    assert!(refused(&["play", "fiveo", "W:W5:B1"]).contains("fiveo takes no starting position"));
    let both = ["play", "checkers", "W:W18:B1", "--opening", "1"];
    assert!(refused(&both).contains("exclude each other"));
}

/// Every opening is legal and leads to a position of its own; the federation's deck has 156 of them, and 18 are barred.
#[test]
fn the_ballots_are_different_legal_openings() {
    let mut boards = HashSet::new();
    let mut n_barred = 0;
    for (number, ballot) in (1..).zip(ballots()) {
        assert_eq!(ballot.number, number);
        let moves = ballots::find(&number.to_string()).unwrap();
        assert_eq!((moves.len(), &ballots::find(&ballot.moves).unwrap()), (3, &moves), "{ballot:?}");
        boards.insert(moves.iter().fold(Board::START, |board, &chosen| board.after(chosen)));
        n_barred += usize::from(ballot.is_barred);
    }
    assert_eq!((boards.len(), n_barred), (174, 18));
    // Every first move, and every reply that does not lose a man for nothing, is there.
    let firsts: HashSet<String> = ballots().map(|ballot| ballot.moves.split(' ').next().unwrap().to_owned()).collect();
    assert_eq!(firsts.len(), 7);
    for (name, moves) in ballots::named() {
        let lower = name.to_lowercase().replace(' ', "-");
        assert_eq!(ballots::find(&lower).unwrap(), ballots::find(moves).unwrap(), "{name}");
    }
    let listed = pipsqueak(&["checkers", "openings"], "").output;
    assert!(listed.contains(" 126  11-15 23-19 8-11\n") || listed.contains(" 126  11-15 23-19 8-11 "), "{listed}");
    assert!(
        listed.contains(" 171* 12-16 23-19 16x23")
            && listed.contains("  Old Fourteenth         11-15 23-19 8-11 22-17 4-8\n")
    );
    assert!(listed.lines().all(|line| line.chars().count() <= 80), "{listed}");
    let json: serde_json::Value =
        serde_json::from_str(&pipsqueak(&["checkers", "openings", "--json"], "").output).unwrap();
    assert_eq!(json["ballots"][152]["moves"], "11-16 23-19 16x23");
}

#[test]
fn a_game_begins_with_a_given_opening_and_its_record_has_it() {
    for (place, opening) in ["126", "11-15 23-19 8-11", "1. 11-15 23-19 2. 8-11"].into_iter().enumerate() {
        let (run, game, text) = play(
            &format!("opening-{place}.pdn"),
            &["--opening", opening, "--against", "child"],
            "22-17\nu\n26-23\nu\nu\n22-18\nq\n",
        );
        assert!(run.output.contains("After 11-15 23-19 8-11, White moves."), "{}", run.output);
        assert!(run.output.contains("There is nothing to take back."), "the opening stays: {}", run.output);
        assert!(text.contains("\n1. 11-15 23-19 2. 8-11 22-18 3. 15x22 ") && !text.contains("FEN"), "{text}");
        assert_eq!((game.start, game.outcome), (Board::START, Outcome::Open));
    }
    for (opening, told) in [
        ("175", "numbered 1 to 174"),
        ("0", "numbered 1 to 174"),
        ("singel corner", "did you mean Single Corner?"),
        ("umbrella", "a name, or moves like"),
        ("11-15 22-16", "move 2 of the opening, 22-16: no piece can move like that"),
    ] {
        let told_so = refused(&["play", "checkers", "--opening", opening]);
        assert!(told_so.contains(told), "{told_so}");
    }
}

#[test]
fn a_league_draws_its_openings_from_the_deck() {
    let path = scratch("deck.pdn");
    let league = ["league", "--game", "checkers", "simple", "better_h", "--nodes", "50", "--games", "6", "--opening"];
    let file = ["--transcript", path.to_str().unwrap()];
    let run = pipsqueak(&[&league[..], &["deck"], &file].concat(), "");
    assert_eq!((run.status, run.errors.as_str()), (0, ""));
    let games = record::read(&fs::read_to_string(&path).unwrap()).unwrap();
    fs::remove_file(path).unwrap();
    let deck: HashSet<String> = ballots().filter(|ballot| !ballot.is_barred).map(|ballot| ballot.moves).collect();
    let openings: HashSet<String> = games
        .iter()
        .map(|game| game.moves[..3].iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
        .collect();
    assert!(games.len() == 6 && openings.len() == 3 && openings.is_subset(&deck), "{openings:?}");
    assert!(refused(&[&league[..], &["3"]].concat()).contains("programs play the same games again"));
    assert!(
        refused(&["match", "--game", "checkers", "--port", "sim", "--fen", "B:W32:B1"]).contains("--fen is for play")
    );
}

/// Two kings in their double corners, one of them a person's that goes to and fro.
#[test]
fn the_draw_rule_can_be_chosen() {
    let shuffle = "1-5\n5-1\n".repeat(45);
    for (draws, told) in [
        ("report", "A draw: 50 turns without a jump."),
        ("tournament", "A draw: the position occurred for the third time."),
    ] {
        let arguments = ["--fen", "B:WK32:BK1", "--draws", draws, "--against", "simple", "--nodes", "50"];
        let (run, game, _) = play(&format!("{draws}.pdn"), &arguments, &shuffle);
        assert!(run.output.ends_with(&format!("{told}\n")), "{draws}: {}", run.output);
        assert_eq!((game.outcome, game.moves.len() == 50), (Outcome::Drawn, draws == "report"));
        let help = pipsqueak(&["play", "checkers", "--plain", "--draws", draws], "?\nq\n").output;
        assert_eq!(help.contains("for the third time"), draws == "tournament", "{help}");
    }
    // Programs and boards see the rule with the position.
    for start in [Start::Random, Start::Deck] {
        let game = Checkers { start, draws: DrawRule::Tournament, ..Checkers::of_nodes(1) };
        assert_eq!(game.deal(Seed(1)).position().rule(), DrawRule::Tournament);
    }
}

#[test]
fn a_person_can_resign_and_agree_on_a_draw_and_the_record_says_so() {
    let (run, game, _) = play("resigned.pdn", &["--against", "easy"], "11-15\nresign\n");
    assert!(run.output.ends_with("You resigned: White wins.\n"), "{}", run.output);
    assert_eq!((game.outcome, game.moves.len()), (Outcome::Won(Side::White), 2));
    let (run, game, text) = play("agreed.pdn", &["--fen", "B:WK32:BK1"], "draw\n");
    assert!(run.output.ends_with("A draw by agreement.\n"), "{}", run.output);
    assert_eq!((game.outcome, text.matches("1/2-1/2").count()), (Outcome::Drawn, 2));
    let (run, game, _) =
        play("declined.pdn", &["--fen", "B:WK18,K22,K23:BK1,12", "--against", "easy"], "draw\nresign\n");
    assert!(run.output.contains("The opponent declines: by its evaluation, White "), "{}", run.output);
    assert_eq!((game.outcome, game.moves.len()), (Outcome::Won(Side::White), 0));
}

/// A record of a game from a position where White moves first says so, and reads back to the same position.
#[test]
fn a_record_of_a_given_position_reads_back() {
    let board = fen::parse("W:W18,24,K10:B12,16").unwrap();
    let game = Checkers { start: Start::At(board, Vec::new()), ..Checkers::of_nodes(1) };
    assert_eq!(game.deal(Seed(1)), Game::new(Position::new(board, DrawRule::Report)));
    let moves = [read_move(&board, "24-20").unwrap()];
    let players = Seat::BOTH.map(|seat| if seat == Seat::First { "a" } else { "b" });
    let text = String::from_utf8(game.record(Seed(1), players, &moves).unwrap()).unwrap();
    let [read] = record::read(&text).unwrap().try_into().unwrap();
    assert_eq!((read.start, &read.moves[..]), (board, &moves[..]), "{text}");
}
