//! Five-O in the program: its screen, and the Monte-Carlo player as a board. The rest is in core and in the laboratory.

mod desktop_board;
mod picture;
mod scene;

use std::io::Write;

use anyhow::Result;
use pipsqueak_lab::games::fiveo::FiveO;
use pipsqueak_lab::games::fiveo::players::FiveOPlayer;
use pipsqueak_lab::games::fiveo::record;

use super::{DesktopGame, PlayContext};
use crate::board::DesktopPlayer;
use crate::system::clock;
use crate::system::records::{self, Counted, Part};
use crate::terminal::NewScene;
pub use scene::TableScene;

/// Five-O has no options of its own.
#[derive(clap::Args)]
pub struct NoOptions {}

impl DesktopGame for FiveO {
    type Options = NoOptions;
    type Scene = TableScene;

    const DEFAULT_OPPONENT: &'static str = "champion";
    const DEFAULT_BOARD_OPPONENT: &'static str = "full-strategy";

    fn new(_: &NoOptions, _: PlayContext<'_>) -> Result<FiveO> {
        Ok(FiveO { clock: Some(clock::interruptible) })
    }

    /// An opponent that is a tree can explain its moves.
    fn scenes<'a>(&'a self, opponent: Option<&FiveOPlayer>) -> NewScene<'a, TableScene> {
        let tree = opponent.and_then(|opponent| opponent.kind.tree()).cloned();
        Box::new(move |start, seat| TableScene::new(start, seat).explained_by(tree.clone()))
    }

    fn replay(part: &Part, counted: &mut Counted, out: &mut dyn Write) -> Result<()> {
        records::json_lines(part, counted, out, record::show)
    }

    fn desktop_players() -> &'static [DesktopPlayer] {
        desktop_board::PLAYERS
    }
}
