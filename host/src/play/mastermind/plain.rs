//! Line mode, for pipes and screen readers: short lines, a question, an answer. No colour, no control characters.

use std::io::{BufRead, Write};

use pipsqueak_core::game::Seat;
use pipsqueak_core::games::mastermind::{Code, Size};

use super::person::Front;
use super::{Scene, Score, Stop, rules};
use crate::words;

/// A person who reads and writes lines.
pub struct Plain<R, W> {
    input: R,
    output: W,
}

/// What a person can type.
enum Answer {
    Code(Code),
    Help,
    Quit,
}

impl<R: BufRead, W: Write> Plain<R, W> {
    /// Asks through these.
    pub fn new(input: R, output: W) -> Plain<R, W> {
        Plain { input, output }
    }

    fn greet(&mut self, scene: &Scene) -> Result<(), Stop> {
        let Scene { number, seed, opponent, size, .. } = scene;
        let first = if scene.seat == Seat::First { "You guess" } else { "The opponent guesses" };
        writeln!(
            self.output,
            "Mastermind, game {number}, seed {}: you against {opponent}. {first} first. ? explains, q quits.",
            seed.0
        )?;
        writeln!(self.output, "A code has {}, {}.", pegs(*size), colours(*size))?;
        Ok(())
    }

    fn line(&mut self) -> Result<String, Stop> {
        self.output.flush()?;
        let mut bytes = Vec::new();
        if self.input.read_until(b'\n', &mut bytes)? == 0 {
            return Err(Stop::InputEnded);
        }
        Ok(String::from_utf8_lossy(&bytes).trim().to_owned())
    }

    fn help(&mut self, size: Size) -> Result<(), Stop> {
        for line in rules() {
            writeln!(self.output, "{line}")?;
        }
        Ok(writeln!(self.output, "Type a code of {}, {}.", pegs(size), colours(size))?)
    }
}

impl<R: BufRead, W: Write> Front for Plain<R, W> {
    fn ask(&mut self, scene: &Scene) -> Result<Code, Stop> {
        if scene.secret.is_none() {
            self.greet(scene)?;
        }
        loop {
            match scene.secret {
                None => writeln!(self.output, "Set your code?")?,
                Some(_) => writeln!(self.output, "Your guess {}?", scene.guesses.len() + 1)?,
            }
            let text = self.line()?;
            match understand(&text, scene.size) {
                Ok(Answer::Code(code)) => return Ok(code),
                Ok(Answer::Help) => self.help(scene.size)?,
                Ok(Answer::Quit) => {
                    writeln!(self.output, "You left the game; it counts for nobody.")?;
                    return Err(Stop::Quit);
                }
                Err(why) => writeln!(self.output, "{why}")?,
            }
        }
    }

    fn moved(&mut self, scene: &Scene) -> Result<(), Stop> {
        // The one who moved has as many guesses as the other or one more, depending on the seats.
        let [first, second] = match scene.seat {
            Seat::First => [("You guess", &scene.guesses), (scene.opponent.as_str(), &scene.theirs)],
            Seat::Second => [(scene.opponent.as_str(), &scene.theirs), ("You guess", &scene.guesses)],
        };
        let (who, history) = if first.1.len() > second.1.len() { first } else { second };
        if let Some(round) = history.rounds().last() {
            let who = if who == "You guess" { who.to_owned() } else { format!("{who} guesses") };
            writeln!(self.output, "{who} {}: {}.", round.guess, round.feedback)?;
        }
        Ok(())
    }

    fn reveal(&mut self, scene: &Scene) -> Result<(), Stop> {
        writeln!(self.output, "\nThe game is over. {}", scene.verdict(|code| code.to_string()).unwrap_or_default())?;
        let Score { won, lost, tied } = scene.score;
        if scene.number > 1 || !scene.last {
            writeln!(self.output, "Games so far: {won} won, {lost} lost, {tied} tied.\n")?;
        }
        Ok(self.output.flush()?)
    }
}

/// The pegs in words.
pub fn pegs(size: Size) -> String {
    if size.pegs() == 1 { "1 peg".to_owned() } else { format!("{} pegs", size.pegs()) }
}

/// The colours in words, as they are typed.
fn colours(size: Size) -> String {
    match Code::new(&[size.colors()]) {
        Ok(last) => format!("each of the colours 1 to {last} (or A to {last:#})"),
        Err(_) => "of any colour".to_owned(),
    }
}

/// What the person means, or what is wrong with it.
fn understand(text: &str, size: Size) -> Result<Answer, String> {
    match text {
        "?" | "help" => return Ok(Answer::Help),
        "q" | "quit" => return Ok(Answer::Quit),
        "" => return Err("Nothing was typed: type a code, ? or q.".to_owned()),
        _ => {}
    }
    // Spaces between the pegs do no harm.
    let pegs: String = text.chars().filter(|letter| !letter.is_whitespace()).collect();
    Code::parse(&pegs, size).map(Answer::Code).map_err(|error| format!("{:?}: {error}.", words::name(text, 20)))
}
