//! `DesktopGame`: what the desktop needs of a game, in one small trait. A game is one folder here, beside its folder in core;
//! the program passes in a [`Registry`] of games, and nothing else lists them.
//!
//! What only some games have (champions, commands of their own) is a value that the others do not have, so that a command can
//! say in one sentence that there is none.

pub mod checkers;
pub mod fiveo;
pub mod mastermind;
pub mod registry;

use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result};
use pipsqueak_app::BoardGame;
use pipsqueak_core::game::{Game, Player, Seat};
use pipsqueak_core::link::{Effort, LinkGame};
use pipsqueak_core::random::Seed;

use crate::arena::Backend;
use crate::evolve::folder::Folder;
use crate::replay::{Counted, Part};
use crate::show::ChampionDescription;
use crate::system::files;
use crate::terminal::Scene;
use crate::trees::vocabulary::VocabularyListing;
pub use pipsqueak_shared::json_lines;
pub use registry::{AnyGame, RegisteredGame, Registry};

/// The games of the program.
pub const ALL: Registry = Registry {
    games: &[
        &RegisteredGame::<fiveo::FiveO>::new(),
        &RegisteredGame::<checkers::Checkers>::new(),
        &RegisteredGame::<mastermind::Mastermind>::new(),
    ],
    board: pipsqueak_app::GAMES,
};

/// More than any board has room for, in bytes.
const LARGEST_CHAMPION: u64 = 65_536;

/// The bytes of a champion's file, whatever they are. A run's folder stands for the run's champion.
pub fn read_champion(path: &Path) -> Result<Vec<u8>> {
    let folder = path.is_dir().then(|| Folder::open(path.to_owned())).transpose()?;
    let champion = folder.as_ref().map(Folder::champion).transpose()?;
    let path = champion.as_deref().unwrap_or(path);
    files::read(path, LARGEST_CHAMPION).with_context(|| format!("{} cannot be read", path.display()))
}

/// A player at its seat. A program does not fail; people, cables and files can.
pub type BoxedPlayer<'a, G> = Box<dyn Player<G, Error = anyhow::Error> + 'a>;

/// A move of a desktop game.
pub type Move<G> = <<G as DesktopGame>::Game as Game>::Move;

/// Who waits for the moves, which decides how long a player may think if no option says it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlayContext {
    /// Programs and boards, over many games.
    Series,
    /// A person, for one move after the other.
    Person,
}

/// A game as the desktop plays it. A value is one variant of the game, as its options give it.
pub trait DesktopGame: Sized + Send + Sync + 'static {
    /// The rules.
    type Game: LinkGame<Move: Send + Sync, View: Send> + Clone + Send + Sync;
    /// The options that only this game has, wherever it is played.
    type Options: clap::Args;
    /// A player that a command line can name.
    type Player: NamedPlayer<Self>;
    /// How many games at once are played: [`Referee`](crate::arena::Referee), unless the game brings something faster.
    type Backend: Backend<Self>;
    /// What a person may know of a game in progress.
    type Scene: Scene<Game = Self::Game>;

    /// What the game is called on command lines and in records.
    const NAME: &'static str;
    /// What people call it.
    const TITLE: &'static str;
    /// The players that can be named, in one line.
    const PLAYERS: &'static str;
    /// The players of `league` if none are named.
    const BASELINES: &'static [&'static str];
    /// The opponent of `play` if none is named.
    const DEFAULT_OPPONENT: &'static str;
    /// Whether a game that was left is recorded too.
    const KEEPS_UNFINISHED: bool = false;
    /// The opponent of a board in `match` if none is named.
    const DEFAULT_BOARD_OPPONENT: &'static str;

    /// The variant that the options ask for.
    fn new(options: &Self::Options, occasion: PlayContext) -> Result<Self>;
    /// The game that a seed stands for.
    fn deal(&self, seed: Seed) -> Self::Game;
    /// What a person at a seat knows of a game that begins.
    fn scene(&self, start: &Self::Game, seat: Seat) -> Self::Scene;
    /// The player that a command line names.
    fn player(&self, name: &str) -> Result<Self::Player>;
    /// How long a board is asked to look for a move.
    fn effort(&self) -> Effort {
        Effort::Default
    }
    /// Whether a board plays this variant with its champion.
    fn uses_champion(&self) -> bool {
        Self::champions().is_some()
    }
    /// A game that was dealt from a seed, as it is recorded.
    fn record(&self, seed: Seed, players: [&str; 2], moves: &[Move<Self>]) -> Result<Vec<u8>>;
    /// Whether a text is a record of this game.
    fn is_record(text: &str) -> bool {
        json_lines::game_of(text).is_some_and(|game| game == Self::NAME)
    }
    /// Checks a part of a record move by move, shows its games and counts them.
    fn replay(part: &Part, counted: &mut Counted, out: &mut dyn Write) -> Result<()>;

    /// The players that are bytes, where the game has such.
    fn champions() -> Option<&'static dyn Champions> {
        None
    }
    /// Players that only a desktop has the strength for, as a board would play them over the link.
    fn desktop_players() -> &'static [DesktopPlayer] {
        &[]
    }
    /// The `evolve` command, where the game has players that evolve.
    fn evolution() -> Option<&'static dyn Commands> {
        None
    }
    /// The `study` command, where the game has players that evolve.
    fn studies() -> Option<&'static dyn Commands> {
        None
    }
    /// What trees can be made of, where the game has players that are trees.
    fn vocabulary() -> Option<VocabularyListing> {
        None
    }
    /// The commands that only this game has.
    fn commands() -> Option<&'static dyn Commands> {
        None
    }
}

/// A player that a command line can name, ready to take a seat.
pub trait NamedPlayer<G: DesktopGame>: Clone + Send + Sync {
    /// The name shown in tables and records.
    fn name(&self) -> &str;
    /// The player at a seat of one game.
    fn seat<'p>(&'p self, game: &G, seed: Seed, seat: Seat) -> BoxedPlayer<'p, G::Game>;
}

/// A player that answers over the link as a board does.
pub struct DesktopPlayer {
    /// Its name.
    pub name: &'static str,
    /// Its one game: the table of a board that plays nothing else.
    pub games: &'static [BoardGame],
}

/// Players that are bytes: they can be shown, and flashed onto a board.
pub trait Champions: Sync {
    /// The bytes of the champion that a command line names, if it is not a file: the shipped one, or a player written as text.
    fn named(&self, text: &str) -> Result<Vec<u8>>;
    /// Checks all of a champion, and describes it.
    fn describe(&self, bytes: &[u8]) -> Result<ChampionDescription>;
    /// The same champion without what cannot change a decision, and what is to be said of it in a line.
    fn effective(&self, bytes: &[u8]) -> Result<(Vec<u8>, String)>;
}

/// A command, or several, whose options are a game's own.
pub trait Commands: Sync {
    /// What they are.
    fn describe(&self, command: clap::Command) -> clap::Command;
    /// Runs the one that was asked for.
    fn run(&self, matches: &clap::ArgMatches) -> Result<()>;
}
