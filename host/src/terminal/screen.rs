//! The full screen: keys in, pictures out. Knows no game, and the terminal only as a backend and its keys.

use std::time::Duration;
use std::{env, iter, mem, thread};

use anyhow::{Context, Result};
use pipsqueak_core::game::Seat;
use ratatui_core::backend::Backend;
use ratatui_core::terminal::Terminal;

use super::canvas::{BOLD, Canvas, PLAIN};
use super::keys::{Key, Keys};
use super::plain::TERMINAL_FAILED;
use super::scene::{Answer, GameInfo, MoveOf, Prompt, Scene};
use super::series::{Frontend, Stop};

/// How long the person's own move is shown before the opponent's follows.
const PAUSE: Duration = Duration::from_millis(350);

/// Rows of a page that hold none of its lines: two above, an empty one below, and the foot.
const PAGE_MARGINS: usize = 4;

/// The question to a person who wants to leave in the middle of a game.
const LEAVE: &str = "Press q again to leave, any other key to go on.";

/// A person at a full-screen interface.
pub struct Screen<B: Backend, K> {
    terminal: Terminal<B>,
    keys: K,
    prompt: Prompt,
    has_colours: bool,
    /// Whether the picture on the screen shows the current question: keys pressed since then are an answer.
    is_current: bool,
    /// Whether the person pressed Ctrl-C while no question was asked.
    is_interrupted: bool,
    /// How long the person's own move is shown before the opponent's follows.
    pub pause: Duration,
}

impl<B: Backend<Error: Send + Sync + 'static>, K: Keys> Screen<B, K> {
    /// A screen on this backend, with colours unless `NO_COLOR` is set.
    pub fn new(backend: B, keys: K) -> Result<Screen<B, K>> {
        let terminal = Terminal::new(backend).context(TERMINAL_FAILED)?;
        let has_colours = env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        let prompt = Prompt::default();
        Ok(Screen { terminal, keys, prompt, has_colours, is_current: false, is_interrupted: false, pause: PAUSE })
    }

    /// The backend.
    pub fn backend(&self) -> &B {
        self.terminal.backend()
    }

    fn draw(&mut self, paint: impl FnOnce(&mut Canvas<'_>, &Prompt)) -> Result<()> {
        let (prompt, has_colours) = (&self.prompt, self.has_colours);
        let drawn = self.terminal.draw(|frame| paint(&mut Canvas::new(frame.buffer_mut(), has_colours), prompt));
        drawn.context(TERMINAL_FAILED)?;
        Ok(())
    }

    pub(super) fn paint<S: Scene>(&mut self, scene: &S, info: &GameInfo) -> Result<()> {
        self.draw(|canvas, prompt| paint(scene, info, prompt, canvas))
    }

    /// Whether the picture fits the terminal: no move is accepted in a game that is not visible.
    fn is_seen<S: Scene>(&self) -> Result<bool> {
        let size = self.terminal.size().context(TERMINAL_FAILED)?;
        Ok(fits::<S>((size.width.into(), size.height.into())))
    }

    pub(super) fn read(&mut self) -> Result<Key> {
        if self.is_interrupted {
            return Err(Stop::Interrupted.into());
        }
        match self.keys.read().context(TERMINAL_FAILED)? {
            Key::Interrupt => Err(Stop::Interrupted.into()),
            key => Ok(key),
        }
    }

    /// Drops keys that were pressed before the current question was shown, so that they are not taken for a move. Only
    /// Ctrl-C is kept for the next question.
    fn drain(&mut self) -> Result<()> {
        while self.keys.is_pending().context(TERMINAL_FAILED)? {
            self.is_interrupted |= self.keys.read().context(TERMINAL_FAILED)? == Key::Interrupt;
        }
        Ok(())
    }

    /// Shows the current question. Keys count from this picture on: earlier ones are dropped before it is drawn, not
    /// after.
    fn paint_current<S: Scene>(&mut self, scene: &S, info: &GameInfo) -> Result<()> {
        self.drain()?;
        self.is_current = true;
        self.paint(scene, info)
    }

    /// Handles a key; returns its meaning in the game.
    fn press<S: Scene>(&mut self, key: Key, scene: &mut S, info: &GameInfo) -> Result<Answer<MoveOf<S>>> {
        if key == Key::Resized {
            return Ok(Answer::More);
        }
        self.prompt.notice.clear();
        let is_seen = self.is_seen::<S>()?;
        match key {
            Key::Char('q') if info.points.is_some() || !is_seen => return Err(Stop::Quit.into()),
            Key::Char('q') => self.confirm_leaving(scene, info)?,
            Key::Char('?') => self.help(scene)?,
            _ if !is_seen => {}
            key => match scene.key(key, &mut self.prompt.typed) {
                Some(answer) => return Ok(answer),
                None if key == Key::Char('h') => self.help(scene)?,
                None => {}
            },
        }
        Ok(Answer::More)
    }

    /// Returns if the person stays.
    fn confirm_leaving<S: Scene>(&mut self, scene: &S, info: &GameInfo) -> Result<()> {
        LEAVE.clone_into(&mut self.prompt.notice);
        loop {
            self.paint(scene, info)?;
            match self.read()? {
                Key::Resized => {}
                Key::Char('q') => return Err(Stop::Quit.into()),
                _ => break,
            }
        }
        self.prompt.notice.clear();
        Ok(())
    }

    /// Shows lines until a key is pressed. In a window that is too low for them, some keys scroll.
    fn show<S: Scene>(&mut self, text: &str) -> Result<()> {
        let lines: Vec<&str> = text.lines().collect();
        let mut first = 0;
        loop {
            let height = usize::from(self.terminal.size().context(TERMINAL_FAILED)?.height);
            let n_rows = height.saturating_sub(PAGE_MARGINS).max(1);
            let last_first = lines.len().saturating_sub(n_rows);
            first = first.min(last_first);
            let shown = &lines[first..lines.len().min(first + n_rows)];
            let foot = match last_first {
                0 => "Press any key to return to the game.".to_owned(),
                _ => format!(
                    "Lines {} to {} of {}. Down, Up and Space scroll, any other key returns.",
                    first + 1,
                    first + shown.len(),
                    lines.len()
                ),
            };
            self.draw(|canvas, _| {
                let page = shown.iter().copied().chain(["", &foot]);
                canvas.page(S::SMALLEST.0, page.map(|line| (line, PLAIN)));
            })?;
            match self.read()? {
                Key::Resized => {}
                Key::Arrow(_, 1) if last_first > 0 => first = (first + 1).min(last_first),
                Key::Arrow(_, -1) if last_first > 0 => first = first.saturating_sub(1),
                Key::Char(' ') if first < last_first => first = (first + n_rows).min(last_first),
                _ => return Ok(()),
            }
        }
    }

    /// Shows the rules and the keys until a key is pressed.
    fn help<S: Scene>(&mut self, scene: &S) -> Result<()> {
        loop {
            self.draw(|canvas, _| paint_help(scene, canvas))?;
            if self.read()? != Key::Resized {
                return Ok(());
            }
        }
    }
}

impl<S: Scene, B: Backend<Error: Send + Sync + 'static>, K: Keys> Frontend<S> for Screen<B, K> {
    fn open(&mut self, scene: &S, info: &GameInfo) -> Result<()> {
        self.paint_current(scene, info)
    }

    fn ask(&mut self, scene: &mut S, info: &GameInfo) -> Result<MoveOf<S>> {
        if !mem::replace(&mut self.is_current, false) {
            self.drain()?;
        }
        self.prompt.typed.clear();
        loop {
            self.paint(scene, info)?;
            let key = self.read()?;
            match self.press(key, scene, info)? {
                Answer::Move(chosen) => return Ok(chosen),
                Answer::More => {}
                Answer::Say(sentence) => self.prompt.notice = sentence,
                Answer::Show(text) => self.show::<S>(&text)?,
                Answer::Resume(n_moves) => return Err(Stop::Resume(n_moves).into()),
                Answer::End(points) => return Err(Stop::Ended(points).into()),
            }
        }
    }

    fn moved(&mut self, scene: &S, info: &GameInfo, mover: Seat) -> Result<()> {
        self.prompt.typed.clear();
        if mover != info.seat {
            return self.paint_current(scene, info);
        }
        self.paint(scene, info)?;
        thread::sleep(self.pause);
        Ok(())
    }

    fn tell(&mut self, sentence: String) {
        self.prompt.notice = sentence;
    }

    fn close(&mut self, scene: &mut S, info: &GameInfo) -> Result<()> {
        self.drain()?;
        loop {
            self.paint(scene, info)?;
            let key = self.read()?;
            if key == Key::Char('n') {
                return Ok(());
            }
            match self.press(key, scene, info)? {
                Answer::Say(sentence) => self.prompt.notice = sentence,
                Answer::Show(text) => self.show::<S>(&text)?,
                Answer::Resume(n_moves) => return Err(Stop::Resume(n_moves).into()),
                Answer::Move(_) | Answer::More | Answer::End(_) => {}
            }
        }
    }
}

fn fits<S: Scene>((width, height): (usize, usize)) -> bool {
    width >= S::SMALLEST.0 && height >= S::SMALLEST.1
}

/// Draws the game, or the size of the terminal that it needs.
pub(super) fn paint<S: Scene>(scene: &S, info: &GameInfo, prompt: &Prompt, canvas: &mut Canvas<'_>) {
    let ((width, height), (needed_width, needed_height)) = (canvas.size(), S::SMALLEST);
    if fits::<S>((width, height)) {
        return scene.picture(info, prompt, canvas);
    }
    let lines = [
        &format!("The game needs {needed_width} x {needed_height},"),
        &format!("this terminal has {width} x {height}."),
        "Make it larger, or press q",
        "and play with --plain.",
    ];
    for (row, line) in lines.into_iter().enumerate() {
        canvas.put(0, row, line, PLAIN);
    }
}

/// Draws the rules and the keys.
pub(super) fn paint_help<S: Scene>(scene: &S, canvas: &mut Canvas<'_>) {
    let shared = [
        ("n", "the next game, once this one is over"),
        (scene.help_keys(), "this help"),
        ("q", "leave; asks first in the middle of a game"),
        ("Ctrl-C", "leave at once"),
    ];
    let keys = [scene.keys(), shared.to_vec()].concat();
    let width = keys.iter().map(|(key, _)| key.len()).max().unwrap_or_default();
    let keys: Vec<String> = keys.iter().map(|(key, does)| format!("{key:width$}  {does}")).collect();
    let foot = ["", "Press any key to return to the game."];
    let lines = scene.rules().lines().chain([""]).chain(keys.iter().map(String::as_str)).chain(foot);
    let styles = [BOLD].into_iter().chain(iter::repeat(PLAIN));
    canvas.page(S::SMALLEST.0, lines.zip(styles));
}
