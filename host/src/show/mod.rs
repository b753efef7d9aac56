//! The `show` command: a champion's tree, its size and its record, as text, Graphviz, SVG or JSON. Knows how trees are
//! drawn; plays no games.

mod dot;
mod json;
mod layout;
mod portrait;
mod svg;
mod text;

use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::ValueEnum;

pub use portrait::{Branch, Portrait};

/// What `show` is asked for.
#[derive(clap::Args)]
pub struct Options {
    /// A champion file, or a tree like "If(HasFlush, 1, 0)"
    champion: String,
    /// How to show it
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Write to this file instead of the screen
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// A way to show a champion.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Format {
    /// For reading; the last line is the tree as any PLAYER argument takes it
    Text,
    /// For Graphviz
    Dot,
    /// A drawing
    Svg,
    /// For programs
    Json,
}

/// Runs the command.
pub fn run(options: Options) -> Result<()> {
    let shown = Portrait::named(&options.champion)?.render(options.format)?;
    match options.out {
        Some(path) => fs::write(&path, shown).with_context(|| format!("{} cannot be written", path.display())),
        None => print(&shown),
    }
}

impl Portrait {
    /// The champion in a format, ending with a line feed.
    pub fn render(&self, format: Format) -> Result<String> {
        match format {
            Format::Text => Ok(text::render(self)),
            Format::Dot => Ok(dot::render(self)),
            Format::Svg => Ok(svg::render(self)),
            Format::Json => json::render(self),
        }
    }
}

/// Writes to the screen. A reader that has seen enough, like `head`, is no error.
fn print(text: &str) -> Result<()> {
    let mut screen = io::stdout().lock();
    match screen.write_all(text.as_bytes()).and_then(|()| screen.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error).context("the output cannot be written"),
        _ => Ok(()),
    }
}
