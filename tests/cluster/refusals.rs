//! Errors are reported once, by one process, and no process is left waiting.

use std::fs::{self, File};
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use pipsqueak_tests::binary::{Outcome, Running, command, command_of, finish, program};
use pipsqueak_tests::cluster::{mpi_program, mpirun, own_lines, processes};
use pipsqueak_tests::runs::{Run, files};

fn wait(mut command: Command) -> Outcome {
    Running::spawn(&mut command).wait_for_the_end()
}

/// Asserts that one process printed this, and nothing else was printed.
fn is_told_once(outcome: &Outcome, told: &str) {
    assert_eq!((outcome.status, outcome.output.as_str()), (1, ""), "{told}: {}", outcome.errors);
    let lines = own_lines(outcome);
    assert!(lines.len() == 1 && lines[0].contains(told), "{told}: {}", outcome.errors);
}

#[test]
fn processes_with_different_settings_folders_or_programs_are_refused() {
    let place = tempfile::tempdir().unwrap();
    let path = |name: &str| place.path().join(name).to_str().unwrap().to_owned();
    let program = mpi_program();
    let program = program.to_str().unwrap();
    // A program with other bytes: what follows its last section is ignored when it is started.
    let other = path("other");
    fs::copy(program, &other).unwrap();
    let mut bytes = fs::read(&other).unwrap();
    bytes.push(0);
    fs::write(&other, bytes).unwrap();
    fs::set_permissions(&other, fs::Permissions::from_mode(0o755)).unwrap();
    let (out, elsewhere) = (path("run"), path("elsewhere"));
    let first = ["-n", "1", program, "evolve", "--seed", "1", "--out", &out, ":", "-n", "1"];
    for (second, told) in [
        ([program, "evolve", "--seed", "2", "--out", &out], "has other settings than process 0"),
        ([program, "evolve", "--seed", "1", "--out", &elsewhere], "has another folder than process 0"),
        ([&other, "evolve", "--seed", "1", "--out", &out], "is another program than process 0"),
    ] {
        let outcome = wait(mpirun(&[&first[..], &second].concat()));
        is_told_once(&outcome, told);
        assert!(own_lines(&outcome)[0].starts_with("pipsqueak: process 1 on "), "{}", outcome.errors);
    }
    let names: Vec<String> = files(place.path()).into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["other"], "nothing is begun");
}

#[test]
fn a_folder_that_cannot_be_made_or_written_is_named_once() {
    let place = tempfile::tempdir().unwrap();
    let file = place.path().join("file");
    File::create(&file).unwrap();
    let below = file.join("run");
    is_told_once(&wait(processes(2, &["evolve", "--out", below.to_str().unwrap()])), "file/run cannot be made");
    let nowhere = place.path().join("nowhere");
    is_told_once(&wait(processes(2, &["evolve", "--resume", nowhere.to_str().unwrap()])), "there is no such folder");
    // The disk fails in the middle of the run: a folder is in the checkpoint's place.
    let run = Run::begin("experiment-3", 3);
    fs::create_dir(run.file("log.csv")).unwrap();
    is_told_once(&wait(processes(2, &["evolve", "--resume", run.text()])), "log.csv cannot be written");
    let run = Run::begin("experiment-3", 3);
    fs::create_dir(run.file("wins.svg")).unwrap();
    is_told_once(&wait(processes(2, &["evolve", "--resume", run.text()])), "wins.svg cannot be written");
}

#[test]
fn a_usage_error_is_reported_once() {
    let outcome = wait(processes(3, &["evolve", "--population", "1"]));
    assert_eq!((outcome.status, outcome.errors.matches("error: ").count()), (2, 1), "{}", outcome.errors);
    let outcome = wait(processes(2, &["evolve", "--set", "population=1"]));
    assert_eq!((outcome.status, outcome.errors.matches("error: ").count()), (2, 1), "{}", outcome.errors);
}

#[test]
fn a_process_that_panics_prints_why_and_ends_the_others() {
    let place = tempfile::tempdir().unwrap();
    let out = place.path().join("run");
    let mut command = processes(3, &["evolve", "--out", out.to_str().unwrap()]);
    let outcome = Running::spawn(command.env("PIPSQUEAK_PANICKING_PROCESS", "2")).wait_for_the_end();
    assert_eq!(outcome.status, 1, "{}", outcome.errors);
    let why = outcome.errors.find("panicked at").expect("the message comes through");
    assert!(outcome.errors[why..].contains("pipsqueak: process 2 on "), "{}", outcome.errors);
}

/// As SLURM starts tasks without PMIx: each knows how many there are, and none finds another.
fn as_a_task(program: &mut Command, number: &str) -> Outcome {
    let task = [("SLURM_NTASKS", "8"), ("SLURM_STEP_NUM_TASKS", "8"), ("SLURM_PROCID", number), ("SLURM_JOB_ID", "7")];
    finish(Running::spawn(program.envs(task)), "")
}

#[test]
fn tasks_that_do_not_find_each_other_are_refused_with_the_remedy() {
    let place = tempfile::tempdir().unwrap();
    let out = place.path().join("run");
    let arguments = ["evolve", "--out", out.to_str().unwrap()];
    let with_mpi = || command_of(&mpi_program(), &arguments);
    is_told_once(&as_a_task(&mut with_mpi(), "0"), "srun --mpi=pmix");
    let other = as_a_task(&mut with_mpi(), "3");
    assert_eq!((other.status, other.errors.as_str()), (1, ""), "one of them is enough to say it");
    is_told_once(&as_a_task(&mut command(&arguments), "0"), "built without MPI");
    // A program without MPI under mpirun would do the same.
    let mut without = mpirun(&["-n", "2", program().to_str().unwrap()]);
    is_told_once(&Running::spawn(without.args(arguments)).wait_for_the_end(), "built without MPI");
    assert!(!out.exists());
    // A study split by hand is not refused.
    let study = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/studies/report.toml");
    let mut part = command(&["study", study, "--part", "3/3", "--out", "/dev/null/nowhere"]);
    is_told_once(&as_a_task(&mut part, "0"), "/dev/null/nowhere");
}

#[test]
fn a_run_is_locked_while_it_is_played() {
    let run = Run::begin("experiment-3", 3);
    // The games at its end take longer than any test.
    run.set("final_games", "10000000");
    let running = run.start_until("checkpoint");
    is_told_once(&wait(processes(2, &["evolve", "--resume", run.text()])), "run.toml is in use by pipsqueak evolve");
    running.kill();
}
