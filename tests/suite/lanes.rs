//! `tests/run` leaves nothing behind, however it ends.

use std::fs;
use std::process::Command;
use std::time::Instant;

use pipsqueak_tests::binary::{HANG_TIMEOUT, Running, wait_until};
use pipsqueak_tests::terminal::{CTRL_C, other_at_a_terminal};

/// Lanes whose tests start programs as ours do: in the background, with other children, in sessions of their own, and
/// ignoring SIGTERM.
const SCRIPT: &str = r#"
set -euo pipefail
cd "$1/.."
logs=$(mktemp -d)
. tests/lanes
trap 'end_lanes; rm -rf "$logs"' EXIT
cd "$logs"
git init -q .
# The sockets of tests that run beside this one are not its leftovers.
mkdir tmp
export TMPDIR=$logs/tmp
busy() {
    sleep 1000 &
    (setsid sleep 1000 &)
    bash -c 'trap "" TERM; while :; do sleep 1; done' &
    touch "$logs/is_busy"
    [ "$how" != fails ] || { until [ -e "$logs/has_failed" ]; do sleep 0.05; done; touch left_in_the_tree; return; }
    sleep 1000
}
other() {
    until [ -e "$logs/is_busy" ]; do sleep 0.05; done
    [ "$2" != fails ] || { try gives_a_report; try echo "the next step runs"; touch "$logs/has_failed"; return 0; }
    sleep 1000
}
gives_a_report() { printf 'test a::b ... ok\ntest a::c d ... FAILED\nFAIL e (f)\nnot ok 3 - g\n'; return 7; }
other_lane() { other x "$how"; }
how=$2
# The script itself prints when the lanes are at work: their own output goes into logs.
(until [ -e "$logs/is_busy" ]; do sleep 0.05; done; echo at work) &
before=$(surroundings)
side_by_side other_lane busy
check_leftovers "$before"
summary
"#;

/// The processes whose environment contains this mark.
fn left(mark: &str) -> Vec<String> {
    let tasks = fs::read_dir("/proc").unwrap().filter_map(|entry| Some(entry.ok()?.path()));
    let environment = |task: &std::path::Path| fs::read(task.join("environ")).unwrap_or_default();
    let is_marked = |bytes: Vec<u8>| bytes.split(|byte| *byte == 0).any(|variable| variable == mark.as_bytes());
    let marked = tasks.filter(|task| is_marked(environment(task)));
    marked
        .map(|task| String::from_utf8_lossy(&fs::read(task.join("cmdline")).unwrap_or_default()).into_owned())
        .collect()
}

fn nothing_is_left(how: &str, steps: &[(&str, &str)], status: i32, told: &str) -> String {
    let value = format!("{how}-{}", std::process::id());
    let arguments = ["-c", SCRIPT, "tests/run", env!("CARGO_MANIFEST_DIR"), how];
    let outcome = other_at_a_terminal("bash", &[("LANES_TEST", &value)], steps, &arguments);
    assert!(outcome.output.contains(told), "{outcome:?}");
    assert_eq!(outcome.status, status, "{outcome:?}");
    let mark = format!("LANES_TEST={value}");
    // Killed processes take a moment to disappear.
    let begin = Instant::now();
    while !left(&mark).is_empty() {
        assert!(begin.elapsed() < HANG_TIMEOUT, "{how}: {:?}", left(&mark));
    }
    outcome.output
}

#[test]
fn every_lane_runs_to_its_end_and_the_summary_lists_failures_and_leftovers() {
    let told = nothing_is_left("fails", &[], 1, "== Failed ==");
    let lines: Vec<&str> = told.lines().map(str::trim_end).collect();
    let is_told = |line: &str| assert!(lines.contains(&line), "{line}: {told}");
    is_told("the next step runs");
    is_told("other_lane   tests/run other_lane a::c\\ d");
    is_told("other_lane   tests/run other_lane e\\ \\(f\\)");
    is_told("other_lane   tests/run other_lane g");
    is_told("a file or socket is left: ?? left_in_the_tree");
    let n_left = lines.iter().filter(|line| line.starts_with("a process is left: ")).count();
    assert!(n_left >= 2 && lines.iter().any(|line| line.ends_with("sleep 1000")), "{told}");
    assert!(!told.contains("tests/run busy") && !told.contains("changed: "), "{told}");
}

/// Without what takes minutes: only the command line, and a single named test.
#[test]
fn a_wrong_option_is_refused_before_anything_is_done() {
    let run = concat!(env!("CARGO_MANIFEST_DIR"), "/run");
    let refused = Command::new(run).arg("--nonsense").output().unwrap();
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).starts_with("usage: tests/run [--long] [NAME"));
}

#[test]
fn ctrl_c_at_a_terminal_ends_every_process_even_when_pressed_twice() {
    nothing_is_left("works", &[("at work", &CTRL_C.repeat(2))], 130, "");
    // The mark is found, so this test would notice leftovers.
    let mark = format!("LANES_TEST=seen-{}", std::process::id());
    let (name, value) = mark.split_once('=').unwrap();
    // Killed at the end of the test. A program has its environment a moment after it is started.
    let _sleeping = Running::spawn(Command::new("sleep").arg("1000").env(name, value));
    wait_until("the mark", || left(&mark).len() == 1);
}
