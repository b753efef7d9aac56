//! The games, as a command line names them.

use clap::ValueEnum;

/// A game that people and boards play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum GameName {
    /// Five-O Poker
    Fiveo,
    /// English checkers
    Checkers,
    /// Mastermind
    Mastermind,
}
