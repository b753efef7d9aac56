//! The commands that only checkers has.

use anyhow::Result;
use clap::{ArgMatches, FromArgMatches, Subcommand};

use super::{analyse, perft, replay, tournament};
use crate::games::Commands;

#[derive(Subcommand)]
enum Command {
    /// Count the leaf nodes at a given depth (perft), to check the move generator
    Perft(perft::Options),
    /// Find the best move of a position
    Analyse(analyse::Options),
    /// Play a tournament under the report's time control, every opening with both colours
    Tournament(tournament::Options),
    /// Check recorded games move by move
    Replay(replay::Options),
}

/// Checkers' commands.
pub struct CheckersCommands;

impl Commands for CheckersCommands {
    fn describe(&self, command: clap::Command) -> clap::Command {
        Command::augment_subcommands(command.about("Checkers: move counts, analyses, tournaments, recorded games"))
    }

    fn run(&self, matches: &ArgMatches) -> Result<()> {
        match Command::from_arg_matches(matches)? {
            Command::Perft(options) => perft::run(&options),
            Command::Analyse(options) => analyse::run(&options),
            Command::Tournament(options) => tournament::run(&options),
            Command::Replay(options) => replay::run(&options),
        }
    }
}
