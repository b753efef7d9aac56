//! The program at a terminal: Ctrl-C is a character that the terminal turns into a signal to all processes in the
//! foreground.
#![cfg(unix)]

use std::fs;

use pipsqueak_tests::binary::{pipsqueak, program};
use pipsqueak_tests::terminal::{CTRL_C, at_a_terminal, other_at_a_terminal};

/// The progress bar shows finished work.
const SOME_WORK: &str = "[1-9][0-9,]* (games|codes)";

#[test]
fn ctrl_c_at_a_terminal_keeps_what_is_finished() {
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("record");
    let record = record.to_str().unwrap();
    for line in [
        "league greedy random --games 1000000000 --transcript RECORD",
        "match --port sim --games 1000000 --transcript RECORD",
        "mastermind table --pegs 5 --colors 8 --sample 4000000000",
        "checkers tournament simple improved --games 20 --nodes 400000 --threads 1 --pdn RECORD",
        "checkers analyse --depth 60",
    ] {
        let line = line.replace("RECORD", record);
        let arguments: Vec<&str> = line.split(' ').collect();
        let some_work = match arguments[1] {
            // An opening counts if it was played with both colours.
            "tournament" => "[2-9] games",
            // A search counts nothing on its bar; it has its first move within a millisecond.
            "analyse" => "searching for [1-9]",
            _ => SOME_WORK,
        };
        let told = at_a_terminal(&[(some_work, CTRL_C)], &arguments);
        assert_eq!(told.status, 130, "{line}: {told:?}");
        assert!(told.output.to_lowercase().contains("interrupted"), "{line}: {}", told.output);
        if line.contains(record) {
            let replayed = pipsqueak(&["replay", record], "");
            assert_eq!((replayed.status, replayed.errors.as_str()), (0, ""), "{line}");
            fs::remove_file(record).unwrap();
        }
    }
}

/// The drawn text, without colours and cursor movements, line by line.
fn lines(drawn: &str) -> Vec<String> {
    let mut plain = String::new();
    let mut characters = drawn.chars();
    while let Some(character) = characters.next() {
        if character == '\u{1b}' {
            // A sequence: a bracket, numbers, and a letter, which is `m` for a colour.
            if characters.find(char::is_ascii_alphabetic) != Some('m') {
                plain.push('\n');
            }
        } else {
            plain.push(character);
        }
    }
    plain.split(['\r', '\n']).map(str::to_owned).collect()
}

#[test]
fn the_bar_moves_after_the_last_generation_and_fits_80_columns() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("run");
    let arguments =
        ["evolve", "--population", "40", "--generations", "2", "--threads", "1", "--out", out.to_str().unwrap()];
    let told = at_a_terminal(&[("gene [12]/2", ""), (SOME_WORK, CTRL_C)], &arguments);
    assert_eq!(told.status, 130, "{told:?}");
    assert!(told.output.contains("Continue with: "), "{}", told.output);
    // Both bars have a part that is not filled yet.
    let lines = lines(&told.output);
    let bars = lines.iter().filter(|line| line.contains('\u{2591}'));
    // What follows a complete line is on the next one.
    let bars = bars.map(|line| line.split("Stopped.").next().unwrap_or_default());
    // The terminal itself echoes the key.
    let bars = bars.map(|line| line.strip_suffix("^C").unwrap_or(line));
    let widest = bars.max_by_key(|line| line.chars().count()).unwrap();
    assert!(widest.chars().count() <= 80, "{widest}");
}

/// What the terminal shows in the end, line by line: the sequences that move the cursor up and erase are followed.
fn screen(drawn: &str) -> Vec<String> {
    let (mut rows, mut row, mut column) = (vec![Vec::new()], 0_usize, 0);
    let mut characters = drawn.chars();
    while let Some(character) = characters.next() {
        match character {
            '\r' => column = 0,
            '\n' => row += 1,
            '\u{1b}' => {
                let mut number = String::new();
                let letter = characters.find(|&letter| {
                    number.extend(letter.is_ascii_digit().then_some(letter));
                    letter.is_ascii_alphabetic()
                });
                match letter {
                    Some('A') => row -= number.parse::<usize>().unwrap(),
                    Some('J') => rows.truncate(row + 1),
                    _ => {}
                }
                if matches!(letter, Some('J' | 'K')) {
                    rows[row].truncate(column);
                }
            }
            character => {
                let line: &mut Vec<char> = &mut rows[row];
                line.resize(line.len().max(column + 1), ' ');
                line[column] = character;
                column += 1;
            }
        }
        rows.resize(rows.len().max(row + 1), Vec::new());
    }
    rows.iter().map(|row| row.iter().collect()).collect()
}

#[test]
fn ctrl_c_leaves_the_last_picture_of_a_run_and_one_bar() {
    for (options, n_pictures) in [(&[][..], 1), (&["--watch"], 1), (&["--no-watch"], 0)] {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("run");
        let run = ["evolve", "--population", "40", "--threads", "1", "--out", out.to_str().unwrap()];
        let told = at_a_terminal(&[("gene [2-9]/30  ", CTRL_C)], &[&run, options].concat());
        assert_eq!(told.status, 130, "{told:?}");
        let screen = screen(&told.output);
        let count = |text: &str| screen.iter().filter(|line| line.contains(text)).count();
        assert_eq!(count("/30  "), 1, "{screen:#?}");
        for part in ["won against full-strategy: ", "best tree of gene ", "last change, gene "] {
            assert_eq!(count(part), n_pictures, "{part}: {screen:#?}");
        }
        assert_eq!((count("^C"), count("Stopping soon"), count("Stopped. Continue with: ")), (0, 1, 1), "{screen:#?}");
        let mut picture = screen.iter().take_while(|line| !line.starts_with("Stopped."));
        assert!(picture.all(|line| line.chars().count() < 80), "{screen:#?}");
    }
}

/// A run of a second.
const SHORT: [&str; 15] = [
    "evolve",
    "--preset",
    "quick",
    "--population",
    "6",
    "--generations",
    "3",
    "--set",
    "elite_games=20",
    "--set",
    "final_games=20",
    "--set",
    "finalists=1",
    "--set",
    "fitness.deals=4",
];

#[test]
fn a_run_that_ends_leaves_its_table_alone_and_a_dumb_terminal_gets_no_picture() {
    for term in ["xterm-256color", "dumb"] {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("run");
        let (term, program) = (format!("TERM={term}"), program());
        let arguments = [&[&term, program.to_str().unwrap()], &SHORT[..], &["--out", out.to_str().unwrap()]].concat();
        let told = other_at_a_terminal("env", &[], &[], &arguments);
        assert_eq!(told.status, 0, "{told:?}");
        assert_eq!(told.output.contains('\u{1b}'), !term.ends_with("dumb"), "{told:?}");
        let screen = screen(&told.output);
        assert!(screen[0].starts_with("quick-1: "), "{screen:#?}");
        assert!(!screen.iter().any(|line| line.contains(['░', '█'])), "{screen:#?}");
    }
    let without = pipsqueak(&[&SHORT[..], &["--watch"]].concat(), "");
    assert_eq!(without.status, 1);
    assert!(without.errors.contains("--watch needs a terminal"), "{}", without.errors);
}

/// The sequences that take the screen over and hide the cursor, and those that undo it.
const TAKEN: &str = "\u{1b}[?1049h\u{1b}[?25l";
const GIVEN_BACK: &str = "\u{1b}[?1049l\u{1b}[?25h";

#[test]
fn leaving_a_full_screen_game_always_restores_the_terminal() {
    // Once the whole picture is drawn, the program reads keys.
    for (keys, status, told) in [
        (&[("q quit", "q"), ("q again", "q")][..], 0, "0 won, 0 lost, 0 tied"),
        (&[("q quit", "q"), ("q again", "x"), ("\u{1b}", CTRL_C)], 130, "0 won, 0 lost, 0 tied"),
        (&[("q quit", CTRL_C)], 130, "0 won, 0 lost, 0 tied"),
        (&[("q quit", "SIGTERM")], 130, ""),
        (&[("q quit", "panic\r")], 101, "the test asked for it"),
    ] {
        let left = other_at_a_terminal(env!("CARGO_BIN_EXE_with-nim"), &[], keys, &["play", "nim", "--seed", "1"]);
        assert_eq!(left.status, status, "{keys:?}: {left:?}");
        let (before, after) = left.output.split_once(GIVEN_BACK).unwrap_or_else(|| panic!("{keys:?}: {left:?}"));
        assert!(before.contains(TAKEN) && !after.contains(GIVEN_BACK) && after.contains(told), "{keys:?}: {left:?}");
    }
}
