//! What the page can ask of the games: JSON in, JSON out.

use pipsqueak_core::champion;
use pipsqueak_core::game::Seat;
use pipsqueak_core::random::Seed;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::prelude::*;

use super::{ALL, Opponent, Sitting, find, fiveo, numbered};

/// The most tables at once; the oldest makes room.
const MOST_TABLES: usize = 32;

/// A request: what is to be done, and whatever that needs. One flat record, because a variant with fields of its own for each
/// would take half of the page's code to read.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Command {
    /// What is to be done.
    #[serde(rename = "do")]
    pub verb: String,
    /// The table.
    pub table: Option<u32>,
    /// The game's name.
    pub game: Option<String>,
    /// The seed, in digits: a page's numbers are too short for it.
    pub seed: Option<String>,
    /// 0 to move first, 1 to move second.
    pub seat: u8,
    /// Who sits across.
    pub opponent: Option<Opponent>,
    /// A move, a record or a tree.
    pub text: Option<String>,
    /// A move as it travels, or a champion.
    pub bytes: Option<Vec<u8>>,
    /// How many moves.
    pub moves: usize,
}

impl Command {
    fn text(&self) -> Result<&str, String> {
        self.text.as_deref().ok_or_else(|| missing("text"))
    }

    fn bytes(&self) -> Result<&[u8], String> {
        self.bytes.as_deref().ok_or_else(|| missing("bytes"))
    }
}

fn missing(what: &str) -> String {
    format!("the request lacks its {what}")
}

/// All tables of the page.
#[derive(Default)]
pub struct Games {
    tables: Vec<(u32, Box<dyn Sitting>)>,
    n_opened: u32,
}

impl Games {
    /// Carries a request out.
    pub fn ask(&mut self, command: &Command) -> Result<Value, String> {
        match command.verb.as_str() {
            "games" => Ok(ALL.iter().map(|game| game.describe()).collect()),
            "new" => self.sit(command),
            "open" => self.open(command.text()?),
            "champion" => describe_champion(command.bytes()?),
            "tree" => describe_champion(&fiveo::champion_of_tree(command.text()?)?),
            _ => self.ask_table(command),
        }
    }

    /// Carries a request out that is about one table.
    fn ask_table(&mut self, command: &Command) -> Result<Value, String> {
        let table = command.table.ok_or_else(|| missing("table"))?;
        let sitting = self.at(table)?;
        match command.verb.as_str() {
            "view" => return sitting.view().map(Value::from),
            "hint" => return sitting.hint(),
            "why" => return sitting.why(),
            "record" => return sitting.record().map(Value::from),
            "state" => {}
            "play" => sitting.play(command.text()?)?,
            "answer" => sitting.answer()?,
            "take" => sitting.take(command.bytes()?)?,
            "undo" => sitting.undo()?,
            "show" => sitting.show(command.moves),
            verb => return Err(format!("there is nothing to do that is called {verb:?}")),
        }
        self.state(table)
    }

    fn sit(&mut self, command: &Command) -> Result<Value, String> {
        let seed = command.seed.as_deref().unwrap_or_default();
        let seed = seed.parse().map_err(|_| format!("{seed:?} is not a seed: a seed is a whole number"))?;
        let seat = if command.seat == 0 { Seat::First } else { Seat::Second };
        let opponent = command.opponent.clone().ok_or_else(|| missing("opponent"))?;
        let game = command.game.as_deref().ok_or_else(|| missing("game"))?;
        let table = find(game)?.sit(Seed(seed), seat, opponent)?;
        self.opened(table)
    }

    fn at(&mut self, table: u32) -> Result<&mut Box<dyn Sitting>, String> {
        let found = self.tables.iter_mut().find(|(number, _)| *number == table);
        found.map(|(_, sitting)| sitting).ok_or_else(|| "that table is gone".to_owned())
    }

    fn state(&mut self, table: u32) -> Result<Value, String> {
        let mut state = self.at(table)?.state();
        state["table"] = table.into();
        Ok(state)
    }

    fn opened(&mut self, sitting: Box<dyn Sitting>) -> Result<Value, String> {
        if self.tables.len() >= MOST_TABLES {
            self.tables.remove(0);
        }
        self.n_opened += 1;
        self.tables.push((self.n_opened, sitting));
        self.state(self.n_opened)
    }

    /// The first reader that takes a record for one of its own reads it.
    fn open(&mut self, text: &str) -> Result<Value, String> {
        let games = ALL.iter().find_map(|game| game.open(text));
        let games = games.ok_or("this is not a record of a game that is known here")??;
        if games.is_empty() {
            return Err("the record holds no game".to_owned());
        }
        games.into_iter().take(MOST_TABLES).map(|game| self.opened(game)).collect()
    }
}

/// Checks a champion of whatever game, and describes it.
fn describe_champion(bytes: &[u8]) -> Result<Value, String> {
    let (id, payload) = champion::open(bytes).map_err(|error| error.to_string())?;
    let game = numbered(id).ok_or_else(|| format!("a champion of {id}, which is not known here"))?;
    let mut described = game.describe_champion(bytes)?;
    let name = champion::name(payload).filter(|name| !name.is_empty()).unwrap_or("a written tree");
    for (key, value) in [
        ("game", json!(game.name())),
        ("name", json!(pipsqueak_shared::text::name(name, 32))),
        ("bytes", json!(bytes)),
        ("fingerprint", json!(format!("{:08x}", champion::fingerprint(bytes)))),
    ] {
        described[key] = value;
    }
    Ok(described)
}
