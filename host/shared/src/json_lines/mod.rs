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
//! Invariant: a [`Recorded`] game is a whole game that the rules allow. The reader plays every game again and compares each
//! line with the one that it would write; the first that differs is named.

use core::fmt::{self, Write};

use pipsqueak_core::game::{Game, Points, Seat, Turn};
use pipsqueak_core::random::Seed;

use crate::json::{self, Fields, Value, Writer};
use crate::prelude::*;
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
pub struct Recorded<G: Game> {
    /// The seed that it was dealt from, if that is known.
    pub seed: Option<Seed>,
    /// The players' names, by seat.
    pub players: [String; 2],
    /// The game before its first move.
    pub start: G,
    /// Its moves.
    pub moves: Vec<G::Move>,
}

impl<G: JsonLines> Recorded<G> {
    /// A game that was dealt from a seed.
    pub fn dealt(start: G, seed: Seed, players: [&str; 2], moves: &[G::Move]) -> Recorded<G> {
        Recorded { seed: Some(seed), players: players.map(str::to_owned), start, moves: moves.to_vec() }
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
        let lines: Vec<_> = self.played().collect();
        if lines.len() != self.moves.len() {
            return Err("the moves are not those of a legal game".into());
        }
        let end = lines.last().map_or(&self.start, |(_, after, ..)| after);
        let Turn::Over(points) = end.turn() else { return Err("the moves are not those of a whole game".into()) };
        let Recorded { seed, players, start, .. } = self;
        let mut text = line(|line| {
            line.key("game").text(G::NAME);
            line.key("seed").optional_number(seed.map(|seed| seed.0));
            line.key("players").list(|list| players.iter().for_each(|name| list.text(name)));
            start.write_deal(line);
        });
        text.push('\n');
        for (before, after, seat, chosen) in &lines {
            text += &line(|line| {
                line.key("seat").number(seat.index() as u64);
                G::write_step(before, after, *seat, *chosen, line);
            });
            text.push('\n');
        }
        text += &line(|line| {
            end.write_end(points, line);
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
    let first = text.lines().find(|line| !line.trim().is_empty())?;
    match json::read(first).ok()? {
        Value::Record(fields) => fields.text("game").ok().map(str::to_owned),
        _ => None,
    }
}

/// Recorded games to be shown one after another, each below a heading.
pub fn show_all<G: JsonLines>(
    games: &[Recorded<G>],
    show: impl Fn(&Recorded<G>, &mut dyn Write) -> fmt::Result,
) -> impl fmt::Display {
    fmt::from_fn(move |out| {
        if games.is_empty() {
            writeln!(out, "The transcript holds no game.")?;
        }
        for (number, game) in (1..).zip(games) {
            let ([first, second], seed) = game.heading(NAME_WIDTH);
            let gap = if number > 1 { "\n" } else { "" };
            writeln!(out, "{gap}Game {number} of {}: {first} v {second}{seed}\n", games.len())?;
            show(game, out)?;
        }
        Ok(())
    })
}

/// The room for a player's name.
pub const NAME_WIDTH: usize = 20;

/// All games of a text, checked. Empty lines are passed over; a text without games gives none.
pub fn read<G: JsonLines>(text: &str) -> Result<Vec<Recorded<G>>> {
    let lines: Vec<(usize, &str)> = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()).collect();
    let mut rest = lines.as_slice();
    let mut games = Vec::new();
    while !rest.is_empty() {
        games.push(read_one(&mut rest).map_err(|(line, why)| Failure(format!("line {line}: {why}")))?);
    }
    Ok(games)
}

/// The line at which a game cannot go on, and why.
type Refused = (usize, String);

/// Takes the lines of one game from the front.
fn read_one<G: JsonLines>(rest: &mut &[(usize, &str)]) -> Result<Recorded<G>, Refused> {
    let &(mut number, opening) = rest.split_off_first().unwrap_or(&(1, ""));
    let Opened { seed, players, deal } = opening_of(opening, G::NAME).map_err(|why| (number, why))?;
    let known = |lines: &[(usize, &str)]| lines.iter().map_while(|(_, line)| step_of(line).ok()).collect();
    let steps: Vec<(u64, Fields)> = if seed.is_none() { known(rest) } else { Vec::new() };
    let steps: Vec<Fields> = steps.into_iter().map(|(_, step)| step).collect();
    let start = G::open(seed, &deal, &steps).map_err(|why| (number, why))?;
    agree(&deal, &line(|line| start.write_deal(line)), G::is_same).map_err(|why| (number, why))?;
    let mut recorded = Recorded { seed, players, start: start.clone(), moves: Vec::new() };
    let mut game = start;
    loop {
        let Some(&(next, line)) = rest.split_off_first() else {
            return Err((number, "the transcript ends in the middle of a game".to_owned()));
        };
        number = next;
        match game.turn() {
            Turn::Of(seat, _) => {
                let chosen = advance(&mut game, seat, line).map_err(|why| (number, why))?;
                recorded.moves.push(chosen);
            }
            Turn::Over(points) => {
                close(&game, points, line).map_err(|why| (number, why))?;
                return Ok(recorded);
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
fn advance<G: JsonLines>(game: &mut G, seat: Seat, told: &str) -> Result<G::Move, String> {
    let (number, step) = step_of(told)?;
    if number != seat.index() as u64 {
        return Err(format!("seat {number} moves, but it is seat {}'s turn", seat.index()));
    }
    let chosen = G::chosen(&step)?;
    let before = game.clone();
    game.play(chosen).map_err(|illegal| format!("illegal move: {illegal}"))?;
    agree(&step, &line(|line| G::write_step(&before, game, seat, chosen, line)), G::is_same)?;
    Ok(chosen)
}

fn close<G: JsonLines>(game: &G, points: Points, told: &str) -> Result<(), String> {
    let (Kind::Result, mut fields) = Kind::of(told)? else {
        return Err("the game is over, and its result must follow".to_owned());
    };
    let winner = match fields.take("winner")? {
        Value::Null => None,
        Value::Number(seat) => Some(seat),
        _ => return Err(json::unfit("winner")),
    };
    agree(&fields, &line(|line| game.write_end(points, line)), G::is_same)?;
    let name = |seat: Option<u64>| seat.map_or("null".to_owned(), |seat| seat.to_string());
    let expected = points.winner().map(|seat| seat.index() as u64);
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
            return Err(format!("by the rules this line says {expected}"));
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
