//! `DesktopGame`: what the terminal and the command line need of a game besides the laboratory's part. A game is one
//! folder here, beside its folders in core and in the laboratory; the registry (`cli`) lists them.

pub mod checkers;
pub mod fiveo;
pub mod mastermind;
pub(crate) mod tree_options;

use std::io::Write;

use anyhow::Result;
use clap::builder::{RangedU64ValueParser, TypedValueParser};
use pipsqueak_lab::arena::ArenaGame;

use crate::board::DesktopPlayer;
use crate::system::records::{Counted, Part};
use crate::terminal::{FinishedGame, NewScene, Recording, Scene};

/// Parses a number of games: an even one, at most this many.
pub fn games_parser(most: u64) -> impl TypedValueParser<Value = u64> {
    RangedU64ValueParser::<u64>::new().range(2..=most).try_map(|n_games| {
        let is_even = n_games.is_multiple_of(2);
        is_even.then_some(n_games).ok_or("it must be even: half of the games are played in each seat")
    })
}

/// The kind of session, which decides how games begin and how long a player may think by default.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlayContext<'a> {
    /// Programs and boards, over many games.
    Series,
    /// A person, for one move after the other, from this position if one is given.
    Person(Option<&'a str>),
}

/// A game in the program. A value is one variant of the game, selected by its options.
pub trait DesktopGame: ArenaGame {
    /// The options that only this game has, in every command that plays it.
    type Options: clap::Args;
    /// What a person may know of a game in progress.
    type Scene: Scene<Game = Self::Game>;

    /// The opponent of `play` if none is named.
    const DEFAULT_OPPONENT: &'static str;
    /// The opponent of a board in `match` if none is named.
    const DEFAULT_BOARD_OPPONENT: &'static str;
    /// Whether an unfinished game is recorded too.
    const KEEPS_UNFINISHED: bool = false;
    /// Whether positions can be written, so that a person may begin with one.
    const HAS_POSITIONS: bool = false;

    /// The variant that the options select.
    ///
    /// # Errors
    /// The options contradict each other.
    fn new(options: &Self::Options, context: PlayContext<'_>) -> Result<Self>;

    /// Makes scenes for the games of a series against an opponent; `None` for a board whose player cannot be read.
    fn scenes<'a>(&'a self, opponent: Option<&Self::Player>) -> NewScene<'a, Self::Scene>;

    /// A game of a person, as it is recorded.
    ///
    /// # Errors
    /// The moves are not those of a legal game.
    fn record_played(&self, played: &FinishedGame<'_, Self::Game>) -> Result<Vec<u8>> {
        self.record(played.seed, played.players, played.moves)
    }

    /// Checks a part of a record move by move, shows its games and counts them.
    ///
    /// # Errors
    /// The record is wrong; the error names the line.
    fn replay(part: &Part, counted: &mut Counted, out: &mut dyn Write) -> Result<()>;

    /// The games of a record that can be stepped through on the screen; none if the game has no such picture.
    fn recordings(_: &Part) -> Vec<Recording<Self::Game>> {
        Vec::new()
    }

    /// Players that only run on a desktop and answer over the link like a board.
    fn desktop_players() -> &'static [DesktopPlayer] {
        &[]
    }

    /// The commands that only this game has.
    fn commands() -> Option<&'static dyn Commands> {
        None
    }
}

/// Commands with options of their own for a game.
pub trait Commands: Sync {
    /// Adds the arguments, or the subcommands, to a command.
    fn describe(&self, command: clap::Command) -> clap::Command;

    /// Runs the given command.
    ///
    /// # Errors
    /// Any failure of the command.
    fn run(&self, matches: &clap::ArgMatches) -> Result<()>;
}
