//! `DesktopGame`: what the terminal and the command line need of a game beside the laboratory's part of it. A game is one folder here,
//! beside its folders in core and in the laboratory; the registry (`cli`) lists them.

pub mod checkers;
pub mod fiveo;
pub mod mastermind;

use std::io::Write;

use anyhow::Result;
use clap::builder::{RangedU64ValueParser, TypedValueParser};
use pipsqueak_lab::arena::ArenaGame;

use crate::board::DesktopPlayer;
use crate::system::records::{Counted, Part};
use crate::terminal::{NewScene, Scene};

/// How an option is read that takes a number of games: an even one, at most this many.
pub fn games_parser(most: u64) -> impl TypedValueParser<Value = u64> {
    RangedU64ValueParser::<u64>::new().range(2..=most).try_map(|n_games| {
        let is_even = n_games.is_multiple_of(2);
        is_even.then_some(n_games).ok_or("it must be even: half of the games are played in each seat")
    })
}

/// Who waits for the moves, which decides how long a player may think if no option says it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlayContext {
    /// Programs and boards, over many games.
    Series,
    /// A person, for one move after the other.
    Person,
}

/// A game as the program plays it. A value is one variant of the game, as its options give it.
pub trait DesktopGame: ArenaGame {
    /// The options that only this game has, in every command that plays it.
    type Options: clap::Args;
    /// What a person may know of a game in progress.
    type Scene: Scene<Game = Self::Game>;

    /// The opponent of `play` if none is named.
    const DEFAULT_OPPONENT: &'static str;
    /// The opponent of a board in `match` if none is named.
    const DEFAULT_BOARD_OPPONENT: &'static str;
    /// Whether a game that was left is recorded too.
    const KEEPS_UNFINISHED: bool = false;

    /// The variant that the options ask for.
    ///
    /// # Errors
    /// The options contradict each other.
    fn new(options: &Self::Options, context: PlayContext) -> Result<Self>;

    /// What a person knows of the games of a series against an opponent; `None` if that is a board.
    fn scenes<'a>(&'a self, opponent: Option<&Self::Player>) -> NewScene<'a, Self::Scene>;

    /// Checks a part of a record move by move, shows its games and counts them.
    ///
    /// # Errors
    /// The record is wrong; the error names the line.
    fn replay(part: &Part, counted: &mut Counted, out: &mut dyn Write) -> Result<()>;

    /// Players that only a desktop has the strength for, as a board would play them over the link.
    fn desktop_players() -> &'static [DesktopPlayer] {
        &[]
    }

    /// The commands that only this game has.
    fn commands() -> Option<&'static dyn Commands> {
        None
    }
}

/// A command, or several, whose options are a game's own.
pub trait Commands: Sync {
    /// Adds the arguments, or the subcommands, to a command.
    fn describe(&self, command: clap::Command) -> clap::Command;

    /// Runs the command that was asked for.
    ///
    /// # Errors
    /// Whatever the command fails with.
    fn run(&self, matches: &clap::ArgMatches) -> Result<()>;
}
