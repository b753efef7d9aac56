//! The `checkers` command: counts, analyses, tournaments and recorded games; and the board in the terminal. The game
//! itself is in core.

mod analyse;
pub mod engine;
mod entry;
mod hand;
mod level;
mod match_up;
pub mod opening;
mod perft;
mod picture;
pub mod play;
pub mod record;
mod replay;
mod scene;
pub mod standings;
mod tournament;

pub use replay::diagram;

use anyhow::Result;
use clap::Subcommand;
use pipsqueak_core::games::checkers::{Board, fen};

/// What `checkers` is asked for.
#[derive(clap::Args)]
pub struct Options {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Count the lines of so many moves: the test of a move generator
    Perft(perft::Options),
    /// Find the best move of a position
    Analyse(analyse::Options),
    /// Let players meet under the report's time control, every opening played with both colours
    Tournament(tournament::Options),
    /// Check recorded games move by move
    Replay(replay::Options),
}

/// Runs the command.
pub fn run(options: Options) -> Result<()> {
    match options.command {
        Command::Perft(options) => perft::run(&options),
        Command::Analyse(options) => analyse::run(&options),
        Command::Tournament(options) => tournament::run(&options),
        Command::Replay(options) => replay::run(&options),
    }
}

/// The position that was named, or the start.
fn board_of(text: Option<&str>) -> Result<Board> {
    Ok(text.map_or(Ok(Board::START), fen::parse)?)
}

/// A number of seconds above 0, as a clap value.
pub fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds <= MAX_SECONDS => Ok(seconds),
        _ => Err(format!("a number of seconds above 0, up to {MAX_SECONDS}, is needed")),
    }
}

/// An hour: microseconds are counted in 32 bits.
const MAX_SECONDS: f64 = 3600.0;

/// Seconds as the search counts them.
fn micros(seconds: f64) -> u32 {
    (seconds * 1e6) as u32
}
