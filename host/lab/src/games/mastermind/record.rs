//! Duels of Mastermind as JSON Lines, and as text.
//!
//! ```text
//! {"game":"mastermind","seed":7,"players":["person","expected"],"pegs":4,"colors":6}
//! {"seat":0,"code":"1123"}
//! {"seat":1,"code":"6655"}
//! {"seat":0,"guess":"1234","blacks":0,"whites":0}
//! …
//! {"guesses":[null,5],"winner":1}
//! ```

use core::fmt::{self, Write};

use pipsqueak_core::game::{Points, Seat};
use pipsqueak_core::games::mastermind::{AnsweredGuess, Code, CodeSize, Duel};
use pipsqueak_core::random::Seed;
use serde_json::{Value, json};

use crate::json_lines::{Fields, JsonLines, NAME_WIDTH, RecordedGame, field};
use crate::text::quoted;

/// The width of a guess and its answer.
const WIDTH: usize = 28;

impl JsonLines for Duel {
    const NAME: &'static str = "mastermind";

    fn open(seed: Option<Seed>, deal: &Fields, _: &[Fields]) -> Result<Duel, String> {
        let size = CodeSize::new(field(deal, "pegs")?, field(deal, "colors")?).map_err(|error| error.to_string())?;
        Ok(Duel::new(size, seed.unwrap_or_default()))
    }

    fn deal_fields(&self) -> Value {
        let (pegs, colors): (u8, u8) = self.size().into();
        json!({ "pegs": pegs, "colors": colors })
    }

    /// A code that is set, or a guess.
    fn chosen(step: &Fields) -> Result<Code, String> {
        let text: &str = field(step, if step.contains_key("code") { "code" } else { "guess" })?;
        text.parse().map_err(|error| format!("malformed: {}: {error}", quoted(text)))
    }

    /// A guess has its answer: pegs in their places, and pegs in other places.
    fn step_fields(before: &Duel, after: &Duel, seat: Seat, code: Code) -> Value {
        match after.guesses(seat).entries().get(before.guesses(seat).len()) {
            None => json!({ "code": code.to_string() }),
            Some(AnsweredGuess { guess, feedback }) => {
                json!({ "guess": guess.to_string(), "blacks": feedback.blacks(), "whites": feedback.whites() })
            }
        }
    }

    /// How many guesses each seat needed, if it found the code.
    fn end_fields(&self, _: Points) -> Value {
        let found = |seat| Some(self.guesses(seat)).filter(|guesses| guesses.is_cracked()).map(|guesses| guesses.len());
        json!({ "guesses": Seat::BOTH.map(found) })
    }

    /// A code may be written in digits or letters.
    fn is_same(told: &str, expected: &str) -> bool {
        told.parse::<Code>().is_ok_and(|told| expected.parse() == Ok(told))
    }
}

/// Shows a duel: the codes, the guesses side by side, and who won.
pub fn show(recorded: &RecordedGame<Duel>, out: &mut dyn Write) -> fmt::Result {
    let ([first, second], _) = recorded.heading(NAME_WIDTH);
    let end = recorded.end();
    let [ours, theirs] = Seat::BOTH.map(|seat| end.secret(seat).map_or(String::new(), |code| format!("sets {code}")));
    writeln!(out, "      {first:WIDTH$}  {second}\n      {ours:WIDTH$}  {theirs}")?;
    let [ours, theirs] = Seat::BOTH.map(|seat| end.guesses(seat).entries());
    for (number, (one, other)) in (1..).zip(ours.iter().zip(theirs)) {
        let [one, other] = [one, other].map(|entry| format!("{}  {}", entry.guess, entry.feedback));
        writeln!(out, "{number:4}  {one:WIDTH$}  {other}")?;
    }
    match end.points().winner() {
        Some(seat) => writeln!(out, "\n{} wins.", [first, second][seat.index()]),
        None => writeln!(out, "\nA tie."),
    }
}
