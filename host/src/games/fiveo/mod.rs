//! Five-O on the desktop: who can be named, games in lockstep, rollouts, records, and what evolution asks of the game.
//!
//! **Lockstep.** All games of a batch are at the same move, so all movers have the same number of open columns. The
//! columns of all games of one tree fill vector lanes without gaps. Facts about columns are laid out field by field
//! (`FeatureLanes`), and the same functions that answer for one column are looped over the lanes; the compiler turns
//! the loops into vector code. That is why `outlook.rs` and `Strength::of_held` avoid branches. Which columns are open
//! and which one is best no processor can foretell either: the league looks the open ones up in a table of all 32 sets,
//! and chooses without a jump.
//!
//! **Chances come from tables in the league.** All games of a batch are at the same move, so that the number of unseen
//! cards and the draws left are the same for all, and a chance depends on two small numbers.

mod champions;
mod chances_by_move;
pub mod description;
mod desktop_board;
mod effective;
pub mod evolve;
pub mod lockstep;
pub mod monte_carlo;
mod picture;
pub mod players;
pub mod rollout;
pub mod scene;
pub mod trees;

use std::io::Write;
use std::sync::{Arc, OnceLock};

use anyhow::Result;
use pipsqueak_core::game::{Game, Points, Seat};
use pipsqueak_core::games::fiveo::champion::BaselineResult;
use pipsqueak_core::games::fiveo::players::Evolved;
use pipsqueak_core::games::fiveo::{Column, Table};
use pipsqueak_core::random::Seed;

pub use pipsqueak_shared::fiveo::{card_text, record};

use super::json_lines::RecordedGame;
use super::{BoxedPlayer, Champions, Commands, DesktopGame, DesktopPlayer, NamedPlayer, PlayContext};
use crate::arena::{Backend, Fixture, Tally};
use crate::replay::{self, Counted, Part};
use crate::trees::vocabulary::VocabularyListing;
use lockstep::Lockstep;
use players::{FiveOPlayer, PlayerKind};
use scene::TableScene;

/// Five-O, which has no variants.
pub struct FiveO {
    occasion: PlayContext,
    /// The tree that a person plays against, for whoever asks why; shared with the scenes.
    opponent: Arc<OnceLock<Evolved>>,
}

/// Five-O has no options of its own.
#[derive(clap::Args)]
pub struct NoOptions {}

/// As programs play it.
impl Default for FiveO {
    fn default() -> FiveO {
        FiveO { occasion: PlayContext::Series, opponent: Arc::default() }
    }
}

impl DesktopGame for FiveO {
    type Game = Table;
    type Options = NoOptions;
    type Player = FiveOPlayer;
    type Backend = Lockstep;
    type Scene = TableScene;

    const NAME: &'static str = "fiveo";
    const TITLE: &'static str = "Five-O";
    const PLAYERS: &'static str =
        "a baseline, monte-carlo (:200 rollouts or :50ms per decision), champion, a champion file, or a tree as text";
    const BASELINES: &'static [&'static str] =
        &["random", "greedy", "pairing", "weighted-pairing", "full-strategy", "tactician"];
    const DEFAULT_OPPONENT: &'static str = "champion";
    const DEFAULT_BOARD_OPPONENT: &'static str = "full-strategy";

    fn new(_: &NoOptions, occasion: PlayContext) -> Result<FiveO> {
        Ok(FiveO { occasion, ..FiveO::default() })
    }

    fn deal(&self, seed: Seed) -> Table {
        Table::deal(seed)
    }

    fn scene(&self, start: &Table, seat: Seat) -> TableScene {
        TableScene::new(start, seat).explained_by(Arc::clone(&self.opponent))
    }

    fn player(&self, name: &str) -> Result<FiveOPlayer> {
        let player = FiveOPlayer::named(name)?;
        if let (PlayContext::Person, Some(tree)) = (self.occasion, player.kind.tree()) {
            // One opponent is named a command.
            let _ = self.opponent.set(tree.clone());
        }
        Ok(player)
    }

    fn record(&self, seed: Seed, players: [&str; 2], moves: &[Column]) -> Result<Vec<u8>> {
        Ok(RecordedGame::dealt(self.deal(seed), seed, players, moves).text()?)
    }

    fn replay(part: &Part, counted: &mut Counted, out: &mut dyn Write) -> Result<()> {
        replay::json_lines(part, counted, out, record::show)
    }

    fn desktop_players() -> &'static [DesktopPlayer] {
        desktop_board::PLAYERS
    }

    fn evolution() -> Option<&'static dyn Commands> {
        Some(&evolve::Evolution)
    }

    fn studies() -> Option<&'static dyn Commands> {
        Some(&evolve::Studies)
    }

    fn vocabulary() -> Option<VocabularyListing> {
        Some(VocabularyListing::of::<pipsqueak_core::games::fiveo::FiveO>())
    }

    fn champions() -> Option<&'static dyn Champions> {
        Some(&champions::FiveOChampions)
    }
}

impl NamedPlayer<FiveO> for FiveOPlayer {
    fn name(&self) -> &str {
        &self.name
    }

    fn seat<'p>(&'p self, _: &FiveO, seed: Seed, seat: Seat) -> BoxedPlayer<'p, Table> {
        Box::new(self.among(seed, seat))
    }
}

impl Backend<FiveO> for Lockstep {
    /// Enough deals to fill the lanes, few enough to share the work evenly; fewer for a player that thinks for milliseconds.
    fn deals_a_batch(players: [&FiveOPlayer; 2]) -> u64 {
        let is_slow = players.iter().any(|player| matches!(player.kind, PlayerKind::MonteCarlo(_)));
        if is_slow { 4 } else { 128 }
    }

    fn play(&mut self, _: &FiveO, players: &[&FiveOPlayer], fixtures: &[Fixture]) -> Result<Vec<Points>> {
        let kinds: Vec<&PlayerKind> = players.iter().map(|player| &player.kind).collect();
        Ok(Lockstep::play(self, &kinds, fixtures))
    }
}

impl From<&BaselineResult> for Tally {
    fn from(record: &BaselineResult) -> Tally {
        let [win, tie, loss] = [record.wins, record.ties, record.losses].map(u64::from);
        Tally { win, tie, loss }
    }
}
