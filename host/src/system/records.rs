//! Records of games, read in parts of whole games. Knows no game.
//!
//! Invariant: a record may be as large as a disk, and is replayed in constant memory.

use std::fmt;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;

use anyhow::{Context, Result};
use pipsqueak_lab::json_lines::{self, JsonLines, RecordedGame};

use super::files;

/// The least length of a part but the last, in bytes: a game's record has a few kilobytes.
const PART: usize = 16_000_000;
/// The greatest length of a part or a line, in bytes.
const LONGEST_PART: usize = 256_000_000;
const LONGEST_LINE: usize = 64_000_000;

/// Whole games of a record, one after another.
pub struct Part {
    /// Their text.
    pub text: String,
    /// Whether the record begins with them.
    pub is_first: bool,
    /// Whether it ends with them.
    pub is_last: bool,
}

impl Part {
    /// A record that is in memory as a whole.
    pub fn whole(text: String) -> Part {
        Part { text, is_first: true, is_last: true }
    }
}

/// Counts of the parts before.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counted {
    /// Lines of text.
    pub n_lines: usize,
    /// Games, good or bad.
    pub n_games: usize,
    /// Games that are bad.
    pub n_bad: usize,
    /// Moves of the good ones.
    pub n_moves: usize,
}

/// Calls `take` with every part of the record at a path; `-` is the standard input. The lines are counted here.
pub fn each_part(path: &Path, mut take: impl FnMut(&Part, &mut Counted) -> Result<()>) -> Result<()> {
    let why = || format!("{} cannot be read", path.display());
    let source: Box<dyn BufRead> = match path == Path::new("-") {
        true => Box::new(io::stdin().lock()),
        false => Box::new(BufReader::new(files::open(path).with_context(why)?)),
    };
    let (mut parts, mut counted) = (Parts { source, next: Vec::new() }, Counted::default());
    let mut is_first = true;
    loop {
        let (text, is_last) = parts.read().with_context(why)?;
        let part = Part { text, is_first, is_last };
        take(&part, &mut counted).with_context(|| path.display().to_string())?;
        if is_last {
            return Ok(());
        }
        counted.n_lines += part.text.lines().count();
        is_first = false;
    }
}

/// Checks games that are recorded as JSON Lines, and shows each.
pub fn json_lines<G: JsonLines>(
    part: &Part,
    counted: &mut Counted,
    out: &mut dyn Write,
    show: impl Fn(&RecordedGame<G>, &mut dyn fmt::Write) -> fmt::Result,
) -> Result<()> {
    let games = json_lines::read_from(&part.text, counted.n_lines)?;
    let n_all = (part.is_first && part.is_last).then_some(games.len());
    write!(out, "{}", json_lines::show_all(&games, counted.n_games, n_all, show))?;
    counted.n_games += games.len();
    Ok(())
}

/// A record that is read in parts.
struct Parts<R> {
    source: R,
    /// The line that the next part begins with.
    next: Vec<u8>,
}

impl<R: BufRead> Parts<R> {
    /// The next part, and whether it is the last.
    fn read(&mut self) -> io::Result<(String, bool)> {
        let mut part = std::mem::take(&mut self.next);
        loop {
            let mut line = Vec::new();
            self.source.by_ref().take(LONGEST_LINE as u64 + 1).read_until(b'\n', &mut line)?;
            if line.len() > LONGEST_LINE {
                return Err(too_long("a line", LONGEST_LINE));
            }
            if line.is_empty() || part.len() >= PART && begins_a_game(&line) {
                let is_last = line.is_empty();
                self.next = line;
                // Old collections are not always UTF-8: invalid characters in names are replaced.
                let text = String::from_utf8(part);
                let text = text.unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned());
                return Ok((text, is_last));
            }
            if part.len() + line.len() > LONGEST_PART {
                return Err(too_long("a game", LONGEST_PART));
            }
            part.extend(line);
        }
    }
}

/// Whether a line begins a game as this program, and most others, write it.
fn begins_a_game(line: &[u8]) -> bool {
    line.starts_with(b"{\"game\"") || line.starts_with(b"[Event ")
}

fn too_long(what: &str, most: usize) -> io::Error {
    io::Error::other(format!("{what} has more than {} MB", most / 1_000_000))
}
