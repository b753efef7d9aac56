//! The commands that only checkers has.

use anyhow::Result;
use clap::{ArgMatches, FromArgMatches, Subcommand};

use super::{analyse, compare, horizon, openings, perft, replay, tournament, tree};
use crate::games::Commands;

#[derive(Subcommand)]
enum Command {
    /// Count the leaf nodes at a given depth (perft), to check the move generator
    Perft(perft::Options),
    /// Find the best move of a position
    Analyse(analyse::Options),
    /// List the openings that can be played by number or name
    Openings(openings::Options),
    /// Show the game tree of a position as a search visits it: values, windows, cutoffs
    Tree(tree::Options),
    /// Compare methods of search: the same value, and what each one costs
    Compare(compare::Options),
    /// Show the horizon effect: what a search believes depth by depth, with and without quiescence
    Horizon(horizon::Options),
    /// Play a tournament under the report's time control, every opening with both colours
    Tournament(tournament::Options),
    /// Check recorded games move by move
    Replay(replay::Options),
}

/// Checkers' commands.
pub struct CheckersCommands;

impl Commands for CheckersCommands {
    fn describe(&self, command: clap::Command) -> clap::Command {
        Command::augment_subcommands(
            command.about("Checkers: move counts, analyses, game trees, tournaments, recorded games"),
        )
    }

    fn run(&self, matches: &ArgMatches) -> Result<()> {
        match Command::from_arg_matches(matches)? {
            Command::Perft(options) => perft::run(&options),
            Command::Analyse(options) => analyse::run(&options),
            Command::Openings(options) => openings::run(&options),
            Command::Tree(options) => tree::run(&options),
            Command::Compare(options) => compare::run(&options),
            Command::Horizon(options) => horizon::run(&options),
            Command::Tournament(options) => tournament::run(&options),
            Command::Replay(options) => replay::run(&options),
        }
    }
}
