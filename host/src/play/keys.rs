//! Keys as they are pressed, for the full screens of all games.

use std::io;

use crossterm::event::{self, Event, KeyCode, KeyEventKind, KeyModifiers};

/// What a person pressed.
pub enum Key {
    /// A letter, a digit, a sign or a space.
    Letter(char),
    Enter,
    Escape,
    /// Backspace or delete.
    Rub,
    /// An arrow: how far it goes to the right and down.
    Arrow(i8, i8),
    /// Ctrl-C or Ctrl-D.
    Interrupt,
    /// No key: the terminal changed its size.
    Resized,
    Other,
}

/// Waits for a key, or for a terminal of another size.
pub fn read() -> io::Result<Key> {
    loop {
        let pressed = match event::read()? {
            Event::Key(pressed) if pressed.kind != KeyEventKind::Release => pressed,
            Event::Resize(..) => return Ok(Key::Resized),
            _ => continue,
        };
        let control = pressed.modifiers.contains(KeyModifiers::CONTROL);
        return Ok(match pressed.code {
            KeyCode::Char('c' | 'd') if control => Key::Interrupt,
            KeyCode::Char(letter) if !control => Key::Letter(letter),
            KeyCode::Enter => Key::Enter,
            KeyCode::Esc => Key::Escape,
            KeyCode::Backspace | KeyCode::Delete => Key::Rub,
            KeyCode::Left => Key::Arrow(-1, 0),
            KeyCode::Right => Key::Arrow(1, 0),
            KeyCode::Up => Key::Arrow(0, -1),
            KeyCode::Down => Key::Arrow(0, 1),
            _ => Key::Other,
        });
    }
}
