//! Games between a person and an opponent in the terminal: on the full screen or in plain lines, one game or a series.
//! Knows games only by [`Scene`], which a game's own folder implements.
//!
//! ```text
//! start -> referee -> view -> Scene -> Front: Screen (picture, keys) or Plain (lines) -> person -> move -> referee
//! ```
//!
//! The canvas is ratatui's buffer, without its widgets: it knows the width of characters, sends a terminal only
//! changes, and its test backend lets tests play whole games.

pub mod canvas;
mod guard;
pub mod keys;
mod opponent;
mod options;
mod plain;
mod record;
mod scene;
mod screen;
mod series;
mod stepper;
#[cfg(test)]
pub mod testing;
#[cfg(test)]
mod tests;
pub mod text;

use std::io;

use anyhow::{Context, Result};
use ratatui_crossterm::CrosstermBackend;

use crate::system::output::{self, Output};
use crate::system::signals::{Interrupted, Request};
use pipsqueak_lab::arena::Tally;

pub use opponent::Opponent;
pub use options::{SeatName, SeriesOptions, has_screen, random_seed};
pub use plain::Plain;
pub use record::{FinishedGame, Recorder, to_file};
pub use scene::{Answer, GameInfo, MoveOf, Prompt, Replay, Scene};
pub use screen::Screen;
pub use series::{Frontend, NewScene, Series, Stop};
pub use stepper::{Recording, Stepper};

/// Plays a series on the full screen, or in plain lines if the options ask for them or there is no screen.
pub fn play<S: Scene>(mut series: Series<'_, S>) -> Result<()> {
    series.options = series.options.settled();
    if series.options.plain {
        return series.run(&mut Plain::new(io::stdin().lock(), Output), &mut Tally::default());
    }
    let mut score = Tally::default();
    let played = on_the_screen(|screen| series.run(screen, &mut score));
    if played.as_ref().is_err_and(|error| error.downcast_ref::<Interrupted>().is_none()) {
        return played;
    }
    let (title, seed, opponent) = (series.title, series.options.seed_of(1).0, series.opponent.name());
    let opponent = text::name(&opponent, text::NAME_WIDTH);
    output::line(format_args!("{title} against {opponent}, from seed {seed}: {}.", text::score(score)))?;
    played
}

/// Steps through recorded games on the full screen.
pub fn step_through<S: Scene>(stepper: &Stepper<'_, S>) -> Result<()> {
    on_the_screen(|screen| stepper.run(screen))
}

/// Runs something on the full screen, and gives the terminal back.
fn on_the_screen(
    run: impl FnOnce(&mut Screen<CrosstermBackend<io::Stdout>, keys::Keyboard>) -> Result<()>,
) -> Result<()> {
    let taken = guard::begin().context("the terminal cannot be taken over (try --plain)")?;
    let screen = Screen::new(CrosstermBackend::new(io::stdout()), keys::Keyboard);
    let ended = screen.and_then(|mut screen| run(&mut screen));
    drop(taken);
    match ended {
        // Ctrl-C is a key here, not a signal; the command ends in the same way, after its last line.
        Err(error) if matches!(error.downcast_ref(), Some(Stop::Interrupted)) => {
            Err(Interrupted::by(Request::Soon).into())
        }
        ended => ended,
    }
}
