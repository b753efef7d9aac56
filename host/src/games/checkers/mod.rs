//! Checkers in the program: its screen, and the `checkers` commands. The rest is in core and in the laboratory.

mod analyse;
mod commands;
mod compare;
mod cursor;
mod horizon;
mod lines;
mod move_input;
mod named_engine;
mod perft;
mod picture;
pub mod replay;
mod scene;
mod tournament;
mod tree;

use std::io::Write;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use pipsqueak_core::games::checkers::{Board, fen};
use pipsqueak_lab::games::checkers::budget::{Control, TURNS};
use pipsqueak_lab::games::checkers::{Checkers, CheckersPlayer};

use super::{Commands, DesktopGame, PlayContext};
use crate::system::clock;
use crate::system::records::{Counted, Part};
use crate::terminal::NewScene;
pub use replay::diagram;
use scene::{BoardScene, SeriesSettings};

/// What a player may spend on its moves. Levels have limits of their own.
#[derive(clap::Args, Clone, Copy)]
pub struct EffortOptions {
    /// Checkers: positions to search per move on average; without --nodes and --time, 5000 (in play: 1 second)
    /// [1 to 4294967295]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    nodes: Option<u32>,
    /// Checkers: seconds per move on average, instead of positions; 1 against a person [above 0, up to 3600]
    #[arg(long, value_name = "S", value_parser = seconds, conflicts_with = "nodes")]
    time: Option<f64>,
    /// Checkers: turns that share their positions or seconds, as the player's policy says [1 to 255]
    #[arg(long, value_name = "K", default_value_t = TURNS, value_parser = clap::value_parser!(u8).range(1..))]
    turns: u8,
}

impl DesktopGame for Checkers {
    type Options = EffortOptions;
    type Scene = BoardScene;

    const DEFAULT_OPPONENT: &'static str = "medium";
    const DEFAULT_BOARD_OPPONENT: &'static str = "better_h";
    const KEEPS_UNFINISHED: bool = true;

    fn new(options: &EffortOptions, context: PlayContext) -> Result<Checkers> {
        let turns = options.turns;
        let (control, is_asked) = match (options.nodes, options.time, context) {
            (Some(nodes), ..) => (Control::of_nodes(nodes, turns), true),
            (None, Some(seconds), _) => (Control::of_micros(micros(seconds), turns), true),
            (None, None, PlayContext::Series) => (Control::of_nodes(5000, turns), true),
            (None, None, PlayContext::Person) => (Control::of_micros(1_000_000, turns), false),
        };
        // With a person, games begin at the start position, and names mean levels.
        let is_series = context == PlayContext::Series;
        Ok(Checkers {
            control,
            boards: is_asked.then_some(control),
            clock: clock::interruptible,
            with_openings: is_series,
            prefers_levels: !is_series,
        })
    }

    fn scenes<'a>(&'a self, opponent: Option<&CheckersPlayer>) -> NewScene<'a, BoardScene> {
        let (level, spec) = match opponent {
            Some(CheckersPlayer::Level(level)) => (Some(Arc::clone(level)), None),
            Some(CheckersPlayer::Engine(spec)) => (None, Some(spec.clone())),
            None => (None, None),
        };
        let settings = Arc::new(SeriesSettings::new(level, spec));
        Box::new(move |start, seat| BoardScene::new(start, seat, Arc::clone(&settings)))
    }

    fn replay(part: &Part, counted: &mut Counted, out: &mut dyn Write) -> Result<()> {
        replay::show(out, part, counted)
    }

    fn commands() -> Option<&'static dyn Commands> {
        Some(&commands::CheckersCommands)
    }
}

/// The named position, or the start.
fn board_of(text: Option<&str>) -> Result<Board> {
    Ok(text.map_or(Ok(Board::START), fen::parse)?)
}

/// Parses a number of seconds above 0.
pub fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds <= MAX_SECONDS => Ok(seconds),
        _ => Err(format!("give a number of seconds above 0, up to {MAX_SECONDS}")),
    }
}

/// An hour: microseconds are counted in 32 bits.
const MAX_SECONDS: f64 = 3600.0;

/// Seconds in the search's unit.
fn micros(seconds: f64) -> u32 {
    u32::try_from(Duration::from_secs_f64(seconds).as_micros()).unwrap_or(u32::MAX)
}
