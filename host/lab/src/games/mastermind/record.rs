//! Duels of Mastermind in a record's lines, and a recorded duel shown.
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

use crate::json::{Fields, Writer};
use crate::json_lines::{JsonLines, NAME_WIDTH, RecordedGame};
use crate::text::quoted;

/// The room for a guess and its answer.
const WIDTH: usize = 28;

impl JsonLines for Duel {
    const NAME: &'static str = "mastermind";

    fn open(seed: Option<Seed>, deal: &Fields, _: &[Fields]) -> Result<Duel, String> {
        let size = CodeSize::new(deal.byte("pegs")?, deal.byte("colors")?).map_err(|error| error.to_string())?;
        Ok(Duel::new(size, seed.unwrap_or_default()))
    }

    fn write_deal(&self, line: &mut Writer) {
        let (pegs, colors): (u8, u8) = self.size().into();
        line.key("pegs").number(pegs.into());
        line.key("colors").number(colors.into());
    }

    /// A code that is set, or a guess.
    fn chosen(step: &Fields) -> Result<Code, String> {
        let text = step.text(if step.get("code").is_some() { "code" } else { "guess" })?;
        text.parse().map_err(|error| format!("malformed: {}: {error}", quoted(text)))
    }

    /// A guess has its answer: pegs in their places, and pegs in other places.
    fn write_step(before: &Duel, after: &Duel, seat: Seat, code: Code, line: &mut Writer) {
        match after.guesses(seat).entries().get(before.guesses(seat).len()) {
            None => line.key("code").text(&code.to_string()),
            Some(AnsweredGuess { guess, feedback }) => {
                line.key("guess").text(&guess.to_string());
                line.key("blacks").number(feedback.blacks().into());
                line.key("whites").number(feedback.whites().into());
            }
        }
    }

    /// How many guesses each seat needed, if it found the code.
    fn write_end(&self, _: Points, line: &mut Writer) {
        let found = |seat| Some(self.guesses(seat)).filter(|guesses| guesses.is_cracked()).map(|guesses| guesses.len());
        line.key("guesses").list(|list| {
            Seat::BOTH.iter().for_each(|&seat| list.optional_number(found(seat).map(|n_guesses| n_guesses as u64)));
        });
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
