//! The duel on the full screen: keys become pegs.

use std::time::Duration;
use std::{io, thread};

use pipsqueak_core::games::mastermind::Code;

use super::super::keys::{self, Key};
use super::super::screen::Screen;
use super::person::Front;
use super::{Scene, Stop, picture};

/// How long the person's own guess is seen alone before the program's follows.
const PAUSE: Duration = Duration::from_millis(350);

impl Screen {
    fn duel(&mut self, scene: &Scene, typed: &[u8], notice: &str) -> io::Result<()> {
        let size = Screen::size()?;
        self.show(&picture::duel(scene, typed, notice, size))
    }

    /// Shows the rules until a key is pressed.
    fn rules(&mut self) -> Result<(), Stop> {
        loop {
            self.show(&picture::help(Screen::size()?))?;
            match keys::read()? {
                Key::Interrupt => return Err(Stop::Quit),
                Key::Resized => {}
                _ => return Ok(()),
            }
        }
    }
}

impl Front for Screen {
    fn ask(&mut self, scene: &Scene) -> Result<Code, Stop> {
        let n_pegs = usize::from(scene.size.pegs());
        let mut typed = Vec::new();
        let mut notice = String::new();
        loop {
            self.duel(scene, &typed, &notice)?;
            notice.clear();
            let key = keys::read()?;
            match key {
                Key::Interrupt | Key::Letter('q' | 'Q') => return Err(Stop::Quit),
                Key::Letter('?') => self.rules()?,
                // Nobody should guess in a game that cannot be seen.
                _ if !picture::fits(Screen::size()?) => {}
                Key::Rub => {
                    typed.pop();
                }
                Key::Enter if typed.len() == n_pegs => match Code::new(&typed) {
                    Ok(code) => return Ok(code),
                    Err(error) => notice = error.to_string(),
                },
                Key::Enter => notice = format!("{} of {n_pegs} pegs are placed.", typed.len()),
                Key::Letter(letter) => match color_of(letter, scene) {
                    Some(color) if typed.len() < n_pegs => typed.push(color),
                    Some(_) => "All pegs are placed: Enter, or Backspace.".clone_into(&mut notice),
                    None => {
                        let last = scene.size.colors();
                        notice = format!("The colours are A to {} (or their numbers).", picture::letter(last));
                    }
                },
                _ => {}
            }
        }
    }

    fn moved(&mut self, scene: &Scene) -> Result<(), Stop> {
        self.duel(scene, &[], "")?;
        if !scene.guesses.is_empty() {
            thread::sleep(PAUSE);
        }
        Ok(())
    }

    fn reveal(&mut self, scene: &Scene) -> Result<(), Stop> {
        loop {
            self.duel(scene, &[], "")?;
            match keys::read()? {
                Key::Letter('n' | 'N') => return Ok(()),
                Key::Letter('?') => self.rules()?,
                Key::Interrupt | Key::Letter('q' | 'Q') => return Err(Stop::Quit),
                _ => {}
            }
        }
    }
}

/// The colour that a key stands for, if the game has it.
fn color_of(letter: char, scene: &Scene) -> Option<u8> {
    let code: Code = letter.to_string().parse().ok()?;
    code.colors().next().filter(|&color| color <= scene.size.colors())
}
