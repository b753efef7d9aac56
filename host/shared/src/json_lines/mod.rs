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

use anyhow::{Result, anyhow, bail, ensure};
use pipsqueak_core::game::{Game, Points, Seat, Turn};
use pipsqueak_core::random::Seed;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::prelude::*;
use crate::text;

/// What a game's lines say beside what all games' lines say.
pub trait JsonLines: Game + Clone {
    /// What the game is called in its records.
    const NAME: &'static str;
    /// The first line's own fields.
    type Deal: Serialize + DeserializeOwned + PartialEq;
    /// A move's own fields.
    type Step: Serialize + DeserializeOwned + PartialEq;
    /// The last line's own fields.
    type End: Serialize + DeserializeOwned + PartialEq;

    /// The game that a first line stands for. Where the seed is not known, the steps tell what chance gave.
    fn open(seed: Option<Seed>, deal: &Self::Deal, steps: &[Self::Step]) -> Result<Self, String>;
    /// The first line of a game that has just been dealt.
    fn deal_line(&self) -> Self::Deal;
    /// The move that a line tells.
    fn chosen(step: &Self::Step) -> Result<Self::Move, String>;
    /// The line of a seat's move that led from one state of the game to another.
    fn step_line(before: &Self, after: &Self, seat: Seat, chosen: Self::Move) -> Self::Step;
    /// The last line of a game that is over.
    fn end_line(&self, points: Points) -> Self::End;
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

#[derive(Serialize)]
struct OpeningLine<'a, D> {
    game: &'a str,
    seed: Option<Seed>,
    players: &'a [String; 2],
    #[serde(flatten)]
    deal: D,
}

#[derive(Serialize)]
struct MoveLine<S> {
    seat: usize,
    #[serde(flatten)]
    step: S,
}

#[derive(Serialize)]
struct ResultLine<E> {
    #[serde(flatten)]
    end: E,
    winner: Option<usize>,
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
        ensure!(lines.len() == self.moves.len(), "the moves are not those of a legal game");
        let end = lines.last().map_or(&self.start, |(_, after, ..)| after);
        let Turn::Over(points) = end.turn() else { bail!("the moves are not those of a whole game") };
        let Recorded { seed, players, start, .. } = self;
        let mut text = line(&OpeningLine { game: G::NAME, seed: *seed, players, deal: start.deal_line() })?;
        for (before, after, seat, chosen) in &lines {
            let step = G::step_line(before, after, *seat, *chosen);
            text += &line(&MoveLine { seat: seat.index(), step })?;
        }
        text += &line(&ResultLine { end: end.end_line(points), winner: points.winner().map(Seat::index) })?;
        Ok(text.into_bytes())
    }
}

fn line(value: &impl Serialize) -> serde_json::Result<String> {
    Ok(serde_json::to_string(value)? + "\n")
}

/// The game that a record's first line names.
pub fn game_of(text: &str) -> Option<String> {
    let first = text.lines().find(|line| !line.trim().is_empty())?;
    let value: Value = serde_json::from_str(first).ok()?;
    Some(value.get("game")?.as_str()?.to_owned())
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
        games.push(read_one(&mut rest).map_err(|(line, why)| anyhow!("line {line}: {why}"))?);
    }
    Ok(games)
}

/// The line at which a game cannot go on, and why.
type Refused = (usize, String);

/// Takes the lines of one game from the front.
fn read_one<G: JsonLines>(rest: &mut &[(usize, &str)]) -> Result<Recorded<G>, Refused> {
    let &(mut number, opening) = rest.split_off_first().unwrap_or(&(1, ""));
    let Opened { seed, players, deal } = opening_of::<G>(opening).map_err(|why| (number, why))?;
    let known = |lines: &[(usize, &str)]| lines.iter().map_while(|(_, line)| step_of::<G>(line).ok()).collect();
    let steps: Vec<(usize, G::Step)> = if seed.is_none() { known(rest) } else { Vec::new() };
    let steps: Vec<G::Step> = steps.into_iter().map(|(_, step)| step).collect();
    let start = G::open(seed, &deal, &steps).map_err(|why| (number, why))?;
    agree(&deal, &start.deal_line()).map_err(|why| (number, why))?;
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

/// A first line that was read.
struct Opened<D> {
    seed: Option<Seed>,
    players: [String; 2],
    deal: D,
}

fn opening_of<G: JsonLines>(line: &str) -> Result<Opened<G::Deal>, String> {
    let (Kind::Opening, mut fields) = Kind::of(line)? else {
        return Err("a game begins here, and it must begin with its deal".to_owned());
    };
    let game: String = take(&mut fields, "game")?;
    if game != G::NAME {
        return Err(format!("this is a game of {:?} among games of {}", text::name(&game, 20), G::NAME));
    }
    let seed = if fields.contains_key("seed") { take(&mut fields, "seed")? } else { None };
    Ok(Opened { seed, players: take(&mut fields, "players")?, deal: own(fields)? })
}

fn step_of<G: JsonLines>(line: &str) -> Result<(usize, G::Step), String> {
    match Kind::of(line)? {
        (Kind::Move, mut fields) => Ok((take(&mut fields, "seat")?, own(fields)?)),
        _ => Err("a move is missing: the game is not over".to_owned()),
    }
}

/// Makes the move that a line tells, if it is what the rules say.
fn advance<G: JsonLines>(game: &mut G, seat: Seat, line: &str) -> Result<G::Move, String> {
    let (number, step) = step_of::<G>(line)?;
    if number != seat.index() {
        return Err(format!("seat {number} moves, but it is seat {}'s turn", seat.index()));
    }
    let chosen = G::chosen(&step)?;
    let before = game.clone();
    game.play(chosen).map_err(|illegal| format!("illegal move: {illegal}"))?;
    agree(&step, &G::step_line(&before, game, seat, chosen))?;
    Ok(chosen)
}

fn close<G: JsonLines>(game: &G, points: Points, line: &str) -> Result<(), String> {
    let (Kind::Result, mut fields) = Kind::of(line)? else {
        return Err("the game is over, and its result must follow".to_owned());
    };
    let winner: Option<usize> = take(&mut fields, "winner")?;
    agree(&own::<G::End>(fields)?, &game.end_line(points))?;
    let name = |seat: Option<usize>| seat.map_or("null".to_owned(), |seat| seat.to_string());
    let expected = points.winner().map(Seat::index);
    if winner == expected { Ok(()) } else { Err(format!("the winner is {}, not {}", name(expected), name(winner))) }
}

/// What a line says it is, by the field that no other kind has.
enum Kind {
    Opening,
    Move,
    Result,
}

impl Kind {
    fn of(line: &str) -> Result<(Kind, Map<String, Value>), String> {
        match serde_json::from_str(line).map_err(malformed)? {
            Value::Object(fields) if fields.contains_key("game") => Ok((Kind::Opening, fields)),
            Value::Object(fields) if fields.contains_key("seat") => Ok((Kind::Move, fields)),
            Value::Object(fields) => Ok((Kind::Result, fields)),
            _ => Err("this is neither a deal nor a move nor a result".to_owned()),
        }
    }
}

/// A field that every game's line of this kind has.
fn take<T: DeserializeOwned>(fields: &mut Map<String, Value>, name: &str) -> Result<T, String> {
    let value = fields.remove(name).ok_or_else(|| format!("malformed: missing field `{name}`"))?;
    serde_json::from_value(value).map_err(|error| format!("malformed: {name}: {error}"))
}

/// The fields that are the game's own.
fn own<T: DeserializeOwned>(fields: Map<String, Value>) -> Result<T, String> {
    serde_json::from_value(Value::Object(fields)).map_err(malformed)
}

fn malformed(error: serde_json::Error) -> String {
    // The parser counts lines as well, and would always say 1.
    let text = error.to_string();
    format!("malformed: {}", text.split(" at line 1").next().unwrap_or(&text))
}

/// Whether a line says what the rules make of it.
fn agree<T: Serialize + PartialEq>(told: &T, expected: &T) -> Result<(), String> {
    if told == expected {
        return Ok(());
    }
    let expected = serde_json::to_string(expected).unwrap_or_default();
    Err(format!("by the rules this line says {expected}"))
}

#[cfg(test)]
mod tests;
