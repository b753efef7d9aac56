//! The desktop side of Pipsqueak: evolution, leagues, games in the terminal, and boards on a cable. Everything that plays
//! is in `pipsqueak-core`; this crate adds files, threads, the clock, the screen and the line.

pub mod board;
pub mod checkers;
mod cli;
pub mod contender;
mod device;
pub mod evolve;
mod farewell;
mod files;
pub mod firmware;
mod flash;
pub mod league;
pub mod mastermind;
mod matches;
pub mod monte_carlo;
pub mod play;
pub mod plot;
pub mod port;
mod progress;
pub mod replay;
pub mod rollout;
pub mod show;
mod svg;
mod threads;
pub mod transcript;
pub mod words;

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
