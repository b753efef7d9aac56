//! Checkers on the desktop: players with memory and a clock, PDN, and the `checkers` commands. The game itself is in core.

mod analyse;
mod champions;
mod commands;
mod cursor;
pub mod engine;
pub mod evolve;
mod level;
mod match_up;
mod move_input;
pub mod opening;
mod perft;
mod picture;
mod players;
pub mod replay;
mod scene;
mod tournament;
pub mod trees;

use std::io::Write;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use pipsqueak_core::game::{Game as _, Seat};
use pipsqueak_core::games::checkers::{Board, Game, Move, Position, fen};
use pipsqueak_core::link::Effort;
use pipsqueak_core::random::Seed;
use pipsqueak_core::search::Limits;

pub use pipsqueak_shared::checkers::record;
pub use players::CheckersPlayer;
pub use replay::diagram;

use level::Level;
use scene::{BoardScene, SeriesSettings};

use super::{Champions, Commands, DesktopGame, PlayContext};
use crate::arena::Referee;
use crate::replay::{Counted, Part};
use crate::trees::vocabulary::VocabularyListing;
use engine::EngineSpec;
use trees::TreeEvaluation;

/// Checkers, with how long its players think.
pub struct Checkers {
    limits: Limits,
    effort: Effort,
    occasion: PlayContext,
    /// What the person wishes of an opponent; shared with the scenes and the opponent.
    settings: Arc<SeriesSettings>,
}

impl Checkers {
    /// Games between programs that look at so many positions for a move.
    fn of_nodes(nodes: u32) -> Checkers {
        let (limits, effort) = (Limits::of_nodes(nodes.into()), Effort::Nodes(nodes));
        Checkers { limits, effort, occasion: PlayContext::Series, settings: Arc::default() }
    }
}

/// How long players look for a move. Levels have limits of their own.
#[derive(clap::Args, Clone, Copy)]
pub struct EffortOptions {
    /// Checkers: positions to search per move; without --nodes and --time, 5000 (in play: 1 second)
    /// [1 to 4294967295]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    nodes: Option<u32>,
    /// Checkers: seconds for a move, instead of positions; 1 against a person [above 0, up to 3600]
    #[arg(long, value_name = "S", value_parser = seconds, conflicts_with = "nodes")]
    time: Option<f64>,
}

impl DesktopGame for Checkers {
    type Game = Game;
    type Options = EffortOptions;
    type Player = CheckersPlayer;
    type Backend = Referee;
    type Scene = BoardScene;

    const NAME: &'static str = "checkers";
    const TITLE: &'static str = "Checkers";
    const PLAYERS: &'static str = "simple, better_h, improved, improved_better_h, expert, champion, a champion file, a tree as text, or a level: child, easy, medium, hard";
    const BASELINES: &'static [&'static str] = &["simple", "better_h", "improved", "improved_better_h"];
    const DEFAULT_OPPONENT: &'static str = "medium";
    const KEEPS_UNFINISHED: bool = true;
    const DEFAULT_BOARD_OPPONENT: &'static str = "better_h";

    fn new(options: &EffortOptions, occasion: PlayContext) -> Result<Checkers> {
        let of_nodes = |nodes: u32| (Limits::of_nodes(nodes.into()), Effort::Nodes(nodes));
        let (limits, effort) = match (options.nodes, options.time, occasion) {
            (Some(nodes), ..) => of_nodes(nodes),
            (None, Some(seconds), _) => (Limits::of_micros(micros(seconds)), Effort::Millis(micros(seconds) / 1000)),
            (None, None, PlayContext::Series) => of_nodes(5000),
            (None, None, PlayContext::Person) => (Level::Expert.limits(), Effort::Default),
        };
        Ok(Checkers { limits, effort, occasion, settings: Arc::default() })
    }

    fn deal(&self, seed: Seed) -> Game {
        match self.occasion {
            PlayContext::Series => Game::deal(seed),
            // A person begins where everybody begins.
            PlayContext::Person => Game::new(Position::START),
        }
    }

    fn scene(&self, start: &Game, seat: Seat) -> BoardScene {
        BoardScene::new(start, seat, Arc::clone(&self.settings))
    }

    fn player(&self, name: &str) -> Result<CheckersPlayer> {
        let kind = || name.parse().ok().map(|kind| CheckersPlayer::Engine(EngineSpec::Engine(kind)));
        let level = || {
            let level = Level::named(name)?;
            // A person can change the level of the opponent, whoever else plays cannot.
            let settings =
                if self.occasion == PlayContext::Person { Arc::clone(&self.settings) } else { Arc::default() };
            settings.set_level(level);
            Some(CheckersPlayer::Level(settings))
        };
        let player = match self.occasion {
            PlayContext::Person => level().or_else(kind),
            PlayContext::Series => kind().or_else(level),
        };
        let tree = |tree| CheckersPlayer::Engine(EngineSpec::Tree(Arc::new(tree)));
        match player {
            Some(player) => Ok(player),
            None => TreeEvaluation::named(name)?.map(tree).with_context(|| players::unknown(name)),
        }
    }

    fn effort(&self) -> Effort {
        self.effort
    }

    fn record(&self, seed: Seed, players: [&str; 2], moves: &[Move]) -> Result<Vec<u8>> {
        Ok(record::written(self.deal(seed), seed, players, moves)?)
    }

    fn is_record(text: &str) -> bool {
        // PDN begins with a tag or a move.
        !text.trim_start().starts_with('{')
    }

    fn replay(part: &Part, counted: &mut Counted, out: &mut dyn Write) -> Result<()> {
        replay::show(out, part, counted)
    }

    fn champions() -> Option<&'static dyn Champions> {
        Some(&champions::CheckersChampions)
    }

    fn evolution() -> Option<&'static dyn Commands> {
        Some(&evolve::Evolution)
    }

    fn studies() -> Option<&'static dyn Commands> {
        Some(&evolve::Studies)
    }

    fn vocabulary() -> Option<VocabularyListing> {
        Some(VocabularyListing::of::<pipsqueak_core::games::checkers::Checkers>())
    }

    fn commands() -> Option<&'static dyn Commands> {
        Some(&commands::CheckersCommands)
    }
}

/// The position that was named, or the start.
fn board_of(text: Option<&str>) -> Result<Board> {
    Ok(text.map_or(Ok(Board::START), fen::parse)?)
}

/// A number of seconds above 0, as a clap value.
pub fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds <= MAX_SECONDS => Ok(seconds),
        _ => Err(format!("give a number of seconds above 0, up to {MAX_SECONDS}")),
    }
}

/// An hour: microseconds are counted in 32 bits.
const MAX_SECONDS: f64 = 3600.0;

/// Seconds as the search counts them.
fn micros(seconds: f64) -> u32 {
    u32::try_from(Duration::from_secs_f64(seconds).as_micros()).unwrap_or(u32::MAX)
}
