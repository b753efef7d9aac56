//! The full screen: raw keys in, canvases out. Whatever way the program ends, the terminal is given back as it was.

use std::io::{self, Stdout, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use std::{env, panic, thread};

use crossterm::cursor::{Hide, MoveTo, Show};
use crossterm::style::{Attribute, Color, Colors, Print, SetAttribute, SetColors, SetForegroundColor};
use crossterm::terminal::{
    self, BeginSynchronizedUpdate, EndSynchronizedUpdate, EnterAlternateScreen, LeaveAlternateScreen,
};
use crossterm::{execute, queue};
use pipsqueak_core::games::fiveo::{Column, Columns};

use super::canvas::{Canvas, Ink};
use super::keys::{self, Key};
use super::person::{Front, Stop};
use super::picture;
use super::scene::Scene;
use crate::system::signals;

/// How long the person's own card is seen alone before the opponent's follows.
const PAUSE: Duration = Duration::from_millis(350);

/// The patches of pegs and the letters on them, of the 256 colours: red, yellow, green, blue, orange, violet, white,
/// cyan, pink, brown, grey, olive.
const PEGS: [(u8, u8); 12] = [
    (160, 231),
    (226, 16),
    (34, 16),
    (27, 231),
    (208, 16),
    (91, 231),
    (255, 16),
    (51, 16),
    (213, 16),
    (94, 231),
    (242, 231),
    (100, 16),
];

/// Whether the terminal is taken over. A panic hook and a signal handler can only see what is global.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// A terminal that is taken over for as long as this lives.
pub struct Screen {
    out: Stdout,
    colours: bool,
}

impl Screen {
    /// Takes the terminal over.
    pub fn open() -> io::Result<Screen> {
        // A panic may abort the program and a signal ends it at once: no destructor would run.
        let hook = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            give_back();
            hook(info);
        }));
        signals::before_leaving(give_back);
        let colours = env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        let mut screen = Screen { out: io::stdout(), colours };
        TAKEN.store(true, Ordering::SeqCst);
        terminal::enable_raw_mode()?;
        execute!(screen.out, EnterAlternateScreen, Hide)?;
        Ok(screen)
    }

    /// Shows a picture.
    pub(super) fn show(&mut self, canvas: &Canvas) -> io::Result<()> {
        queue!(self.out, BeginSynchronizedUpdate)?;
        for (y, row) in (0..).zip(canvas.rows()) {
            queue!(self.out, MoveTo(0, y))?;
            for (ink, text) in row {
                self.write(ink, &text)?;
            }
        }
        queue!(self.out, EndSynchronizedUpdate)?;
        self.out.flush()
    }

    fn write(&mut self, ink: Ink, text: &str) -> io::Result<()> {
        if let Ink::Peg(color) = ink {
            return self.write_peg(color, text);
        }
        let (attribute, colour) = match ink {
            Ink::Plain => (None, None),
            Ink::Dim => (Some(Attribute::Dim), None),
            Ink::Bold => (Some(Attribute::Bold), None),
            Ink::Red => (Some(Attribute::Bold), Some(Color::Red)),
            Ink::Fresh => (Some(Attribute::Reverse), None),
            Ink::FreshRed => (Some(Attribute::Reverse), Some(Color::Red)),
            Ink::Good => (None, Some(Color::Green)),
            Ink::Bad => (None, Some(Color::Yellow)),
            Ink::Key => (Some(Attribute::Bold), Some(Color::Cyan)),
            Ink::Peg(_) => (Some(Attribute::Bold), None),
        };
        queue!(self.out, SetAttribute(Attribute::Reset))?;
        if let Some(attribute) = attribute {
            queue!(self.out, SetAttribute(attribute))?;
        }
        if let Some(colour) = colour.filter(|_| self.colours) {
            queue!(self.out, SetForegroundColor(colour))?;
        }
        queue!(self.out, Print(text), SetAttribute(Attribute::Reset))
    }

    /// A peg is a patch of its colour; without colours its letter stands alone.
    fn write_peg(&mut self, color: u8, text: &str) -> io::Result<()> {
        let (patch, letter) = PEGS.get(usize::from(color).wrapping_sub(1)).copied().unwrap_or((7, 0));
        queue!(self.out, SetAttribute(Attribute::Reset), SetAttribute(Attribute::Bold))?;
        if self.colours {
            let colors = Colors::new(Color::AnsiValue(letter), Color::AnsiValue(patch));
            queue!(self.out, SetColors(colors))?;
        }
        queue!(self.out, Print(text), SetAttribute(Attribute::Reset))
    }

    /// Columns and rows.
    pub(super) fn size() -> io::Result<(usize, usize)> {
        size()
    }

    fn table(&mut self, scene: &Scene, notice: &str) -> io::Result<()> {
        self.show(&picture::table(scene, notice, size()?))
    }

    /// Shows the rules until a key is pressed.
    fn help(&mut self) -> Result<(), Stop> {
        loop {
            self.show(&picture::help(size()?))?;
            match keys::read()? {
                Key::Interrupt | Key::Letter('q' | 'Q') => return Err(Stop::Quit),
                Key::Resized => {}
                _ => return Ok(()),
            }
        }
    }
}

impl Front for Screen {
    fn ask(&mut self, scene: &Scene) -> Result<Column, Stop> {
        let open = scene.question.map_or(Columns::NONE, |(_, open)| open);
        let mut notice = String::new();
        loop {
            self.table(scene, &notice)?;
            notice.clear();
            match keys::read()? {
                Key::Interrupt | Key::Letter('q' | 'Q') => return Err(Stop::Quit),
                Key::Letter('?' | 'h') => self.help()?,
                // Nobody should place a card in a table that cannot be seen.
                _ if !picture::fits(size()?) => {}
                Key::Letter(digit @ '1'..='5') => match column_of(digit).filter(|&column| open.contains(column)) {
                    Some(column) => return Ok(column),
                    None => notice = format!("Column {digit} already has its card of this round."),
                },
                Key::Enter | Key::Letter(' ') => match open.only() {
                    Some(column) => return Ok(column),
                    None => "Choose a column by its number.".clone_into(&mut notice),
                },
                _ => {}
            }
        }
    }

    fn placed(&mut self, scene: &Scene) -> Result<(), Stop> {
        self.table(scene, "")?;
        if scene.answer.is_none() {
            thread::sleep(PAUSE);
        }
        Ok(())
    }

    fn reveal(&mut self, scene: &Scene) -> Result<(), Stop> {
        loop {
            self.table(scene, "")?;
            match keys::read()? {
                Key::Letter('n' | 'N') => return Ok(()),
                Key::Letter('?' | 'h') => self.help()?,
                Key::Interrupt | Key::Letter('q' | 'Q') => return Err(Stop::Quit),
                _ => {}
            }
        }
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        give_back();
    }
}

/// Leaves the terminal as it was found, once: leaving twice would put the cursor over what was written in between.
/// There is nothing to be done if it fails.
fn give_back() {
    if !TAKEN.swap(false, Ordering::SeqCst) {
        return;
    }
    let _ = execute!(io::stdout(), LeaveAlternateScreen, Show);
    let _ = terminal::disable_raw_mode();
}

fn size() -> io::Result<(usize, usize)> {
    let (width, height) = terminal::size()?;
    Ok((usize::from(width), usize::from(height)))
}

fn column_of(digit: char) -> Option<Column> {
    let number = digit.to_digit(10)?.checked_sub(1)?;
    Column::new(u8::try_from(number).ok()?)
}
