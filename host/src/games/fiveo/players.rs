//! The players of Five-O that a command line can name: a baseline, the Monte-Carlo player, the shipped champion, a champion
//! file, or a tree written as text.

use std::convert::Infallible;
use std::marker::PhantomData;
use std::path::Path;
use std::str::FromStr;

use anyhow::{Context, Result, bail};
use pipsqueak_core::game::{Game, Player, Seat, Turn};
use pipsqueak_core::games::fiveo::champion::Champion;
use pipsqueak_core::games::fiveo::players::{Baseline, BaselineKind, Evolved, Scoring};
use pipsqueak_core::games::fiveo::{Column, FiveO, Table, TableView};
use pipsqueak_core::random::Seed;
use pipsqueak_shared::{SHIPPED, text};

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
    /// The player that a tree makes; `None` for the others.
    pub fn tree(&self) -> Option<&Evolved> {
        match self {
            PlayerKind::Evolved(player) => Some(player),
            PlayerKind::Baseline(_) | PlayerKind::MonteCarlo(_) => None,
        }
    }
}

impl FiveOPlayer {
    /// The player that a command line names.
    ///
    /// A name with a bracket is a tree written as text; it plays with board scoring, or with column scoring if it
    /// begins with `column:`. A tree of one node has no bracket and needs `column:` or `board:` before it.
    pub fn named(text: &str) -> Result<FiveOPlayer> {
        if let Ok(kind) = BaselineKind::from_str(text) {
            return Ok(FiveOPlayer::from(kind));
        }
        if let Some(budget) = Budget::of_player(text) {
            let kind = PlayerKind::MonteCarlo(budget?);
            return Ok(FiveOPlayer { name: text.to_owned(), kind });
        }
        if text == SHIPPED {
            return Ok(FiveOPlayer::from(Champion::decode(pipsqueak_app::BUILT_IN)?));
        }
        let is_tree = text.contains('(') || text.starts_with("board:") || text.starts_with("column:");
        if is_tree && !Path::new(text).exists() {
            let player = evolved_from_text(text).with_context(|| format!("the tree {text:?} cannot be read"))?;
            return Ok(FiveOPlayer { name: text.to_owned(), kind: PlayerKind::Evolved(Box::new(player)) });
        }
        if !Path::new(text).exists() {
            let known = BaselineKind::ALL.map(BaselineKind::name).join(", ");
            bail!(
                "there is no player {text:?}: a player is one of {known}, {}, {SHIPPED}, a champion file, or a tree like \"If(HasFlush, 1, 0)\"",
                monte_carlo::NAME
            );
        }
        Ok(FiveOPlayer::from(read_champion(Path::new(text))?))
    }

    /// The player at a seat of one game.
    pub fn player(&self, game: Seed, seat: Seat) -> Box<dyn Player<Table, Error = Infallible>> {
        match &self.kind {
            PlayerKind::Baseline(kind) => Box::new(Baseline::new(*kind, game, seat)),
            PlayerKind::Evolved(player) => player.clone(),
            PlayerKind::MonteCarlo(budget) => Box::new(MonteCarlo::new(*budget, game, seat)),
        }
    }

    /// The same, in a game where others can fail.
    pub fn among<E>(&self, game: Seed, seat: Seat) -> Unfailing<E> {
        Unfailing { player: self.player(game, seat), error: PhantomData }
    }
}

/// A program among players who can fail: it could, but never does.
pub struct Unfailing<E> {
    player: Box<dyn Player<Table, Error = Infallible>>,
    error: PhantomData<E>,
}

impl Unfailing<Infallible> {
    /// Makes its move at a table where it is to move.
    pub fn play(&mut self, table: &mut Table) {
        if let Turn::Of(_, view) = table.turn() {
            let Ok(column) = self.choose(&view);
            table.play(column).expect("a program chooses an open column");
        }
    }
}

impl<E> Player<Table> for Unfailing<E> {
    type Error = E;

    fn choose(&mut self, view: &TableView) -> Result<Column, E> {
        self.player.choose(view).map_err(|never| match never {})
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

/// A player from a tree's text, or why it is not one, in the text's own words.
pub fn evolved_from_text(text: &str) -> Result<Evolved> {
    let (scoring, text) = Scoring::split(text);
    let (tree, constants) = trees::parse::<FiveO>(text)?;
    Ok(Evolved { tree, constants, scoring })
}

/// A champion from its file.
pub fn read_champion(path: &Path) -> Result<Champion> {
    let bytes = crate::games::read_champion(path)?;
    Champion::decode(&bytes).with_context(|| format!("{} is not a champion", path.display()))
}
