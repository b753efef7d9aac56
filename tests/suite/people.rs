//! The program in people's hands: what they type by mistake, and what they are told.

use std::fs;

use pipsqueak_tests::binary::{Running, command, finish, json, pipsqueak, succeeds};
use tempfile::tempdir;

/// What the program says on its standard error, in one line, and its status.
fn refused(arguments: &[&str]) -> (i32, String) {
    let outcome = pipsqueak(arguments, "");
    let told = outcome.errors.trim_end().to_owned();
    assert!(outcome.output.is_empty() && !told.contains('\n'), "{arguments:?}: {outcome:?}");
    (outcome.status, told)
}

#[test]
fn mistakes_are_answered_with_what_to_do() {
    for (line, status, expected) in [
        ("league gredy random", 1, "there is no player \"gredy\"; did you mean greedy?"),
        ("league --game checkers greedy simple", 1, "greedy is a player of fiveo; there is no player \"greedy\""),
        ("league hard easy", 1, "hard is a player of checkers; there is no player \"hard\""),
        ("play fiveo --against champoin", 1, "did you mean champion?"),
        (
            "checkers tournament foo",
            1,
            "improved_better_h, expert, minimax, child, easy, medium, hard, champion, a champion file",
        ),
        ("evolve --seed -1", 2, "--seed <S> takes a number from 0 to 2^64 - 1, not \"-1\""),
        ("evolve --generations 0", 2, "--generations <N> takes a number from 1 to 4294967295, not \"0\""),
        ("league --seed x", 2, "--seed <S> takes a number from 0 to 2^64 - 1, not \"x\""),
        ("checkers analyse --depth 101", 2, "--depth <D> takes a number from 1 to 100, not \"101\""),
        ("evolve --game checkers --preset best", 2, "best is another game's preset; checkers has standard, trees"),
    ] {
        let (told_status, told) = refused(&line.split(' ').collect::<Vec<_>>());
        assert_eq!(told_status, status, "{line}: {told}");
        assert!(told.contains(expected), "{line}: {told}");
    }
    for tree in ["OwnCategory + 1", "(OwnCategory+1)", "Plus(OwnCategory, 1) * 2"] {
        let (status, told) = refused(&["league", tree, "random"]);
        assert!(status == 1 && told.contains("prefix form"), "{tree}: {told}");
        let (status, told) = refused(&["show", tree]);
        assert!(status == 1 && told.contains("prefix form"), "{tree}: {told}");
    }
    let told = pipsqueak(&["serve", "--address", "7070"], "");
    assert!(told.status == 2 && told.errors.contains("such as 127.0.0.1:7070"), "{told:?}");
}

#[cfg(unix)]
#[test]
fn temporary_names_and_encodings_stay_out_of_messages() {
    use std::os::unix::ffi::OsStrExt;

    let (status, told) = refused(&["league", "random", "greedy", "--transcript", "/nowhere/x"]);
    assert_eq!(
        (status, told.as_str()),
        (1, "pipsqueak: /nowhere/x cannot be written: No such file or directory (os error 2)")
    );
    let mut odd = command(&["show"]);
    odd.arg(std::ffi::OsStr::from_bytes(b"\xff"));
    let told = finish(Running::spawn(&mut odd), "");
    assert!(told.status == 2 && !told.errors.contains("UTF-8"), "{told:?}");
    let folder = tempdir().unwrap();
    let file = folder.path().join("settings.toml");
    fs::write(&file, b"\xff\xfe").unwrap();
    let (_, told) = refused(&["evolve", "--settings", file.to_str().unwrap()]);
    assert!(told.ends_with("is not text"), "{told}");
}

#[test]
fn a_champion_of_another_game_is_not_flashed_and_one_of_your_own_has_your_name() {
    let folder = tempdir().unwrap();
    let own = folder.path().join("own.pips");
    let own = own.to_str().unwrap();
    let tree = "Plus(OwnCategory, FlushChance)";
    let flashed = succeeds(&["flash", tree, "--name", "mine", "--port", "sim"]);
    assert!(flashed.contains("mine ("), "{flashed}");
    let board = folder.path().join("board");
    let board = format!("sim:{}", board.to_str().unwrap());
    succeeds(&["flash", tree, "--name", "mine", "--port", &board]);
    succeeds(&["device", "--port", &board, "--read", own]);
    let (status, told) = refused(&["flash", own, "--game", "checkers", "--port", "sim"]);
    assert_eq!((status, told), (2, format!("error: {own} is a champion of fiveo, not of checkers")));
    let (status, told) = refused(&["flash", tree, "--name", "a name of more than thirty-two bytes", "--port", "sim"]);
    assert!(status == 1 && told.contains("at most 32 bytes"), "{told}");
    // Tables call a player by the name that was typed, boards by the champion's own.
    let league = json(&["league", "champion", own, "random", "--games", "2"]);
    let names: Vec<&str> = league["pairs"].as_array().unwrap().iter().map(|pair| pair["a"].as_str().unwrap()).collect();
    assert_eq!(names, [own, "random", "random"]);
    let played = pipsqueak(&["play", "fiveo", "--port", &board, "--seed", "1"], "1\nw\nq\n");
    assert!(played.output.contains("you against mine.") && played.output.contains("column "), "{}", played.output);
}

#[test]
fn a_champion_of_another_game_is_refused_with_the_name_of_its_game() {
    let [checkers, fiveo] =
        ["checkers", "report-3"].map(|name| format!("{}/../host/champions/{name}.pips", env!("CARGO_MANIFEST_DIR")));
    for (arguments, file, game) in [
        (&["league", &checkers, "greedy"][..], &checkers, "checkers"),
        (&["checkers", "analyse", "--player", &fiveo], &fiveo, "fiveo"),
        (&["checkers", "tree", "--depth", "1", "--evaluation", &fiveo], &fiveo, "fiveo"),
        (&["checkers", "tournament", &fiveo, "simple"], &fiveo, "fiveo"),
    ] {
        let (status, told) = refused(arguments);
        assert_eq!((status, told), (1, format!("pipsqueak: {file} is a champion of {game}, not of this game")));
    }
}

#[test]
fn every_opponent_that_can_be_read_explains_itself_and_every_game_suggests_a_move() {
    let fiveo = pipsqueak(&["play", "fiveo", "--port", "sim", "--seed", "1"], "s\n1\nw\nq\n").output;
    assert!(fiveo.contains("The champion would choose column ") && fiveo.contains("<- chosen"), "{fiveo}");
    let greedy = pipsqueak(&["play", "fiveo", "--against", "greedy", "--seed", "1"], "1\nw\nq\n").output;
    assert!(greedy.contains("This opponent is not evolved"), "{greedy}");
    for opponent in [["--port", "sim"], ["--against", "champion"], ["--against", "easy"]] {
        let arguments = [&["play", "checkers", "--seed", "1", "--nodes", "100"][..], &opponent].concat();
        let checkers = pipsqueak(&arguments, "w\ns\n11-15\nw\nq\n").output;
        for told in ["The opponent has not moved yet.", "The expert suggests:\n\n1. ", "By its own evaluation, "] {
            assert!(checkers.contains(told), "{opponent:?}: {told}: {checkers}");
        }
    }
    let mastermind = pipsqueak(&["play", "mastermind", "--seed", "1"], "s\n1122\n1122\nw\ns\nq\n").output;
    for told in ["First set your own code", ": of 1296 possible codes it leaves ", "Try "] {
        assert!(mastermind.contains(told), "{told}: {mastermind}");
    }
}

#[test]
fn both_shares_are_shown_wherever_games_are_counted() {
    let shown = succeeds(&["show", "champion", "--game", "checkers"]);
    // 31 won, 8 drawn, 1 lost: 31 of 40 are 77.5 %, with half of 8 they are 87.5 %.
    assert!(shown.contains("77.5 % won, 87.5 % of the points  (31 won, 8 drawn, 1 lost)"), "{shown}");
    let board = succeeds(&["match", "--port", "sim", "--games", "2"]);
    assert!(board.contains("% won") && board.contains("% of the points"), "{board}");
}

#[test]
fn checkers_has_no_function_of_cards() {
    let listed = |game| succeeds(&["vocabulary", "--game", game]);
    assert!(listed("fiveo").contains("ProbabilityToGetCard") && !listed("checkers").contains("ProbabilityToGetCard"));
}

#[test]
fn the_champion_has_a_table_and_a_random_code_is_another_each_time() {
    // 5625 guesses are the proven optimum for 4 pegs and 6 colours (Koyama and Lai, 1993).
    assert_eq!(json(&["mastermind", "table", "--strategy", "champion"])["total"], 5625);
    let secret = |arguments: &[&str]| json(&[&["mastermind", "solve"], arguments].concat())["secret"].to_string();
    let secrets: Vec<String> = (0..6).map(|_| secret(&[])).collect();
    assert!(secrets.iter().any(|other| *other != secrets[0]), "{secrets:?}");
    assert_eq!(secret(&["--seed", "5"]), secret(&["--seed", "5"]));
}

#[test]
fn answers_are_read_as_people_write_them() {
    let solve = |answers: &str| pipsqueak(&["mastermind", "solve", "--interactive", "--seed", "1"], answers).output;
    let expected = solve("1 1\nq\n");
    assert!(expected.contains("codes left"), "{expected}");
    for answer in ["1b1w", "1B 1W", "1w1b", "1,1"] {
        assert_eq!(solve(&format!("{answer}\nq\n")), expected, "{answer}");
    }
    assert_eq!(solve("2b\nq\n"), solve("2 0\nq\n"));
    assert!(solve("1x1\nq\n").contains("Type two numbers"));
}

#[test]
fn an_analysis_shows_the_board_and_three_moves() {
    let fen = "W:W18,24,K10:B12,16";
    let told = succeeds(&["checkers", "analyse", fen, "--depth", "5"]);
    let board = "  .   .   .   .\n.   .   .   .\n  .   W   .   b\n.   .   .   b\n  .   w   .   .\n.   .   .   w\n  .   .   .   .\n.   .   .   .\n";
    assert!(told.starts_with(board), "{told}");
    for (row, line) in told.lines().filter(|line| line.starts_with(|first: char| first.is_ascii_digit())).enumerate() {
        assert!(line.starts_with(&format!("{}. ", row + 1)), "{told}");
    }
    assert!(told.contains("\n3. ") && !told.contains("\n4. ") && told.contains("White "), "{told}");
    let by_option = json(&["checkers", "analyse", "--fen", fen, "--depth", "5"]);
    assert_eq!(by_option["moves"].as_array().map(Vec::len), Some(3));
    let scores: Vec<i64> =
        by_option["moves"].as_array().unwrap().iter().map(|line| line["score"].as_i64().unwrap()).collect();
    assert!(scores.is_sorted_by(|better, worse| better >= worse), "{scores:?}");
}

#[test]
fn a_league_ranks_its_players() {
    let league = json(&["league", "random", "greedy", "full-strategy", "--games", "2000"]);
    let ranking = league["ranking"].as_array().unwrap();
    let names: Vec<&str> = ranking.iter().map(|standing| standing["player"].as_str().unwrap()).collect();
    assert_eq!(names, ["full-strategy", "greedy", "random"]);
    let sum: f64 = ranking.iter().map(|standing| standing["elo"].as_f64().unwrap()).sum();
    assert!(sum.abs() < 1e-6, "{sum}");
    let told = succeeds(&["league", "random", "greedy", "--games", "200"]);
    let [ranked, table] = ["  1. greedy", "Win % of the row player"].map(|text| told.find(text).unwrap());
    assert!(ranked < table && told.contains(" ± "), "{told}");
    assert!(told.lines().all(|line| line.chars().count() <= 100), "{told}");
}
