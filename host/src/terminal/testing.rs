//! Helpers for tests of scenes and series: a game's info, pictures as text, and keys from a list.

use std::collections::VecDeque;
use std::io;

use pipsqueak_core::game::{Points, Seat};
use pipsqueak_core::random::Seed;
use ratatui_core::buffer::{Buffer, Cell};
use ratatui_core::layout::Rect;

use super::canvas::Canvas;
use super::keys::{Key, Keys};
use super::scene::{GameInfo, Prompt, Scene};
use super::screen;
use pipsqueak_lab::arena::Tally;

/// The first of several games, the person having the first seat.
pub fn info(title: &str, seed: u64, opponent: &str, points: Option<Points>) -> GameInfo {
    GameInfo {
        title: title.to_owned(),
        number: 1,
        is_last: false,
        seed: Seed(seed),
        seat: Seat::First,
        opponent: opponent.to_owned(),
        score: Tally::default(),
        points,
    }
}

/// The screen of a terminal of this size, row by row, without trailing spaces.
pub fn seen<S: Scene>(scene: &S, info: &GameInfo, size: (u16, u16)) -> Vec<String> {
    seen_with(scene, info, &Prompt::default(), size)
}

/// As [`seen`], with an input in progress.
pub fn seen_with<S: Scene>(scene: &S, info: &GameInfo, prompt: &Prompt, (width, height): (u16, u16)) -> Vec<String> {
    let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
    screen::paint(scene, info, prompt, &mut Canvas::new(&mut buffer, true));
    rows(&buffer)
}

/// Draws a scene and its help at sizes around the smallest that it fits, and checks the message in a smaller terminal.
pub fn seen_at_all_sizes<S: Scene>(scene: &S, info: &GameInfo) {
    let prompt = Prompt { typed: String::new(), notice: "a notice".to_owned() };
    for (width, height) in (0..90).flat_map(|width| (0..36).map(move |height| (width, height))) {
        let rows = seen_with(scene, info, &prompt, (width, height));
        let is_large = usize::from(width) >= S::SMALLEST.0 && usize::from(height) >= S::SMALLEST.1;
        assert_eq!(rows.concat().contains(&info.opponent), is_large, "{width} x {height}: {rows:#?}");
        if width > 30 && height > 3 && !is_large {
            assert_eq!(rows[1], format!("this terminal has {width} x {height}."));
        }
        let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
        screen::paint_help(scene, &mut Canvas::new(&mut buffer, true));
    }
}

/// The text of a buffer, row by row, without trailing spaces.
pub fn rows(buffer: &Buffer) -> Vec<String> {
    let text = |cells: &[Cell]| cells.iter().map(Cell::symbol).collect::<String>();
    let rows = buffer.content.chunks(usize::from(buffer.area.width).max(1));
    rows.map(|row| text(row).trim_end().to_owned()).collect()
}

/// Keys from a list. A marked key was pressed before it was asked for.
pub struct Script(VecDeque<(Key, bool)>);

impl Script {
    /// Keys that are pressed one by one when they are asked for: letters as they are, and signs for the others. Keys in
    /// brackets are pressed ahead.
    pub fn new(text: &str) -> Script {
        let mut is_ahead = false;
        let mut keys = VecDeque::new();
        for letter in text.chars() {
            match letter {
                '(' | ')' => is_ahead = letter == '(',
                '⏎' => keys.push_back((Key::Enter, is_ahead)),
                '⌫' => keys.push_back((Key::Backspace, is_ahead)),
                '✗' => keys.push_back((Key::Interrupt, is_ahead)),
                '↓' => keys.push_back((Key::Arrow(0, 1), is_ahead)),
                '↑' => keys.push_back((Key::Arrow(0, -1), is_ahead)),
                '↔' => keys.push_back((Key::Resized, is_ahead)),
                letter => keys.push_back((Key::Char(letter), is_ahead)),
            }
        }
        Script(keys)
    }
}

impl Keys for Script {
    fn read(&mut self) -> io::Result<Key> {
        self.0.pop_front().map(|(key, _)| key).ok_or_else(|| io::ErrorKind::UnexpectedEof.into())
    }

    fn is_pending(&mut self) -> io::Result<bool> {
        Ok(self.0.front().is_some_and(|&(_, is_ahead)| is_ahead))
    }
}
