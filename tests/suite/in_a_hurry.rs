//! Rough use: pipes into `head`, Ctrl-C, two programs at once, a full disk, and wrong files.
#![cfg(unix)]

use std::fs::{self, File};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use pipsqueak_tests::binary::{Outcome, Running, command, pipsqueak, pipsqueak_within};
use serde_json::Value;
use tempfile::TempDir;

/// Commands that print something soon.
const PRINTING: [&str; 21] = [
    "--help",
    "league --help",
    "league greedy random --games 20",
    "league greedy random --games 20 --json",
    "league --game checkers --nodes 50 child simple --games 2",
    "match --port sim --games 2",
    "match --port sim --games 2 --json",
    "device --port sim",
    "show champion",
    "checkers perft 4",
    "checkers analyse --depth 6",
    "checkers tournament simple improved --games 2 --nodes 100",
    "mastermind solve --secret 1234",
    "mastermind table --sample 3",
    "completions zsh",
    "man FOLDER/man",
    "vocabulary",
    "evolve --print-settings",
    "evolve --preset quick --population 4 --generations 1 --set elite_games=2 --set final_games=20 --json --out FOLDER/run",
    "study ../docs/studies/report.toml --check",
    "device --port sim --selftest --decisions 1",
];

fn words(line: &str) -> Vec<&str> {
    line.split(' ').collect()
}

/// The command at the end of a text, from its name on: the program's own name depends on how it was started.
fn words_from<'t>(text: &'t str, name: &str) -> Vec<&'t str> {
    let start = text.rfind(name).unwrap_or_else(|| panic!("there is no {name} in {text}"));
    words(text[start..].trim())
}

fn ended(mut command: Command) -> Outcome {
    Running::spawn(command.stdin(Stdio::null())).wait()
}

#[test]
fn a_closed_pipe_ends_a_command_quietly() {
    for line in PRINTING {
        let folder = tempfile::tempdir().unwrap();
        let line = &line.replace("FOLDER", folder.path().to_str().unwrap());
        // A pipe without a reader: `true` reads nothing.
        let mut reader = Command::new("true").stdin(Stdio::piped()).spawn().unwrap();
        let pipe = reader.stdin.take().unwrap();
        reader.wait().unwrap();
        let mut writer = command(&words(line));
        writer.stdout(pipe);
        let outcome = ended(writer);
        assert_eq!((outcome.status, outcome.errors.as_str()), (0, ""), "{line}");
    }
}

#[test]
fn a_full_disk_gets_one_line() {
    for line in PRINTING {
        let folder = tempfile::tempdir().unwrap();
        let line = &line.replace("FOLDER", folder.path().to_str().unwrap());
        let mut writer = command(&words(line));
        writer.stdout(File::options().write(true).open("/dev/full").unwrap());
        let outcome = ended(writer);
        assert_eq!((outcome.status, outcome.errors.lines().count()), (1, 1), "{line}: {}", outcome.errors);
        assert!(outcome.errors.contains("the output cannot be written: No space left"), "{line}: {}", outcome.errors);
    }
}

#[test]
fn a_full_stderr_does_not_panic() {
    let mut mute = command(&["show", "/nowhere.pips"]);
    mute.stderr(File::options().write(true).open("/dev/full").unwrap());
    assert_eq!(ended(mute).status, 1);
}

/// Starts a command that would take hours, lets it work and presses Ctrl-C.
fn interrupted(folder: &TempDir, line: &str) -> Outcome {
    let line = line.replace("FOLDER", folder.path().to_str().unwrap());
    let mut running = Running::start(&words(&line));
    // Openings are drawn first, which takes a while.
    running.work_for(Duration::from_millis(if line.contains("tournament") { 6000 } else { 1500 }));
    running.interrupt();
    let outcome = running.wait_for_the_end();
    assert_eq!(outcome.status, 130, "{line}: {outcome:?}");
    outcome
}

#[test]
fn ctrl_c_keeps_what_is_finished() {
    let folder = tempfile::tempdir().unwrap();
    for line in [
        "league greedy random pairing --games 1000000000",
        "league greedy random --games 1000000000 --transcript FOLDER/league",
        "league --game mastermind minimax parts --games 1000000 --transcript FOLDER/codes",
        "match --port sim --games 1000000 --transcript FOLDER/match",
        "checkers tournament simple improved --games 100 --nodes 100000 --pdn FOLDER/pdn",
        "mastermind table --pegs 5 --colors 8 --sample 4000000000",
        "checkers analyse --depth 60",
    ] {
        let told = interrupted(&folder, line);
        assert!(told.output.to_lowercase().contains("interrupted"), "{line}: {}", told.output);
        if line.ends_with("analyse --depth 60") {
            assert!(told.output.contains("\nbest   "), "{}", told.output);
        }
        let json: Value = serde_json::from_str(&interrupted(&folder, &format!("{line} --json")).output).unwrap();
        assert_eq!(json["interrupted"], true, "{line}");
        if let Some((_, file)) = line.split_once("FOLDER/") {
            let path = folder.path().join(file);
            let replayed = pipsqueak(&["replay", path.to_str().unwrap()], "");
            assert_eq!((replayed.status, replayed.errors.as_str()), (0, ""), "{line}");
        }
    }
    let left: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left.len(), 4, "nothing but the records: {left:?}");
}

#[test]
fn ctrl_c_in_the_middle_of_a_game_stops_a_run_and_the_commands_that_it_names_work() {
    let folder = tempfile::tempdir().unwrap();
    let [long, short] = ["long", "short"].map(|name| folder.path().join(name).to_str().unwrap().to_owned());
    let begin = "evolve --game checkers --preset trees --generations 1 --population 4 --set final_games=2";
    let stopped = |arguments: &[&str]| {
        let mut running = Running::start(arguments);
        running.work_for(Duration::from_millis(1000));
        running.interrupt();
        let Outcome { status, errors, .. } = running.wait();
        assert_eq!(status, 130, "{errors}");
        assert!(errors.contains("Stopped. Continue with: "), "{errors}");
        errors
    };
    let told = stopped(&[&words(begin)[..], &["--set", "elite_games=100000", "--out", &long]].concat());
    stopped(&words_from(&told, " evolve "));
    let ended = pipsqueak(&[&words(begin)[..], &["--set", "elite_games=2", "--out", &short]].concat(), "");
    let league = words_from(&ended.output, " league ");
    let played = pipsqueak(&[&league[..], &["--games", "2", "--nodes", "20"]].concat(), "");
    assert_eq!((played.status, played.errors.as_str()), (0, ""), "{league:?}");
}

/// Commands with no partial results.
#[test]
fn ctrl_c_ends_commands_without_partial_results_with_the_same_status() {
    for line in ["mastermind optimal", "checkers perft 16"] {
        let mut running = Running::start(&words(line));
        running.work_for(Duration::from_millis(300));
        running.interrupt();
        let Outcome { status, output, errors } = running.wait();
        assert_eq!((status, output.as_str(), errors.as_str()), (130, "", ""), "{line}");
    }
}

#[test]
fn a_boards_file_is_locked_and_the_second_program_names_the_holder() {
    let folder = tempfile::tempdir().unwrap();
    let port = format!("sim:{}", folder.path().join("board").display());
    let mut first = Running::start(&["match", "--port", &port, "--games", "1000000"]);
    let lock = folder.path().join(".board.lock");
    first.wait_until(|| fs::read(&lock).is_ok_and(|text| !text.is_empty()));
    let flash = |port: &str| pipsqueak(&["flash", "champion", "--port", port], "");
    let refused = flash(&port);
    assert_eq!((refused.status, refused.output.as_str()), (1, ""));
    assert!(
        refused.errors.contains(&format!("in use by pipsqueak match (process {})", first.id())),
        "{}",
        refused.errors
    );
    // A crash leaves no lock behind.
    first.kill();
    assert_eq!(flash(&port).status, 0);
    assert!(!lock.exists());
}

#[test]
fn no_output_overwrites_an_input() {
    let folder = tempfile::tempdir().unwrap();
    let champion = folder.path().join("c.pips");
    let name = champion.to_str().unwrap();
    assert_eq!(pipsqueak(&["device", "--port", "sim", "--read", name], "").status, 0);
    let bytes = fs::read(&champion).unwrap();
    let link = folder.path().join("link");
    std::os::unix::fs::symlink(&champion, &link).unwrap();
    for output in [&champion, &link].map(|path| path.to_str().unwrap()) {
        for line in [&["show", name, "--format", "svg", "--out", output][..], &["flash", name, "--hex", output]] {
            let refused = pipsqueak(line, "");
            assert_eq!(refused.status, 1, "{line:?}");
            assert!(refused.errors.contains("would overwrite the input"), "{}", refused.errors);
            assert_eq!(fs::read(&champion).unwrap(), bytes, "{line:?}");
        }
    }
}

#[test]
fn an_old_file_stays_until_the_new_one_is_whole() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("old");
    let name = file.to_str().unwrap();
    // The user quits at once, the board does not answer, the disk is full: nothing is recorded.
    for (line, input, status) in [
        (&["play", "fiveo", "--plain", "--transcript", name][..], "q\n", 0),
        (&["play", "fiveo", "--plain", "--transcript", name], "1\n", 1),
        (&["match", "--port", "unix:/nowhere", "--transcript", name], "", 1),
        (&["league", "greedy", "unknown", "--transcript", name], "", 1),
        (&["show", "champion", "--out", "/dev/full"], "", 1),
    ] {
        fs::write(&file, "old").unwrap();
        let outcome = pipsqueak(line, input);
        assert_eq!(outcome.status, status, "{line:?}: {outcome:?}");
        assert_eq!(fs::read(&file).unwrap(), b"old", "{line:?}");
    }
    fs::set_permissions(&file, fs::Permissions::from_mode(0o444)).unwrap();
    let refused = pipsqueak(&["show", "champion", "--out", name], "");
    assert!(refused.status == 1 && refused.errors.contains("it is read-only"), "{}", refused.errors);
    assert_eq!(fs::read(&file).unwrap(), b"old");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

fn is_refused_at_once(line: &str, status: i32, told: &str) {
    let outcome = pipsqueak_within(10, &words(line));
    assert_eq!(outcome.status, status, "{line}: {}", outcome.errors);
    assert!(outcome.errors.contains(told), "{line}: {}", outcome.errors);
}

#[test]
fn every_read_has_an_end_and_every_number_a_range() {
    let folder = tempfile::tempdir().unwrap();
    let fifo = folder.path().join("fifo");
    assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    let large = folder.path().join("large");
    File::create(&large).unwrap().set_len(300_000_000).unwrap();
    let runs = folder.path().join("run");
    fs::create_dir(&runs).unwrap();
    std::os::unix::fs::symlink("/dev/zero", runs.join("run.toml")).unwrap();
    for endless in [Path::new("/dev/zero"), &fifo].map(|path| path.to_str().unwrap()) {
        for line in ["show NAME", "replay NAME", "flash NAME --port sim", "league NAME greedy", "checkers replay NAME"]
        {
            is_refused_at_once(&line.replace("NAME", endless), 1, "it is a pipe or a device, not a file");
        }
        is_refused_at_once(&format!("device --port sim:{endless}"), 1, "it is a pipe or a device, not a file");
        is_refused_at_once(&format!("mastermind solve --strategy {endless}"), 1, "not a file");
    }
    is_refused_at_once(&format!("evolve --resume {}", runs.display()), 1, "not a file");
    let large = large.to_str().unwrap();
    is_refused_at_once(&format!("show {large}"), 1, "it has more than 65536 bytes");
    is_refused_at_once(&format!("replay {large}"), 1, "a line has more than 64 MB");
    for (line, told) in [
        ("league --games 18446744073709551614", "a number from 2 to 10000000000, not \"18446744073709551614\""),
        ("league --games 0", "a number from 2 to 10000000000, not \"0\""),
        ("league --games -2", "a number from 2 to 10000000000, not \"-2\""),
        ("league --threads 5000", "a number from 1 to 512, not \"5000\""),
        ("league --threads 0", "a number from 1 to 512, not \"0\""),
        ("match --port sim --games 18446744073709551614", "a number from 2 to 1000000, not"),
        ("checkers analyse --table 16384", "a number from 0 to 4096, not \"16384\""),
        ("checkers tournament --threads 5000", "a number from 1 to 512, not \"5000\""),
        ("mastermind table --threads 5000", "a number from 1 to 512, not \"5000\""),
        ("evolve --threads 5000", "a number from 1 to 512, not \"5000\""),
    ] {
        is_refused_at_once(line, 2, told);
    }
}
