//! Records as JSON Lines, for every game that is not written down in a notation of its own: one line for the deal, one per
//! move, one line for the result; a text may hold several games one after another.
//!
//! ```text
//! {"game":"fiveo","seed":7,"players":["greedy","tactician"],"deal":[["Jh","5c","5d","Kc","3s"],["4h","3h","2s","Qc","2h"]]}
//! {"seat":0,"card":"8h","column":0}
//! …
//! {"columns":[5,0],"winner":0}
//! ```
//!
//! Invariant: a [`RecordedGame`] is a whole game that the rules allow. The reader plays every game again and compares each
//! line with the one that it would write; the first that differs is named.

use core::fmt::{self, Write};

use pipsqueak_core::game::{Game, Points, Seat, Turn};
use pipsqueak_core::random::Seed;

use crate::json::{self, Fields, Value, Writer};
use crate::{Failure, Result, text};

/// What a game's lines say beside what all games' lines say.
pub trait JsonLines: Game + Clone {
    /// What the game is called in its records.
    const NAME: &'static str;

    /// The game that a first line stands for. Where the seed is not known, the steps tell what chance gave.
    fn open(seed: Option<Seed>, deal: &Fields, steps: &[Fields]) -> Result<Self, String>;
    /// Writes the first line's own fields, of a game that has just been dealt.
    fn write_deal(&self, line: &mut Writer);
    /// The move that a line tells.
    fn chosen(step: &Fields) -> Result<Self::Move, String>;
    /// Writes the own fields of a seat's move that led from one state of the game to another.
    fn write_step(before: &Self, after: &Self, seat: Seat, chosen: Self::Move, line: &mut Writer);
    /// Writes the last line's own fields, of a game that is over.
    fn write_end(&self, points: Points, line: &mut Writer);
    /// Whether two texts of a line mean the same.
    fn is_same(told: &str, expected: &str) -> bool {
        told == expected
    }
}

/// A finished game that can be played again.
#[derive(Clone, Debug)]
pub struct RecordedGame<G: Game> {
    /// The seed that it was dealt from, if that is known.
    pub seed: Option<Seed>,
    /// The players' names, by seat.
    pub players: [String; 2],
    /// The game before its first move.
    pub start: G,
    /// Its moves.
    pub moves: Vec<G::Move>,
}

impl<G: JsonLines> RecordedGame<G> {
    /// A game that was dealt from a seed.
    pub fn dealt(start: G, seed: Seed, players: [&str; 2], moves: &[G::Move]) -> RecordedGame<G> {
        RecordedGame { seed: Some(seed), players: players.map(str::to_owned), start, moves: moves.to_vec() }
    }

    /// Each move of the game: the state before it, the state after it, who made it, and the move.
    pub fn played(&self) -> impl Iterator<Item = (G, G, Seat, G::Move)> {
        let mut game = self.start.clone();
        self.moves.iter().map_while(move |&chosen| {
            let Turn::Of(seat, _) = game.turn() else { return None };
            let before = game.clone();
            game.play(chosen).ok()?;
            Some((before, game.clone(), seat, chosen))
        })
    }

    /// The game after its last move.
    pub fn end(&self) -> G {
        self.played().last().map_or_else(|| self.start.clone(), |(_, after, ..)| after)
    }

    /// The players' names as they can be shown, and the seed if it is known.
    pub fn heading(&self, longest: usize) -> ([String; 2], String) {
        let seed = self.seed.map_or(String::new(), |seed| format!(", seed {}", seed.0));
        (self.players.each_ref().map(|name| text::name(name, longest)), seed)
    }

    /// The game's lines. Moves that are not a whole legal game are refused.
    pub fn text(&self) -> Result<Vec<u8>> {
        let RecordedGame { seed, players, start, moves } = self;
        let mut text = line(|line| {
            line.key("game").text(G::NAME);
            line.key("seed").optional_number(seed.map(|seed| seed.0));
            line.key("players").list(|list| players.iter().for_each(|name| list.text(name)));
            start.write_deal(line);
        });
        let mut game = start.clone();
        for &chosen in moves {
            let before = game.clone();
            let (Turn::Of(seat, _), Ok(())) = (before.turn(), game.play(chosen)) else {
                return Err("the moves are not those of a legal game".into());
            };
            text.push('\n');
            text += &line(|line| {
                line.key("seat").number(seat.index() as u64);
                G::write_step(&before, &game, seat, chosen, line);
            });
        }
        let Turn::Over(points) = game.turn() else { return Err("the moves are not those of a whole game".into()) };
        text.push('\n');
        text += &line(|line| {
            game.write_end(points, line);
            line.key("winner").optional_number(points.winner().map(|seat| seat.index() as u64));
        });
        text.push('\n');
        Ok(text.into_bytes())
    }
}

/// A record without the line's end.
fn line(write: impl FnOnce(&mut Writer)) -> String {
    Writer::written(|writer| writer.record(write))
}

/// The game that a record's first line names.
pub fn game_of(text: &str) -> Option<String> {
    let first = text.lines().find(|line| !line.trim_ascii().is_empty())?;
    match json::read(first).ok()? {
        Value::Record(fields) => fields.text("game").ok().map(str::to_owned),
        _ => None,
    }
}

/// Recorded games to be shown one after another, each below a heading with its number: so many came before, and so many are there
/// in all, if that is known.
pub fn show_all<G: JsonLines>(
    games: &[RecordedGame<G>],
    n_before: usize,
    n_all: Option<usize>,
    show: impl Fn(&RecordedGame<G>, &mut dyn Write) -> fmt::Result,
) -> impl fmt::Display {
    fmt::from_fn(move |out| {
        if n_all == Some(0) {
            writeln!(out, "The transcript holds no game.")?;
        }
        for (number, game) in (n_before + 1..).zip(games) {
            let ([first, second], seed) = game.heading(NAME_WIDTH);
            let gap = if number > 1 { "\n" } else { "" };
            write!(out, "{gap}Game {number}")?;
            n_all.map_or(Ok(()), |n_all| write!(out, " of {n_all}"))?;
            writeln!(out, ": {first} v {second}{seed}\n")?;
            show(game, out)?;
        }
        Ok(())
    })
}

/// The room for a player's name.
pub const NAME_WIDTH: usize = 20;

/// All games of a text, checked. Empty lines are passed over; a text without games gives none.
pub fn read<G: JsonLines>(text: &str) -> Result<Vec<RecordedGame<G>>> {
    read_from(text, 0)
}

/// The same of a text that so many lines came before.
pub fn read_from<G: JsonLines>(text: &str, n_lines_before: usize) -> Result<Vec<RecordedGame<G>>> {
    let lines: Vec<(usize, &str)> =
        (n_lines_before + 1..).zip(text.lines()).filter(|(_, line)| !line.trim_ascii().is_empty()).collect();
    let mut rest = lines.as_slice();
    let mut games = Vec::new();
    while !rest.is_empty() {
        let mut replay = Replay::<G> { start: None, moves: Vec::new() };
        let (seed, players) =
            read_one(&mut replay, &mut rest).map_err(|(line, why)| Failure(format!("line {line}: {why}")))?;
        let Some((start, _)) = replay.start else { return Err("the transcript holds no game".into()) };
        games.push(RecordedGame { seed, players, start, moves: replay.moves });
    }
    Ok(games)
}

/// A game that is played again while its lines are read: what differs from game to game. What is the same for all is written
/// for this, so that it is compiled once.
trait Reading {
    fn name(&self) -> &'static str;
    /// Begins with a deal, and gives the fields that the rules make of it.
    fn open(&mut self, seed: Option<Seed>, deal: &Fields, steps: &[Fields]) -> Result<String, String>;
    /// Whose turn it is.
    fn turn(&self) -> Option<Seat>;
    /// Makes the move that a line tells, and gives the fields that the rules make of it.
    fn advance(&mut self, seat: Seat, step: &Fields) -> Result<String, String>;
    /// The result's fields by the rules, and who won.
    fn end(&self) -> (String, Option<Seat>);
    fn is_same(&self) -> fn(&str, &str) -> bool;
}

/// The game before its first move and after its last, and the moves.
struct Replay<G: Game> {
    start: Option<(G, G)>,
    moves: Vec<G::Move>,
}

impl<G: JsonLines> Reading for Replay<G> {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn open(&mut self, seed: Option<Seed>, deal: &Fields, steps: &[Fields]) -> Result<String, String> {
        let start = G::open(seed, deal, steps)?;
        let by_rules = line(|line| start.write_deal(line));
        self.start = Some((start.clone(), start));
        Ok(by_rules)
    }

    fn turn(&self) -> Option<Seat> {
        match self.start.as_ref()?.1.turn() {
            Turn::Of(seat, _) => Some(seat),
            Turn::Over(_) => None,
        }
    }

    fn advance(&mut self, seat: Seat, step: &Fields) -> Result<String, String> {
        let (_, game) = self.start.as_mut().ok_or("the game has not begun")?;
        let chosen = G::chosen(step)?;
        let before = game.clone();
        game.play(chosen).map_err(|illegal| format!("illegal move: {illegal}"))?;
        self.moves.push(chosen);
        Ok(line(|line| G::write_step(&before, game, seat, chosen, line)))
    }

    fn end(&self) -> (String, Option<Seat>) {
        let Some((_, game)) = &self.start else { return (String::new(), None) };
        let Turn::Over(points) = game.turn() else { return (String::new(), None) };
        (line(|line| game.write_end(points, line)), points.winner())
    }

    fn is_same(&self) -> fn(&str, &str) -> bool {
        G::is_same
    }
}

/// The line at which a game cannot go on, and why.
type Refused = (usize, String);

/// Takes the lines of one game from the front; gives its seed and its players.
fn read_one(reading: &mut dyn Reading, rest: &mut &[(usize, &str)]) -> Result<(Option<Seed>, [String; 2]), Refused> {
    let &(mut number, opening) = rest.split_off_first().unwrap_or(&(1, ""));
    let Opened { seed, players, deal } = opening_of(opening, reading.name()).map_err(|why| (number, why))?;
    let mut steps = Vec::new();
    if seed.is_none() {
        steps.extend(rest.iter().map_while(|(_, line)| step_of(line).ok()).map(|(_, step)| step));
    }
    let by_rules = reading.open(seed, &deal, &steps).map_err(|why| (number, why))?;
    agree(&deal, &by_rules, reading.is_same()).map_err(|why| (number, why))?;
    loop {
        let Some(&(next, line)) = rest.split_off_first() else {
            return Err((number, "the transcript ends in the middle of a game".to_owned()));
        };
        number = next;
        match reading.turn() {
            Some(seat) => advance(reading, seat, line).map_err(|why| (number, why))?,
            None => {
                close(reading, line).map_err(|why| (number, why))?;
                return Ok((seed, players));
            }
        }
    }
}

/// A first line that was read, without the fields that all games have.
struct Opened {
    seed: Option<Seed>,
    players: [String; 2],
    deal: Fields,
}

fn opening_of(line: &str, name: &str) -> Result<Opened, String> {
    let (Kind::Opening, mut deal) = Kind::of(line)? else {
        return Err("a game begins here, and it must begin with its deal".to_owned());
    };
    let game = deal.text("game")?;
    if game != name {
        return Err(format!("this is a game of {} among games of {name}", text::quoted(game)));
    }
    let _ = deal.take("game");
    let seed = match deal.take("seed") {
        Err(_) | Ok(Value::Null) => None,
        Ok(Value::Number(seed)) => Some(Seed(seed)),
        Ok(_) => return Err(json::unfit("seed")),
    };
    let players = match deal.take("players")? {
        Value::List(names) => <[Value; 2]>::try_from(names).ok(),
        _ => None,
    };
    let Some([Value::Text(first), Value::Text(second)]) = players else { return Err(json::unfit("players")) };
    Ok(Opened { seed, players: [first, second], deal })
}

/// The seat that a line tells, and the game's own fields.
fn step_of(line: &str) -> Result<(u64, Fields), String> {
    match Kind::of(line)? {
        (Kind::Move, mut fields) => {
            let seat = fields.number("seat")?;
            fields.take("seat").map(|_| (seat, fields))
        }
        _ => Err("a move is missing: the game is not over".to_owned()),
    }
}

/// Makes the move that a line tells, if it is what the rules say.
fn advance(reading: &mut dyn Reading, seat: Seat, told: &str) -> Result<(), String> {
    let (number, step) = step_of(told)?;
    if number != seat.index() as u64 {
        return Err(format!("seat {number} moves, but it is seat {}'s turn", seat.index()));
    }
    let by_rules = reading.advance(seat, &step)?;
    agree(&step, &by_rules, reading.is_same())
}

fn close(reading: &dyn Reading, told: &str) -> Result<(), String> {
    let (Kind::Result, mut fields) = Kind::of(told)? else {
        return Err("the game is over, and its result must follow".to_owned());
    };
    let winner = match fields.take("winner")? {
        Value::Null => None,
        Value::Number(seat) => Some(seat),
        _ => return Err(json::unfit("winner")),
    };
    let (by_rules, expected) = reading.end();
    agree(&fields, &by_rules, reading.is_same())?;
    let name = |seat: Option<u64>| seat.map_or("null".to_owned(), |seat| seat.to_string());
    let expected = expected.map(|seat| seat.index() as u64);
    if winner == expected { Ok(()) } else { Err(format!("the winner is {}, not {}", name(expected), name(winner))) }
}

/// What a line says it is, by the field that no other kind has.
enum Kind {
    Opening,
    Move,
    Result,
}

impl Kind {
    fn of(line: &str) -> Result<(Kind, Fields), String> {
        match json::read(line).map_err(|error| format!("malformed: {error}"))? {
            Value::Record(fields) if fields.get("game").is_some() => Ok((Kind::Opening, fields)),
            Value::Record(fields) if fields.get("seat").is_some() => Ok((Kind::Move, fields)),
            Value::Record(fields) => Ok((Kind::Result, fields)),
            _ => Err("this is neither a deal nor a move nor a result".to_owned()),
        }
    }
}

/// Whether a line's own fields say what the rules make of it.
fn agree(told: &Fields, expected: &str, is_same: fn(&str, &str) -> bool) -> Result<(), String> {
    let Ok(Value::Record(rules)) = json::read(expected) else { return Err("the rules have no such line".to_owned()) };
    for (name, _) in rules.iter() {
        told.need(name)?;
    }
    for (name, value) in told.iter() {
        let by_rules = rules.get(name).ok_or_else(|| format!("malformed: unknown field `{name}`"))?;
        if !is_equal(value, by_rules, is_same) {
            return Err(format!("by the rules this line should be {expected}"));
        }
    }
    Ok(())
}

fn is_equal(told: &Value, expected: &Value, is_same: fn(&str, &str) -> bool) -> bool {
    match (told, expected) {
        (Value::Text(told), Value::Text(expected)) => is_same(told, expected),
        (Value::List(told), Value::List(expected)) => {
            told.len() == expected.len()
                && told.iter().zip(expected).all(|(told, expected)| is_equal(told, expected, is_same))
        }
        _ => told == expected,
    }
}

#[cfg(test)]
mod tests;
