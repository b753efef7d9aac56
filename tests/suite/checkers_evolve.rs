//! `pipsqueak evolve --game checkers`: a run follows from its settings, can be resumed, and finds something.

use std::fs;
use std::path::Path;

use pipsqueak_core::games::checkers::champion::Champion;
use pipsqueak_core::random::Seed;
use pipsqueak_tests::binary::pipsqueak;

/// A run of three small rounds.
const SMALL: &[&str] = &[
    "--population",
    "20",
    "--generations",
    "7",
    "--seed",
    "3",
    "--set",
    "genes=[2, 2, 3]",
    "--set",
    "decisions=[48, 48, 72]",
    "--set",
    "samples=[2, 40, 60]",
    "--set",
    "window=48",
    "--set",
    "starters=60",
    "--set",
    "gene_generations=3",
    "--set",
    "finalist_games=4",
    "--set",
    "elite_games=4",
    "--set",
    "final_games=8",
];

fn evolve(options: &[&str]) -> i32 {
    let outcome = pipsqueak(&[&["evolve", "--game", "checkers"], options].concat(), "");
    assert_eq!(outcome.errors, "");
    outcome.status
}

fn bytes(folder: &Path) -> Vec<u8> {
    fs::read(folder.join("champion.pips")).unwrap()
}

#[test]
fn a_run_is_the_same_for_any_number_of_threads_and_after_a_break() {
    let place = tempfile::tempdir().unwrap();
    let folders = ["one", "three", "broken"].map(|name| place.path().join(name));
    let [one, three, broken] = folders.each_ref().map(|path| path.to_str().unwrap());
    for (folder, n_threads) in [(one, "1"), (three, "3")] {
        assert_eq!(evolve(&[SMALL, &["--threads", n_threads, "--out", folder]].concat()), 0);
    }
    // As if it had been asked to end with the third gene, in the middle of a round, and then was resumed.
    assert_eq!(evolve(&[SMALL, &["--set", "generations=3", "--out", broken]].concat()), 0);
    assert_eq!(evolve(&["--resume", broken, "--generations", "7"]), 0);
    let expected = bytes(&folders[0]);
    assert_eq!(bytes(&folders[1]), expected);
    assert_eq!(bytes(&folders[2]), expected);
    let champion = Champion::decode(&expected).unwrap();
    assert_eq!((champion.name, champion.provenance.seed, champion.provenance.generation), ("standard-3", Seed(3), 7));
    assert_eq!(champion.provenance.record.len(), 3);
    for record in &champion.provenance.record {
        assert_eq!(record.wins + record.draws + record.losses, 8);
    }
    for name in ["log.csv", "terminals.csv", "explained.svg", "wins.svg", "run.toml"] {
        assert!(folders[0].join(name).exists(), "{name}");
    }
    let log = fs::read_to_string(folders[0].join("log.csv")).unwrap();
    assert_eq!(log.lines().count(), 8);
}

#[test]
fn whole_trees_of_checkers_breed() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("run");
    let options = ["--preset", "trees", "--population", "8", "--generations", "3", "--set", "fitness.nodes=20"];
    let games = ["--set", "elite_games=2", "--set", "final_games=4", "--set", "finalists=1"];
    assert_eq!(evolve(&[&options[..], &games, &["--out", folder.to_str().unwrap()]].concat()), 0);
    assert_eq!(Champion::decode(&bytes(&folder)).unwrap().name, "trees-1");
}

#[test]
fn other_games_presets_and_handwritten_teachers_are_refused() {
    for (arguments, status, told) in [
        (
            &["--game", "checkers", "--preset", "quick"][..],
            2,
            "quick is another game's preset; checkers has standard, trees",
        ),
        (&["--preset", "standard"], 2, "standard is another game's preset; fiveo has "),
        (&["--game", "checkers", "--terminals", "rich"], 2, "terminals"),
        (&["--game", "checkers", "--preset", "unknown"], 2, "invalid value 'unknown'"),
        (&["--game", "checkers", "--set", "opponents=[\"expert\"]"], 2, "learn only from trees"),
        (&["--game", "checkers", "--set", "start=[\"simple\"]"], 2, "learn only from trees"),
        (&["--game", "mastermind"], 1, "mastermind has no players that evolve"),
    ] {
        let outcome = pipsqueak(&[&["evolve"], arguments].concat(), "");
        assert_eq!(outcome.status, status, "{arguments:?}: {}", outcome.errors);
        assert!(outcome.errors.contains(told), "{arguments:?}: {}", outcome.errors);
    }
}
