//! The program at a terminal that a script controls: Ctrl-C as a character, screens as they are drawn.

use std::ffi::OsStr;
use std::process::{Command, Stdio};

use crate::binary::{self, Outcome, Running};

/// The character that a terminal turns into an interrupt.
pub const CTRL_C: &str = "\u{3}";

/// Runs the program at a terminal of 80 columns. Each step waits for a regular expression in the output since the last
/// one, and types keys. The output is all that the terminal received; the status is 125 if an expected text did not
/// come.
pub fn at_a_terminal(steps: &[(&str, &str)], arguments: &[&str]) -> Outcome {
    at_a_terminal_with(&[], steps, arguments)
}

/// As [`at_a_terminal`], with these environment variables.
pub fn at_a_terminal_with(variables: &[(&str, &str)], steps: &[(&str, &str)], arguments: &[&str]) -> Outcome {
    other_at_a_terminal(binary::program(), variables, steps, arguments)
}

/// As [`at_a_terminal`], with another program.
pub fn other_at_a_terminal(
    program: impl AsRef<OsStr>,
    variables: &[(&str, &str)],
    steps: &[(&str, &str)],
    arguments: &[&str],
) -> Outcome {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/data/at_a_terminal.py");
    let steps = serde_json::to_string(steps).expect("text is JSON");
    let mut command = Command::new("python3");
    command.args([script, &steps]).arg(program).args(arguments).env_remove("CARGO").envs(variables.iter().copied());
    Running::spawn(command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped())).wait()
}
