//! `pipsqueak checkers` and `pipsqueak play checkers`, run as a user would run them.

use std::fs;

use pipsqueak_core::games::checkers::fen;
use pipsqueak_core::games::checkers::pdn::{Outcome, read_move};
use pipsqueak_core::games::checkers::{MAX_MOVES, Move};
use pipsqueak_lab::games::checkers::record;
use pipsqueak_tests::binary::{Outcome as Run, pipsqueak, scratch};
use pipsqueak_tests::checkers_reference::{loses_within, wins_within};
use serde_json::Value;

/// After Black's first move, 11-15.
const START: &str = "W:W21-32:B1-10,12,15";

fn checkers(arguments: &[&str]) -> Run {
    pipsqueak(&[&["checkers"], arguments].concat(), "")
}

fn json(arguments: &[&str]) -> Value {
    let run = checkers(arguments);
    assert_eq!((run.status, run.errors.as_str()), (0, ""));
    serde_json::from_str(&run.output).unwrap()
}

#[test]
fn perft_counts_with_any_number_of_threads() {
    for threads in ["1", "2"] {
        let count = json(&["perft", "9", "--json", "--threads", threads]);
        assert_eq!((count["depth"].as_u64(), count["leaves"].as_u64()), (Some(9), Some(3_963_680)));
        assert!(count["seconds"].as_f64().unwrap() > 0.0);
    }
    let run = checkers(&["perft", "3", "--divide"]);
    assert_eq!(run.output.lines().count(), 8);
    assert!(run.output.contains("depth 3: 302 leaves"));
    let count = json(&["perft", "1", "--fen", "B:W23,22,15,14:B11,10", "--json"]);
    assert_eq!(count["leaves"].as_u64(), Some(4));
}

#[test]
fn analyse_finds_a_move_that_wins() {
    // Three kings drive one out of its corner; a king and a man catch two men. Brute force gives the number of moves.
    for (text, n_moves) in [("B:WK32:BK18,K22,K23", 7), ("W:W30,K11:B21,22", 9)] {
        let board = fen::parse(text).unwrap();
        assert!(wins_within(&board, n_moves) && !wins_within(&board, n_moves - 2), "{text}");
        let analysis = json(&["analyse", "--fen", text, "--depth", "15", "--json"]);
        assert_eq!(analysis["ends_in"], n_moves, "{text}");
        let best = read_move(&board, analysis["best"].as_str().unwrap()).unwrap();
        assert!(loses_within(&board.after(best), n_moves - 1), "{text}: {analysis}");
        // Its principal variation leads there, move by move.
        let line: Vec<&str> =
            analysis["line"].as_array().unwrap().iter().map(|chosen| chosen.as_str().unwrap()).collect();
        let end = line.iter().fold(board, |board, chosen| board.after(read_move(&board, chosen).unwrap()));
        assert!(line.len() == usize::from(n_moves) && loses_within(&end, 0), "{text}: {line:?}");
    }
    let analysis = json(&["analyse", "--fen", "W:W5:B1", "--json"]);
    assert_eq!(analysis["best"], Value::Null);
    assert!(checkers(&["analyse", "--fen", "W:W5:B1"]).output.contains("White has no move and has lost."));
}

#[test]
fn analyse_is_the_same_for_the_same_number_of_positions() {
    let analysis = || {
        let mut analysis = json(&["analyse", "--nodes", "20000", "--table", "1", "--json"]);
        analysis["seconds"].take();
        analysis
    };
    assert_eq!(analysis(), analysis());
    assert_eq!(analysis()["nodes"].as_u64(), Some(20_000));
}

#[test]
fn analyse_lists_the_best_move_first_and_no_other_with_a_higher_score() {
    let positions = ["B:W18,19,K3:B9,K26", "W:W17,18,26:B9,10,20", "W:W21,25,29,30,K10:B1,5,6,12", START];
    let limits = [["--nodes", "300"], ["--nodes", "5000"], ["--nodes", "40000"], ["--depth", "7"], ["--time", "0.05"]];
    for (position, limit) in positions.into_iter().flat_map(|position| limits.map(|limit| (position, limit))) {
        for player in ["expert", "simple"] {
            let options = ["--player", player, "--moves", "20", "--table", "1", "--json"];
            let analysis = json(&[&["analyse", position], &limit[..], &options].concat());
            let moves = analysis["moves"].as_array().unwrap();
            let scores: Vec<i64> = moves.iter().map(|line| line["score"].as_i64().unwrap()).collect();
            assert!(scores.is_sorted_by(|better, worse| better >= worse), "{position} {limit:?}: {scores:?}");
            assert_eq!((&moves[0]["score"], &moves[0]["line"][0]), (&analysis["score"], &analysis["best"]));
            let mut room = [Move::default(); MAX_MOVES];
            assert_eq!(Some(moves.len()), fen::parse(position).unwrap().moves(&mut room), "every move is listed");
        }
    }
}

/// To one depth, each move is worth what minimax finds in the position after it.
#[test]
fn analyse_compares_all_moves_at_one_depth() {
    let position = "B:W29,30:B1,2,3";
    let board = fen::parse(position).unwrap();
    let analysis = json(&["analyse", position, "--player", "simple", "--depth", "5", "--moves", "20", "--json"]);
    for line in analysis["moves"].as_array().unwrap() {
        let after = board.after(read_move(&board, line["line"][0].as_str().unwrap()).unwrap()).to_string();
        let compared = json(&["compare", "--fen", &after, "--depth", "4", "--json"]);
        assert_eq!(line["score"], compared["methods"][0]["value"].as_i64().unwrap() * -50, "{line}");
    }
}

#[test]
fn analyse_believes_what_plain_minimax_does_with_the_same_evaluation() {
    // Three men against two, far apart: no capture is within three moves.
    let position = "B:W29,30:B1,2,3";
    for player in ["simple", "better_h"] {
        let analysis = json(&["analyse", position, "--player", player, "--depth", "3", "--json"]);
        let compared = json(&["compare", "--fen", position, "--evaluation", player, "--depth", "3", "--json"]);
        // In hundredths of a man, and in halves of one.
        let believed = compared["methods"][0]["value"].as_i64().unwrap() * 50;
        assert_eq!(analysis["score"], believed, "{player}: {compared}");
        assert_eq!(analysis["player"], player);
        for line in analysis["moves"].as_array().unwrap() {
            assert_eq!(line["line"].as_array().unwrap().len(), 3, "a move for each ply: {line}");
        }
    }
    let tree = json(&["analyse", position, "--player", "Multiply(100, Men)", "--depth", "1", "--json"]);
    assert_eq!(tree["score"], 100, "one man more: {tree}");
    let unknown = checkers(&["analyse", "--player", "exprt"]);
    assert!(unknown.status == 1 && unknown.errors.contains("did you mean expert?"), "{}", unknown.errors);
}

#[test]
fn a_tournament_is_counted_and_its_games_are_saved() {
    let path = scratch("tournament.pdn");
    let text = path.to_str().unwrap();
    let report =
        json(&["tournament", "simple", "expert", "--nodes", "2000,4000", "--games", "6", "--pdn", text, "--json"]);
    let games = record::read(&fs::read_to_string(&path).unwrap()).unwrap();
    fs::remove_file(path).unwrap();
    assert_eq!(games.len(), 12);
    assert!(games.iter().all(|game| game.moves.len() > 6 && game.outcome != Outcome::Open));
    let rounds = report["rounds"].as_array().unwrap();
    assert_eq!(rounds.len(), 2);
    for (round, games) in rounds.iter().zip(games.chunks(6)) {
        let pair = &round["pairs"][0];
        let counts = ["win", "draw", "loss"].map(|count| pair[count].as_u64().unwrap());
        let won = |name| {
            let wins = games.iter().filter(|game| match game.outcome {
                Outcome::Won(side) => game.tag(&side.to_string()) == Some(name),
                _ => false,
            });
            wins.count() as u64
        };
        assert_eq!(counts, [won("simple"), 6 - won("simple") - won("expert"), won("expert")]);
    }
}

#[test]
fn a_tournament_records_depths_and_plots_points_over_its_controls() {
    let [games, plot] = ["depths.pdn", "points.svg"].map(scratch);
    let files = ["--pdn", games.to_str().unwrap(), "--plot", plot.to_str().unwrap(), "--json"];
    let arguments = ["tournament", "simple", "expert", "--nodes", "200,20000", "--games", "2", "--start"];
    let report = json(&[&arguments[..], &files].concat());
    let [record, svg] = [&games, &plot].map(|path| fs::read_to_string(path).unwrap());
    [games, plot].iter().for_each(|path| fs::remove_file(path).unwrap());
    assert!(record.contains("\n1. 11-15 {depth ") || record.contains("\n1. 9-14 {depth "), "{record}");
    let depth = |round: usize| report["rounds"][round]["players"][0]["depth"].as_f64().unwrap();
    assert!(depth(0) > 1.0 && depth(1) > depth(0) + 1.0, "{} and {} plies", depth(0), depth(1));
    assert!(svg.contains("positions for 5 turns") && svg.contains(">simple<") && svg.contains(">expert<"), "{svg}");
    let run = checkers(&["tournament", "--nodes", "10", "--games", "4", "--start"]);
    assert_eq!((run.status, run.output.as_str()), (2, ""));
    assert!(run.errors.contains("take --games 2"), "{}", run.errors);
}

/// Who won how many of a league's games: without a budget that is shared, the two would be one player.
#[test]
fn improved_is_another_player_than_simple_in_a_league_and_other_figures_make_others() {
    let record = |name: &str, turns: &str| {
        let path = scratch(&format!("budget-{turns}.pdn"));
        let league = ["league", "--game", "checkers", "better_h", name, "--games", "2", "--nodes", "2000"];
        let file = ["--turns", turns, "--transcript", path.to_str().unwrap()];
        let run = pipsqueak(&[&league[..], &file].concat(), "");
        assert_eq!((run.status, run.errors.as_str()), (0, ""));
        let games = record::read(&fs::read_to_string(&path).unwrap()).unwrap();
        fs::remove_file(path).unwrap();
        games.into_iter().map(|game| game.moves).collect::<Vec<_>>()
    };
    let simple = record("simple", "5");
    assert_ne!(record("improved", "5"), simple);
    assert_eq!(record("improved:share=1", "5"), simple, "the whole share is simple's policy");
    assert_eq!(record("improved:moves=0", "5"), simple);
    assert_ne!(record("simple:king=3", "5"), simple);
    // With a budget for each turn alone nothing can be saved, but less is still spent.
    assert_ne!(record("improved", "1"), record("simple", "1"));
}

#[test]
fn a_node_limited_tournament_does_not_depend_on_threads() {
    let report = |threads| json(&["tournament", "--nodes", "1000", "--games", "4", "--threads", threads, "--json"]);
    assert_eq!(report("1"), report("2"));
    let points: f64 = report("2")["rounds"][0]["players"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|line| line["points"]["points"].as_f64())
        .sum();
    assert!((points - 12.0).abs() < 1e-9, "twelve points in all, as in the report");
}

#[test]
fn replay_checks_every_move() {
    let path = scratch("replay.pdn");
    let replay = |text: &str| {
        fs::write(&path, text).unwrap();
        checkers(&["replay", path.to_str().unwrap()])
    };
    let run = replay("[Black \"Ann\"]\n[White \"Bob\"]\n1. 11-15 22-18 2. 15x22 25x18 1-0\n");
    assert_eq!((run.status, run.errors.as_str()), (0, ""));
    assert!(run.output.starts_with("Game 1: Ann v Bob, 4 moves, White won\n"), "{}", run.output);
    assert!(run.output.ends_with("1 game, 4 moves, all legal.\n"));
    let run = replay("1. 11-15 22-18 2. 8-11 *\n");
    assert_eq!(run.status, 1);
    let told =
        format!("pipsqueak: {}: game 1, line 1, column 19: move 3, 8-11: a jump must be taken\n", path.display());
    assert_eq!(run.errors, told);
    fs::remove_file(&path).unwrap();
    assert_eq!(checkers(&["replay", path.to_str().unwrap()]).status, 1);
}

#[test]
fn impossible_positions_are_refused_in_one_line() {
    for (fen, told) in [
        ("B:W5-21:B1", "White has 17 pieces; at most 12 are allowed"),
        ("B:W3:B1", "White has a man on 3, where it would have been crowned"),
        ("B:W21:B21", "square 21 is held by both sides"),
        ("nonsense", "position, character 1: B or W must say who moves"),
    ] {
        for command in
            [&["perft", "2"][..], &["analyse"], &["tree", "--depth", "2"], &["compare", "--depth", "2"], &["horizon"]]
        {
            let run = checkers(&[command, &["--fen", fen]].concat());
            assert_eq!((run.status, run.output.as_str()), (2, ""), "{command:?}");
            assert_eq!(run.errors.lines().count(), 1);
            assert!(run.errors.contains(told), "{}", run.errors);
        }
    }
    for (arguments, told) in [
        (&["tournament", "simple", "unknown"][..], "there is no player \"unknown\""),
        (&["tournament", "simple", "simple"], "simple is named twice"),
        (&["tournament", "simple", "improved:share=2"], "share is from 0 to 1"),
        (&["tournament", "simple", "expert:share=0.5"], "take other figures"),
    ] {
        let run = checkers(arguments);
        assert_eq!(run.status, 1, "{arguments:?}");
        assert!(run.errors.contains(told) && run.errors.lines().count() == 1, "{}", run.errors);
    }
}

#[test]
fn one_move_ahead_is_in_the_singular() {
    for (depth, told) in [("1", ", 1 move ahead"), ("2", ", 2 moves ahead")] {
        let run = checkers(&["tree", "--depth", depth]);
        assert!(run.status == 0 && run.output.contains(told), "{}", run.output);
    }
}

#[test]
fn zero_and_negative_times_and_depths_are_wrong_usage() {
    for arguments in [
        &["perft", "0"][..],
        &["perft", "-1"],
        &["perft", "33"],
        &["perft"],
        &["analyse", "--time", "0"],
        &["analyse", "--time", "-1"],
        &["analyse", "--time", "nan"],
        &["analyse", "--depth", "0"],
        &["analyse", "--depth", "-3"],
        &["analyse", "--nodes", "0"],
        &["analyse", "--depth", "3", "--time", "1"],
        &["tournament", "--time", "0"],
        &["tournament", "--time", "2,-1"],
        &["tournament", "--turns", "0"],
        &["tournament", "--games", "0"],
        &["tournament", "--margin", "-1"],
    ] {
        let run = checkers(arguments);
        assert_eq!((run.status, run.output.as_str()), (2, ""), "{arguments:?}");
    }
}

/// Plays in plain mode with these lines.
fn play(arguments: &[&str], input: &str) -> Run {
    pipsqueak(&[&["play", "checkers", "--plain", "--seed", "1"], arguments].concat(), input)
}

#[test]
fn a_person_can_play_take_back_and_leave_and_the_game_is_saved() {
    let path = scratch("play.pdn");
    let run = play(
        &["--level", "easy", "--transcript", path.to_str().unwrap()],
        "?\nm\n11-15\nu\n9-14\n11-33\nlevel 9\nlevel child\nu\nu\n10-15\nq\n",
    );
    assert_eq!((run.status, run.errors.as_str()), (0, ""));
    for told in [
        "Checkers, game 1: you are Black, against easy.",
        "You can play ",
        "easy played",
        "11-33: there is no square 33.",
        "Levels are 1 to 5",
        "There is nothing to take back.",
        "child played",
        "You left the game.",
    ] {
        assert!(run.output.contains(told), "{told}: {}", run.output);
    }
    assert!(!run.output.chars().any(|letter| letter.is_control() && letter != '\n'));
    let [game] = record::read(&fs::read_to_string(&path).unwrap()).unwrap().try_into().unwrap();
    fs::remove_file(path).unwrap();
    assert_eq!((game.moves[0].to_string().as_str(), game.moves.len(), game.outcome), ("10-15", 2, Outcome::Open));
}

#[test]
fn a_person_can_be_white_and_the_input_can_end() {
    let run = play(&["--seat", "second", "--against", "5"], "");
    assert!(run.output.contains("expert played"), "{}", run.output);
    assert_eq!((run.status, run.errors.as_str()), (1, "pipsqueak: the input ended in the middle of the game\n"));
    let run = play(&["--level", "god"], "");
    assert_eq!((run.status, run.errors.lines().count()), (1, 1));
}

#[test]
fn a_league_of_checkers_does_not_depend_on_threads_and_its_record_replays() {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("games.pdn");
    let league = |threads: &str| {
        let rest =
            ["--games", "4", "--nodes", "300", "--json", "--threads", threads, "--transcript", games.to_str().unwrap()];
        let outcome =
            pipsqueak(&[&["league", "--game", "checkers", "simple", "easy", "expert"], &rest[..]].concat(), "");
        assert_eq!((outcome.status, outcome.errors.as_str()), (0, ""));
        outcome.output
    };
    let standings = league("1");
    assert_eq!(standings, league("2"));
    assert_eq!(standings.matches("\"a\":").count(), 3, "{standings}");
    let checked = pipsqueak(&["replay", games.to_str().unwrap()], "");
    assert_eq!(checked.status, 0, "{}", checked.errors);
    assert!(
        checked.output.starts_with("Game 1: easy v simple") && checked.output.contains("12 games, "),
        "{}",
        checked.output
    );
}
