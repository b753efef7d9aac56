//! Runs of `pipsqueak evolve` that are stopped, killed or damaged: at most the current generation is lost.

use std::fs;
#[cfg(target_os = "linux")]
use std::path::Path;

#[cfg(target_os = "linux")]
use pipsqueak_core::random::Seed;
#[cfg(target_os = "linux")]
use pipsqueak_tests::binary::{Outcome, pipsqueak};
#[cfg(target_os = "linux")]
use pipsqueak_tests::faults::{Fault, kill_often, restore, run_with, snapshot};
use pipsqueak_tests::runs::{Run, files, is_refused};

#[test]
fn resuming_a_run_that_has_ended_gives_its_champion_again() {
    let run = Run::begin("quick", 2);
    let expected = run.result();
    fs::remove_file(run.file("champion.pips")).unwrap();
    assert_eq!(run.result(), expected);
    is_refused(&run.resume(&["--generations", "1"]), "has 2 generations already");
    assert_eq!(run.result(), expected, "nothing is lost");
}

// Interruptions.

/// Between two calls that change a file a kill leaves what one at the later call leaves.
#[cfg(target_os = "linux")]
#[test]
fn a_run_killed_at_any_moment_ends_with_the_same_champion() {
    for preset in ["experiment-3", "quick", "best"] {
        let run = Run::begin(preset, 20);
        let killed = run.copy();
        let (outcome, calls) = run_with(None, &run.path, &["evolve", "--resume", run.text()]);
        assert_eq!(outcome.status, 0, "{outcome:?}");
        let expected = run.outcome();
        kill_often(8, calls.len(), &mut Seed(11).rng(), &killed.path, &["evolve", "--resume", killed.text()]);
        assert!(!killed.file("champion.pips").exists(), "{preset} was killed in the middle");
        assert_eq!(killed.resume(&[]).status, 0);
        assert_eq!(killed.outcome(), expected, "{preset}");
        let log = &expected.log;
        let generations = (1..).zip(&log[1..]).filter(|(number, row)| row.starts_with(&format!("{number},")));
        assert_eq!((log.len(), generations.count()), (21, 20), "every generation has one row");
    }
}

/// The states between the two files of a save, which a random moment rarely hits.
#[test]
fn a_power_cut_between_checkpoint_and_log_leaves_the_log_whole() {
    let run = Run::begin("experiment-3", 3);
    let expected = run.result();
    let behind: Vec<String> =
        fs::read_to_string(run.file("log.csv")).unwrap().lines().take(3).map(|line| format!("{line}\n")).collect();
    fs::write(run.file("log.csv"), behind.concat()).unwrap();
    assert_eq!(run.result(), expected);

    fs::rename(run.file("checkpoint"), run.file("checkpoint.previous")).unwrap();
    let outcome = run.resume(&[]);
    assert_eq!(outcome.status, 0);
    assert!(outcome.errors.contains("checkpoint is missing; continuing from"), "{}", outcome.errors);
    assert_eq!(run.outcome(), expected);
}

/// Runs a command to its end, makes its folder what it was before, and runs it again with this many signals, one at each
/// call from the first one that puts a file of this name in its place. So the signals come in the middle of the run,
/// however fast it is.
#[cfg(target_os = "linux")]
fn signalled(name: &'static str, n_signals: usize, folder: &Path, file: &str, arguments: &[&str]) -> Outcome {
    let before = snapshot(folder);
    let (outcome, calls) = run_with(None, folder, arguments);
    assert_eq!(outcome.status, 0, "{outcome:?}");
    let first = calls.iter().position(|call| call.ends_with(file)).expect("the file is written") + 1;
    restore(folder, &before);
    run_with(Some((Fault::Signal(name), first..=first + n_signals - 1)), folder, arguments).0
}

#[cfg(target_os = "linux")]
#[test]
fn a_run_interrupted_by_ctrl_c_resumes_to_the_same_champion() {
    let run = Run::begin("experiment-3", 12);
    let stopped = run.copy();
    let expected = run.result();
    let arguments = ["evolve", "--resume", stopped.text()];
    let outcome = signalled("INT", 1, &stopped.path, "/checkpoint", &arguments);
    assert_eq!((outcome.status, outcome.output.as_str()), (130, ""));
    let told = format!("Stopped. Continue with: pipsqueak evolve --resume {}\n", stopped.text());
    assert!(outcome.errors.ends_with(&told), "{}", outcome.errors);
    let log = fs::read_to_string(stopped.file("log.csv")).unwrap();
    assert!((2..13).contains(&log.lines().count()), "it stops in the middle");
    assert!(stopped.file("wins.svg").exists() && !stopped.file("champion.pips").exists());
    assert_eq!(stopped.result(), expected);
}

#[cfg(unix)]
#[test]
fn ctrl_c_also_stops_the_games_at_the_end() {
    let run = Run::begin("experiment-3", 1);
    let stopped = run.copy();
    let expected = run.result();
    // The games at its end take longer than any test.
    stopped.set("final_games", "10000000");
    let mut running = stopped.start_until("wins.svg");
    running.interrupt();
    assert_eq!(running.wait().status, 130);
    assert!(!stopped.file("champion.pips").exists());
    stopped.set("final_games", "200");
    assert_eq!(stopped.result(), expected);
}

/// The signals that a cluster sends before it takes the machine away. A second one does no harm: SLURM sends one, and
/// later the other.
#[cfg(target_os = "linux")]
#[test]
fn a_run_asked_to_leave_finishes_its_generation_and_the_same_command_resumes_it() {
    let run = Run::begin("best", 8);
    let expected = run.copy().result();
    for name in ["TERM", "USR1"] {
        let place = tempfile::tempdir().unwrap();
        let (settings, out) = (run.file("run.toml"), place.path().join("run"));
        let arguments = ["evolve", "--settings", settings.to_str().unwrap(), "--out", out.to_str().unwrap()];
        let outcome = signalled(name, 2, place.path(), "/checkpoint", &arguments);
        assert_eq!((outcome.status, outcome.output.as_str()), (75, ""), "SIG{name}: {}", outcome.errors);
        assert!(!out.join("champion.pips").exists(), "it stops in the middle");
        let log = fs::read_to_string(out.join("log.csv")).unwrap();
        assert!((2..9).contains(&log.lines().count()), "{log}");
        let outcome = pipsqueak(&arguments, "");
        assert_eq!((outcome.status, outcome.errors.as_str()), (0, ""), "SIG{name}");
        assert_eq!(fs::read(out.join("champion.pips")).unwrap(), expected.champion, "SIG{name}");
        // Once more, the command reports the finished run; with other settings it is refused.
        let outcome = pipsqueak(&arguments, "");
        assert_eq!((outcome.status, outcome.errors.as_str()), (0, ""));
        let before = files(&out);
        is_refused(&pipsqueak(&[&arguments[..], &["--seed", "99"]].concat(), ""), "holds a run with other settings");
        is_refused(&pipsqueak(&["evolve", "--preset", "quick", arguments[3], arguments[4]], ""), "other settings");
        assert_eq!(files(&out), before);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_study_asked_to_leave_is_resumed_by_the_same_command() {
    let place = tempfile::tempdir().unwrap();
    let (file, out) = (place.path().join("study.toml"), place.path().join("out"));
    let settings = "preset = \"quick\"\nseeds = 2\n[base]\npopulation = 8\ngenerations = 6\nelite_games = 20\n\
        final_games = 200\nfinalists = 1\n[base.fitness]\ndeals = 4\n";
    fs::write(&file, settings).unwrap();
    let arguments = ["study", file.to_str().unwrap(), "--out", out.to_str().unwrap(), "--threads", "1"];
    let outcome = signalled("USR1", 1, place.path(), "runs/base/1/checkpoint", &arguments);
    assert_eq!((outcome.status, outcome.output.as_str()), (75, ""), "{}", outcome.errors);
    assert!(outcome.errors.ends_with("Stopped. Run the same command again to continue.\n"), "{}", outcome.errors);
    let outcome = pipsqueak(&arguments, "");
    assert_eq!((outcome.status, outcome.errors.as_str()), (0, ""));
    assert!(out.join("report.md").exists());
}

#[cfg(target_os = "linux")]
#[test]
fn more_generations_can_be_asked_for_before_the_end() {
    let run = Run::begin("experiment-3", 8);
    let shorter = run.copy();
    shorter.set("generations", "6");
    let expected = run.result();
    shorter.kill_at("checkpoint", 4);
    assert_eq!(shorter.resume(&["--generations", "8"]).status, 0);
    assert_eq!(shorter.outcome(), expected);
}

#[test]
fn a_finished_run_given_more_generations_equals_an_uninterrupted_one() {
    for preset in ["experiment-3", "best"] {
        let run = Run::begin(preset, 7);
        let expected = run.copy().result();
        for end in ["1", "4"] {
            let shorter = run.copy();
            shorter.set("generations", end);
            shorter.result();
            let outcome = shorter.resume(&["--set", "generations=7"]);
            assert_eq!((outcome.status, outcome.errors.as_str()), (0, ""), "{preset} that had ended at {end}");
            assert_eq!(shorter.outcome(), expected, "{preset} that had ended at {end}");
        }
    }
    // Without the state before its end a run cannot be continued.
    let run = Run::begin("experiment-3", 3);
    run.result();
    fs::remove_file(run.file("checkpoint.previous")).unwrap();
    let before = files(&run.path);
    is_refused(&run.resume(&["--set", "generations=5"]), "is not the state before its end");
    assert_eq!(files(&run.path), before);
}

#[cfg(target_os = "linux")]
#[test]
fn a_damaged_checkpoint_is_named_and_the_one_before_gives_the_same_champion() {
    let run = Run::begin("experiment-3", 6);
    let killed = run.copy();
    let expected = run.result();
    // The log comes after the checkpoint, so that there are both of the third generation and of the second.
    killed.kill_at("log.csv", 3);
    let whole = fs::read(killed.file("checkpoint")).unwrap();
    let flipped = |at: usize| {
        let mut bytes = whole.clone();
        bytes[at] ^= 1;
        bytes
    };
    let half = whole.len() / 2;
    for damaged in [Vec::new(), whole[..half].to_vec(), flipped(half), flipped(0), flipped(whole.len() - 1)] {
        let run = killed.copy();
        fs::write(run.file("checkpoint"), damaged).unwrap();
        let outcome = run.resume(&[]);
        assert_eq!(outcome.status, 0, "{}", outcome.errors);
        let [checkpoint, previous] = ["checkpoint", "checkpoint.previous"].map(|name| run.file(name));
        let told = [
            format!("pipsqueak: {} is damaged: its checksum does not match", checkpoint.display()),
            format!("; continuing from {} (generation ", previous.display()),
        ];
        let errors = outcome.errors.replace("it is too short", "its checksum does not match");
        assert!(errors.starts_with(&told.concat()) && errors.lines().count() == 1, "{errors}");
        assert_eq!(run.outcome(), expected);
    }
    for name in ["checkpoint", "checkpoint.previous"] {
        fs::write(killed.file(name), &whole[..half]).unwrap();
    }
    let before = files(&killed.path);
    is_refused(&killed.resume(&[]), "every checkpoint of the run is damaged");
    assert_eq!(files(&killed.path), before);
}

// Two at once.

#[test]
fn a_run_that_another_process_plays_is_refused() {
    let run = Run::begin("experiment-3", 2);
    let expected = run.copy().result();
    // The games at its end take longer than any test.
    run.set("final_games", "10000000");
    let running = run.start_until("wins.svg");
    let refused = run.resume(&[]);
    is_refused(&refused, &format!("run.toml is in use by pipsqueak evolve (process {})", running.id()));
    running.kill();
    run.set("final_games", "200");
    assert_eq!(run.result(), expected);
    assert!(!run.file(".run.toml.lock").exists(), "nothing stays behind");
}
