//! A whole fourth game, Nim, which no file of core, host or firmware names: through public entry points it plays in
//! leagues, against a board and in the terminal, and is recorded and replayed.

use std::path::Path;
use std::{env, fs};

use pipsqueak_core::game::{Game, Seat};
use pipsqueak_tests::binary::{Outcome, run_as};
use pipsqueak_tests::conformance::{self, Rules};
use pipsqueak_tests::nim::{Nim, Take};
use pipsqueak_tests::sized;
use tempfile::TempDir;

/// Runs a command with Nim in the registry, in a process of its own, so that its output can be read.
fn nim(arguments: &[&str], input: &str) -> Outcome {
    run_as(env!("CARGO_BIN_EXE_with-nim"), arguments, input)
}

fn succeeds(arguments: &[&str], input: &str) -> String {
    let outcome = nim(arguments, input);
    assert_eq!((outcome.status, outcome.errors.as_str()), (0, ""), "{arguments:?}: {}", outcome.output);
    outcome.output
}

struct NimRules;

impl Rules for NimRules {
    type Game = Nim;

    const MAX_MOVES: usize = 27;

    fn candidates(_: Option<&[u8; 3]>) -> Vec<Take> {
        (0..5).flat_map(|pile| (0..12).map(move |sticks| Take { pile, sticks })).collect()
    }

    fn is_legal(piles: &[u8; 3], Take { pile, sticks }: Take) -> bool {
        sticks > 0 && piles.get(usize::from(pile)).is_some_and(|&held| held >= sticks)
    }

    fn mover(n_moves: usize) -> Seat {
        Seat::BOTH[n_moves % 2]
    }

    /// Three piles of one to nine sticks.
    fn n_deals(n_seeds: u64) -> u64 {
        n_seeds.min(729) / 2
    }
}

#[test]
fn nim_passes_the_conformance_suite() {
    conformance::check::<NimRules>(sized(200, 5_000));
}

#[test]
fn a_league_of_nim_is_won_by_boutons_rule_and_replays() {
    let folder = TempDir::new().unwrap();
    let record = folder.path().join("games.jsonl");
    let record = record.to_str().unwrap();
    let output = succeeds(&["league", "--game", "nim", "--games", "400", "--transcript", record, "--json"], "");
    let standings: serde_json::Value = serde_json::from_str(&output).unwrap();
    let pair = &standings["pairs"][0];
    assert_eq!((pair["a"].as_str(), pair["b"].as_str()), (Some("perfect"), Some("random")));
    // The perfect player loses only if it is lost from the start and the opponent makes no mistake.
    assert!(pair["win"].as_u64().unwrap() >= 380, "{standings}");
    let shown = succeeds(&["replay", record], "");
    assert!(shown.contains("Game 400 of 400: "), "{shown}");
    // A record that contradicts the rules is refused with its line.
    let text = fs::read_to_string(record).unwrap();
    let wrong = text.replacen("\"sticks\":", "\"sticks\":1", 1);
    fs::write(record, wrong).unwrap();
    let refused = nim(&["replay", record], "");
    assert_eq!((refused.status, refused.output.as_str()), (1, ""));
    assert!(refused.errors.contains("line 2: illegal move: "), "{}", refused.errors);
}

#[test]
fn a_board_in_the_same_process_plays_nim() {
    let folder = TempDir::new().unwrap();
    let record = folder.path().join("games.jsonl");
    let record = record.to_str().unwrap();
    let arguments = ["match", "--game", "nim", "--port", "sim", "--games", "40", "--json", "--transcript", record];
    let outcome: serde_json::Value = serde_json::from_str(&succeeds(&arguments, "")).unwrap();
    assert_eq!((outcome["games"].as_u64(), &outcome["forfeit"]), (Some(40), &serde_json::Value::Null));
    assert!(outcome["win"].as_u64().unwrap() >= 36, "{outcome}");
    assert!(succeeds(&["replay", record], "").contains("Game 40 of 40: "));
    let device = succeeds(&["device", "--port", "sim"], "");
    assert!(device.contains("fiveo, checkers, mastermind, nim"), "{device}");
}

#[test]
fn a_person_plays_nim_in_plain_lines() {
    let folder = TempDir::new().unwrap();
    let record = folder.path().join("game.jsonl");
    let record = record.to_str().unwrap();
    // One stick from each pile in turn is an answer to any question until it is illegal; illegal ones are asked again.
    let input: String = (0..200).map(|number| format!("{} 1\n", number % 3 + 1)).collect();
    let arguments = ["play", "nim", "--plain", "--seed", "5", "--against", "random", "--transcript", record];
    let output = succeeds(&arguments, &format!("?\nnonsense\n7 7\n{input}"));
    for told in
        ["The player who takes the last one wins", "is not a pile", "Nim, game 1, seed 5: you against random", "win"]
    {
        assert!(output.contains(told), "{told}: {output}");
    }
    assert!(succeeds(&["replay", record], "").starts_with("Game 1 of 1: person v random, seed 5"));
    assert_eq!(nim(&["play", "nim", "--plain"], "q\n").status, 0);
}

#[test]
fn missing_features_of_nim_are_reported_and_its_options_are_its_own() {
    for (arguments, status, told) in [
        (&["show", "champion", "--game", "nim"][..], 1, "nim has no champions"),
        (&["evolve", "--game", "nim"], 1, "nim has no players that evolve"),
        (&["league", "--game", "nim", "--pegs", "4"], 2, "--pegs is an option of mastermind, not of nim"),
        (&["league", "--extra", "4"], 2, "--extra is an option of nim, not of fiveo"),
        (&["league", "--game", "nim", "unknown"], 1, "a player is perfect or random"),
    ] {
        let outcome = nim(arguments, "");
        assert_eq!((outcome.status, outcome.output.as_str()), (status, ""), "{arguments:?}");
        assert!(outcome.errors.contains(told), "{arguments:?}: {}", outcome.errors);
    }
    assert!(succeeds(&["league", "--game", "nim", "--extra", "4", "--games", "20"], "").contains("perfect"));
}

#[test]
fn no_file_of_core_host_or_firmware_names_it() {
    fn search(folder: &Path, found: &mut Vec<String>) {
        for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
            let path = entry.path();
            if path.is_dir() && path.file_name().is_some_and(|name| name != "target") {
                search(&path, found);
            } else if path.extension().is_some_and(|ending| ending == "rs" || ending == "toml") {
                let text = fs::read_to_string(&path).unwrap().to_lowercase();
                let is_named = text.split(|letter: char| !letter.is_ascii_alphanumeric()).any(|word| word == "nim");
                found.extend(is_named.then(|| path.display().to_string()));
            }
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut found = Vec::new();
    ["core", "host", "firmware"].iter().for_each(|folder| search(&root.join(folder), &mut found));
    assert_eq!(found, Vec::<String>::new());
    // The search does find Nim where it is.
    search(&root.join("tests/src/nim"), &mut found);
    assert!(found.len() >= 4, "{found:?}");
    let _ = Nim::deal;
}
