//! Line mode, for pipes and screen readers: the board in letters, a question, an answer. No colour, no control
//! characters.

use std::io::{BufRead, Write};

use pipsqueak_core::games::checkers::pdn::{Short, read_move};
use pipsqueak_core::games::checkers::{Move, Side};

use super::scene::Scene;
use super::{Front, Leave, Level, NO_LEVELS, rules};
use crate::games::checkers::diagram;
use crate::words;

/// A person who reads and writes lines.
pub struct Plain<R, W> {
    input: R,
    output: W,
    /// How many moves have been told.
    told: usize,
}

impl<R: BufRead, W: Write> Plain<R, W> {
    /// Asks through these.
    pub fn new(input: R, output: W) -> Plain<R, W> {
        Plain { input, output, told: 0 }
    }

    fn greet(&mut self, scene: &Scene) -> Result<(), Leave> {
        let Scene { number, rival, person, .. } = scene;
        writeln!(
            self.output,
            "Checkers, game {number}: you are {person}, against {}. Black moves first. ? explains, q quits.",
            rival.name()
        )?;
        Ok(())
    }

    /// The board with its squares' numbers beside it, and the opponent's last move.
    fn board(&mut self, scene: &Scene) -> Result<(), Leave> {
        writeln!(self.output)?;
        if let Some(last) = scene.words().last().filter(|_| scene.board().turn() == scene.person) {
            writeln!(self.output, "{} played {last}.", scene.rival.name())?;
        }
        for (row, line) in diagram(scene.board()).lines().enumerate() {
            let first = row * 4 + 1;
            writeln!(self.output, "{line:16} {first:2} to {}", first + 3)?;
        }
        Ok(())
    }

    /// The next line, without what surrounds it.
    fn line(&mut self) -> Result<String, Leave> {
        self.output.flush()?;
        let mut bytes = Vec::new();
        if self.input.read_until(b'\n', &mut bytes)? == 0 {
            return Err(Leave::InputEnded);
        }
        Ok(String::from_utf8_lossy(&bytes).trim().to_owned())
    }

    fn moves(&mut self, scene: &Scene) -> Result<(), Leave> {
        let moves: Vec<String> = scene.legal().iter().map(|&legal| Short(scene.board(), legal).to_string()).collect();
        writeln!(self.output, "You can play {}.", words::either(&moves))?;
        Ok(())
    }

    fn help(&mut self, scene: &Scene) -> Result<(), Leave> {
        for line in rules() {
            writeln!(self.output, "{line}")?;
        }
        writeln!(self.output, "\nb and w are men, B and W kings. Type a move: 11-15, or 11x18x25 for a jump.")?;
        let levels = scene.rival.level().map_or("", |_| " level 1 to 5 changes the opponent,");
        writeln!(self.output, "m lists your moves, u takes back,{levels} q quits.")?;
        Ok(())
    }

    /// What the person means; `None` if the question stands.
    fn understand(&mut self, scene: &Scene, text: &str) -> Result<Option<Move>, Leave> {
        match text {
            "?" | "h" | "help" => self.help(scene)?,
            "m" | "moves" => self.moves(scene)?,
            "q" | "quit" => {
                writeln!(self.output, "You left the game.")?;
                return Err(Leave::Quit);
            }
            "u" | "undo" if scene.can_take_back() => return Err(Leave::Undo),
            "u" | "undo" => writeln!(self.output, "There is nothing to take back.")?,
            "" => writeln!(self.output, "Nothing was typed: type a move, m, ? or q.")?,
            _ => match text.strip_prefix("level ").map(Level::named) {
                Some(_) if scene.rival.level().is_none() => {
                    writeln!(self.output, "{NO_LEVELS}")?;
                }
                Some(Some(level)) => return Err(Leave::Level(level)),
                Some(None) => writeln!(self.output, "Levels are 1 to 5: child, easy, medium, hard, expert.")?,
                None => match read_move(scene.board(), text) {
                    Ok(chosen) => return Ok(Some(chosen)),
                    Err(fault) => writeln!(self.output, "{}: {fault}.", words::name(text, 20))?,
                },
            },
        }
        Ok(None)
    }
}

impl<R: BufRead, W: Write> Front for Plain<R, W> {
    fn ask(&mut self, scene: &Scene) -> Result<Move, Leave> {
        if self.told == 0 {
            self.greet(scene)?;
        }
        self.told += 1;
        self.board(scene)?;
        loop {
            let sign = if scene.person == Side::Black { "b, going down" } else { "w, going up" };
            writeln!(self.output, "Your move ({sign})?")?;
            let text = self.line()?;
            if let Some(chosen) = self.understand(scene, &text)? {
                return Ok(chosen);
            }
        }
    }

    fn show(&mut self, _: &Scene) -> Result<(), Leave> {
        // The next question tells what the opponent did.
        Ok(())
    }

    fn close(&mut self, scene: &Scene) -> Result<(), Leave> {
        self.told = 0;
        self.board(scene)?;
        writeln!(self.output, "{}", scene.verdict().unwrap_or_default())?;
        if scene.number > 1 || !scene.is_last {
            let [won, lost, drawn] = scene.score_with_end();
            writeln!(self.output, "Games so far: {won} won, {lost} lost, {drawn} drawn.\n")?;
        }
        Ok(self.output.flush()?)
    }
}
