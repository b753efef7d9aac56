//! Keys, the same for all games.

use std::io;
use std::time::Duration;

use crossterm::event::{self, Event, KeyCode, KeyEventKind, KeyModifiers};

/// A key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Key {
    /// A letter, a digit, a sign or a space. Capital letters are converted to small ones.
    Char(char),
    /// Enter.
    Enter,
    /// Escape.
    Escape,
    /// Backspace or delete.
    Backspace,
    /// An arrow, by its direction to the right and down.
    Arrow(i8, i8),
    /// Home.
    Home,
    /// End.
    End,
    /// Ctrl-C or Ctrl-D.
    Interrupt,
    /// No key: the terminal was resized.
    Resized,
    /// Any other.
    Other,
}

/// A source of keys.
pub trait Keys {
    /// Waits for a key, or for the terminal to be resized.
    fn read(&mut self) -> io::Result<Key>;
    /// Whether a key was pressed that has not been read yet.
    fn is_pending(&mut self) -> io::Result<bool>;
}

/// The keyboard of the terminal that was taken over.
pub struct Keyboard;

impl Keys for Keyboard {
    fn read(&mut self) -> io::Result<Key> {
        loop {
            let pressed = match event::read()? {
                Event::Key(pressed) if pressed.kind != KeyEventKind::Release => pressed,
                Event::Resize(..) => return Ok(Key::Resized),
                _ => continue,
            };
            let control = pressed.modifiers.contains(KeyModifiers::CONTROL);
            return Ok(match pressed.code {
                KeyCode::Char('c' | 'd') if control => Key::Interrupt,
                KeyCode::Char(letter) if !control => Key::Char(letter.to_ascii_lowercase()),
                KeyCode::Enter => Key::Enter,
                KeyCode::Esc => Key::Escape,
                KeyCode::Backspace | KeyCode::Delete => Key::Backspace,
                KeyCode::Left => Key::Arrow(-1, 0),
                KeyCode::Right => Key::Arrow(1, 0),
                KeyCode::Up => Key::Arrow(0, -1),
                KeyCode::Down => Key::Arrow(0, 1),
                KeyCode::Home => Key::Home,
                KeyCode::End => Key::End,
                _ => Key::Other,
            });
        }
    }

    fn is_pending(&mut self) -> io::Result<bool> {
        event::poll(Duration::ZERO)
    }
}
