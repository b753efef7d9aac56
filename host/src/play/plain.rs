//! Line mode, for pipes and screen readers: the table in short lines, a question, an answer. No colour, no control
//! characters.

use std::io::{BufRead, Write};

use pipsqueak_core::cards::Card;
use pipsqueak_core::game::Seat;
use pipsqueak_core::games::fiveo::{Column, Columns};

use super::person::{Front, Stop};
use super::scene::{Scene, Score};
use super::{numbers, rules};
use crate::words;

/// The room for five cards and what they are.
const HAND_WIDTH: usize = 17 + words::LONGEST_HAND;

/// A person who reads and writes lines.
pub struct Plain<R, W> {
    input: R,
    output: W,
}

/// What a person can type.
enum Answer {
    Place(Column),
    Help,
    Quit,
}

impl<R: BufRead, W: Write> Plain<R, W> {
    /// Asks through these.
    pub fn new(input: R, output: W) -> Plain<R, W> {
        Plain { input, output }
    }

    fn greet(&mut self, scene: &Scene) -> Result<(), Stop> {
        let first = if scene.seat == Seat::First { "You move" } else { "The opponent moves" };
        writeln!(
            self.output,
            "Five-O, game {}, seed {}: you against {}. {first} first. ? explains, q quits.",
            scene.number, scene.seed.0, scene.opponent
        )?;
        Ok(())
    }

    fn show(&mut self, scene: &Scene, card: Card, open: Columns) -> Result<(), Stop> {
        writeln!(self.output)?;
        if let Some(column) = scene.answer {
            let placed = scene.column(scene.seat.other(), column).last().copied().flatten();
            let placed = placed.map_or("a card face down".to_owned(), |card| card.to_string());
            writeln!(self.output, "{} placed {placed} in column {}.", scene.opponent, column.index() + 1)?;
        }
        writeln!(self.output, "Turn {} of 20.", scene.turn())?;
        for column in Column::ALL {
            let state = if open.contains(column) { "open" } else { "" };
            self.show_column(scene, column, state)?;
        }
        writeln!(self.output, "Your card is {card}, the {}.", words::card(card))?;
        Ok(())
    }

    fn show_column(&mut self, scene: &Scene, column: Column, state: &str) -> Result<(), Stop> {
        let [own, other] = [scene.seat, scene.seat.other()].map(|seat| {
            let cards: Vec<String> = scene.column(seat, column).iter().map(|&card| face(card)).collect();
            format!("{} ({})", cards.join(" "), words::hand(scene.cards(seat, column)))
        });
        let number = column.index() + 1;
        writeln!(self.output, "{number} {state:4}  you {own:HAND_WIDTH$}  {} {other}", scene.opponent)?;
        Ok(())
    }

    /// The next line, without what surrounds it.
    fn line(&mut self) -> Result<String, Stop> {
        self.output.flush()?;
        let mut bytes = Vec::new();
        if self.input.read_until(b'\n', &mut bytes)? == 0 {
            return Err(Stop::InputEnded);
        }
        Ok(String::from_utf8_lossy(&bytes).trim().to_owned())
    }

    fn help(&mut self) -> Result<(), Stop> {
        for line in rules() {
            writeln!(self.output, "{line}")?;
        }
        Ok(writeln!(self.output, "Type the number of an open column, 1 to 5. ?? is a card that lies face down.")?)
    }
}

impl<R: BufRead, W: Write> Front for Plain<R, W> {
    fn ask(&mut self, scene: &Scene) -> Result<Column, Stop> {
        let Some((card, open)) = scene.question else { return Err(Stop::InputEnded) };
        if scene.turn() == 1 {
            self.greet(scene)?;
        }
        self.show(scene, card, open)?;
        loop {
            writeln!(self.output, "Place {card} in column {}?", numbers(open.iter()))?;
            let text = self.line()?;
            match understand(&text, open) {
                Ok(Answer::Place(column)) => return Ok(column),
                Ok(Answer::Help) => self.help()?,
                Ok(Answer::Quit) => {
                    writeln!(self.output, "You left the game; it counts for nobody.")?;
                    return Err(Stop::Quit);
                }
                Err(why) => writeln!(self.output, "{why}")?,
            }
        }
    }

    fn placed(&mut self, _scene: &Scene) -> Result<(), Stop> {
        // The next question tells what the opponent did.
        Ok(())
    }

    fn reveal(&mut self, scene: &Scene) -> Result<(), Stop> {
        writeln!(self.output, "\nThe game is over, and all cards are turned.")?;
        for column in Column::ALL {
            let state = match scene.leader(column) {
                Some(seat) if seat == scene.seat => "won",
                Some(_) => "lost",
                None => "tied",
            };
            self.show_column(scene, column, state)?;
        }
        writeln!(self.output, "{}", scene.verdict().unwrap_or_default())?;
        let Score { won, lost, tied } = scene.score;
        if scene.number > 1 || !scene.last {
            writeln!(self.output, "Games so far: {won} won, {lost} lost, {tied} tied.\n")?;
        }
        Ok(self.output.flush()?)
    }
}

fn face(card: Option<Card>) -> String {
    card.map_or("??".to_owned(), |card| card.to_string())
}

/// What the person means, or what is wrong with it.
fn understand(text: &str, open: Columns) -> Result<Answer, String> {
    let places = numbers(open.iter());
    match text {
        "?" | "h" | "help" => return Ok(Answer::Help),
        "q" | "quit" => return Ok(Answer::Quit),
        "" => return Err(format!("Nothing was typed: type {places}, ? or q.")),
        _ => {}
    }
    let number = text.parse::<u8>().ok().and_then(|number| number.checked_sub(1));
    match number.and_then(Column::new) {
        Some(column) if open.contains(column) => Ok(Answer::Place(column)),
        Some(_) => Err(format!("Column {text} already has its card of this round: type {places}.")),
        None => Err(format!("{:?} is no column: type {places}, ? or q.", words::name(text, 20))),
    }
}
