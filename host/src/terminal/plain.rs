//! Line mode, for pipes and screen readers: the state of the game in short lines, a question, an answer. No colour, no
//! control characters.

use std::io::{self, BufRead, Read, Write};

use anyhow::{Context, Result, ensure};
use pipsqueak_core::game::Seat;

use super::scene::{Answer, GameInfo, MoveOf, Scene};
use super::series::{Frontend, Stop};
use super::text;

/// A person at a line-mode interface.
pub struct Plain<R, W> {
    input: R,
    output: W,
    told: String,
}

impl<R: BufRead, W: Write> Plain<R, W> {
    /// Reads answers from `input` and writes to `output`.
    pub fn new(input: R, output: W) -> Plain<R, W> {
        Plain { input, output, told: String::new() }
    }

    fn write(&mut self, lines: impl IntoIterator<Item = impl AsRef<str>>) -> Result<()> {
        let written = lines.into_iter().try_for_each(|line| writeln!(self.output, "{}", line.as_ref()));
        written.and_then(|()| self.output.flush()).context(TERMINAL_FAILED)
    }

    /// The next line, trimmed.
    fn line(&mut self) -> Result<String> {
        let mut bytes = Vec::new();
        let n_bytes: io::Result<usize> = (&mut self.input).take(LONGEST_LINE).read_until(b'\n', &mut bytes);
        let n_bytes = n_bytes.context(TERMINAL_FAILED)?;
        if n_bytes == 0 {
            return Err(Stop::InputEnded.into());
        }
        ensure!(n_bytes as u64 != LONGEST_LINE, "a line of the input has more than {LONGEST_LINE} bytes");
        Ok(String::from_utf8_lossy(&bytes).trim().to_owned())
    }

    fn answer<S: Scene>(&mut self, scene: &mut S, text: &str) -> Result<Answer<MoveOf<S>>> {
        match text {
            "?" | "h" | "help" => self.write(scene.rules().lines().chain(scene.typing_help().lines()))?,
            "q" | "quit" => {
                self.write(["You left the game. It does not count."])?;
                return Err(Stop::Quit.into());
            }
            "" => return Ok(Answer::Say("Nothing was typed: ? explains, q quits.".to_owned())),
            _ => return Ok(scene.understand(text)),
        }
        Ok(Answer::More)
    }
}

/// Longest input line, in bytes.
const LONGEST_LINE: u64 = 4096;

/// The error for a terminal that cannot be read or written.
pub(super) const TERMINAL_FAILED: &str = "the terminal failed";

impl<S: Scene, R: BufRead, W: Write> Frontend<S> for Plain<R, W> {
    fn open(&mut self, scene: &S, info: &GameInfo) -> Result<()> {
        self.write([scene.greeting(info)])
    }

    fn ask(&mut self, scene: &mut S, info: &GameInfo) -> Result<MoveOf<S>> {
        let told = std::mem::take(&mut self.told);
        self.write(scene.lines(info).into_iter().chain((!told.is_empty()).then_some(told)))?;
        loop {
            self.write([scene.question()])?;
            let text = self.line()?;
            match self.answer(scene, &text)? {
                Answer::Move(chosen) => return Ok(chosen),
                Answer::More => {}
                Answer::Say(text) | Answer::Show(text) => self.write([text])?,
                Answer::Resume(n_moves) => return Err(Stop::Resume(n_moves).into()),
                Answer::End(points) => return Err(Stop::Ended(points).into()),
            }
        }
    }

    fn moved(&mut self, _: &S, _: &GameInfo, _: Seat) -> Result<()> {
        // The lines before the next question show it.
        Ok(())
    }

    fn tell(&mut self, sentence: String) {
        self.told = sentence;
    }

    fn close(&mut self, scene: &mut S, info: &GameInfo) -> Result<()> {
        self.write(scene.lines(info).into_iter().chain([scene.verdict(info)]))?;
        if info.number > 1 || !info.is_last {
            self.write([format!("Games so far: {}.\n", text::score(info.score))])?;
        }
        Ok(())
    }
}
