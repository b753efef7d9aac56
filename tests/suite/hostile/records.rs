//! Records of any size. The largest that this program writes by default is `league --transcript`: 210,000 games, 322 MB.

use std::fmt::Write;
use std::fs;
use std::process::{Command, Stdio};

use pipsqueak_tests::binary::{Running, pipsqueak, program};
use pipsqueak_tests::sized;

/// Replays a file in this many kilobytes of memory; returns the status, the last heading and the errors.
fn replayed_in(kilobytes: u32, file: &str) -> (i32, String, String) {
    let script =
        format!("ulimit -v {kilobytes}; \"$0\" replay \"$1\" | grep '^Game ' | tail -n 1; exit ${{PIPESTATUS[0]}}");
    let mut command = Command::new("bash");
    command.args(["-c", &script]).arg(program()).arg(file);
    let outcome = Running::spawn(command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped())).wait();
    (outcome.status, outcome.output, outcome.errors)
}

#[test]
fn a_record_is_replayed_in_memory_that_does_not_grow_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (few, many) = (path("few"), path("many"));
    let played = pipsqueak(&["league", "greedy", "random", "--games", "200", "--transcript", &few], "");
    assert_eq!(played.status, 0);
    let text = fs::read_to_string(&few).unwrap();
    // Longer than one part, and in a long run longer than what a league writes by default.
    let n_copies = sized(45_000_000, 330_000_000) / text.len() + 1;
    let mut record = text.repeat(n_copies);
    fs::write(&many, &record).unwrap();
    let (status, last, errors) = replayed_in(220_000, &many);
    assert_eq!((status, errors.as_str()), (0, ""));
    assert!(last.starts_with(&format!("Game {}: ", 200 * n_copies)), "{last}");
    // An error at the end is reported with its line in the whole record.
    let n_lines = record.lines().count();
    writeln!(record, "{{}}").unwrap();
    fs::write(&many, &record).unwrap();
    let (status, _, errors) = replayed_in(220_000, &many);
    assert!(status == 1 && errors.contains(&format!("line {}: ", n_lines + 1)), "{errors}");
}

#[test]
fn a_collection_of_checkers_is_replayed_in_parts_too() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (few, many) = (path("few"), path("many"));
    let league = ["league", "--game", "checkers", "child", "simple", "--games", "2", "--nodes", "20"];
    assert_eq!(pipsqueak(&[&league[..], &["--transcript", &few]].concat(), "").status, 0);
    let text = fs::read_to_string(&few).unwrap();
    let n_copies = 20_000_000 / text.len() + 1;
    fs::write(&many, text.repeat(n_copies) + "[Event \"bad\"]\n\n1. 1-2 *\n").unwrap();
    let told = pipsqueak(&["replay", &many], "");
    assert_eq!(told.status, 1);
    assert!(told.errors.contains(&format!("1 of {} games are bad", 2 * n_copies + 1)), "{}", told.errors);
    let n_lines = n_copies * text.lines().count();
    let bad = told.output.lines().find(|line| line.starts_with("Bad: ")).unwrap();
    assert!(bad.contains(&format!("game {}", 2 * n_copies + 1)) && bad.contains(&format!("{}", n_lines + 3)), "{bad}");
}
