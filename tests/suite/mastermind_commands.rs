//! `pipsqueak mastermind` and `pipsqueak play mastermind`, run as a user would run them.

use pipsqueak_tests::sized;
use std::fs;

use pipsqueak_core::games::mastermind::Duel;
use pipsqueak_core::games::mastermind::Strategy;
use pipsqueak_lab::json_lines;
use pipsqueak_tests::binary::{Outcome, pipsqueak, scratch};
use serde_json::Value;

fn mastermind(arguments: &[&str], input: &str) -> Outcome {
    pipsqueak(&[&["mastermind"], arguments].concat(), input)
}

fn json(arguments: &[&str]) -> Value {
    let outcome = mastermind(arguments, "");
    assert_eq!((outcome.status, outcome.errors.as_str()), (0, ""));
    serde_json::from_str(&outcome.output).expect("one JSON object")
}

fn check_refused(arguments: &[&str], told: &str) {
    let outcome = pipsqueak(arguments, "");
    assert!(matches!(outcome.status, 1 | 2), "{arguments:?}: {outcome:?}");
    assert!(outcome.errors.contains(told), "{arguments:?}: {}", outcome.errors);
    assert!(outcome.status == 2 || outcome.errors.lines().count() == 1, "{}", outcome.errors);
    assert!(!outcome.errors.contains("panicked"), "{}", outcome.errors);
}

#[test]
fn a_table_as_json_has_these_fields() {
    let table = json(&["table", "--pegs", "4", "--colors", "6", "--strategy", "minimax", "--json"]);
    for (field, expected) in [("pegs", 4), ("colors", 6), ("codes", 1296), ("total", 5801), ("max", 5)] {
        assert_eq!(table[field], expected, "{field}");
    }
    assert_eq!((table["strategy"].as_str(), table["first_guess"].as_str()), (Some("minimax"), Some("1122")));
    assert!((table["mean"].as_f64().unwrap() - 5801.0 / 1296.0).abs() < 1e-12);
    assert!(table["seconds"].as_f64().is_some());
}

#[test]
fn a_sample_follows_from_its_seed_for_any_number_of_threads() {
    let sample = |[pegs, colors]: [&str; 2], threads: &str, seed: &str| {
        let arguments = ["table", "--pegs", pegs, "--colors", colors, "--strategy", "expected", "--sample", "12"];
        json(&[&arguments[..], &["--threads", threads, "--seed", seed, "--json"]].concat())["total"].clone()
    };
    assert_eq!(sample(["7", "10"], "1", "5"), sample(["7", "10"], "2", "5"));
    let totals = ["5", "6", "7", "8"].map(|seed| sample(["4", "6"], "1", seed));
    assert!(totals.iter().any(|total| *total != totals[0]), "other seeds sample other codes: {totals:?}");
}

#[test]
fn the_reports_example_of_two_pegs_and_three_colours_is_divided_as_it_says() {
    let report = json(&["split", "11", "12", "--pegs", "2", "--colors", "3", "--json"]);
    assert_eq!(report["codes"], 9);
    // Both black; both white; one black; one white; nothing.
    let answers = |place: usize| -> Vec<[u64; 3]> {
        let parts = report["guesses"][place]["answers"].as_array().unwrap();
        parts.iter().map(|part| ["blacks", "whites", "codes"].map(|key| part[key].as_u64().unwrap())).collect()
    };
    assert_eq!(answers(0), [[2, 0, 1], [0, 2, 0], [1, 0, 4], [0, 1, 0], [0, 0, 4]]);
    assert_eq!(answers(1), [[2, 0, 1], [0, 2, 1], [1, 0, 4], [0, 1, 2], [0, 0, 1]]);
    let text = mastermind(&["split", "11", "12", "--pegs", "2", "--colors", "3"], "").output;
    assert!(text.contains("    1     0                     4          4\n"), "{text}");
}

#[test]
fn knuths_second_guess_leaves_parts_as_small_as_his() {
    // Knuth 1977: 1122 leaves 256 codes after one black, and then 1344 leaves 44 at most.
    let first = json(&["split", "1122", "--json"]);
    assert_eq!((&first["codes"], &first["guesses"][0]["largest"]), (&1296.into(), &256.into()));
    let second = json(&["split", "1344", "--after", "1122:1,0", "--json"]);
    assert_eq!((&second["codes"], &second["guesses"][0]["largest"]), (&256.into(), &44.into()));
}

#[test]
fn a_division_of_the_wrong_size_is_wrong_usage_in_one_line() {
    for (arguments, told) in [
        (&["split", "112"][..], "\"112\" is no code of"),
        (&["split", "1128"], "\"1128\" is no code of"),
        (&["split", "1122", "--after", "112:1,0"], "\"112\" is no code of"),
        (&["split", "1122", "--after", "1122"], "is not written as in 1122:1,0"),
        (&["split", "1122", "--after", "1122:9,9"], "the answer in"),
        (&["split", "1122", "--after", "1122:3,1"], "the answer in"),
    ] {
        let outcome = mastermind(arguments, "");
        assert_eq!((outcome.status, outcome.output.as_str()), (2, ""), "{arguments:?}");
        assert!(outcome.errors.contains(told), "{arguments:?}: {}", outcome.errors);
        assert_eq!(outcome.errors.lines().next().map(|line| line.contains(told)), Some(true), "{}", outcome.errors);
    }
    let clash = mastermind(&["split", "1122", "--after", "1111:2,0", "--after", "1111:1,0"], "");
    assert_eq!((clash.status, clash.errors.lines().count()), (1, 1), "{}", clash.errors);
    let many = mastermind(&["split", "11112222", "--pegs", "8", "--colors", "12"], "");
    assert_eq!((many.status, many.errors.contains("--after")), (1, true), "{}", many.errors);
}

#[test]
fn single_games_are_listed_and_add_up_to_the_table() {
    let path = scratch("games.csv");
    let file = path.to_str().unwrap();
    let games = |more: &[&str]| {
        let table = json(&[&["table", "--sample", "30", "--csv", file, "--json"], more].concat());
        let text = fs::read_to_string(&path).unwrap();
        fs::remove_file(&path).unwrap();
        let rows: Vec<Vec<String>> = text.lines().map(|row| row.split(',').map(str::to_owned).collect()).collect();
        assert_eq!(rows[0], ["secret", "first_guess", "guesses", "seconds"]);
        let total: u64 = rows[1..].iter().map(|row| row[2].parse::<u64>().unwrap()).sum();
        assert_eq!((rows.len(), &table["total"]), (31, &total.into()));
        rows[1..].to_vec()
    };
    let best = games(&[]);
    assert!(best.iter().all(|row| row[1] == "1122"));
    let random = games(&["--random-first"]);
    let n_first = random.iter().map(|row| &row[1]).collect::<std::collections::HashSet<_>>().len();
    assert!(n_first > 20, "{n_first} different first guesses");
    // The secrets are the same, and so are those of a second run.
    let secrets = |rows: &[Vec<String>]| rows.iter().map(|row| row[0].clone()).collect::<Vec<_>>();
    assert_eq!(secrets(&best), secrets(&random));
    check_refused(&["mastermind", "table", "--csv", "x"], "--sample");
}

#[test]
fn sizes_are_compared_and_plotted() {
    let path = scratch("sizes.svg");
    let file = path.to_str().unwrap();
    let report = json(&["sizes", "--sizes", "2x3,4x6", "--sample", "20", "--plot", file, "--json"]);
    let svg = fs::read_to_string(&path).unwrap();
    fs::remove_file(&path).unwrap();
    assert!(svg.contains(">guesses<") && svg.contains(">time<"), "{svg}");
    let means: Vec<f64> = report["sizes"].as_array().unwrap().iter().map(|row| row["mean"].as_f64().unwrap()).collect();
    assert!(means[0] < 3.0 && means[1] > 4.0, "{means:?}");
    check_refused(&["mastermind", "sizes", "--sizes", "4"], "as in 4x6");
    check_refused(&["mastermind", "sizes", "--sizes", "9x9"], "9x9");
}

#[test]
fn codes_of_7x10_take_7_and_a_quarter_guesses_at_most_on_average_and_never_more_than_10() {
    let n_secrets = sized("30", "1000");
    let size = ["--pegs", "7", "--colors", "10"];
    let table = json(&[&["table", "--strategy", "expected", "--sample", n_secrets, "--json"], &size[..]].concat());
    assert!(table["max"].as_u64().unwrap() <= 10 && table["missed"] == 0, "{table}");
    // Thirty games say little about the mean.
    let most = sized(7.6, 7.25);
    assert!(table["mean"].as_f64().unwrap() <= most, "{table}");
}

#[test]
fn a_named_secret_is_found() {
    let outcome = mastermind(&["solve", "--secret", "6543"], "");
    assert_eq!((outcome.status, outcome.errors.as_str()), (0, ""));
    assert!(outcome.output.ends_with("6543 found in 5 guesses.\n"), "{}", outcome.output);
    let solved = json(&["solve", "--secret", "FEDC", "--strategy", "minimax", "--json"]);
    assert_eq!((solved["found"].as_bool(), solved["guesses"][0]["guess"].as_str()), (Some(true), Some("1122")));
}

#[test]
fn a_persons_secret_code_is_found_and_mistakes_are_named() {
    // The code is 6655; an impossible answer, words and a contradiction come in between.
    let input = "0 0\n3 1\nnonsense\n1 5\n0 0\n";
    let outcome = mastermind(&["solve", "--interactive", "--strategy", "minimax"], input);
    assert_eq!(outcome.status, 1);
    for told in ["with 3 black, the remaining peg cannot be white", "Type two numbers", "together cannot exceed 4"] {
        assert!(outcome.output.contains(told), "{told}: {}", outcome.output);
    }
    let contradicting = mastermind(&["solve", "--interactive", "--strategy", "minimax"], "0 0\n0 0\n0 0\n0 0\n");
    assert_eq!(contradicting.status, 1);
    assert!(contradicting.errors.contains("contradict each other: no code gives them all"), "{contradicting:?}");
    assert!(contradicting.errors.contains("answer 1 (1122: 0 black, 0 white)"), "{contradicting:?}");
    let found = mastermind(&["solve", "--interactive", "--strategy", "minimax"], "0 1\nu\n4 0\n");
    assert_eq!(found.status, 0, "{found:?}");
    assert!(found.output.ends_with("1122 found in 1 guess.\n"), "{}", found.output);
}

#[test]
fn bad_input_is_refused_in_one_clear_line() {
    check_refused(&["mastermind", "solve", "--secret", "123"], "a code has 4 pegs here");
    check_refused(&["mastermind", "solve", "--secret", "1237"], "the colours are 1 to 6 here");
    check_refused(&["mastermind", "solve", "--secret", "12x4"], "colours are written");
    check_refused(&["mastermind", "solve", "--secret", ""], "1 to 8 pegs");
    check_refused(&["mastermind", "solve", "--pegs", "9"], "takes a number from 1 to 8");
    check_refused(&["mastermind", "solve", "--pegs", "0"], "takes a number from 1 to 8");
    check_refused(&["mastermind", "solve", "--colors", "13"], "takes a number from 1 to 12");
    check_refused(&["mastermind", "solve", "--pegs", "999"], "999");
    check_refused(&["mastermind", "solve", "--limit", "0"], "takes a number from 1 to 12");
    check_refused(&["mastermind", "solve", "--limit", "13"], "takes a number from 1 to 12");
    check_refused(&["mastermind", "solve", "--secret", "6543", "--limit", "2"], "not found within 2 guesses");
    check_refused(&["mastermind", "solve", "--strategy", "luck"], "there is no player \"luck\"");
    check_refused(&["mastermind", "solve", "--secret", "1111", "--interactive"], "cannot be used with");
    check_refused(&["mastermind", "table", "--pegs", "7", "--colors", "10"], "use --sample N");
    check_refused(&["mastermind", "table", "--sample", "0"], "0");
    check_refused(&["mastermind", "table", "--strategy", "luck"], "minimax, entropy, parts, expected, champion");
    check_refused(&["mastermind", "optimal", "--max", "0"], "takes a number from 1 to 12");
    check_refused(&["mastermind", "optimal", "--max", "3"], "no strategy finds every code within 3 guesses");
    check_refused(&["play", "mastermind", "--plain", "--against", "unknown"], "there is no player");
    check_refused(&["play", "mastermind", "--plain", "--pegs", "9"], "takes a number from 1 to 8");
}

#[test]
fn a_champion_file_is_a_strategy_of_its_own_size_only() {
    let path = scratch("strategy.pips");
    fs::copy("data/mastermind-5626.pips", &path).unwrap();
    let path_text = path.to_str().unwrap();
    let solved = json(&["solve", "--secret", "6661", "--strategy", path_text, "--json"]);
    let strategy = fs::read(&path).unwrap();
    let expected = Strategy::decode(&strategy).unwrap().n_guesses("6661".parse().unwrap()).unwrap();
    assert_eq!(solved["guesses"].as_array().unwrap().len(), expected);
    check_refused(&["mastermind", "solve", "--pegs", "5", "--strategy", path_text], "is for 4x6, not for 5x6");
    fs::write(&path, b"PIPS").unwrap();
    check_refused(&["mastermind", "solve", "--strategy", path_text], "cut off");
    fs::remove_file(path).unwrap();
}

#[test]
fn a_duel_is_played_in_plain_lines_from_either_seat() {
    // The program needs at most six guesses, so that the game ends by then.
    let input = "A A B B\n".to_owned() + &"1111\n".repeat(12);
    for seat in ["first", "second"] {
        let outcome = pipsqueak(&["play", "mastermind", "--plain", "--seed", "7", "--seat", seat], &input);
        assert_eq!((outcome.status, outcome.errors.as_str()), (0, ""));
        assert!(outcome.output.contains("expected guesses 1122: 4 black, 0 white."), "{}", outcome.output);
        assert!(outcome.output.contains("The game is over. expected wins with guess"), "{}", outcome.output);
        assert!(!outcome.output.chars().any(|letter| letter.is_control() && letter != '\n'));
    }
}

#[test]
fn duels_explain_bad_codes_and_end_with_their_input() {
    let outcome = pipsqueak(&["play", "mastermind", "--plain", "--seed", "7"], "?\n\n12\n1237\nfoo!\n1234\n");
    assert_eq!(outcome.status, 1);
    assert_eq!(outcome.errors, "pipsqueak: the input ended in the middle of the game\n");
    for told in ["black: a peg of the right colour", "Nothing was typed", "\"12\": a code has 4 pegs here.", "\"1237\""]
    {
        assert!(outcome.output.contains(told), "{told}: {}", outcome.output);
    }
    let left = pipsqueak(&["play", "mastermind", "--plain"], "q\n");
    assert_eq!((left.status, left.errors.as_str()), (0, ""));
    assert!(left.output.contains("seed "));
}

#[test]
fn a_duel_is_recorded_read_back_and_shown() {
    let path = scratch("duel.jsonl");
    let path_text = path.to_str().unwrap();
    let input = "AABB\n".to_owned() + &"1111\n".repeat(12);
    let arguments = ["play", "mastermind", "--plain", "--seed", "7", "--transcript", path_text];
    assert_eq!(pipsqueak(&arguments, &input).status, 0);
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.starts_with("{\"game\":\"mastermind\",\"seed\":7,\"players\":[\"person\",\"expected\"],"), "{text}");
    let duels = json_lines::read::<Duel>(&text).unwrap();
    assert_eq!(String::from_utf8(duels[0].text().unwrap()).unwrap(), text);
    let shown = pipsqueak(&["replay", path_text], "");
    assert_eq!((shown.status, shown.errors.as_str()), (0, ""));
    assert!(shown.output.contains("sets 1122") && shown.output.ends_with("expected wins.\n"), "{}", shown.output);
    fs::remove_file(path).unwrap();
    // Every line that contradicts the rules is detected.
    for (place, wrong) in [
        (0, r#"{"game":"mastermind","seed":7,"players":["a","b"],"pegs":9,"colors":6}"#),
        (1, r#"{"seat":1,"code":"1122"}"#),
        (1, r#"{"seat":0,"code":"112"}"#),
        (3, r#"{"seat":0,"guess":"1111","blacks":4,"whites":0}"#),
        (3, r#"{"seat":0,"code":"1111"}"#),
        (3, "nonsense"),
        (text.lines().count() - 1, r#"{"guesses":[1,null],"winner":0}"#),
    ] {
        let mut lines: Vec<&str> = text.lines().collect();
        lines[place] = wrong;
        let refused = json_lines::read::<Duel>(&lines.join("\n")).unwrap_err().to_string();
        assert!(refused.starts_with(&format!("line {}: ", place + 1)), "{wrong}: {refused}");
    }
    let cut = text.lines().take(4).collect::<Vec<_>>().join("\n");
    let refused = json_lines::read::<Duel>(&cut).unwrap_err().to_string();
    assert_eq!(refused, "line 4: the transcript ends in the middle of a game");
}

#[test]
fn a_seed_gives_the_same_duel_again() {
    let play = |seed| pipsqueak(&["play", "mastermind", "--seed", seed], &"1122\n".repeat(13)).output;
    assert_eq!(play("41"), play("41"));
    assert_ne!(play("41"), play("42"));
}

#[test]
fn a_league_of_duels_does_not_depend_on_threads_and_its_record_passes_the_check() {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("games.jsonl");
    let league = |threads: &str| {
        let arguments = ["league", "--game", "mastermind", "minimax", "parts", "../host/champions/mastermind.pips"];
        let rest = ["--games", "40", "--json", "--threads", threads, "--transcript", games.to_str().unwrap()];
        let outcome = pipsqueak(&[&arguments[..], &rest].concat(), "");
        assert_eq!((outcome.status, outcome.errors.as_str()), (0, ""));
        (outcome.output, std::fs::read(&games).unwrap())
    };
    let (output, record) = league("1");
    assert_eq!((output.clone(), record), league("2"));
    let standings: Value = serde_json::from_str(&output).unwrap();
    for pair in standings["pairs"].as_array().unwrap() {
        let counts = ["win", "tie", "loss"].map(|key| pair[key].as_u64().unwrap());
        assert_eq!(counts.iter().sum::<u64>(), 40);
    }
    let checked = pipsqueak(&["replay", games.to_str().unwrap()], "");
    assert_eq!(checked.status, 0, "{}", checked.errors);
}

#[test]
fn the_shipped_strategy_is_a_player_like_any_other() {
    let outcome = pipsqueak(&["league", "--game", "mastermind", "champion", "minimax", "--games", "20", "--json"], "");
    assert_eq!((outcome.status, outcome.errors.as_str()), (0, ""));
    assert!(outcome.output.contains("\"a\":\"minimax\",\"b\":\"champion\""), "{}", outcome.output);
    check_refused(&["league", "--game", "mastermind", "champion", "minimax", "--pegs", "5"], "champion is for 4x6");
}
