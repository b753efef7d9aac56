//! The `replay` command: checks recorded games of any kind and shows them.

use std::path::PathBuf;

use anyhow::Result;

use super::registry::Registry;
use crate::system::output;
use crate::system::records::each_part;
use crate::terminal::has_screen;

/// The options of `replay`.
#[derive(clap::Args)]
pub struct Options {
    /// The record, JSON Lines or PDN; - reads it from the standard input
    #[arg(value_name = "FILE")]
    record: PathBuf,
    /// Print the games instead of stepping through them on the full screen
    #[arg(long)]
    plain: bool,
}

/// Runs the command.
pub fn run(registry: Registry, options: &Options) -> Result<()> {
    let path = &options.record;
    let mut game = None;
    each_part(path, |part, counted| {
        let game = match game {
            Some(game) => game,
            None => *game.insert(registry.recorded(&part.text)?),
        };
        // A record of many megabytes is only checked.
        if part.is_first && part.is_last && !options.plain && has_screen() {
            game.step_through(part)?;
        }
        let mut shown = Vec::new();
        let replayed = game.replay(part, counted, &mut shown);
        // A bad game does not hide the good ones.
        output::text(String::from_utf8_lossy(&shown))?;
        replayed
    })
}
