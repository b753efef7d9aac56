//! Records as JSON Lines, for every game without a notation of its own: one line for the deal, one per move, one for
//! the result. A text may hold several games.
//!
//! ```text
//! {"game":"fiveo","seed":7,"players":["greedy","tactician"],"deal":[["Jh","5c","5d","Kc","3s"],["4h","3h","2s","Qc","2h"]]}
//! {"seat":0,"card":"8h","column":0}
//! …
//! {"columns":[5,0],"winner":0}
//! ```
//!
//! Invariant: a [`RecordedGame`] is a whole legal game. The parser replays every game and compares each line with the
//! one that it would write; the error names the first that differs.

use core::fmt::{self, Write};

use pipsqueak_core::game::{Game, Points, Seat, Turn};
use pipsqueak_core::random::Seed;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};
use serde_json::{Map, Value, json};

use crate::{Failure, Result, text};

/// The fields of a line.
pub type Fields = Map<String, Value>;

/// A game's own fields in its lines.
pub trait JsonLines: Game + Clone {
    /// The game's name in its records.
    const NAME: &'static str;

    /// The game of a first line. Without a seed, the steps show what was drawn.
    fn open(seed: Option<Seed>, deal: &Fields, steps: &[Fields]) -> Result<Self, String>;
    /// The first line's own fields, for a game that has just been dealt, as an object.
    fn deal_fields(&self) -> Value;
    /// The move in a line.
    fn chosen(step: &Fields) -> Result<Self::Move, String>;
    /// The own fields of a seat's move that led from one state of the game to another, as an object.
    fn step_fields(before: &Self, after: &Self, seat: Seat, chosen: Self::Move) -> Value;
    /// The last line's own fields, for a game that is over, as an object.
    fn end_fields(&self, points: Points) -> Value;
    /// Whether two texts in a line are equivalent.
    fn is_same(told: &str, expected: &str) -> bool {
        told == expected
    }
}

/// A finished game that can be replayed.
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

    /// Each move of the game: the state before it, the state after it, its seat, and the move.
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

    /// The players' names, safe to show, and the seed if it is known.
    pub fn heading(&self, longest: usize) -> ([String; 2], String) {
        let seed = self.seed.map_or(String::new(), |seed| format!(", seed {}", seed.0));
        (self.players.each_ref().map(|name| text::name(name, longest)), seed)
    }

    /// The game's lines. Moves that are not a whole legal game are an error.
    pub fn text(&self) -> Result<Vec<u8>> {
        let RecordedGame { seed, players, start, moves } = self;
        let opening = json!({ "game": G::NAME, "seed": seed.map(|seed| seed.0), "players": players });
        let mut text = line(opening, start.deal_fields());
        let mut game = start.clone();
        for &chosen in moves {
            let before = game.clone();
            let (Turn::Of(seat, _), Ok(())) = (before.turn(), game.play(chosen)) else {
                return Err("the moves are not those of a legal game".into());
            };
            text += &line(json!({ "seat": seat.index() }), G::step_fields(&before, &game, seat, chosen));
        }
        let Turn::Over(points) = game.turn() else { return Err("the moves are not those of a whole game".into()) };
        text += &line(game.end_fields(points), json!({ "winner": points.winner().map(Seat::index) }));
        Ok(text.into_bytes())
    }
}

/// Two objects merged into one line.
fn line(first: Value, second: Value) -> String {
    let objects =
        [first, second].into_iter().filter_map(|object| if let Value::Object(map) = object { Some(map) } else { None });
    format!("{}\n", Value::Object(objects.flatten().collect()))
}

/// The value of a field, which must be there and of this type.
pub fn field<'f, T: Deserialize<'f>>(fields: &'f Fields, name: &str) -> Result<T, String> {
    T::deserialize(fields.get(name).ok_or_else(|| missing(name))?)
        .map_err(|_| format!("malformed: field `{name}` does not hold what it should"))
}

fn missing(name: &str) -> String {
    format!("malformed: missing field `{name}`")
}

/// The game named in a record's first line.
pub fn game_of(text: &str) -> Option<String> {
    let first = text.lines().find(|line| !line.trim_ascii().is_empty())?;
    let fields: Value = serde_json::from_str(first).ok()?;
    fields.get("game")?.as_str().map(str::to_owned)
}

/// Shows recorded games one after another, each below a heading with its number. The first is number `n_before` + 1;
/// the total is shown if it is known.
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

/// The width of a player's name.
pub const NAME_WIDTH: usize = 20;

/// Parses and checks all games of a text. Empty lines are skipped; a text without games gives none.
pub fn read<G: JsonLines>(text: &str) -> Result<Vec<RecordedGame<G>>> {
    read_from(text, 0)
}

/// As [`read`], for a text that follows `n_lines_before` lines.
pub fn read_from<G: JsonLines>(text: &str, n_lines_before: usize) -> Result<Vec<RecordedGame<G>>> {
    let lines: Vec<(usize, &str)> =
        (n_lines_before + 1..).zip(text.lines()).filter(|(_, line)| !line.trim_ascii().is_empty()).collect();
    let (mut rest, mut number, mut games) = (lines.as_slice(), n_lines_before + 1, Vec::new());
    while !rest.is_empty() {
        let game = read_one(&mut rest, &mut number);
        games.push(game.map_err(|why| Failure(format!("line {number}: {why}")))?);
    }
    Ok(games)
}

/// Takes the lines of one game from the front; `number` becomes that of the last line taken.
fn read_one<G: JsonLines>(rest: &mut &[(usize, &str)], number: &mut usize) -> Result<RecordedGame<G>, String> {
    let (seed, players, deal) = opening_of(next_line(rest, number)?, G::NAME)?;
    let mut steps = Vec::new();
    if seed.is_none() {
        steps.extend(rest.iter().map_while(|(_, line)| step_of(line).ok()).map(|(_, step)| step));
    }
    let start = G::open(seed, &deal, &steps)?;
    agree::<G>(&deal, &start.deal_fields())?;
    let (mut game, mut moves) = (start.clone(), Vec::new());
    loop {
        let line = next_line(rest, number)?;
        match game.turn() {
            Turn::Of(seat, _) => moves.push(advance(&mut game, seat, line)?),
            Turn::Over(points) => {
                close(&game, points, line)?;
                return Ok(RecordedGame { seed, players, start, moves });
            }
        }
    }
}

fn next_line<'t>(rest: &mut &[(usize, &'t str)], number: &mut usize) -> Result<&'t str, String> {
    let &(next, line) = rest.split_off_first().ok_or("the transcript ends in the middle of a game")?;
    *number = next;
    Ok(line)
}

/// The seed and the players in a first line, and the game's own fields.
fn opening_of(line: &str, name: &str) -> Result<(Option<Seed>, [String; 2], Fields), String> {
    let (Kind::Opening, mut deal) = Kind::of(line)? else {
        return Err("a game begins here, and it must begin with its deal".to_owned());
    };
    let game: &str = field(&deal, "game")?;
    if game != name {
        return Err(format!("this is a game of {} among games of {name}", text::quoted(game)));
    }
    let seed: Option<u64> = if deal.contains_key("seed") { field(&deal, "seed")? } else { None };
    let players = field(&deal, "players")?;
    deal.retain(|name, _| !["game", "seed", "players"].contains(&name.as_str()));
    Ok((seed.map(Seed), players, deal))
}

/// The seat in a line, and the game's own fields.
fn step_of(line: &str) -> Result<(usize, Fields), String> {
    let (Kind::Move, mut fields) = Kind::of(line)? else {
        return Err("a move is missing: the game is not over".to_owned());
    };
    let seat = field(&fields, "seat")?;
    fields.remove("seat");
    Ok((seat, fields))
}

/// Makes the move in a line, if it is legal and its fields are right.
fn advance<G: JsonLines>(game: &mut G, seat: Seat, line: &str) -> Result<G::Move, String> {
    let (told, step) = step_of(line)?;
    if told != seat.index() {
        return Err(format!("seat {told} moves, but it is seat {}'s turn", seat.index()));
    }
    let (before, chosen) = (game.clone(), G::chosen(&step)?);
    game.play(chosen).map_err(|illegal| format!("illegal move: {illegal}"))?;
    agree::<G>(&step, &G::step_fields(&before, game, seat, chosen))?;
    Ok(chosen)
}

/// Compares the last line with the game's result.
fn close<G: JsonLines>(game: &G, points: Points, line: &str) -> Result<(), String> {
    let (Kind::Result, mut fields) = Kind::of(line)? else {
        return Err("the game is over, and its result must follow".to_owned());
    };
    let told: Option<usize> = field(&fields, "winner")?;
    fields.remove("winner");
    agree::<G>(&fields, &game.end_fields(points))?;
    let name = |seat: Option<usize>| seat.map_or("null".to_owned(), |seat| seat.to_string());
    let winner = points.winner().map(Seat::index);
    if told == winner { Ok(()) } else { Err(format!("the winner is {}, not {}", name(winner), name(told))) }
}

/// The kind of a line, by the field that no other kind has.
enum Kind {
    Opening,
    Move,
    Result,
}

impl Kind {
    fn of(line: &str) -> Result<(Kind, Fields), String> {
        let mut deserializer = serde_json::Deserializer::from_str(line);
        let fields = deserializer.deserialize_map(UniqueFields).and_then(|fields| deserializer.end().map(|()| fields));
        let fields = fields.map_err(|error| {
            // The line's number gives the place, so the error's own line is dropped.
            format!("malformed: {}", text::name(&error.to_string().replace(" at line 1 column", " at column"), 120))
        })?;
        let kind = match () {
            () if fields.contains_key("game") => Kind::Opening,
            () if fields.contains_key("seat") => Kind::Move,
            () => Kind::Result,
        };
        Ok((kind, fields))
    }
}

/// Reads the fields of a line; a duplicate is an error. `serde_json` would take the last of several.
struct UniqueFields;

impl<'de> Visitor<'de> for UniqueFields {
    type Value = Fields;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("the fields of a deal, a move or a result")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Fields, A::Error> {
        let mut fields = Fields::new();
        while let Some((name, value)) = map.next_entry::<String, Value>()? {
            if fields.contains_key(&name) {
                return Err(A::Error::custom(format!("duplicate field {}", text::quoted(&name))));
            }
            fields.insert(name, value);
        }
        Ok(fields)
    }
}

/// Compares a line's own fields with the expected ones.
fn agree<G: JsonLines>(told: &Fields, by_rules: &Value) -> Result<(), String> {
    let absent = by_rules.as_object().into_iter().flat_map(Map::keys).find(|name| !told.contains_key(*name));
    if let Some(name) = absent {
        return Err(missing(name));
    }
    for (name, value) in told {
        let expected = by_rules.get(name).ok_or_else(|| format!("malformed: unknown field {}", text::quoted(name)))?;
        if !is_equal::<G>(value, expected) {
            return Err(format!("by the rules this line should be {by_rules}"));
        }
    }
    Ok(())
}

fn is_equal<G: JsonLines>(told: &Value, expected: &Value) -> bool {
    match (told, expected) {
        (Value::String(told), Value::String(expected)) => G::is_same(told, expected),
        (Value::Array(told), Value::Array(expected)) => {
            told.len() == expected.len()
                && told.iter().zip(expected).all(|(told, expected)| is_equal::<G>(told, expected))
        }
        _ => told == expected,
    }
}

#[cfg(test)]
mod tests;
