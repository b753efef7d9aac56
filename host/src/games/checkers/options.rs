//! The options of checkers in every command that plays it: what a player may spend, how games begin, when they are drawn.

use anyhow::Result;
use clap::ValueEnum;
use clap::error::ErrorKind;
use pipsqueak_core::games::checkers::{AvailableMoves, Board, DrawRule, fen};
use pipsqueak_lab::games::checkers::budget::{Control, TURNS};
use pipsqueak_lab::games::checkers::{Checkers, Start, ballots};

use super::{micros, seconds};
use crate::games::PlayContext;
use crate::system::clock;

/// The options of a game.
#[derive(clap::Args, Clone)]
pub struct GameOptions {
    #[command(flatten)]
    effort: EffortOptions,
    /// Checkers, in play: the starting position as a PDN FEN, such as "W:W18,24,K10:B12,16"
    #[arg(long, value_name = "FEN", conflicts_with = "opening")]
    fen: Option<String>,
    /// Checkers: the opening. In play: a number from 1 to 174, a name such as single-corner, or moves such as
    /// "11-15 23-19 8-11"; `checkers openings` lists them. Everywhere: "deck" draws one of the 156 three-move openings for
    /// each game
    #[arg(long, value_name = "OPENING")]
    opening: Option<String>,
    /// Checkers: when a game is drawn
    #[arg(long, value_enum, default_value = "report")]
    draws: DrawName,
}

/// What a player may spend on its moves. Levels have limits of their own.
#[derive(clap::Args, Clone, Copy)]
struct EffortOptions {
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

/// A draw rule as it is named on the command line.
#[derive(Clone, Copy, ValueEnum)]
pub enum DrawName {
    /// 50 turns without a jump
    Report,
    /// Threefold repetition, or 40 moves by each side without a capture or a man's move
    Tournament,
}

impl From<DrawName> for DrawRule {
    fn from(name: DrawName) -> DrawRule {
        match name {
            DrawName::Report => DrawRule::Report,
            DrawName::Tournament => DrawRule::Tournament,
        }
    }
}

impl GameOptions {
    /// The game that the options select.
    ///
    /// # Errors
    /// They contradict each other, or a position or an opening is wrong.
    pub fn game(&self, context: PlayContext<'_>) -> Result<Checkers> {
        let (control, is_asked) = self.effort.control(context);
        Ok(Checkers {
            control,
            boards: is_asked.then_some(control),
            clock: clock::interruptible,
            start: self.start(context)?,
            draws: self.draws.into(),
            date: Some(clock::today()),
            // With a person, names mean levels.
            prefers_levels: context != PlayContext::Series,
        })
    }

    fn start(&self, context: PlayContext<'_>) -> Result<Start> {
        let position = match context {
            PlayContext::Person(position) => position,
            PlayContext::Series => None,
        };
        let opening = self.opening.as_deref();
        match (position.or(self.fen.as_deref()), opening, context) {
            (None, Some("deck"), _) => Ok(Start::Deck),
            (None, None, PlayContext::Series) => Ok(Start::Random),
            (_, _, PlayContext::Series) => Err(wrong(
                "from one position programs play the same games again: here --opening takes \"deck\" alone, and --fen is for play",
            )),
            (Some(_), ..) if position.is_some() && (self.fen.is_some() || opening.is_some()) => {
                Err(wrong("a position, --fen and --opening exclude each other"))
            }
            (Some(text), ..) => Ok(Start::At(unfinished(text)?, Vec::new())),
            (None, Some(text), _) => {
                Ok(Start::At(Board::START, ballots::find(text).map_err(|error| wrong(&error.to_string()))?))
            }
            (None, None, _) => Ok(Start::At(Board::START, Vec::new())),
        }
    }
}

impl EffortOptions {
    /// What a player may spend, and whether the command line says so.
    fn control(&self, context: PlayContext<'_>) -> (Control, bool) {
        let turns = self.turns;
        match (self.nodes, self.time, context) {
            (Some(nodes), ..) => (Control::of_nodes(nodes, turns), true),
            (None, Some(seconds), _) => (Control::of_micros(micros(seconds), turns), true),
            (None, None, PlayContext::Series) => (Control::of_nodes(5000, turns), true),
            (None, None, PlayContext::Person(_)) => (Control::of_micros(1_000_000, turns), false),
        }
    }
}

/// A position in which the side to move can move.
fn unfinished(text: &str) -> Result<Board> {
    let board = fen::parse(text).map_err(|error| wrong(&error.to_string()))?;
    if board.available_moves() == AvailableMoves::None {
        return Err(wrong(&format!("the game is over in this position: {} has no move", board.turn())));
    }
    Ok(board)
}

/// An error of usage.
fn wrong(told: &str) -> anyhow::Error {
    clap::Error::raw(ErrorKind::ValueValidation, format!("{told}\n")).into()
}
