//! A board from the host's side: a client around the link's session, the board as a player, its report, and files for
//! its drive. Does not know the kind of line.

mod client;
mod error;
pub mod files;
mod parity;
mod player;
mod report;
pub mod version;

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use pipsqueak_app::BoardGame;
use pipsqueak_core::champion::GameId;
use pipsqueak_core::link::{GameNotOffered, Hello};

pub use client::{Client, Times};
pub use error::LinkError;
pub use parity::{Comparison, compare};
pub use pipsqueak_core::link::jobs::{ChampionInfo, Decision};
pub use pipsqueak_core::link::{LinkCounts, RetryPolicy, SessionError};
pub use player::{BoardPlayer, Decider, SearchStats};
pub use report::{ActiveChampion, Report, milliseconds};

use crate::port::{self, Port, Transport};

/// A session over any kind of line.
pub type AnyClient = Client<Box<dyn Transport>>;

/// The program's games, as far as boards are concerned.
#[derive(Clone)]
pub struct Games {
    /// How a simulated board plays them.
    pub board: &'static [BoardGame],
    /// Their names.
    pub names: Vec<(GameId, &'static str)>,
    /// Players that only run on a desktop, each with the name of its game.
    pub players: Vec<(&'static str, &'static DesktopPlayer)>,
}

impl Games {
    /// A game's name, or its number if this program does not know it.
    pub fn name_of(&self, id: GameId) -> String {
        let known = self.names.iter().find(|(known, _)| *known == id);
        known.map_or_else(|| format!("game {}", id.0), |(_, name)| (*name).to_owned())
    }
}

/// A player on the desktop that answers over the link like a board.
pub struct DesktopPlayer {
    /// Its name.
    pub name: &'static str,
    /// Its one game, as a board's table of games.
    pub games: &'static [BoardGame],
}

/// The board, for every command that connects to one.
#[derive(clap::Args)]
pub struct BoardOptions {
    /// The board.
    #[arg(long, value_name = "PORT", help = port::which_board())]
    pub port: Option<String>,
    /// The firmware of the emulated micro:bit; found or built if not given
    #[arg(long, value_name = "ELF")]
    pub firmware: Option<PathBuf>,
}

impl BoardOptions {
    /// The board at a port, with the firmware that is found or built.
    pub fn at(port: &str) -> BoardOptions {
        BoardOptions { port: Some(port.to_owned()), firmware: None }
    }

    /// Begins a session with the board, which must play the game, if one is named.
    pub fn connect(&self, games: &Games, game: Option<GameId>) -> Result<(AnyClient, Hello)> {
        connect(&port::find(self.port.as_deref())?, self.firmware.as_deref(), games, game)
    }
}

/// Begins a session with the board at a port: reads its hello, and checks that it plays the game, if one is named. A
/// simulated board plays all games.
pub fn connect(
    port: &Port,
    firmware: Option<&Path>,
    games: &Games,
    game: Option<GameId>,
) -> Result<(AnyClient, Hello)> {
    let mut client = Client::new(port.open(firmware, games.board)?);
    let connected = client.connect(game).map_err(|error| match error {
        LinkError::Session(SessionError::GameNotOffered(game)) => anyhow!("{}", GameNotOffered(games.name_of(game))),
        error => error.into(),
    });
    // Errors of the line or the board name the port, before anything else is begun.
    let hello = connected.with_context(|| port.to_string())?;
    Ok((client, hello))
}

#[cfg(test)]
mod tests;
