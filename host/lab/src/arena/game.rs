//! What the arena needs of a game, and of the players that can be named.

use anyhow::{Result, bail};
use pipsqueak_core::game::{Game, Player, Points, Seat};
use pipsqueak_core::link::{Effort, LinkGame};
use pipsqueak_core::random::Seed;

use super::Fixture;
use crate::json_lines;
use crate::show::ChampionDescription;
use crate::trees::VocabularyListing;
use crate::workers::Workers;

/// A player at its seat. A program cannot fail; people, serial lines and files can.
pub type BoxedPlayer<'a, G> = Box<dyn Player<G, Error = anyhow::Error> + 'a>;

/// A move of an arena's game.
pub type Move<G> = <<G as ArenaGame>::Game as Game>::Move;

/// A game that named players meet in. A value is one variant of the game: its size, or how long its players think.
pub trait ArenaGame: Sized + Send + Sync + 'static {
    /// The rules.
    type Game: LinkGame<Move: Send + Sync, View: Send> + Clone + Send + Sync;
    /// A player that has a name.
    type Player: NamedPlayer<Self>;
    /// Plays batches of games: [`Referee`](super::Referee), unless the game has something faster.
    type Backend: Backend<Self>;

    /// The game's name on command lines and in records.
    const NAME: &'static str;
    /// The game's name in sentences.
    const TITLE: &'static str;
    /// The players that can be named, in one line.
    const PLAYERS: &'static str;
    /// The players of a league where none are named.
    const BASELINES: &'static [&'static str];

    /// The game of this seed.
    fn deal(&self, seed: Seed) -> Self::Game;

    /// The names of the players that are neither files nor trees.
    fn names() -> Vec<&'static str>;

    /// The player of this name, or the one that a tree's text describes.
    ///
    /// # Errors
    /// There is no such player: an [`UnknownPlayer`](super::UnknownPlayer), unless the text is a tree with a mistake.
    fn player(&self, name: &str) -> Result<Self::Player>;

    /// The player that a champion's bytes encode, under the name that the person typed.
    ///
    /// # Errors
    /// The bytes are not a champion of this game and variant.
    fn champion(&self, _name: &str, _bytes: &[u8]) -> Result<Self::Player> {
        bail!("{} has no champions", Self::NAME)
    }

    /// How a board is told, move by move, how much it may search in one game.
    fn pacing(&self) -> Box<dyn Pacing<Self::Game>> {
        Box::new(Effort::Default)
    }

    /// Whether a board plays this variant with its champion.
    fn uses_champion(&self) -> bool {
        Self::champions().is_some()
    }

    /// A game that was dealt from a seed, as it is recorded.
    ///
    /// # Errors
    /// The moves are not those of a legal game.
    fn record(&self, seed: Seed, players: [&str; 2], moves: &[Move<Self>]) -> Result<Vec<u8>>;

    /// Whether a text is a record of this game.
    fn is_record(text: &str) -> bool {
        json_lines::game_of(text).is_some_and(|game| game == Self::NAME)
    }

    /// The players that are stored as bytes, if the game has any.
    fn champions() -> Option<&'static dyn Champions> {
        None
    }

    /// The terminals that trees can be made of, if the game has players that are trees.
    fn vocabulary() -> Option<VocabularyListing> {
        None
    }
}

/// Gives a board its effort for every move of a game.
pub trait Pacing<G: Game> {
    /// The effort for the next move.
    fn effort(&mut self, view: &G::View) -> Effort;

    /// What that move took.
    fn spent(&mut self, _nodes: u32, _micros: u32) {}
}

/// The same effort for every move.
impl<G: Game> Pacing<G> for Effort {
    fn effort(&mut self, _: &G::View) -> Effort {
        *self
    }
}

/// A player with a name, ready to take a seat.
pub trait NamedPlayer<G: ArenaGame>: Clone + Send + Sync {
    /// The name shown in tables and records.
    fn name(&self) -> &str;

    /// The player at a seat of one game.
    fn seat<'p>(&'p self, game: &G, seed: Seed, seat: Seat) -> BoxedPlayer<'p, G::Game>;
}

/// A way to play many games at once.
pub trait Backend<G: ArenaGame>: Default {
    /// Deals per batch: the unit that threads share and that progress counts.
    fn deals_per_batch(players: [&G::Player; 2]) -> u64;

    /// Plays all fixtures to their end and returns the points of each.
    ///
    /// # Errors
    /// A player failed or broke a rule, or the workers were asked to stop.
    fn play(
        &mut self,
        game: &G,
        players: &[&G::Player],
        fixtures: &[Fixture],
        workers: Workers<'_>,
    ) -> Result<Vec<Points>>;
}

/// Players that are bytes: they can be shown, and flashed onto a board.
pub trait Champions: Sync {
    /// The bytes of the champion of this name: the shipped one, or a player written as text.
    ///
    /// # Errors
    /// There is no such champion.
    fn named(&self, text: &str) -> Result<Vec<u8>>;

    /// The same champion under another name.
    ///
    /// # Errors
    /// The bytes are not a champion of this game, or the name is too long.
    fn renamed(&self, bytes: &[u8], name: &str) -> Result<Vec<u8>>;

    /// Checks all of a champion, and describes it.
    ///
    /// # Errors
    /// The bytes are not a champion of this game.
    fn describe(&self, bytes: &[u8]) -> Result<ChampionDescription>;

    /// The same champion without the nodes that cannot change a decision, and a line that says how many they were.
    ///
    /// # Errors
    /// The bytes are not a champion of this game.
    fn effective(&self, bytes: &[u8]) -> Result<(Vec<u8>, String)>;
}
