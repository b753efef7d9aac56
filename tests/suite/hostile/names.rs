//! Text from outside, wherever the program shows it: no output contains a character that commands a terminal, begins a
//! line, or hides or reorders its neighbours.

use std::fs;
use std::path::Path;
use std::process::Command;

use pipsqueak_app::BUILT_IN;
use pipsqueak_core::champion::MAX_NAME;
use pipsqueak_core::games::{checkers, fiveo, mastermind};
use pipsqueak_lab::text;
use pipsqueak_tests::binary::{Outcome, pipsqueak};
use serde_json::Value;

/// Every character of Unicode's categories Cc, Cf, Zl and Zp, according to Python.
fn unprintable() -> Vec<char> {
    let program = "import unicodedata as u\n\
        print(*(n for n in range(0x110000) if u.category(chr(n)) in ('Cc', 'Cf', 'Zl', 'Zp')))";
    let told = Command::new("python3").args(["-c", program]).output().unwrap();
    let numbers = String::from_utf8(told.stdout).unwrap();
    numbers.split_whitespace().map(|number| char::from_u32(number.parse().unwrap()).unwrap()).collect()
}

#[test]
fn every_unprintable_character_is_replaced_and_no_other() {
    let unprintable = unprintable();
    assert!(unprintable.len() > 200, "{}", unprintable.len());
    for letter in &unprintable {
        assert_eq!(text::name(&letter.to_string(), 9), "?", "U+{:04X}", u32::from(*letter));
    }
    // Characters that Unicode may have added since, next to others of the same kind.
    let newer = '\u{13430}'..='\u{1343f}';
    for letter in ('\0'..=char::MAX).filter(|letter| !unprintable.contains(letter) && !newer.contains(letter)) {
        assert_eq!(text::name(&letter.to_string(), 9), letter.to_string(), "U+{:04X}", u32::from(letter));
    }
}

/// Names of at most 32 bytes that would clear the screen, ring, begin lines, turn the line around, and hide.
const NAMES: [&str; 5] = [
    "a\u{1b}[2Jb\u{7}c\n# h\re\u{9b}2Jf\u{85}g",
    "a\u{202e}b\u{2066}c\u{200b}d\u{2028}e\u{2029}f",
    "a\u{e0041}b\u{feff}c\u{ad}d\u{61c}e\t",
    "<img src=x>|`[a](b)\u{1b}]0;t\u{7}",
    "\u{1b}]52;c;eA==\u{7}\n# h",
];

/// Fails if a text has an unprintable character other than a line end.
#[track_caller]
fn assert_plain(told: &str, place: &str) {
    let found = told.chars().find(|&letter| letter != '\n' && text::name(&letter.to_string(), 9) != letter.to_string());
    assert_eq!(found, None, "{place}: {told:?}");
}

/// Fails if a command's output is not plain, or has a line that begins in the middle of a name.
#[track_caller]
fn is_plain(outcome: &Outcome, place: &str) {
    assert_eq!(outcome.status, 0, "{place}: {outcome:?}");
    assert_plain(&outcome.output, place);
    assert_plain(&outcome.errors, place);
    assert!(!outcome.output.lines().any(|line| line.starts_with("# h")), "{place}: {outcome:?}");
    // The parsed JSON is plain too.
    for line in outcome.output.lines() {
        if let Ok(value) = serde_json::from_str::<Value>(line) {
            assert_plain_value(&value, place);
        }
    }
}

#[track_caller]
fn assert_plain_value(value: &Value, place: &str) {
    match value {
        Value::String(text) => assert!(!text.contains('\n'), "{place}: {text:?}"),
        Value::Array(values) => values.iter().for_each(|value| assert_plain_value(value, place)),
        Value::Object(values) => values.values().for_each(|value| assert_plain_value(value, place)),
        _ => return,
    }
    if let Value::String(text) = value {
        assert_plain(text, place);
    }
}

/// The shipped champions of all games, under this name.
fn champions(name: &str) -> [(&'static str, Vec<u8>); 3] {
    assert!(name.len() <= MAX_NAME);
    let mut buffer = [0; 16_384];
    let mut fiveo = fiveo::champion::Champion::decode(BUILT_IN).unwrap();
    fiveo.name = name.try_into().unwrap();
    let fiveo = fiveo.encode(&mut buffer).unwrap().to_vec();
    let bytes = include_bytes!("../../../host/champions/checkers.pips");
    let mut draughts = checkers::champion::Champion::decode(bytes).unwrap();
    draughts.name = name;
    let draughts = draughts.encode(&mut buffer).unwrap().to_vec();
    let bytes = include_bytes!("../../data/mastermind-5626.pips");
    let strategy = mastermind::strategy::Strategy::decode(bytes).unwrap();
    let strategy = mastermind::strategy::Strategy::new(name, strategy.size(), strategy.nodes()).unwrap();
    [("fiveo", fiveo), ("checkers", draughts), ("mastermind", strategy.encode(&mut buffer).unwrap().to_vec())]
}

/// Runs all commands that print or write something about a champion file.
fn everything_about(folder: &Path, game: &str, file: &str) {
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let (record, board, back, svg) = (path("record"), format!("sim:{}", path("board")), path("back"), path("svg"));
    let (other, games) = match game {
        "fiveo" => ("greedy", "2"),
        "checkers" => ("child", "2"),
        _ => ("minimax", "2"),
    };
    let mut lines = vec![
        vec!["league", "--game", game, file, other, "--games", games, "--transcript", &record],
        vec!["replay", &record],
        vec!["league", "--game", game, file, other, "--games", games, "--json"],
        vec!["flash", file, "--port", &board],
        vec!["device", "--port", &board],
        vec!["device", "--port", &board, "--json"],
        vec!["device", "--port", &board, "--game", game, "--read", &back],
        vec!["match", "--port", &board, "--game", game, "--opponent", other, "--games", "2", "--transcript", &record],
        vec!["replay", &record],
        vec!["match", "--port", &board, "--game", game, "--opponent", other, "--games", "2", "--json"],
        vec!["match", "--port", "sim", "--game", game, "--opponent", file, "--games", "2"],
        vec!["show", file],
        vec!["show", file, "--format", "dot"],
        vec!["show", file, "--format", "svg"],
        vec!["show", file, "--format", "json"],
        vec!["show", file, "--format", "svg", "--out", &svg],
    ];
    if game == "checkers" {
        lines.iter_mut().filter(|line| line[0] == "league").for_each(|line| line.extend(["--nodes", "30"]));
        lines.iter_mut().filter(|line| line[0] == "match").for_each(|line| line.extend(["--nodes", "30"]));
        lines.push(vec!["checkers", "tournament", file, "simple", "--games", "2", "--nodes", "50", "--pdn", &record]);
        lines.push(vec!["checkers", "replay", &record]);
    }
    if game == "mastermind" {
        lines.push(vec!["mastermind", "solve", "--strategy", file, "--secret", "1234"]);
        lines.push(vec!["mastermind", "solve", "--strategy", file, "--secret", "1234", "--json"]);
    }
    for line in lines {
        is_plain(&pipsqueak(&line, ""), &line.join(" "));
    }
    for written in [&record, &svg] {
        assert_plain(&fs::read_to_string(written).unwrap(), written);
    }
    let played = pipsqueak(&["play", game, "--plain", "--against", file], "?\nq\n");
    is_plain(&played, "play");
}

#[test]
fn a_champions_name_commands_no_terminal_and_hides_nothing() {
    for name in NAMES {
        for (game, bytes) in champions(name) {
            let folder = tempfile::tempdir().unwrap();
            let file = folder.path().join("c.pips");
            fs::write(&file, bytes).unwrap();
            everything_about(folder.path(), game, file.to_str().unwrap());
        }
    }
}

#[test]
fn a_compared_studys_names_are_text_in_every_report() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let settings = "seeds = 1\npreset = \"quick\"\n[base]\npopulation = 4\ngenerations = 1\nelite_games = 2\n\
        final_games = 20\nfinalists = 1\n[base.fitness]\ndeals = 4\n";
    fs::write(path("study.toml"), settings).unwrap();
    let [study, first, out] = ["study.toml", "first", "out"].map(|name| path(name).to_str().unwrap().to_owned());
    assert_eq!(pipsqueak(&["study", &study, "--out", &first], "").status, 0);
    let text = fs::read_to_string(path("first/results.json")).unwrap();
    let mut results: Value = serde_json::from_str(&text).unwrap();
    let bad = "<script>alert(1)</script>[x](javascript:y)|`\u{202e}\u{1b}[2J\u{200b}\nz";
    results["title"] = bad.into();
    results["variants"][0]["name"] = bad.into();
    results["variants"][0]["settings"] = bad.into();
    fs::write(path("first/results.json"), results.to_string()).unwrap();
    let told = pipsqueak(&["study", &study, "--out", &out, "--compare", &first], "");
    assert_eq!(told.status, 0, "{told:?}");
    assert_plain(&told.output, "study");
    let mut n_reports = 0;
    let mut folders = vec![path("out")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if entry.is_dir() {
                folders.push(entry);
            } else if let Ok(text) = fs::read_to_string(&entry) {
                assert_plain(&text, entry.to_str().unwrap());
                let ending = entry.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
                if ["md", "html", "svg"].contains(&ending) {
                    assert!(!text.contains("<script>"), "{entry:?}");
                    assert!(ending != "md" || !text.contains("[x](java"), "{entry:?}");
                    n_reports += u32::from(ending != "svg" && text.contains("script"));
                }
            }
        }
    }
    assert_eq!(n_reports, 2, "the name stands in the report");
}
