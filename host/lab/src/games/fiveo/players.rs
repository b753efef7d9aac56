//! The players of Five-O that have names: the baselines, the Monte-Carlo player, the shipped champion, and trees written as text.

use std::str::FromStr;

use crate::{SHIPPED, text};
use anyhow::{Context, Result};
use pipsqueak_core::game::{Game, Player, Seat, Turn};
use pipsqueak_core::games::fiveo::champion::Champion;
use pipsqueak_core::games::fiveo::players::{Baseline, BaselineKind, Evolved, Scoring};
use pipsqueak_core::games::fiveo::{Column, FiveO, Table, TableView};
use pipsqueak_core::random::Seed;

use super::champions::{REPORT_3_NAME, shipped};
use crate::arena::UnknownPlayer;
use crate::clock::StartClock;
use crate::games::fiveo::monte_carlo::{self, Budget, MonteCarlo};
use crate::trees;

/// A program that plays Five-O, and its name.
#[derive(Clone, Debug)]
pub struct FiveOPlayer {
    /// The name shown in tables and transcripts.
    pub name: String,
    /// How it plays.
    pub kind: PlayerKind,
}

/// How a player decides.
#[derive(Clone, Debug)]
pub enum PlayerKind {
    /// By rules written by hand.
    Baseline(BaselineKind),
    /// By an Eval-Tree.
    Evolved(Box<Evolved>),
    /// By rollouts from determinized tables, within a budget.
    MonteCarlo(Budget),
}

impl PlayerKind {
    /// The tree; `None` for other players.
    pub fn tree(&self) -> Option<&Evolved> {
        match self {
            PlayerKind::Evolved(player) => Some(player),
            PlayerKind::Baseline(_) | PlayerKind::MonteCarlo(_) => None,
        }
    }
}

impl FiveOPlayer {
    /// The player of this name: a baseline, the Monte-Carlo player, the shipped champion, or a tree written as text.
    ///
    /// A tree plays with board scoring, or with column scoring if it begins with `column:`. A tree of one node needs `column:` or
    /// `board:` before it.
    ///
    /// # Errors
    /// There is no such player; the error says what there is.
    pub fn named(text: &str, clock: Option<StartClock>) -> Result<FiveOPlayer> {
        if let Ok(kind) = BaselineKind::from_str(text) {
            return Ok(FiveOPlayer::from(kind));
        }
        if let Some(budget) = Budget::of_player(text, clock) {
            let kind = PlayerKind::MonteCarlo(budget?);
            return Ok(FiveOPlayer { name: text.to_owned(), kind });
        }
        if let Some(bytes) = shipped(text) {
            return FiveOPlayer::of_champion(text, bytes);
        }
        if is_tree(text) {
            let player = evolved_from_text(text).with_context(|| format!("the tree {text:?} cannot be read"))?;
            return Ok(FiveOPlayer { name: text.to_owned(), kind: PlayerKind::Evolved(Box::new(player)) });
        }
        let also = "a champion file, or a tree like \"If(HasFlush, 1, 0)\"";
        Err(UnknownPlayer { name: text.to_owned(), known: FiveOPlayer::names(), also }.into())
    }

    /// The names of all players.
    pub fn names() -> Vec<&'static str> {
        BaselineKind::ALL
            .into_iter()
            .map(BaselineKind::name)
            .chain([monte_carlo::NAME, SHIPPED, REPORT_3_NAME])
            .collect()
    }

    /// The player of a champion's bytes, under this name.
    ///
    /// # Errors
    /// The bytes are not a champion.
    pub fn of_champion(name: &str, bytes: &[u8]) -> Result<FiveOPlayer> {
        let player = FiveOPlayer::from(Champion::decode(bytes)?);
        Ok(FiveOPlayer { name: text::plain(name), ..player })
    }

    /// The player at a seat of one game.
    pub fn at(&self, game: Seed, seat: Seat) -> SeatedPlayer<'_> {
        match &self.kind {
            PlayerKind::Baseline(kind) => SeatedPlayer::Baseline(Baseline::new(*kind, game, seat)),
            PlayerKind::Evolved(player) => SeatedPlayer::Evolved(player),
            PlayerKind::MonteCarlo(budget) => SeatedPlayer::MonteCarlo(Box::new(MonteCarlo::new(*budget, game, seat))),
        }
    }
}

/// A player at a seat of one game.
pub enum SeatedPlayer<'p> {
    /// A baseline.
    Baseline(Baseline),
    /// A tree.
    Evolved(&'p Evolved),
    /// The Monte-Carlo player.
    MonteCarlo(Box<MonteCarlo>),
}

impl SeatedPlayer<'_> {
    /// The column for the card to place.
    pub fn column(&mut self, view: &TableView) -> Column {
        match self {
            SeatedPlayer::Baseline(baseline) => baseline.column(view),
            SeatedPlayer::Evolved(player) => player.column(view),
            SeatedPlayer::MonteCarlo(player) => player.column(view),
        }
    }

    /// Makes its move at a table where it is to move.
    pub fn play(&mut self, table: &mut Table) {
        if let Turn::Of(_, view) = table.turn() {
            table.play(self.column(&view)).expect("a program chooses an open column");
        }
    }
}

impl Player<Table> for SeatedPlayer<'_> {
    type Error = anyhow::Error;

    fn choose(&mut self, view: &TableView) -> Result<Column> {
        Ok(self.column(view))
    }
}

impl From<BaselineKind> for FiveOPlayer {
    fn from(kind: BaselineKind) -> FiveOPlayer {
        FiveOPlayer { name: kind.name().to_owned(), kind: PlayerKind::Baseline(kind) }
    }
}

impl From<Champion> for FiveOPlayer {
    fn from(champion: Champion) -> FiveOPlayer {
        FiveOPlayer { name: text::plain(&champion.name), kind: PlayerKind::Evolved(Box::new(champion.player)) }
    }
}

/// Parses a player from a tree's text; errors quote the text.
pub fn evolved_from_text(text: &str) -> Result<Evolved> {
    let (scoring, text) = Scoring::split(text);
    let (tree, constants) = trees::parse::<FiveO>(text)?;
    Ok(Evolved { tree, constants, scoring })
}

/// Whether a text looks like a tree.
pub fn is_tree(text: &str) -> bool {
    text.contains('(') || Scoring::split(text).1.len() < text.len()
}
