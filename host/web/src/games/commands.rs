//! What the page can ask of the games: a record in, JSON out.

use pipsqueak_core::champion;
use pipsqueak_core::game::Seat;
use pipsqueak_core::random::Seed;
use pipsqueak_lab::text::quoted;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{ALL, Opponent, Sitting, find, fiveo, numbered};

/// The most tables at once; the oldest makes room.
const MOST_TABLES: usize = 32;

/// What the page can ask for.
#[derive(Deserialize)]
#[serde(tag = "do", rename_all = "lowercase")]
pub enum Request {
    /// What there is to play.
    Games,
    /// A new table.
    New(NewTable),
    /// The games of a record, each at a table of its own.
    Open {
        /// The record.
        text: String,
    },
    /// What a champion is.
    Champion {
        /// The champion.
        bytes: Vec<u8>,
    },
    /// What a tree is.
    Tree {
        /// The tree.
        text: String,
    },
    /// What stands at a table, like the answer to all that changes it.
    State(At),
    /// What the seat to move sees, as it travels to a board.
    View(At),
    /// What a good player would do.
    Hint(At),
    /// Why the opponent made its last move.
    Why(At),
    /// The finished game as a record.
    Record(At),
    /// The opponent's move.
    Answer(At),
    /// To take the last moves back.
    Undo(At),
    /// The person's move.
    Play {
        /// The table.
        table: u64,
        /// The move.
        text: String,
    },
    /// The opponent's move that came from a board.
    Take {
        /// The table.
        table: u64,
        /// The move, as it travels.
        bytes: Vec<u8>,
    },
    /// The game after some of its moves.
    Show {
        /// The table.
        table: u64,
        /// How many.
        moves: usize,
    },
}

/// A table by its number.
#[derive(Deserialize)]
pub struct At {
    table: u64,
}

/// What is to be played, and with whom.
#[derive(Deserialize)]
pub struct NewTable {
    game: String,
    /// In digits: a page's numbers are too short for a seed.
    seed: String,
    /// The person's seat.
    seat: usize,
    opponent: Opponent,
}

/// All tables of the page.
#[derive(Default)]
pub struct Games {
    tables: Vec<(u64, Box<dyn Sitting>)>,
    n_opened: u64,
}

impl Games {
    /// Carries a request out.
    pub fn ask(&mut self, request: Request) -> Result<Value, String> {
        match request {
            Request::Games => Ok(json!(ALL.iter().map(|game| game.about()).collect::<Vec<_>>())),
            Request::New(new) => Ok(self.open_table(new.sit()?)),
            Request::Open { text } => self.open(&text),
            Request::Champion { bytes } => describe_champion(&bytes),
            Request::Tree { text } => describe_champion(&fiveo::champion_of_tree(&text)?),
            Request::State(At { table }) => self.change(table, |_| Ok(())),
            Request::View(At { table }) => Ok(json!(self.at(table)?.view()?)),
            Request::Hint(At { table }) => {
                let [chosen, said] = self.at(table)?.hint()?;
                Ok(json!({ "move": chosen, "said": said }))
            }
            Request::Why(At { table }) => self.at(table)?.why(),
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

    /// Does something at a table, and gives what the page draws then.
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

    /// The first reader that takes a record for one of its own reads it.
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
        let NewTable { game, seed, seat, opponent } = self;
        let seed = seed.parse().map_err(|_| format!("{} is not a seed: a seed is a whole number", quoted(&seed)))?;
        let seat = *Seat::BOTH.get(seat).ok_or("there are two seats, 0 and 1")?;
        find(&game)?.sit(Seed(seed), seat, opponent)
    }
}

/// Checks a champion of whatever game, and describes it.
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
