//! The `mastermind` commands and their options.

use anyhow::Result;
use clap::{ArgMatches, FromArgMatches, Subcommand};
use pipsqueak_core::games::mastermind::CodeSize;

use super::{optimal, sizes, solve, split, table};
use crate::games::Commands;

#[derive(Subcommand)]
enum Command {
    /// Crack one code: a random one, one that you name, or one that you keep to yourself
    Solve(solve::Options),
    /// Count the guesses that a strategy needs, over all codes or over a sample
    Table(table::Options),
    /// Show how guesses divide the codes that are left
    Split(split::Options),
    /// Compare sizes: guesses and time per game
    Sizes(sizes::Options),
    /// Find a strategy for 4 pegs and 6 colours that no other beats, and write it as a champion
    Optimal(optimal::Options),
}

/// The size of codes.
#[derive(clap::Args, Clone, Copy)]
pub struct SizeOptions {
    /// Mastermind: pegs of a code [1 to 8]
    #[arg(long, value_name = "P", default_value_t = CodeSize::CLASSIC.pegs(),
          value_parser = clap::value_parser!(u8).range(1..=i64::from(CodeSize::MAX_PEGS)))]
    pegs: u8,
    /// Mastermind: colours to choose from, written 1 to 9, J, K, L, or A to L [1 to 12]
    #[arg(long, value_name = "C", default_value_t = CodeSize::CLASSIC.colors(), visible_alias = "colours",
          value_parser = clap::value_parser!(u8).range(1..=i64::from(CodeSize::MAX_COLORS)))]
    colors: u8,
}

impl SizeOptions {
    /// The size, if it is valid.
    pub fn size(self) -> Result<CodeSize> {
        Ok(CodeSize::new(self.pegs, self.colors)?)
    }
}

/// The commands that only Mastermind has.
pub struct MastermindCommands;

impl Commands for MastermindCommands {
    fn describe(&self, command: clap::Command) -> clap::Command {
        Command::augment_subcommands(command.about("Crack Mastermind codes"))
    }

    fn run(&self, matches: &ArgMatches) -> Result<()> {
        match Command::from_arg_matches(matches)? {
            Command::Solve(options) => solve::run(options),
            Command::Table(options) => table::run(options),
            Command::Split(options) => split::run(&options),
            Command::Sizes(options) => sizes::run(&options),
            Command::Optimal(options) => optimal::run(options),
        }
    }
}
