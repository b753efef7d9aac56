//! The `play` command: which game, and against whom.

use anyhow::Result;

use super::{checkers, fiveo, mastermind};
use crate::game_name::GameName;
use crate::terminal;

/// What `play` is asked for.
#[derive(clap::Args)]
pub struct Options {
    /// The game
    game: GameName,
    /// The opponent. Five-O: a baseline's name, `monte-carlo`, `champion`, a champion file, or a tree written as text
    /// (`champion` if not given). Mastermind: minimax, entropy, parts, expected, or a champion file (expected if not given). Checkers: a
    /// level: child, easy, medium, hard or expert (medium if not given)
    #[arg(long, value_name = "PLAYER", visible_alias = "level", conflicts_with = "port")]
    against: Option<String>,
    /// The opponent is a board: a serial device, unix:PATH, tcp:HOST:PORT, qemu or sim
    #[arg(long, value_name = "PORT")]
    port: Option<String>,
    #[command(flatten)]
    size: mastermind::SizeOptions,
    #[command(flatten)]
    series: terminal::SeriesOptions,
}

/// Runs the command.
pub fn run(options: Options) -> Result<()> {
    let (against, port) = (options.against.as_deref(), options.port.as_deref());
    match options.game {
        GameName::Fiveo => fiveo::play::play(against, port, options.series),
        GameName::Checkers => checkers::play::play(against, port, options.series),
        GameName::Mastermind => mastermind::play::play(options.size.size()?, against, port, options.series),
    }
}
