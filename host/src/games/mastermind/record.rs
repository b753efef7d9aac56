//! Recorded duels of Mastermind, as JSON Lines: who plays, a line for each code that is set, a line a guess, the result.
//!
//! ```text
//! {"game":"mastermind","seed":7,"players":["person","expected"],"pegs":4,"colors":6}
//! {"seat":0,"code":"1123"}
//! {"seat":1,"code":"6655"}
//! {"seat":0,"guess":"1234","blacks":0,"whites":0}
//! …
//! {"guesses":[null,5],"winner":1}
//! ```
//!
//! Invariant: a [`RecordedDuel`] is a whole duel that the rules allow; every answer and the result were checked.

use std::io::{self, Write};

use pipsqueak_core::chance::Seed;
use pipsqueak_core::game::{Game, Seat, Turn};
use pipsqueak_core::games::mastermind::{Code, Duel, Round, Size};
use serde::{Deserialize, Serialize};

use crate::games::fiveo::transcript::read::parse;
use crate::games::fiveo::transcript::{Fault, TranscriptError, write_line};

/// A finished duel that can be played again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordedDuel {
    seed: Option<Seed>,
    players: [String; 2],
    size: Size,
    moves: Vec<Code>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct OpeningLine {
    game: String,
    seed: Option<Seed>,
    players: [String; 2],
    pegs: u8,
    colors: u8,
}

/// A code that is set, or a guess with its answer.
#[derive(Serialize, Deserialize, PartialEq)]
#[serde(untagged, deny_unknown_fields)]
enum MoveLine {
    Set { seat: u8, code: String },
    Guess { seat: u8, guess: String, blacks: u8, whites: u8 },
}

#[derive(Serialize, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
struct ResultLine {
    guesses: [Option<usize>; 2],
    #[serde(deserialize_with = "Option::deserialize")]
    winner: Option<usize>,
}

/// Whether a transcript's first line says that it is one of Mastermind.
pub fn is_duel(text: &str) -> bool {
    let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    serde_json::from_str::<serde_json::Value>(first).is_ok_and(|value| value["game"] == "mastermind")
}

impl RecordedDuel {
    /// A whole duel, checked.
    pub fn new(seed: Option<Seed>, players: [String; 2], size: Size, moves: Vec<Code>) -> Result<RecordedDuel, Fault> {
        let mut duel = Duel::new(size, Seed(0));
        for &code in &moves {
            duel.play(code).map_err(|illegal| Fault::Duel(illegal.to_string()))?;
        }
        match duel.turn() {
            Turn::Over(_) => Ok(RecordedDuel { seed, players, size, moves }),
            Turn::Of(..) => Err(Fault::EndsEarly),
        }
    }

    /// The players' names, by seat.
    pub fn players(&self) -> &[String; 2] {
        &self.players
    }

    /// The seed it was dealt from, if that is known.
    pub fn seed(&self) -> Option<Seed> {
        self.seed
    }

    /// The duel after its last move.
    pub fn end(&self) -> Duel {
        let mut duel = Duel::new(self.size, self.seed.unwrap_or_default());
        for &code in &self.moves {
            // Checked when the duel was made.
            let _ = duel.play(code);
        }
        duel
    }

    /// Writes the duel's lines.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let (pegs, colors) = self.size.into();
        let (game, seed, players) = ("mastermind".to_owned(), self.seed, self.players.clone());
        write_line(out, &OpeningLine { game, seed, players, pegs, colors })?;
        let mut duel = Duel::new(self.size, Seed(0));
        for &code in &self.moves {
            write_line(out, &play(&mut duel, code).map_err(io::Error::other)?)?;
        }
        write_line(out, &result(&duel))
    }
}

/// Makes a move and tells it as a line.
fn play(duel: &mut Duel, code: Code) -> Result<MoveLine, Fault> {
    let Turn::Of(seat, _) = duel.turn() else { return Err(Fault::ExpectedResult) };
    let n_before = duel.guesses(seat).len();
    duel.play(code).map_err(|illegal| Fault::Duel(illegal.to_string()))?;
    let number = seat.index() as u8;
    Ok(match duel.guesses(seat).rounds().get(n_before) {
        None => MoveLine::Set { seat: number, code: code.to_string() },
        Some(Round { guess, feedback }) => {
            let (blacks, whites) = (feedback.blacks(), feedback.whites());
            MoveLine::Guess { seat: number, guess: guess.to_string(), blacks, whites }
        }
    })
}

fn result(duel: &Duel) -> ResultLine {
    let found = |seat| Some(duel.guesses(seat)).filter(|guesses| guesses.is_cracked()).map(|guesses| guesses.len());
    ResultLine { guesses: Seat::BOTH.map(found), winner: duel.points().winner().map(Seat::index) }
}

/// All duels of a transcript. Empty lines are passed over.
pub fn read(text: &str) -> Result<Vec<RecordedDuel>, TranscriptError> {
    let mut duels = Vec::new();
    let mut reading: Option<Reading> = None;
    let mut last = 1;
    for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
        let at = |fault| TranscriptError { line: number, fault };
        last = number;
        reading = match reading {
            None => Some(Reading::open(line).map_err(at)?),
            Some(mut reading) => match reading.duel.turn() {
                Turn::Of(..) => {
                    reading.play(line).map_err(at)?;
                    Some(reading)
                }
                Turn::Over(_) => {
                    duels.push(reading.close(line).map_err(at)?);
                    None
                }
            },
        };
    }
    match reading {
        None => Ok(duels),
        Some(_) => Err(TranscriptError { line: last, fault: Fault::EndsEarly }),
    }
}

/// A duel of which some lines are read.
struct Reading {
    opening: OpeningLine,
    duel: Duel,
    moves: Vec<Code>,
}

impl Reading {
    fn open(line: &str) -> Result<Reading, Fault> {
        let opening: OpeningLine = parse(line)?;
        if opening.game != "mastermind" {
            return Err(Fault::UnknownGame(opening.game));
        }
        let size = Size::new(opening.pegs, opening.colors).map_err(|error| Fault::Duel(error.to_string()))?;
        Ok(Reading { opening, duel: Duel::new(size, Seed(0)), moves: Vec::new() })
    }

    fn play(&mut self, line: &str) -> Result<(), Fault> {
        let told: MoveLine = parse(line)?;
        let (MoveLine::Set { code: text, .. } | MoveLine::Guess { guess: text, .. }) = &told;
        let code = Code::parse(text, self.duel.size()).map_err(|error| Fault::Duel(format!("{text:?}: {error}")))?;
        let expected = play(&mut self.duel, code)?;
        // Codes are told as they are written here, whatever letters they came in.
        let told = match told {
            MoveLine::Set { seat, .. } => MoveLine::Set { seat, code: code.to_string() },
            MoveLine::Guess { seat, blacks, whites, .. } => {
                MoveLine::Guess { seat, guess: code.to_string(), blacks, whites }
            }
        };
        if told != expected {
            let text = serde_json::to_string(&expected).unwrap_or_default();
            return Err(Fault::Duel(format!("by the rules this line is {text}")));
        }
        self.moves.push(code);
        Ok(())
    }

    fn close(self, line: &str) -> Result<RecordedDuel, Fault> {
        let told: ResultLine = parse(line)?;
        let expected = result(&self.duel);
        if told != expected {
            let text = serde_json::to_string(&expected).unwrap_or_default();
            return Err(Fault::Duel(format!("by the rules the result is {text}")));
        }
        let OpeningLine { seed, players, .. } = self.opening;
        RecordedDuel::new(seed, players, self.duel.size(), self.moves)
    }
}
