//! A command's output. Nothing here can panic: a closed pipe, as of `head`, ends the command quietly, and a full disk
//! is an error like any other. The lints forbid `println!` and its kin, which can panic.

use std::fmt::Display;
use std::io::{self, ErrorKind, Write, stdout};
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result};
use pipsqueak_lab::text::{is_printable, json_text};
use serde::Serialize;

use super::live;

/// The standard output, for incremental writing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Output;

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        stdout().write(bytes).map_err(told_apart)
    }

    fn flush(&mut self) -> io::Result<()> {
        stdout().flush().map_err(told_apart)
    }
}

/// Whether another of many processes prints instead of this one.
static SILENT: AtomicBool = AtomicBool::new(false);

/// Suppresses all output and messages of this process: another process prints them.
pub fn be_silent() {
    SILENT.store(true, Ordering::Relaxed);
}

/// The reader has closed the output.
#[derive(Clone, Copy, Debug)]
struct Closed;

impl std::fmt::Display for Closed {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("the reader has closed the output")
    }
}

impl std::error::Error for Closed {}

/// Distinguishes a closed output from a board's broken line, which is no quiet end.
fn told_apart(error: io::Error) -> io::Error {
    if error.kind() == ErrorKind::BrokenPipe { io::Error::new(ErrorKind::BrokenPipe, Closed) } else { error }
}

/// Whether a command failed because its output was closed.
pub fn is_closed(error: &anyhow::Error) -> bool {
    let inner = |cause: &(dyn std::error::Error + 'static)| {
        cause.downcast_ref::<io::Error>()?.get_ref().map(|e| e.is::<Closed>())
    };
    error.chain().any(|cause| inner(cause).unwrap_or(false))
}

/// Prints text. As a last defence, what is not printable is replaced.
pub fn text(text: impl Display) -> Result<()> {
    if SILENT.load(Ordering::Relaxed) {
        return Ok(());
    }
    write!(Output, "{}", lines(&text.to_string())).and_then(|()| Output.flush()).context("the output cannot be written")
}

/// Prints a line.
pub fn line(line: impl Display) -> Result<()> {
    text(format_args!("{line}\n"))
}

/// Prints one JSON object in a line.
pub fn json(object: &impl Serialize) -> Result<()> {
    line(json_text(serde_json::to_string(object)?))
}

/// Text with line breaks and tabs; each other unprintable character becomes a question mark.
fn lines(text: &str) -> String {
    text.chars()
        .map(|letter| if is_printable(letter) || matches!(letter, '\n' | '\t') { letter } else { '?' })
        .collect()
}

/// Prints a message to stderr. Errors on stderr are ignored.
pub fn note(note: impl Display) {
    if !SILENT.load(Ordering::Relaxed) {
        note_anyway(note);
    }
}

/// As [`note`], even in a process whose output is suppressed.
pub fn note_anyway(note: impl Display) {
    live::write_above(&lines(&note.to_string()));
}
