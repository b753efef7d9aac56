//! The games of the page: one table, and one interface over all of them. Knows what a page needs of a game; each game's
//! part is in its own file, and the rules are core's.

mod checkers;
mod commands;
mod fiveo;
mod mastermind;
mod session;

pub use commands::{Games, Request};
pub use session::{Session, Sitting};

use pipsqueak_core::champion::GameId;
use pipsqueak_core::game::{Player, Seat};
use pipsqueak_core::link::LinkGame;
use pipsqueak_core::random::Seed;
use pipsqueak_lab::json_lines::{self, JsonLines, RecordedGame};
use pipsqueak_lab::text::quoted;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The games of the page.
pub const ALL: &[&dyn Entry] = &[
    &RegisteredGame::<pipsqueak_core::games::fiveo::Table>::new(),
    &RegisteredGame::<pipsqueak_core::games::checkers::Game>::new(),
    &RegisteredGame::<pipsqueak_core::games::mastermind::Duel>::new(),
];

/// A named opponent.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Level {
    /// Its name, the same as on command lines.
    pub name: &'static str,
    /// How it plays, in a few words.
    pub about: &'static str,
}

/// A game's description for the page.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct About {
    /// Its name on command lines and in addresses.
    pub name: &'static str,
    /// Its title for people.
    pub title: &'static str,
    /// Its number.
    pub id: GameId,
    /// The named opponents, from weak to strong.
    pub levels: &'static [Level],
    /// The default opponent.
    #[serde(rename = "partner")]
    pub default_opponent: &'static str,
    /// The extension of a record's file name.
    pub record: &'static str,
    /// Whether boards keep champions of it.
    #[serde(rename = "champions")]
    pub has_champions: bool,
}

impl About {
    /// The named opponent's row in the table; the error lists the known names.
    fn level(&self, name: &str) -> Result<&'static Level, String> {
        let found = self.levels.iter().find(|level| level.name == name);
        found.ok_or_else(|| {
            let known: Vec<&str> = self.levels.iter().map(|level| level.name).collect();
            format!("there is no player {}: the players are {}", quoted(name), known.join(", "))
        })
    }
}

/// The opponent that the page asks for.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Opponent {
    /// A named one.
    Level(String),
    /// A champion's bytes.
    Champion(Vec<u8>),
    /// A tree as text.
    Tree(String),
    /// A board, which the page itself asks for moves.
    Board(String),
}

/// A player at its seat.
pub type BoxedPlayer<G> = Box<dyn Player<G, Error = String>>;

/// A checked opponent at its seat.
pub struct Entrant<G> {
    /// Its name.
    pub name: String,
    /// The player of this game; `None` if the page itself asks a board.
    pub player: Option<BoxedPlayer<G>>,
}

/// A game from a record.
pub struct LoadedGame<G: pipsqueak_core::game::Game> {
    /// Its seed, if that is known.
    pub seed: Option<Seed>,
    /// The players' names.
    pub players: [String; 2],
    /// The game before its first move.
    pub start: G,
    /// Its moves.
    pub moves: Vec<G::Move>,
}

/// The viewer of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Viewer {
    /// The person at this seat, who may not see everything before the end.
    Person(Seat),
    /// Anyone, when a finished game is stepped through.
    Anybody,
}

impl Viewer {
    /// The seat that is drawn nearer.
    pub fn seat(self) -> Seat {
        match self {
            Viewer::Person(seat) => seat,
            Viewer::Anybody => Seat::First,
        }
    }
}

/// What the page needs of a game.
pub trait PageGame: LinkGame<Move: 'static> + Clone + 'static {
    /// What the page shows of it.
    const ABOUT: &'static About;

    /// A new game for a person; the size is for games that have several.
    fn new_game(seed: Seed, size: Option<[u8; 2]>) -> Result<Self, String>;
    /// The opponent that the page asks for, checked, at this seat of this game.
    fn opponent(&self, asked: &Opponent, seed: Seed, seat: Seat) -> Result<Entrant<Self>, String>;
    /// What a viewer may see after some moves.
    fn scene(start: &Self, moves: &[Self::Move], viewer: Viewer) -> Value;
    /// Parses a move.
    fn read_move(&self, text: &str) -> Result<Self::Move, String>;
    /// A move as text, made in this state of the game.
    fn move_text(&self, chosen: Self::Move) -> String;
    /// How many of the moves are kept by an undo, which must reveal nothing; `None` if there is no such undo.
    fn kept_by_undo(moves: &[Self::Move], person: Seat) -> Option<usize>;
    /// The best adviser's move, and its reasons for the page.
    fn advise(view: &Self::View) -> Result<(Self::Move, Value), String>;
    /// The move that this player chooses in this view, and its reasons. If it has no reasons that can be shown, the
    /// adviser's move and reasons.
    fn why(asked: &Opponent, view: &Self::View) -> Result<(Self::Move, Value), String>;
    /// A better move, and how much it would have gained; `None` if there was no choice or no better move.
    fn judge(view: &Self::View, chosen: Self::Move) -> Result<Option<Judged<Self::Move>>, String>;
    /// Whether the other seat may not see this move, counted from 0, before the game is over.
    fn is_secret(_place: usize) -> bool {
        false
    }
    /// Whether the move that led to this state may be explained to the other seat.
    fn may_explain(&self) -> bool {
        true
    }
    /// The game's record.
    fn record(start: &Self, seed: Seed, players: [&str; 2], moves: &[Self::Move]) -> Result<Vec<u8>, String>;
    /// The games of a record; `None` if it is a record of another game.
    fn read_record(text: &str) -> Option<Result<Vec<LoadedGame<Self>>, String>>;
    /// Checks all of a champion; returns a description, and its text.
    fn describe_champion(bytes: &[u8]) -> Result<[String; 2], String>;
    /// Encodes a tree's text as a champion.
    fn champion_of_tree(_text: &str) -> Result<Vec<u8>, String> {
        Err(format!("{} has no players that are trees", Self::ABOUT.title))
    }
    /// The words of its trees.
    fn vocabulary() -> Value {
        Value::Null
    }
}

/// A decision with hindsight: the best move, and how much better it was than the one that was made.
pub struct Judged<M> {
    /// The best move.
    pub better: M,
    /// How much it would have gained; comparable within a game.
    pub cost: f64,
    /// The least cost that is worth showing.
    pub least: f64,
    /// The reasons, for the page.
    pub why: Value,
}

/// A game of the table.
pub trait Entry: Sync {
    /// What the page shows of it.
    fn about(&self) -> &'static About;
    /// Begins a game.
    fn sit(
        &self,
        seed: Seed,
        seat: Seat,
        opponent: Opponent,
        size: Option<[u8; 2]>,
    ) -> Result<Box<dyn Sitting>, String>;
    /// The games of a record, to be stepped through; `None` if it is a record of another game.
    fn open(&self, text: &str) -> Option<Result<Vec<Box<dyn Sitting>>, String>>;
    /// Checks all of a champion; returns a description, and its text.
    fn describe_champion(&self, bytes: &[u8]) -> Result<[String; 2], String>;
    /// Encodes a tree's text as a champion.
    fn champion_of_tree(&self, text: &str) -> Result<Vec<u8>, String>;
    /// The words of its trees; null if it has none.
    fn vocabulary(&self) -> Value;
}

/// The game with this name.
pub fn find(name: &str) -> Result<&'static dyn Entry, String> {
    let found = ALL.iter().copied().find(|game| game.about().name == name);
    found.ok_or_else(|| {
        let known: Vec<&str> = ALL.iter().map(|game| game.about().name).collect();
        format!("there is no game {}: the games are {}", quoted(name), known.join(", "))
    })
}

/// The game with this number.
pub fn numbered(id: GameId) -> Option<&'static dyn Entry> {
    ALL.iter().copied().find(|game| game.about().id == id)
}

/// A page's game in the table.
pub struct RegisteredGame<G>(core::marker::PhantomData<fn() -> G>);

impl<G: PageGame> RegisteredGame<G> {
    const fn new() -> RegisteredGame<G> {
        RegisteredGame(core::marker::PhantomData)
    }
}

impl<G: PageGame> Entry for RegisteredGame<G> {
    fn about(&self) -> &'static About {
        G::ABOUT
    }

    fn sit(
        &self,
        seed: Seed,
        seat: Seat,
        opponent: Opponent,
        size: Option<[u8; 2]>,
    ) -> Result<Box<dyn Sitting>, String> {
        Ok(Box::new(Session::<G>::sit(G::new_game(seed, size)?, seed, seat, opponent)?))
    }

    fn open(&self, text: &str) -> Option<Result<Vec<Box<dyn Sitting>>, String>> {
        let boxed = |record| Box::new(Session::<G>::replay(record)) as Box<dyn Sitting>;
        G::read_record(text).map(|games| Ok(games?.into_iter().map(boxed).collect()))
    }

    fn describe_champion(&self, bytes: &[u8]) -> Result<[String; 2], String> {
        G::describe_champion(bytes)
    }

    fn champion_of_tree(&self, text: &str) -> Result<Vec<u8>, String> {
        G::champion_of_tree(text)
    }

    fn vocabulary(&self) -> Value {
        G::vocabulary()
    }
}

/// A game of the only size.
fn of_one_size<G: PageGame>(game: G, size: Option<[u8; 2]>) -> Result<G, String> {
    if size.is_none() { Ok(game) } else { Err(format!("{} has one size", G::ABOUT.title)) }
}

/// A tree's size in words.
fn tree_size(n_nodes: usize, height: usize) -> String {
    format!("{n_nodes} {}, height {height}", if n_nodes == 1 { "node" } else { "nodes" })
}

/// An opponent that is a board.
fn asked_by_the_page<G>(name: &str) -> Entrant<G> {
    Entrant { name: name.to_owned(), player: None }
}

/// Parses a record in JSON Lines; `None` if it is a record of another game.
fn read_json_lines<G: PageGame + JsonLines>(text: &str) -> Option<Result<Vec<LoadedGame<G>>, String>> {
    let is_ours = json_lines::game_of(text).is_some_and(|game| game == G::NAME);
    let record = |recorded: RecordedGame<G>| {
        let RecordedGame { seed, players, start, moves } = recorded;
        LoadedGame { seed, players, start, moves }
    };
    let read = || json_lines::read::<G>(text).map(|games| games.into_iter().map(record).collect());
    is_ours.then(|| read().map_err(|error| error.to_string()))
}
