//! Random command lines of real options and odd values: nothing panics, nothing hangs, nothing is written elsewhere.

use std::fs;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use clap::{ArgAction, Command};
use pipsqueak::ALL;
use pipsqueak_core::random::{self, GameRng, Seed};
use pipsqueak_tests::binary::{Running, command};
use pipsqueak_tests::sized;

/// Values that a user might type, on purpose or not.
const ODD: [&str; 36] = [
    "",
    " ",
    "0",
    "1",
    "2",
    "-1",
    "007",
    "1e9",
    "18446744073709551615",
    "99999999999999999999",
    "3.5",
    "NaN",
    "inf",
    "-0",
    "champion",
    "greedy",
    "random",
    "monte-carlo:0",
    "monte-carlo:1",
    "minimax",
    "expert",
    "fiveo",
    "checkers",
    "mastermind",
    "If(HasFlush, 1, 0)",
    "Plus(Plus(Plus(",
    "\u{1f0cf}",
    "a\u{0}b",
    "-",
    "--",
    "/dev/null",
    "/dev/zero",
    "/",
    "file",
    "sim",
    "sim:file",
];

fn odd(rng: &mut GameRng) -> String {
    random::pick(rng, &ODD).unwrap().to_owned()
}

/// A command with some of its options, in any order, some of them twice, some with other options' values.
fn line(rng: &mut GameRng, command: &Command) -> Vec<String> {
    let mut words = Vec::new();
    let mut command = command;
    loop {
        let commands: Vec<&Command> = command.get_subcommands().collect();
        let Some(next) = random::pick(rng, &commands) else { break };
        words.push(if random::happens(rng, 0.02) { odd(rng) } else { next.get_name().to_owned() });
        command = next;
    }
    let options: Vec<_> = command.get_arguments().collect();
    for _ in 0..random::below(rng, 5) {
        let Some(option) = random::pick(rng, &options) else { break };
        let value =
            |rng: &mut GameRng| match random::pick(rng, &option.get_possible_values().iter().collect::<Vec<_>>()) {
                Some(named) if random::happens(rng, 0.8) => named.get_name().to_owned(),
                _ => odd(rng),
            };
        let takes_value = matches!(option.get_action(), ArgAction::Set | ArgAction::Append);
        match option.get_long() {
            Some(long) if takes_value && random::happens(rng, 0.5) => words.push(format!("--{long}={}", value(rng))),
            Some(long) => {
                words.push(format!("--{long}"));
                words.extend((takes_value && !random::happens(rng, 0.05)).then(|| value(rng)));
            }
            None => words.push(value(rng)),
        }
    }
    words
}

fn lines(seed: u64, n: usize) -> Vec<Vec<String>> {
    let command = pipsqueak::command_line(ALL);
    let mut rng = Seed(seed).rng();
    (0..n).map(|_| line(&mut rng, &command)).collect()
}

#[test]
fn ten_thousand_command_lines_are_parsed_or_refused() {
    let command = pipsqueak::command_line(ALL);
    let mut n_understood = 0;
    for words in lines(1, 10_000) {
        let words = ["pipsqueak".to_owned()].into_iter().chain(words);
        n_understood += u32::from(command.clone().try_get_matches_from(words).is_ok());
    }
    assert!((1000..9000).contains(&n_understood), "{n_understood}: many of either kind");
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn commands_that_are_run_and_stopped_end_as_they_should() {
    let place = tempfile::tempdir().unwrap();
    let (folder, home) = (place.path().join("folder"), place.path().join("home"));
    for words in lines(2, sized(60, 300)).into_iter().filter(|words| words.iter().all(|word| !word.contains('\0'))) {
        for made in [&folder, &home] {
            fs::create_dir_all(made).unwrap();
        }
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let mut command = command(&words);
        // Attached boards and emulators are left out of this test.
        command.current_dir(&folder).env("HOME", &home).env("TMPDIR", &folder).env("PATH", "");
        let mut running = Running::spawn(command.stdin(std::process::Stdio::null()));
        let begin = Instant::now();
        while !running.has_ended() && begin.elapsed() < Duration::from_secs(2) {
            thread::sleep(Duration::from_millis(5));
        }
        if !running.has_ended() {
            running.interrupt();
        }
        while !running.has_ended() {
            assert!(begin.elapsed() < Duration::from_secs(60), "{words:?} does not stop");
            thread::sleep(Duration::from_millis(20));
        }
        let outcome = running.wait();
        assert!([0, 1, 2, 130].contains(&outcome.status), "{words:?}: {outcome:?}");
        assert!(!outcome.errors.contains("panicked"), "{words:?}: {}", outcome.errors);
        assert_eq!(
            (names(place.path()), names(&home)),
            (vec!["folder".to_owned(), "home".to_owned()], vec![]),
            "{words:?}"
        );
        fs::remove_dir_all(&folder).unwrap();
    }
}
