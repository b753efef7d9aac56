//! The settings of `pipsqueak evolve`: every one can be printed and given, in a file or on the command line, and errors
//! name the place.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use pipsqueak_core::games::fiveo::FiveO;
use pipsqueak_core::games::fiveo::champion::Champion;
use pipsqueak_core::tree::{Node, Vocabulary};
use pipsqueak_tests::binary::{Outcome, pipsqueak};
use pipsqueak_tests::runs::{Run, files, is_refused};
use serde_json::Value;

fn evolve(arguments: &[&str]) -> Outcome {
    pipsqueak(&[&["evolve"], arguments].concat(), "")
}

/// A run of a few small generations, for tests of one setting.
const TINY: &str = "preset = \"quick\"\npopulation = 6\ngenerations = 3\nelite_games = 20\nfinal_games = 20\n\
    finalists = 1\n[fitness]\ndeals = 4\n";

fn tiny(place: &Path, sets: &[&str]) -> Outcome {
    let (file, out) = (place.join("tiny.toml"), place.join("run"));
    fs::write(&file, TINY).unwrap();
    let sets = sets.iter().flat_map(|set| ["--set", set]);
    let arguments = ["--settings", file.to_str().unwrap(), "--out", out.to_str().unwrap()];
    evolve(&arguments.into_iter().chain(sets).collect::<Vec<_>>())
}

#[test]
fn printed_settings_have_every_key_with_its_meaning_and_make_the_same_run() {
    let place = tempfile::tempdir().unwrap();
    for (preset, n_keys) in [("quick", 39), ("small", 28)] {
        let printed = evolve(&["--preset", preset, "--seed", "9", "--print-settings"]);
        assert_eq!((printed.status, printed.errors.as_str()), (0, ""));
        let keys = printed.output.lines().filter(|line| line.contains(" = ")).count();
        let meanings = printed.output.lines().filter(|line| line.starts_with("# ") && line.contains(": ")).count();
        assert_eq!((keys, meanings), (n_keys, n_keys), "{}", printed.output);
        let file = place.path().join("settings.toml");
        fs::write(&file, &printed.output).unwrap();
        let again = evolve(&["--settings", file.to_str().unwrap(), "--print-settings"]);
        assert_eq!(again.output, printed.output);
    }
}

#[test]
fn the_command_line_overrides_the_file_and_the_file_the_preset() {
    let place = tempfile::tempdir().unwrap();
    let file = place.path().join("my.toml");
    fs::write(&file, "preset = \"experiment-3\"\nmutation = 0.125\ncrossover = 0.375\n").unwrap();
    let printed =
        evolve(&["--settings", file.to_str().unwrap(), "--set", "mutation=0.75", "--seed", "4", "--print-settings"]);
    for line in ["preset = \"experiment-3\"", "mutation = 0.75", "crossover = 0.375", "seed = 4", "generations = 130"] {
        assert!(printed.output.lines().any(|printed| printed == line), "{line}: {}{}", printed.output, printed.errors);
    }
    let other = evolve(&["--settings", file.to_str().unwrap(), "--preset", "best", "--print-settings"]);
    is_refused(&other, "is for the preset experiment-3, not for best");
}

#[test]
fn an_error_in_a_file_names_line_and_column_and_no_run_begins() {
    let place = tempfile::tempdir().unwrap();
    let (file, out) = (place.path().join("my.toml"), place.path().join("run"));
    for (text, told) in [
        ("seed = 1\npopulashun = 20\n", "my.toml:2:1: there is no setting \"populashun\"; did you mean population?"),
        ("population = 1\n", "my.toml:1:14: population is a whole number from 2 to 100000, not 1"),
        ("seed = 1\n\n  population = \"x\"", "my.toml:3:16: population is a whole number from 2 to 100000, not \"x\""),
        ("[fitness]\ndeals = 0.5\n", "my.toml:2:9: fitness.deals is a whole number from 1 to 10000000, not 0.5"),
        ("final_games = 3\n", "my.toml:1:15: final_games is an even number from 2 to 10000000, not 3"),
        ("scoring = \"bored\"\n", "my.toml:1:11: scoring is board or column, not \"bored\""),
        ("crossover = nan\n", "my.toml:1:13: crossover is a number from 0 to 1, not NaN"),
        ("deals = 5\n", "my.toml:1:1: there is no setting \"deals\"; did you mean fitness.deals?"),
        ("preset = \"slow\"\n", "my.toml:1:10: there is no preset \"slow\""),
        ("seed = \n", "my.toml:1:"),
        ("seed = 1\nseed = 2\n", "my.toml:2:1: "),
        ("[fitness]\nopponents = [\"unknown\"]\n", "my.toml:2:13: fitness.opponents: there is no player \"unknown\""),
        ("elite = 400\n", "the elite must be smaller than the population"),
        ("start = [\"tactician\"]\n", "tactician\" is not a tree"),
    ] {
        fs::write(&file, text).unwrap();
        let preset = if text.contains("preset") { &[][..] } else { &["--preset", "quick"] };
        let arguments = ["--settings", file.to_str().unwrap(), "--out", out.to_str().unwrap()];
        is_refused(&evolve(&[&arguments, preset].concat()), told);
        assert!(!out.exists());
    }
}

#[test]
fn an_invalid_assignment_is_a_usage_error() {
    for (set, told) in [
        ("populashun=20", "did you mean population?"),
        ("xyzzy=1", "--print-settings lists them all"),
        ("population=1", "population is a whole number from 2 to 100000, not 1"),
        ("population", "KEY=VALUE"),
        ("preset=best", "the preset is chosen by --preset"),
        ("teacher=monte-carlo:5ms", "has a time budget"),
    ] {
        let outcome = evolve(&["--set", set, "--print-settings"]);
        assert_eq!((outcome.status, outcome.output.as_str()), (2, ""), "{set}");
        assert!(outcome.errors.contains(told), "{set}: {}", outcome.errors);
    }
}

#[test]
fn a_run_that_has_begun_keeps_its_settings_but_for_its_end() {
    let run = Run::begin("experiment-3", 3);
    run.result();
    let before = files(&run.path);
    let outcome = run.resume(&["--set", "mutation=0.5"]);
    assert_eq!(outcome.status, 2);
    assert!(outcome.errors.contains("these can: generations, max_games"), "{}", outcome.errors);
    assert_eq!(files(&run.path), before);
}

#[test]
fn a_run_may_end_after_a_number_of_games() {
    let place = tempfile::tempdir().unwrap();
    // Six trees meet two opponents on four deals in both seats: 96 games a generation.
    let outcome = tiny(place.path(), &["generations=9", "max_games=97"]);
    assert_eq!((outcome.status, outcome.errors.as_str()), (0, ""));
    let log = fs::read_to_string(place.path().join("run/log.csv")).unwrap();
    assert_eq!(log.lines().count(), 3, "{log}");
}

#[test]
fn opponents_may_be_champions_and_a_run_may_begin_with_one() {
    let place = tempfile::tempdir().unwrap();
    assert_eq!(tiny(place.path(), &[]).status, 0);
    let champion = place.path().join("run/champion.pips");
    let first = Champion::decode(&fs::read(&champion).unwrap()).unwrap();
    let path = champion.to_str().unwrap();
    let next = tempfile::tempdir().unwrap();
    let sets = [
        &format!("fitness.opponents=[{path:?}, \"greedy\"]")[..],
        &format!("start=[{path:?}]"),
        "generations=1",
        "crossover=0",
        "mutation=0",
    ];
    let outcome = tiny(next.path(), &sets);
    assert_eq!((outcome.status, outcome.errors.as_str()), (0, ""));
    // The file may disappear: the run stores its content.
    let settings = fs::read_to_string(next.path().join("run/run.toml")).unwrap();
    assert!(!settings.contains("champion.pips") && settings.matches("\"board:").count() == 2, "{settings}");
    fs::remove_file(&champion).unwrap();
    let again = Run::of_settings(&next.path().join("run/run.toml"));
    assert_eq!(again.result().champion, fs::read(next.path().join("run/champion.pips")).unwrap());
    let bytes = fs::read(next.path().join("run/checkpoint")).unwrap();
    let tree = first.player.tree.bytes();
    assert!(bytes.windows(tree.len()).any(|window| window == tree), "the champion is among the first trees");
}

#[test]
fn a_multigene_run_may_have_any_teacher_and_begin_with_a_champion() {
    let run = Run::begin("small", 2);
    let plain = run.result();
    for (key, value) in [
        ("teacher", "\"champion\""),
        ("teacher", "\"greedy\""),
        ("opponents", "[\"random\", \"champion\"]"),
        ("start", "[\"champion\"]"),
    ] {
        let other = Run::of_settings(&run.file("run.toml"));
        other.set(key, value);
        let left = other.result();
        assert_ne!(left.log, plain.log, "{key} = {value}");
        assert_eq!(left.log.len(), 3);
    }
    let other = Run::of_settings(&run.file("run.toml"));
    other.set("start", "[\"column:Plus(OwnCategory, FlushChance)\"]");
    is_refused(&other.resume(&[]), "the scoring of a sum");
}

#[test]
fn json_has_a_line_for_each_generation_each_new_best_and_the_end() {
    let run = Run::begin("experiment-3", 4);
    let outcome = run.resume(&["--json"]);
    assert_eq!((outcome.status, outcome.errors.as_str()), (0, ""));
    let lines: Vec<Value> = outcome.output.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let of = |event: &str| lines.iter().filter(|line| line["event"] == event).cloned().collect::<Vec<_>>();
    let generations = of("generation");
    assert_eq!(generations.iter().map(|line| line["generation"].as_u64().unwrap()).collect::<Vec<_>>(), [1, 2, 3, 4]);
    let mut best = f64::MIN;
    let better = generations.iter().filter(|line| {
        let is_better = line["best"].as_f64().unwrap() > best;
        best = best.max(line["best"].as_f64().unwrap());
        is_better
    });
    assert_eq!(better.count(), of("best").len());
    let end = lines.last().unwrap();
    assert_eq!((end["event"].as_str(), end["champion"].as_str()), (Some("end"), Some("experiment-3-5")));
    let record = end["record"].as_array().unwrap();
    assert_eq!(record.len(), 6);
    assert!(record.iter().all(|against| {
        ["wins", "ties", "losses"].iter().map(|result| against[result].as_u64().unwrap()).sum::<u64>() == 200
    }));
}

/// The names of a tree's functions and terminals.
fn names<V: Vocabulary>(nodes: &[u8]) -> BTreeSet<&'static str> {
    let name = |&byte: &u8| match Node::of(byte) {
        Node::Function(function) => Some(function.name()),
        Node::Terminal(terminal) => Some(V::ENTRIES[usize::from(terminal)].name),
        Node::Integer(_) => Some("numbers"),
        _ => None,
    };
    nodes.iter().filter_map(name).collect()
}

#[test]
fn trees_are_made_of_any_subset_of_the_terminals_and_functions() {
    let place = tempfile::tempdir().unwrap();
    let sets = ["terminals=FlushChance, OwnCategory", "functions=GreaterThan,If", "generations=6", "population=20"];
    let outcome = tiny(place.path(), &sets);
    assert_eq!((outcome.status, outcome.errors.as_str()), (0, ""));
    let folder = place.path().join("run");
    let champion = fs::read(folder.join("champion.pips")).unwrap();
    let used = names::<FiveO>(Champion::decode(&champion).unwrap().player.tree.bytes());
    let allowed = BTreeSet::from(["FlushChance", "OwnCategory", "GreaterThan", "If"]);
    assert!(used.is_subset(&allowed), "{used:?}");
    // All trees of the run, not the champion's alone.
    let shares = fs::read_to_string(folder.join("terminals.csv")).unwrap();
    let mut lines = shares.lines().map(|line| line.split(',').skip(1).collect::<Vec<_>>());
    let terminals = lines.next().unwrap();
    let unused = |shares: &Vec<&str>| {
        terminals.iter().zip(shares).all(|(name, share)| allowed.contains(name) || *share == "0.00")
    };
    assert!(lines.by_ref().all(|line| unused(&line)), "{shares}");
    // The folder holds the settings, and they make the same run.
    let settings = fs::read_to_string(folder.join("run.toml")).unwrap();
    for line in ["terminals = [\"OwnCategory\", \"FlushChance\"]", "functions = [\"GreaterThan\", \"If\"]"] {
        assert!(settings.lines().any(|written| written == line), "{line}: {settings}");
    }
    assert_eq!(Run::of_settings(&folder.join("run.toml")).result().champion, champion);
}

#[test]
fn genes_are_made_of_any_subset_of_the_terminals_and_functions() {
    let run = Run::begin("best", 4);
    run.set("terminals", "[\"OwnCategory\", \"HasFlush\", \"numbers\"]");
    run.set("functions", "[\"If\"]");
    let champion = run.result().champion;
    let used = names::<FiveO>(Champion::decode(&champion).unwrap().player.tree.bytes());
    // The sum of the genes adds Plus and Multiply.
    let allowed = BTreeSet::from(["OwnCategory", "HasFlush", "numbers", "If", "Plus", "Multiply"]);
    assert!(used.contains("OwnCategory") && used.is_subset(&allowed), "{used:?}");
}

#[test]
fn a_named_set_can_be_extended_and_checkers_has_names_of_its_own() {
    let printed = |arguments: &[&str]| {
        let outcome = evolve(&[arguments, &["--print-settings"]].concat());
        assert_eq!((outcome.status, outcome.errors.as_str()), (0, ""), "{arguments:?}");
        outcome.output.lines().find(|line| line.starts_with("terminals = ")).unwrap().to_owned()
    };
    assert_eq!(printed(&["--terminals", "report"]), "terminals = \"report\"");
    let extended = printed(&["--set", "terminals=report,FlushChance"]);
    assert!(extended.contains("\"FlushChance\"") && extended.contains("\"numbers\""), "{extended}");
    for preset in ["standard", "trees"] {
        let sets = ["--set", "terminals=Men,Bridge,Kings", "--set", "functions=Multiply,If"];
        let arguments = [&["--game", "checkers", "--preset", preset], &sets[..]].concat();
        assert_eq!(printed(&arguments), "terminals = [\"Men\", \"Kings\", \"Bridge\"]");
    }
}

#[test]
fn terminals_and_functions_that_nothing_can_be_grown_from_are_refused() {
    for (sets, status, told) in [
        (&["terminals=OwnCategry"][..], 2, "terminals: fiveo has no terminal \"OwnCategry\"; did you mean OwnCategory"),
        (
            &["terminals=[\"Xyzzy\"]"],
            2,
            "terminals: fiveo has no terminal \"Xyzzy\"; the command vocabulary lists them",
        ),
        (&["terminals=Plus"], 2, "terminals: Plus is a function; the setting functions chooses those"),
        (&["terminals=5"], 2, "terminals is report or rich or all, or a list of terminals"),
        (&["functions=Pluss"], 2, "functions: fiveo has no function \"Pluss\"; did you mean Plus?"),
        (&["terminals=HasFlush"], 1, "terminals: a tree's value is a Number, and none of these terminals is one"),
        (&["terminals="], 1, "terminals: a tree's value is a Number, and none of these terminals is one"),
        (&["terminals=OwnCategory", "functions=If,Plus"], 1, "functions: If(Flag, Number, Number) cannot be used"),
        (&["functions=And,Or"], 1, "functions: a tree's value is a Number, and none of these functions gives one"),
    ] {
        for preset in ["quick", "small"] {
            let sets: Vec<&str> = sets.iter().flat_map(|set| ["--set", set]).collect();
            let outcome = evolve(&[&["--preset", preset, "--print-settings"], &sets[..]].concat());
            assert_eq!((outcome.status, outcome.output.as_str()), (status, ""), "{sets:?}");
            assert!(outcome.errors.contains(told), "{sets:?}: {}", outcome.errors);
            assert_eq!(outcome.errors.trim_end().lines().filter(|line| line.contains(told)).count(), 1);
        }
    }
    let of_cards = ["--game", "checkers", "--set", "functions=ProbabilityToGetCard", "--print-settings"];
    let outcome = evolve(&of_cards);
    assert!(outcome.errors.contains("checkers has no function \"ProbabilityToGetCard\""), "{}", outcome.errors);
}

#[test]
fn what_a_result_counts_is_a_setting() {
    // With a won game at nothing and a column at 1, a tree has at most five points in a game.
    let place = tempfile::tempdir().unwrap();
    let outcome = tiny(place.path(), &["fitness.win=0", "fitness.tie=0", "fitness.column=1"]);
    assert_eq!((outcome.status, outcome.errors.as_str()), (0, ""));
    let log = fs::read_to_string(place.path().join("run/log.csv")).unwrap();
    let best: Vec<f64> = log.lines().skip(1).map(|line| line.split(',').nth(1).unwrap().parse().unwrap()).collect();
    // Two opponents on four deals in both seats are 16 games.
    assert!(best.iter().all(|&best| (1.0..=80.0).contains(&best)), "{log}");
    for (arguments, told) in [
        (
            &["--preset", "quick", "--set", "fitness.win=0", "--set", "fitness.tie=0", "--set", "fitness.column=0"][..],
            "every tree would be as fit",
        ),
        (
            &["--game", "checkers", "--preset", "trees", "--set", "fitness.win=0", "--set", "fitness.draw=0"],
            "every tree would be as fit",
        ),
    ] {
        is_refused(&evolve(&[arguments, &["--print-settings"]].concat()), told);
    }
}
