//! What the page can ask of the games: a record in, JSON out.

use pipsqueak_core::champion;
use pipsqueak_core::game::Seat;
use pipsqueak_core::random::Seed;
use pipsqueak_lab::json::{Fields, Writer};
use pipsqueak_lab::text::quoted;

use super::{ALL, Opponent, Sitting, find, fiveo, numbered};

/// The most tables at once; the oldest makes room.
const MOST_TABLES: usize = 32;

fn missing(what: &str) -> String {
    format!("the request lacks its {what}")
}

/// A move, a record or a tree.
fn text_of(request: &Fields) -> Result<&str, String> {
    request.text("text").map_err(|_| missing("text"))
}

/// A move as it travels, or a champion.
fn bytes_of(request: &Fields) -> Result<Vec<u8>, String> {
    request.get("bytes").and_then(|value| value.bytes()).ok_or_else(|| missing("bytes"))
}

/// All tables of the page.
#[derive(Default)]
pub struct Games {
    tables: Vec<(u64, Box<dyn Sitting>)>,
    n_opened: u64,
}

impl Games {
    /// Carries a request out: `do` says what is to be done, and the other fields whatever that needs. What is written before
    /// a failure means nothing.
    pub fn ask(&mut self, request: &Fields, out: &mut Writer) -> Result<(), String> {
        match request.text("do").map_err(|_| missing("do"))? {
            "games" => out.list(|out| ALL.iter().for_each(|game| game.about().write(out))),
            "new" => self.sit(request, out)?,
            "open" => self.open(text_of(request)?, out)?,
            "champion" => describe_champion(&bytes_of(request)?, out)?,
            "tree" => describe_champion(&fiveo::champion_of_tree(text_of(request)?)?, out)?,
            verb => self.ask_table(verb, request, out)?,
        }
        Ok(())
    }

    /// Carries a request out that is about one table.
    fn ask_table(&mut self, verb: &str, request: &Fields, out: &mut Writer) -> Result<(), String> {
        let table = request.number("table").map_err(|_| missing("table"))?;
        let sitting = self.at(table)?;
        match verb {
            "view" => {
                out.bytes(&sitting.view()?);
                return Ok(());
            }
            "hint" => {
                let [chosen, said] = sitting.hint()?;
                out.record(|hint| {
                    hint.key("move").text(&chosen);
                    hint.key("said").text(&said);
                });
                return Ok(());
            }
            "why" => return sitting.write_why(out),
            "record" => {
                out.text(&sitting.record()?);
                return Ok(());
            }
            "state" => {}
            "play" => sitting.play(text_of(request)?)?,
            "answer" => sitting.answer()?,
            "take" => sitting.take(&bytes_of(request)?)?,
            "undo" => sitting.undo()?,
            "show" => sitting.show(request.number("moves").map_err(|_| missing("moves"))? as usize),
            verb => return Err(format!("there is no command called {}", quoted(verb))),
        }
        self.write_state(table, out)
    }

    fn sit(&mut self, request: &Fields, out: &mut Writer) -> Result<(), String> {
        // In digits: a page's numbers are too short for a seed.
        let seed = request.text("seed").unwrap_or_default();
        let seed = seed.parse().map_err(|_| format!("{} is not a seed: a seed is a whole number", quoted(seed)))?;
        let seat = if request.number("seat") == Ok(1) { Seat::Second } else { Seat::First };
        let opponent = request.get("opponent").and_then(Opponent::read).ok_or_else(|| missing("opponent"))?;
        let game = request.text("game").map_err(|_| missing("game"))?;
        let table = find(game)?.sit(Seed(seed), seat, opponent)?;
        self.open_table(table, out)
    }

    fn at(&mut self, table: u64) -> Result<&mut Box<dyn Sitting>, String> {
        let found = self.tables.iter_mut().find(|(number, _)| *number == table);
        found.map(|(_, sitting)| sitting).ok_or_else(|| "that table is gone".to_owned())
    }

    fn write_state(&mut self, table: u64, out: &mut Writer) -> Result<(), String> {
        let sitting = self.at(table)?;
        out.record(|state| {
            state.key("table").number(table);
            sitting.write_state(state);
        });
        Ok(())
    }

    fn open_table(&mut self, sitting: Box<dyn Sitting>, out: &mut Writer) -> Result<(), String> {
        if self.tables.len() >= MOST_TABLES {
            self.tables.remove(0);
        }
        self.n_opened += 1;
        self.tables.push((self.n_opened, sitting));
        self.write_state(self.n_opened, out)
    }

    /// The first reader that takes a record for one of its own reads it.
    fn open(&mut self, text: &str, out: &mut Writer) -> Result<(), String> {
        let games = ALL.iter().find_map(|game| game.open(text));
        let games = games.ok_or("this is not a record of a game that is known here")??;
        if games.is_empty() {
            return Err("the record holds no game".to_owned());
        }
        let mut opened = Ok(());
        out.list(|out| opened = games.into_iter().take(MOST_TABLES).try_for_each(|game| self.open_table(game, out)));
        opened
    }
}

/// Checks a champion of whatever game, and describes it.
fn describe_champion(bytes: &[u8], out: &mut Writer) -> Result<(), String> {
    let (id, payload) = champion::open(bytes).map_err(|error| error.to_string())?;
    let game = numbered(id).ok_or_else(|| format!("a champion of {id}, which is not known here"))?;
    let [about, text] = game.describe_champion(bytes)?;
    let name = champion::name(payload).filter(|name| !name.is_empty()).unwrap_or("a written tree");
    out.record(|described| {
        described.key("about").text(&about);
        described.key("text").text(&text);
        described.key("game").text(game.about().name);
        described.key("name").text(&pipsqueak_lab::text::name(name, 32));
        described.key("bytes").bytes(bytes);
        described.key("fingerprint").text(&format!("{:08x}", champion::fingerprint(bytes)));
    });
    Ok(())
}
