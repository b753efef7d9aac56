//! Disks and memory that run short.

use std::process::{Command, Stdio};

use pipsqueak_tests::binary::{Outcome, Running, pipsqueak, program};

/// Runs the program after a line of shell has limited a resource.
fn without(taken: &str, arguments: &[&str]) -> Outcome {
    let mut command = Command::new("bash");
    command.args(["-c", &format!("{taken}; exec \"$0\" \"$@\"")]).arg(program()).args(arguments);
    Running::spawn(command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped())).wait()
}

/// No byte can be written to any file, as on a full disk; the signal that Linux sends then is ignored.
const NO_ROOM: &str = "trap '' XFSZ; ulimit -f 0";

#[test]
fn a_board_in_a_file_is_read_on_a_full_disk() {
    let folder = tempfile::tempdir().unwrap();
    let port = format!("sim:{}", folder.path().join("board").display());
    assert_eq!(pipsqueak(&["flash", "If(HasFlush, 1, 0)", "--port", &port], "").status, 0);
    let usual = pipsqueak(&["device", "--port", &port, "--json"], "");
    let read = without(NO_ROOM, &["device", "--port", &port, "--json"]);
    assert_eq!((read.status, read.errors.as_str()), (0, ""));
    let champions =
        |outcome: &Outcome| serde_json::from_str::<serde_json::Value>(&outcome.output).unwrap()["champions"].clone();
    assert_eq!(champions(&read), champions(&usual));
    // A write that fails is reported.
    let refused = without(NO_ROOM, &["flash", "If(HasPair, 1, 0)", "--port", &port]);
    assert_eq!((refused.status, refused.errors.lines().count()), (1, 1), "{refused:?}");
    assert_eq!(champions(&pipsqueak(&["device", "--port", &port, "--json"], "")), champions(&usual));
    // The lock is valid without its holder's name.
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn a_table_too_large_for_memory_is_refused_in_one_line() {
    let refused = without("ulimit -v 1500000", &["checkers", "analyse", "--depth", "4", "--table", "4096"]);
    assert_eq!((refused.status, refused.output.as_str()), (1, ""), "{refused:?}");
    let told = "pipsqueak: there is no memory for a table of 4096 MB: name fewer with --table\n";
    assert_eq!(refused.errors, told);
    assert_eq!(without("ulimit -v 1500000", &["checkers", "analyse", "--depth", "4", "--table", "16"]).status, 0);
}
