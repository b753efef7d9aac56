//! Mastermind in the program: its screen, and the `mastermind` commands. The rest is in core and in the laboratory.

mod command;
mod optimal;
mod picture;
mod sample;
mod scene;
mod sizes;
mod solve;
mod split;
mod table;

use std::io::Write;

use anyhow::Result;
use pipsqueak_lab::games::mastermind::{Mastermind, Method, record};

use super::{Commands, DesktopGame, PlayContext};
use crate::system::records::{self, Counted, Part};
use crate::terminal::NewScene;
pub use command::SizeOptions;
pub use scene::DuelScene;

impl DesktopGame for Mastermind {
    type Options = SizeOptions;
    type Scene = DuelScene;

    const DEFAULT_OPPONENT: &'static str = "expected";
    const DEFAULT_BOARD_OPPONENT: &'static str = "minimax";

    fn new(options: &SizeOptions, _: PlayContext<'_>) -> Result<Mastermind> {
        Ok(Mastermind { size: options.size()? })
    }

    fn scenes<'a>(&'a self, _: Option<&Method>) -> NewScene<'a, DuelScene> {
        Box::new(|_, seat| DuelScene::new(self.size, seat))
    }

    fn replay(part: &Part, counted: &mut Counted, out: &mut dyn Write) -> Result<()> {
        records::json_lines(part, counted, out, record::show)
    }

    fn commands() -> Option<&'static dyn Commands> {
        Some(&command::MastermindCommands)
    }
}
