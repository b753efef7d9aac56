//! Checkers in the laboratory: engines with a table and a clock, levels, records as PDN, and the game's part of
//! evolution. The rules are in core.

pub mod ballots;
pub mod budget;
mod champions;
pub mod compare;
pub mod engine;
pub mod evolve;
pub mod game_tree;
pub mod horizon;
mod level;
pub mod match_up;
pub mod opening;
pub mod players;
pub mod record;
mod seated;
pub mod trees;
mod tuned;

use std::sync::Arc;

use anyhow::Result;
use pipsqueak_core::games::checkers::{Board, DrawRule, Game, Move, Position};
use pipsqueak_core::link::Effort;
use pipsqueak_core::random::Seed;
use pipsqueak_core::search::Limits;

use crate::arena::{ArenaGame, Champions, Pacing, Referee};
use crate::clock::{StartClock, no_clock};
use crate::trees::VocabularyListing;
use budget::{BoardBudget, Control};
use engine::EngineSpec;
pub use level::{Level, LevelSetting};
pub use players::CheckersPlayer;
use record::RecordedGame;
use trees::TreeEvaluation;

/// Checkers, with its players' budgets.
#[derive(Clone, Debug)]
pub struct Checkers {
    /// What a program may spend.
    pub control: Control,
    /// What a board may spend; each decides for itself if it is not said.
    pub boards: Option<Control>,
    /// The clock for time limits.
    pub clock: StartClock,
    /// How games begin.
    pub start: Start,
    /// When a game is drawn.
    pub draws: DrawRule,
    /// The day in records, as `2026.07.31`.
    pub date: Option<String>,
    /// Whether a name that is both a level's and an engine's means the level.
    pub prefers_levels: bool,
}

/// How games begin.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Start {
    /// With random moves that follow from the seed, so that no two games are alike.
    Random,
    /// With an opening of the deck that follows from the seed.
    Deck,
    /// With these legal moves from this board.
    At(Board, Vec<Move>),
}

impl Checkers {
    /// Games between programs that search `nodes` positions for each move.
    pub fn of_nodes(nodes: u32) -> Checkers {
        let control = Control::EachMove(Limits::of_nodes(nodes.into()));
        Checkers {
            control,
            boards: None,
            clock: no_clock,
            start: Start::Random,
            draws: DrawRule::Report,
            date: None,
            prefers_levels: false,
        }
    }

    /// The game of a seed before its opening, and the opening's moves. Random moves are not kept: they are no opening.
    fn beginning(&self, seed: Seed) -> (Game, Vec<Move>) {
        let at = |board| Game::new(Position::new(board, self.draws));
        match &self.start {
            Start::Random => (Game::opened(seed, self.draws), Vec::new()),
            Start::Deck => (at(Board::START), ballots::drawn(seed)),
            Start::At(board, moves) => (at(*board), moves.clone()),
        }
    }

    /// A game that was dealt from a seed, with its opening.
    ///
    /// # Errors
    /// The moves are not those of a legal game.
    pub fn recorded(&self, seed: Seed, players: [&str; 2], moves: &[Move]) -> Result<RecordedGame> {
        let (game, opening) = self.beginning(seed);
        let mut recorded = record::recorded(game, seed, players, [&opening, moves].concat())?;
        recorded.tags.extend(self.date.clone().map(|date| ("Date".to_owned(), date)));
        Ok(recorded)
    }
}

impl ArenaGame for Checkers {
    type Game = Game;
    type Player = CheckersPlayer;
    type Backend = Referee;

    const NAME: &'static str = "checkers";
    const TITLE: &'static str = "Checkers";
    const PLAYERS: &'static str = "minimax, simple, better_h, improved, improved_better_h, expert, champion, a champion file, a tree as text, a level (child, easy, medium, hard), or one of the report's four with other figures, as improved:share=0.4,moves=10 or better_h:man=2,king=3";
    const BASELINES: &'static [&'static str] = &["simple", "better_h", "improved", "improved_better_h"];

    fn deal(&self, seed: Seed) -> Game {
        let (mut game, opening) = self.beginning(seed);
        for chosen in opening {
            // Cannot be refused: openings are checked when they are read.
            let _ = game.make(chosen);
        }
        game
    }

    fn player(&self, name: &str) -> Result<CheckersPlayer> {
        let engine = EngineSpec::named(name)?.map(CheckersPlayer::Engine);
        let level = || Level::named(name).map(|level| CheckersPlayer::Level(Arc::new(LevelSetting::new(level))));
        let player = if self.prefers_levels { level().or(engine) } else { engine.or_else(level) };
        match player {
            Some(player) => Ok(player),
            None => Ok(TreeEvaluation::named(name)?.ok_or_else(|| players::unknown(name))?.into()),
        }
    }

    fn names() -> Vec<&'static str> {
        players::names()
    }

    fn champion(&self, name: &str, bytes: &[u8]) -> Result<CheckersPlayer> {
        Ok(TreeEvaluation::of_bytes(bytes)?.named_as(name).into())
    }

    fn pacing(&self) -> Box<dyn Pacing<Game>> {
        match self.boards {
            Some(control) => Box::new(BoardBudget::from(control)),
            None => Box::new(Effort::Default),
        }
    }

    fn record(&self, seed: Seed, players: [&str; 2], moves: &[Move]) -> Result<Vec<u8>> {
        Ok(self.recorded(seed, players, moves)?.to_bytes())
    }

    fn is_record(text: &str) -> bool {
        // PDN begins with a tag or a move.
        !text.trim_start().starts_with('{')
    }

    fn champions() -> Option<&'static dyn Champions> {
        Some(&champions::CheckersChampions)
    }

    fn vocabulary() -> Option<VocabularyListing> {
        Some(VocabularyListing::of::<pipsqueak_core::games::checkers::Checkers>())
    }
}
