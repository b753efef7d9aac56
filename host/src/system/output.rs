//! What a command prints. Nothing here can panic: a reader that has seen enough, like `head`, ends the command quietly,
//! and a disk that is full is an error like any other. The lints forbid `println!` and its kin, which can.

use std::fmt::Display;
use std::io::{self, ErrorKind, Write, stderr, stdout};
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result};
use pipsqueak_lab::text::{is_printable, json_text};
use serde::Serialize;

/// The standard output, for who writes bit by bit.
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

/// Whether somebody else speaks: one of many processes that do the same.
static SILENT: AtomicBool = AtomicBool::new(false);

/// From now on nothing is printed and nobody is told anything: another process does that.
pub fn be_silent() {
    SILENT.store(true, Ordering::Relaxed);
}

/// Nobody reads the output any more.
#[derive(Clone, Copy, Debug)]
struct Closed;

impl std::fmt::Display for Closed {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("nobody reads the output any more")
    }
}

impl std::error::Error for Closed {}

/// A board's line can break like a pipe too, and that is no quiet end.
fn told_apart(error: io::Error) -> io::Error {
    if error.kind() == ErrorKind::BrokenPipe { io::Error::new(ErrorKind::BrokenPipe, Closed) } else { error }
}

/// Whether a command failed because nobody reads its output any more.
pub fn is_closed(error: &anyhow::Error) -> bool {
    let inner = |cause: &(dyn std::error::Error + 'static)| {
        cause.downcast_ref::<io::Error>()?.get_ref().map(|e| e.is::<Closed>())
    };
    error.chain().any(|cause| inner(cause).unwrap_or(false))
}

/// Prints text. The last door: what is not printable is replaced, should a name from outside have come so far.
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

/// Text of lines and columns, with a question mark for each other character that is not printable.
fn lines(text: &str) -> String {
    text.chars()
        .map(|letter| if is_printable(letter) || matches!(letter, '\n' | '\t') { letter } else { '?' })
        .collect()
}

/// Tells a person something beside the output. Who cannot be told misses it.
pub fn note(note: impl Display) {
    if !SILENT.load(Ordering::Relaxed) {
        note_anyway(note);
    }
}

/// Tells a person something, even if another process speaks: what only this one knows.
pub fn note_anyway(note: impl Display) {
    let _ = writeln!(stderr(), "{}", lines(&note.to_string()));
}
