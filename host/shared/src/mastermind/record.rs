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
use pipsqueak_core::games::mastermind::{AnsweredGuess, Code, Duel, Size};
use pipsqueak_core::random::Seed;
use serde::{Deserialize, Serialize};

use crate::json_lines::{JsonLines, NAME_WIDTH, Recorded};
use crate::prelude::*;

/// The room for a guess and its answer.
const WIDTH: usize = 28;

/// The size of the codes.
#[derive(PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SizeLine {
    pegs: u8,
    colors: u8,
}

/// A code that is set, or a guess with its answer.
#[derive(PartialEq, Serialize, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
pub enum Step {
    /// A secret.
    Set {
        /// The code.
        code: CodeText,
    },
    /// A guess.
    Guess {
        /// The code.
        guess: CodeText,
        /// Pegs in their places.
        blacks: u8,
        /// Pegs in other places.
        whites: u8,
    },
}

/// How many guesses each seat needed, if it found the code.
#[derive(PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Guesses {
    guesses: [Option<usize>; 2],
}

/// A code as people write it, in digits or letters.
#[derive(Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct CodeText(Code);

impl TryFrom<String> for CodeText {
    type Error = String;

    fn try_from(text: String) -> Result<CodeText, String> {
        text.parse().map(CodeText).map_err(|error| format!("{text:?}: {error}"))
    }
}

impl From<CodeText> for String {
    fn from(code: CodeText) -> String {
        code.0.to_string()
    }
}

impl JsonLines for Duel {
    const NAME: &'static str = "mastermind";

    type Deal = SizeLine;
    type Step = Step;
    type End = Guesses;

    fn open(seed: Option<Seed>, deal: &SizeLine, _: &[Step]) -> Result<Duel, String> {
        let size = Size::new(deal.pegs, deal.colors).map_err(|error| error.to_string())?;
        Ok(Duel::new(size, seed.unwrap_or_default()))
    }

    fn deal_line(&self) -> SizeLine {
        let (pegs, colors) = self.size().into();
        SizeLine { pegs, colors }
    }

    fn chosen(step: &Step) -> Result<Code, String> {
        let (Step::Set { code: CodeText(code) } | Step::Guess { guess: CodeText(code), .. }) = step;
        Ok(*code)
    }

    fn step_line(before: &Duel, after: &Duel, seat: Seat, code: Code) -> Step {
        match after.guesses(seat).entries().get(before.guesses(seat).len()) {
            None => Step::Set { code: CodeText(code) },
            Some(AnsweredGuess { guess, feedback }) => {
                Step::Guess { guess: CodeText(*guess), blacks: feedback.blacks(), whites: feedback.whites() }
            }
        }
    }

    fn end_line(&self, _: Points) -> Guesses {
        let found = |seat| Some(self.guesses(seat)).filter(|guesses| guesses.is_cracked()).map(|guesses| guesses.len());
        Guesses { guesses: Seat::BOTH.map(found) }
    }
}

/// Shows a duel: the codes, the guesses side by side, and who won.
pub fn show(recorded: &Recorded<Duel>, out: &mut dyn Write) -> fmt::Result {
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
