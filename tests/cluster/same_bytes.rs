//! For any number of processes, and whatever happens to them, the champion's bytes and the log are those of one thread
//! without MPI.

use std::fs;

use pipsqueak_tests::binary::{Running, pipsqueak, signal, wait_until};
use pipsqueak_tests::cluster::{children, is_alive, mpi_program, own_lines, processes, run_processes, start_until};
use pipsqueak_tests::runs::{Left, Run};
use pipsqueak_tests::sized;

/// The results of one thread of the program without MPI.
fn by_one_thread(run: &Run) -> Left {
    let outcome = run.resume(&["--threads", "1"]);
    assert_eq!((outcome.status, outcome.errors.as_str()), (0, ""));
    run.outcome()
}

fn by_processes(run: &Run, n_processes: usize) -> Left {
    let outcome = run_processes(n_processes, &["evolve", "--resume", run.text()]);
    assert_eq!(outcome.status, 0, "{}", outcome.errors);
    if n_processes > 1 {
        let layout = format!("{n_processes} processes on 1 machine, ");
        assert_eq!(outcome.errors.matches(&layout).count(), 1, "one of them prints the layout: {}", outcome.errors);
        assert_eq!(outcome.errors.matches("speed-up").count(), 1, "{}", outcome.errors);
    }
    assert_eq!(outcome.output.matches("Play it:").count(), 1, "one of them prints: {}", outcome.output);
    run.outcome()
}

#[test]
fn one_two_and_four_processes_leave_the_bytes_of_one_thread() {
    let presets = sized(&["experiment-3", "best"][..], &["experiment-1", "experiment-3", "quick", "small", "best"]);
    for preset in presets {
        let run = Run::begin(preset, 6);
        let expected = by_one_thread(&run.copy());
        for n_processes in sized(&[1, 2][..], &[1, 2, 4]) {
            assert_eq!(by_processes(&run.copy(), *n_processes), expected, "{preset} by {n_processes} processes");
        }
    }
}

/// The settings that people use, cut short: for processes, a whole run is no different from its beginning.
#[test]
fn presets_leave_the_bytes_of_one_thread() {
    let quick = "--preset experiment-3 --population 20 --generations 1";
    let long = "--preset experiment-3 --generations 5|--preset small --generations 8|--preset best --generations 3";
    for options in sized(quick, long).split('|') {
        let place = tempfile::tempdir().unwrap();
        let champion = |n_processes: Option<usize>| {
            let out = place.path().join(format!("{n_processes:?}"));
            let own = ["--set", "final_games=2000", "--out", out.to_str().unwrap()];
            let mut arguments: Vec<&str> = ["evolve"].into_iter().chain(options.split(' ')).chain(own).collect();
            let outcome = match n_processes {
                Some(n_processes) => run_processes(n_processes, &arguments),
                None => {
                    arguments.extend(["--threads", "1"]);
                    pipsqueak(&arguments, "")
                }
            };
            assert_eq!(outcome.status, 0, "{}", outcome.errors);
            fs::read(out.join("champion.pips")).unwrap()
        };
        let expected = champion(None);
        for n_processes in sized(&[2][..], &[2, 4]) {
            assert_eq!(champion(Some(*n_processes)), expected, "{options} by {n_processes}");
        }
    }
}

#[test]
fn islands_are_the_same_on_any_process() {
    let run = Run::begin("quick", 5);
    for (key, value) in [("population", "15"), ("finalists", "3"), ("elite", "2")] {
        run.set(key, value);
    }
    for (key, value) in [("islands.number", "3"), ("islands.interval", "2"), ("islands.migrants", "1")] {
        run.set(key, value);
    }
    let expected = by_one_thread(&run.copy());
    let one = run.copy();
    one.set("islands.number", "1");
    assert_ne!(by_one_thread(&one).log, expected.log, "islands make a difference");
    for n_processes in sized(&[2][..], &[2, 3, 4]) {
        assert_eq!(by_processes(&run.copy(), *n_processes), expected, "{n_processes} processes");
    }
}

/// Begins a run with `n_first` processes, kills one of them, and resumes with `n_then`.
fn killed_and_resumed(preset: &str, n_first: usize, n_then: usize) {
    let run = Run::begin(preset, 40);
    let expected = by_one_thread(&run.copy());
    // Enough games at its end that it does not end before it is killed.
    run.set("final_games", "10000000");
    let running = start_until(&run, n_first, "checkpoint.previous");
    let mut processes = children(running.id(), &mpi_program());
    processes.sort_unstable();
    assert_eq!(processes.len(), n_first);
    signal("KILL", *processes.last().unwrap());
    let outcome = running.wait_for_the_end();
    assert_ne!(outcome.status, 0, "{}", outcome.errors);
    assert!(!run.file("champion.pips").exists(), "it was killed in the middle");
    wait_until("no process is left", || !processes.iter().any(|&id| is_alive(id)));
    run.set("final_games", "200");
    assert_eq!(by_processes(&run, n_then), expected, "{preset}: {n_first} processes, then {n_then}");
}

#[test]
fn a_run_whose_process_was_killed_resumes_with_any_number() {
    killed_and_resumed("experiment-3", 2, 1);
    if sized(false, true) {
        killed_and_resumed("best", 4, 2);
        killed_and_resumed("quick", 2, 4);
        killed_and_resumed("experiment-3", 1, 4);
    }
}

#[test]
fn a_signal_to_one_process_stops_all_and_the_same_command_resumes() {
    let run = Run::begin("best", 40);
    let expected = by_one_thread(&run.copy());
    let place = tempfile::tempdir().unwrap();
    let (settings, out) = (run.file("run.toml"), place.path().join("run"));
    run.set("final_games", "10000000");
    let arguments = ["evolve", "--settings", settings.to_str().unwrap(), "--out", out.to_str().unwrap()];
    let mut running = Running::spawn(&mut processes(2, &arguments));
    running.wait_until(|| out.join("checkpoint").exists());
    // Only the second process receives it.
    let mut ids = children(running.id(), &mpi_program());
    ids.sort_unstable();
    signal("USR1", ids[1]);
    let outcome = running.wait_for_the_end();
    assert_eq!(outcome.status, 75, "{}", outcome.errors);
    assert!(own_lines(&outcome).is_empty() && outcome.errors.contains("Stopped. Continue with:"), "{}", outcome.errors);
    assert!(!out.join("champion.pips").exists());
    run.set("final_games", "200");
    fs::copy(&settings, out.join("run.toml")).unwrap();
    let outcome = run_processes(sized(1, 3), &arguments);
    assert_eq!(outcome.status, 0, "{}", outcome.errors);
    assert_eq!(fs::read(out.join("champion.pips")).unwrap(), expected.champion);
}

const STUDY: &str = "preset = \"quick\"\nseeds = 2\n[base]\npopulation = 8\ngenerations = 4\nelite_games = 20\n\
    final_games = 200\nfinalists = 1\n[base.fitness]\ndeals = 4\n[variants.plain]\n[variants.mutants]\nmutation = 1.0\n";

#[test]
fn the_runs_of_a_study_are_dealt_among_processes_and_one_reports() {
    let place = tempfile::tempdir().unwrap();
    let file = place.path().join("study.toml");
    fs::write(&file, STUDY).unwrap();
    let report = |name: &str, n_processes: Option<usize>| {
        let out = place.path().join(name);
        let arguments = ["study", file.to_str().unwrap(), "--out", out.to_str().unwrap()];
        let outcome = n_processes.map_or_else(|| pipsqueak(&arguments, ""), |n| run_processes(n, &arguments));
        assert_eq!(outcome.status, 0, "{}", outcome.errors);
        assert_eq!(outcome.output.matches("The report is in").count(), 1, "{}", outcome.output);
        fs::read(out.join("report.json")).unwrap()
    };
    let expected = report("alone", None);
    for n_processes in sized(&[3][..], &[2, 3, 6]) {
        assert_eq!(report(&format!("by-{n_processes}"), Some(*n_processes)), expected, "{n_processes} processes");
    }
}
