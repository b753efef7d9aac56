//! The desktop side of Pipsqueak: evolution, leagues, games in the terminal, and boards on a cable. Everything that plays
//! is in `pipsqueak-core`; this crate adds files, threads, the clock, the screen and the line.

pub mod arena;
pub mod board;
mod cli;
pub mod evolve;
mod game_name;
pub mod games;
mod matches;
pub mod plot;
pub mod port;
pub mod replay;
pub mod show;
mod system;
pub mod terminal;

use std::process::ExitCode;

use clap::Parser;

/// Reads the command line, runs the command, and says in one line what went wrong.
pub fn run() -> ExitCode {
    match cli::Cli::parse().run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("pipsqueak: {error:#}");
            ExitCode::FAILURE
        }
    }
}
