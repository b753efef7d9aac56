//! The full screen: raw keys in, pictures out. The terminal is taken and given back by the other games' screen.

use std::io::{self, Stdout, Write};
use std::time::Duration;
use std::{env, thread};

use crossterm::cursor::MoveTo;
use crossterm::queue;
use crossterm::style::{Attribute, Color, Print, SetAttribute, SetBackgroundColor, SetForegroundColor};
use crossterm::terminal::{BeginSynchronizedUpdate, EndSynchronizedUpdate};
use pipsqueak_core::games::checkers::{Move, Side, Square};

use super::entry::Step;
use super::picture::{self, Hand, Sheet, Style};
use super::scene::Scene;
use super::{Front, Leave, NO_LEVELS};
use crate::play::keys::{self, Key};
use crate::play::screen::Screen;

/// How long a move is seen before the next one follows.
const PAUSE: Duration = Duration::from_millis(250);

/// A terminal that is taken over for as long as this lives.
pub struct BoardScreen {
    _taken: Screen,
    out: Stdout,
    colours: bool,
    hand: Hand,
}

impl BoardScreen {
    /// Takes the terminal over.
    pub fn open() -> io::Result<BoardScreen> {
        let colours = env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        Ok(BoardScreen { _taken: Screen::open()?, out: io::stdout(), colours, hand: Hand::default() })
    }

    fn write(&mut self, sheet: &Sheet) -> io::Result<()> {
        queue!(self.out, BeginSynchronizedUpdate)?;
        for (y, row) in (0..).zip(sheet.rows()) {
            queue!(self.out, MoveTo(0, y))?;
            for (style, text) in row {
                self.dress(style)?;
                queue!(self.out, Print(text), SetAttribute(Attribute::Reset))?;
            }
        }
        queue!(self.out, EndSynchronizedUpdate)?;
        self.out.flush()
    }

    fn dress(&mut self, style: Style) -> io::Result<()> {
        queue!(self.out, SetAttribute(Attribute::Reset))?;
        if style.bold {
            queue!(self.out, SetAttribute(Attribute::Bold))?;
        }
        if !self.colours {
            return if style.marked { queue!(self.out, SetAttribute(Attribute::Reverse)) } else { Ok(()) };
        }
        if let Some(ink) = style.ink {
            queue!(self.out, SetForegroundColor(Color::AnsiValue(ink)))?;
        }
        if let Some(ground) = style.ground {
            queue!(self.out, SetBackgroundColor(Color::AnsiValue(ground)))?;
        }
        Ok(())
    }

    fn paint(&mut self, scene: &Scene, legal: &[Move]) -> io::Result<()> {
        let sheet = picture::paint(scene, &self.hand, legal, Screen::size()?);
        self.write(&sheet)
    }

    /// Shows the rules until a key is pressed.
    fn help(&mut self, scene: &Scene) -> Result<(), Leave> {
        loop {
            let sheet = picture::help(scene, Screen::size()?);
            self.write(&sheet)?;
            match lower(keys::read()?) {
                Key::Interrupt | Key::Letter('q') => return Err(Leave::Quit),
                Key::Resized => {}
                _ => return Ok(()),
            }
        }
    }

    /// Moves the cursor to the next dark square that way, as the board is seen.
    fn steer(&mut self, scene: &Scene, (right, down): (i8, i8)) {
        let sign = if (scene.person == Side::Black) != self.hand.is_turned { -1 } else { 1 };
        let (row, column) = match self.hand.cursor {
            Some(square) => (square.row() as i8, square.column() as i8),
            None => (4, 3 - sign * right),
        };
        // Left and right skip the light square between; up and down go on a diagonal that stays on the board.
        let row = (row + sign * down).clamp(0, 7);
        let column = if down == 0 { column + 2 * sign * right } else { column + if row % 2 == 0 { 1 } else { -1 } };
        let column = column.rem_euclid(8);
        if let Some(square) = Square::of_row_and_column(row as u8, column as u8) {
            self.hand.cursor = Some(square);
        }
    }

    /// Chooses a square; gives the move once it is whole.
    fn choose(&mut self, square: Square, legal: &[Move]) -> Option<Move> {
        self.hand.cursor = Some(square);
        match self.hand.entry.choose(square, legal) {
            Step::Done(chosen) => Some(chosen),
            Step::More => None,
            Step::Refused => {
                let must = if legal.iter().any(|legal| legal.is_capture()) { ": a jump must be taken" } else { "" };
                self.hand.notice = format!("Nothing of yours can use square {square} now{must}.");
                None
            }
        }
    }

    /// A digit more; a number that can grow no further is a square at once.
    fn digit(&mut self, digit: char, legal: &[Move]) -> Option<Move> {
        self.hand.typed.push(digit);
        let number = self.hand.typed.parse::<u8>().unwrap_or(0);
        if number > 3 || self.hand.typed.len() > 1 { self.typed(legal) } else { None }
    }

    fn typed(&mut self, legal: &[Move]) -> Option<Move> {
        let typed = std::mem::take(&mut self.hand.typed);
        match typed.parse().ok().and_then(Square::new) {
            Some(square) => self.choose(square, legal),
            None => {
                self.hand.notice = format!("There is no square {typed}.");
                None
            }
        }
    }
}

impl Front for BoardScreen {
    fn ask(&mut self, scene: &Scene) -> Result<Move, Leave> {
        let legal = scene.legal();
        self.hand.entry.clear();
        self.hand.typed.clear();
        loop {
            self.paint(scene, &legal)?;
            self.hand.notice.clear();
            let key = lower(keys::read()?);
            // Nobody should move on a board that cannot be seen.
            let is_seen = picture::fits(Screen::size()?);
            let chosen = match key {
                Key::Interrupt | Key::Letter('q') => return Err(Leave::Quit),
                _ if !is_seen => None,
                Key::Letter(digit @ '0'..='9') => self.digit(digit, &legal),
                Key::Enter | Key::Letter(' ') if !self.hand.typed.is_empty() => self.typed(&legal),
                Key::Enter | Key::Letter(' ') => self.hand.cursor.and_then(|square| self.choose(square, &legal)),
                Key::Arrow(right, down) => {
                    self.steer(scene, (right, down));
                    None
                }
                Key::Escape | Key::Rub => {
                    if self.hand.typed.pop().is_none() {
                        self.hand.entry.clear();
                    }
                    None
                }
                Key::Letter('u') if scene.can_take_back() => return Err(Leave::Undo),
                Key::Letter('u') => {
                    "There is nothing to take back.".clone_into(&mut self.hand.notice);
                    None
                }
                Key::Letter('l') => match scene.rival.level() {
                    Some(level) => return Err(Leave::Level(level.next())),
                    None => {
                        NO_LEVELS.clone_into(&mut self.hand.notice);
                        None
                    }
                },
                Key::Letter('t') => {
                    self.hand.is_turned = !self.hand.is_turned;
                    None
                }
                Key::Letter('?' | 'h') => {
                    self.help(scene)?;
                    None
                }
                _ => None,
            };
            if let Some(chosen) = chosen {
                self.hand.entry.clear();
                self.hand.cursor = None;
                return Ok(chosen);
            }
        }
    }

    fn show(&mut self, scene: &Scene) -> Result<(), Leave> {
        self.paint(scene, &[])?;
        thread::sleep(PAUSE);
        Ok(())
    }

    fn close(&mut self, scene: &Scene) -> Result<(), Leave> {
        loop {
            self.paint(scene, &[])?;
            match lower(keys::read()?) {
                Key::Interrupt | Key::Letter('q') => return Err(Leave::Quit),
                Key::Letter('n') => return Ok(()),
                Key::Letter('u') if scene.can_take_back() => return Err(Leave::Undo),
                Key::Letter('t') => self.hand.is_turned = !self.hand.is_turned,
                Key::Letter('?' | 'h') => self.help(scene)?,
                _ => {}
            }
        }
    }
}

/// Capital letters mean the same.
fn lower(key: Key) -> Key {
    match key {
        Key::Letter(letter) => Key::Letter(letter.to_ascii_lowercase()),
        key => key,
    }
}
