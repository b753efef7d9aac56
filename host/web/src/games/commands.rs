//! The page's requests to the games: a record in, JSON out.

use pipsqueak_core::champion;
use pipsqueak_core::game::Seat;
use pipsqueak_core::random::Seed;
use pipsqueak_lab::text::quoted;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{ALL, Opponent, Sitting, find, numbered};

/// The most tables at once; the oldest is dropped.
const MOST_TABLES: usize = 32;

/// A request of the page.
#[derive(Deserialize)]
#[serde(tag = "do", rename_all = "lowercase")]
pub enum Request {
    /// The list of games.
    Games,
    /// A new table.
    New(NewTable),
    /// The games of a record, each at a table of its own.
    Open {
        /// The record.
        text: String,
    },
    /// Describes a champion.
    Champion {
        /// The champion.
        bytes: Vec<u8>,
    },
    /// Describes a tree.
    Tree {
        /// Its game; Five-O if none is named.
        #[serde(default)]
        game: Option<String>,
        /// The tree.
        text: String,
    },
    /// The words of a game's trees.
    Vocabulary {
        /// The game.
        game: String,
    },
    /// The state of a table, which every request that changes it returns too.
    State(At),
    /// The encoded view of the seat to move, for a board.
    View(At),
    /// A good player's move.
    Hint(At),
    /// Explains the opponent's last move, or the last one shown of a record.
    Why {
        /// The table.
        table: u64,
        /// The player whose reasons are asked for, if not the opponent's: a board's champion, for example.
        #[serde(default)]
        by: Option<Opponent>,
    },
    /// The person's decision that cost most.
    Review(At),
    /// The finished game as a record.
    Record(At),
    /// The opponent's move.
    Answer(At),
    /// Takes the last moves back.
    Undo(At),
    /// The person's move.
    Play {
        /// The table.
        table: u64,
        /// The move.
        text: String,
    },
    /// The opponent's move, from a board.
    Take {
        /// The table.
        table: u64,
        /// The encoded move.
        bytes: Vec<u8>,
    },
    /// The game after some of its moves.
    Show {
        /// The table.
        table: u64,
        /// The number of moves.
        moves: usize,
    },
}

/// A table by its number.
#[derive(Deserialize)]
pub struct At {
    table: u64,
}

/// A new game and its opponent.
#[derive(Deserialize)]
pub struct NewTable {
    game: String,
    /// In digits: JavaScript's numbers are too short for a seed.
    seed: String,
    /// The person's seat.
    seat: usize,
    opponent: Opponent,
    /// Pegs and colours, where the game has several sizes.
    #[serde(default)]
    size: Option<[u8; 2]>,
    /// The moves of a game to resume, as its state told them.
    #[serde(default)]
    line: Vec<Option<String>>,
}

/// All tables of the page.
#[derive(Default)]
pub struct Games {
    tables: Vec<(u64, Box<dyn Sitting>)>,
    n_opened: u64,
}

impl Games {
    /// Handles a request.
    pub fn ask(&mut self, request: Request) -> Result<Value, String> {
        match request {
            Request::Games => Ok(json!(ALL.iter().map(|game| game.about()).collect::<Vec<_>>())),
            Request::New(new) => Ok(self.open_table(new.sit()?)),
            Request::Open { text } => self.open(&text),
            Request::Champion { bytes } => describe_champion(&bytes),
            Request::Tree { game, text } => {
                let game = find(game.as_deref().unwrap_or(ALL[0].about().name))?;
                describe_champion(&game.champion_of_tree(&text)?)
            }
            Request::Vocabulary { game } => Ok(find(&game)?.vocabulary()),
            Request::State(At { table }) => self.change(table, |_| Ok(())),
            Request::View(At { table }) => Ok(json!(self.at(table)?.view()?)),
            Request::Hint(At { table }) => {
                let (chosen, why) = self.at(table)?.hint()?;
                Ok(json!({ "move": chosen, "why": why }))
            }
            Request::Why { table, by } => self.at(table)?.why(by),
            Request::Review(At { table }) => self.at(table)?.review(),
            Request::Record(At { table }) => Ok(json!(self.at(table)?.record()?)),
            Request::Answer(At { table }) => self.change(table, |sitting| sitting.answer()),
            Request::Undo(At { table }) => self.change(table, |sitting| sitting.undo()),
            Request::Play { table, text } => self.change(table, |sitting| sitting.play(&text)),
            Request::Take { table, bytes } => self.change(table, |sitting| sitting.take(&bytes)),
            Request::Show { table, moves } => self.change(table, |sitting| {
                sitting.show(moves);
                Ok(())
            }),
        }
    }

    fn at(&mut self, table: u64) -> Result<&mut Box<dyn Sitting>, String> {
        let found = self.tables.iter_mut().find(|(number, _)| *number == table);
        found.map(|(_, sitting)| sitting).ok_or_else(|| "that table is gone".to_owned())
    }

    /// Changes a table, and returns its state for the page.
    fn change(
        &mut self,
        table: u64,
        change: impl FnOnce(&mut dyn Sitting) -> Result<(), String>,
    ) -> Result<Value, String> {
        let sitting = self.at(table)?;
        change(sitting.as_mut())?;
        Ok(sitting.state(table))
    }

    fn open_table(&mut self, sitting: Box<dyn Sitting>) -> Value {
        if self.tables.len() >= MOST_TABLES {
            self.tables.remove(0);
        }
        self.n_opened += 1;
        let state = sitting.state(self.n_opened);
        self.tables.push((self.n_opened, sitting));
        state
    }

    /// Opens a record with the first game that recognises it.
    fn open(&mut self, text: &str) -> Result<Value, String> {
        let games = ALL.iter().find_map(|game| game.open(text));
        let games = games.ok_or("this is not a record of a game that is known here")??;
        if games.is_empty() {
            return Err("the record holds no game".to_owned());
        }
        Ok(games.into_iter().take(MOST_TABLES).map(|game| self.open_table(game)).collect())
    }
}

impl NewTable {
    fn sit(self) -> Result<Box<dyn Sitting>, String> {
        let NewTable { game, seed, seat, opponent, size, line } = self;
        let seed = seed.parse().map_err(|_| format!("{} is not a seed: a seed is a whole number", quoted(&seed)))?;
        let seat = *Seat::BOTH.get(seat).ok_or("there are two seats, 0 and 1")?;
        let mut sitting = find(&game)?.sit(Seed(seed), seat, opponent, size)?;
        sitting.resume(&line)?;
        Ok(sitting)
    }
}

/// Checks a champion of any game, and describes it.
fn describe_champion(bytes: &[u8]) -> Result<Value, String> {
    let (id, payload) = champion::open(bytes).map_err(|error| error.to_string())?;
    let game = numbered(id).ok_or_else(|| format!("a champion of {id}, which is not known here"))?;
    let [about, text] = game.describe_champion(bytes)?;
    let name = champion::name(payload).filter(|name| !name.is_empty()).unwrap_or("a written tree");
    Ok(json!({
        "about": about,
        "text": text,
        "game": game.about().name,
        "name": pipsqueak_lab::text::name(name, 32),
        "bytes": bytes,
        "fingerprint": format!("{:08x}", champion::fingerprint(bytes)),
    }))
}
