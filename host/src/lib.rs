//! The desktop side of Pipsqueak: evolution, leagues, and games in the terminal. Everything that plays is in
//! `pipsqueak-core`; this crate adds files, threads, the clock and the screen.

pub mod checkers;
mod cli;
pub mod contender;
pub mod evolve;
pub mod league;
pub mod play;
pub mod plot;
mod progress;
pub mod replay;
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
