//! Lines at the end of a terminal that are rewritten in place: a picture above a line of progress. The cursor rests
//! below them at the left edge, so that what the terminal echoes (`^C`) moves nothing and is overwritten.

use std::io::{IsTerminal, Write, stderr};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use std::{env, mem};

use crossterm::terminal;
use indicatif::HumanCount;
use pipsqueak_lab::show::cut;

use super::progress::rate;

/// The time between two pictures while nothing happens.
const TICK: Duration = Duration::from_millis(200);
/// Shows that the program is alive.
const SPINNER: [&str; 8] = ["⠁", "⠂", "⠄", "⡀", "⢀", "⠠", "⠐", "⠈"];
/// The width of a bar.
const BAR: u64 = 10;

/// Whether lines can be rewritten: the standard error is a terminal that can move its cursor.
pub fn is_possible() -> bool {
    stderr().is_terminal() && env::var_os("TERM").is_none_or(|term| term != "dumb")
}

/// Columns and rows of the terminal.
pub fn size() -> (usize, usize) {
    terminal::size().map_or((80, 24), |(width, height)| (width.into(), height.into()))
}

/// The lines that are drawn now, so that [`write_above`] finds them.
static DRAWN: Mutex<Option<Arc<Shared>>> = Mutex::new(None);

/// Writes a line of text above the lines that are drawn now, if there are any.
pub fn write_above(text: &str) {
    let drawn = DRAWN.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let Some(shared) = drawn else { return write(&format!("{text}\n")) };
    let mut lines = shared.lock();
    if lines.is_over {
        return write(&format!("{text}\n"));
    }
    // Nothing is echoed on the lines' place, so that no text has to begin on a new line.
    let text = text.trim_start_matches('\n').replace('\n', "\r\n");
    write(&format!("{}\u{1b}[J{text}\r\n", lines.to_first_line()));
    lines.n_drawn = 0;
    lines.draw();
}

/// The lines. A thread draws them again and again until they are left or cleared.
pub struct Live {
    shared: Arc<Shared>,
    ticker: Mutex<Option<JoinHandle<()>>>,
}

#[derive(Default)]
struct Shared {
    lines: Mutex<Lines>,
    changed: Condvar,
}

#[derive(Default)]
struct Lines {
    picture: Vec<String>,
    progress: Progress,
    /// How many lines were drawn last.
    n_drawn: usize,
    n_ticks: usize,
    is_over: bool,
}

/// What the line of progress says.
#[derive(Clone, Debug, Default)]
struct Progress {
    done: u64,
    total: u64,
    text: String,
    /// When games began to be counted, if they are.
    games_since: Option<Instant>,
}

impl Live {
    /// Begins with a line of progress.
    pub fn begin(done: u64, total: u64, text: String) -> Live {
        let live = Live { shared: Arc::default(), ticker: Mutex::default() };
        live.step(done, total, text);
        *DRAWN.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(&live.shared));
        let shared = Arc::clone(&live.shared);
        let ticker = thread::spawn(move || {
            let mut lines = shared.lock();
            while !lines.is_over {
                lines.tick();
                let waited = shared.changed.wait_timeout(lines, TICK);
                lines = waited.unwrap_or_else(PoisonError::into_inner).0;
            }
        });
        *live.ticker.lock().unwrap_or_else(PoisonError::into_inner) = Some(ticker);
        live
    }

    /// Changes the line of progress.
    pub fn step(&self, done: u64, total: u64, text: String) {
        self.shared.lock().progress = Progress { done, total, text, games_since: None };
    }

    /// Counts games from now on; `text` says what they are for.
    pub fn count_games(&self, total: u64, text: &str) {
        let games_since = Some(Instant::now());
        self.shared.lock().progress = Progress { done: 0, total, text: text.to_owned(), games_since };
    }

    /// Adds games.
    pub fn add_games(&self, n_games: u64) {
        let mut lines = self.shared.lock();
        if lines.progress.games_since.is_some() {
            lines.progress.done += n_games;
        }
    }

    /// Changes the picture above the line.
    pub fn show(&self, picture: Vec<String>) {
        let mut lines = self.shared.lock();
        lines.picture = picture;
        lines.draw();
    }

    /// Leaves everything as it is.
    pub fn leave(&self) {
        self.end(Lines::draw);
    }

    /// Removes everything.
    pub fn clear(&self) {
        self.end(Lines::erase);
    }

    /// The last picture, once.
    fn end(&self, last: fn(&mut Lines)) {
        let mut lines = self.shared.lock();
        if !mem::replace(&mut lines.is_over, true) {
            last(&mut lines);
        }
        drop(lines);
        DRAWN.lock().unwrap_or_else(PoisonError::into_inner).take();
        self.shared.changed.notify_all();
        let ticker = self.ticker.lock().unwrap_or_else(PoisonError::into_inner).take();
        // A ticker that panicked has drawn enough.
        let _ = ticker.map(JoinHandle::join);
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        self.leave();
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Lines> {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Lines {
    /// Draws everything.
    fn draw(&mut self) {
        let (width, height) = size();
        let n_shown = if self.picture.len() + 2 <= height { self.picture.len() } else { 0 };
        let picture = self.picture[..n_shown].iter().map(|line| cut(line, width.saturating_sub(1)));
        let lines: Vec<String> = picture.chain([self.progress(width)]).collect();
        let mut text = self.to_first_line();
        lines.iter().for_each(|line| text += &format!("{line}\u{1b}[K\r\n"));
        self.n_drawn = lines.len();
        write(&(text + "\u{1b}[J"));
    }

    /// Draws the line of progress alone, so that the picture stays calm.
    fn tick(&mut self) {
        self.n_ticks += 1;
        if self.n_drawn == 0 {
            return self.draw();
        }
        write(&format!("\r\u{1b}[1A{}\u{1b}[K\r\n\u{1b}[J", self.progress(size().0)));
    }

    /// The line of progress. A line as wide as the terminal would take two lines in some.
    fn progress(&self, width: usize) -> String {
        cut(&self.progress.line(SPINNER[self.n_ticks % SPINNER.len()]), width.saturating_sub(1))
    }

    fn erase(&mut self) {
        write(&(self.to_first_line() + "\u{1b}[J"));
        self.n_drawn = 0;
    }

    fn to_first_line(&self) -> String {
        match self.n_drawn {
            0 => "\r".to_owned(),
            n_drawn => format!("\r\u{1b}[{n_drawn}A"),
        }
    }
}

impl Progress {
    fn line(&self, spinner: &str) -> String {
        let total = self.total.max(1);
        let n_full = (BAR * self.done.min(total) / total) as usize;
        let bar = "█".repeat(n_full) + &"░".repeat(BAR as usize - n_full);
        let Progress { done, text, games_since, .. } = self;
        let Some(since) = games_since else { return format!("{spinner} {bar} {text}") };
        let per_second = *done as f64 / since.elapsed().as_secs_f64().max(1e-3);
        let left = (total.saturating_sub(*done) as f64 / per_second.max(1e-3)).round() as u64;
        let left = if *done == 0 { String::new() } else { format!("  {}:{:02} left", left / 60, left % 60) };
        format!("{spinner} {bar} {text}: {} games  {}{left}", HumanCount(*done), rate(per_second))
    }
}

/// Writes to the terminal at once, so that it never shows half a picture. Errors on stderr are ignored.
fn write(text: &str) {
    let mut stderr = stderr().lock();
    let _ = stderr.write_all(text.as_bytes()).and_then(|()| stderr.flush());
}

/// The line of progress as a terminal of 80 columns shows it.
#[cfg(test)]
pub fn at_80_columns(text: String) -> String {
    let progress = Progress { total: 1, text, ..Progress::default() };
    Lines { progress, ..Lines::default() }.progress(80)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_progress_has_its_bar_and_its_text() {
        let steps = Progress { done: 6, total: 12, text: "gene 6/12".to_owned(), games_since: None };
        assert_eq!(steps.line("⠁"), "⠁ █████░░░░░ gene 6/12");
        let games = Progress { done: 0, total: 4_000, text: "measuring".to_owned(), games_since: Some(Instant::now()) };
        assert_eq!(games.line("⠁"), "⠁ ░░░░░░░░░░ measuring: 0 games  0.0/s");
        let most = Progress { done: 4_000, ..games }.line("⠁");
        assert!(most.starts_with("⠁ ██████████ measuring: 4,000 games  ") && most.ends_with("0:00 left"));
    }
}
