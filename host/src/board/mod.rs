//! A board as the host sees it: a client around the link's session, the board as a player, its report on itself, and files for its
//! drive. Does not know what the line is made of.

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

/// The games that a program knows, as far as boards are concerned.
#[derive(Clone)]
pub struct Games {
    /// How a board in this process plays them.
    pub board: &'static [BoardGame],
    /// Their names.
    pub names: Vec<(GameId, &'static str)>,
    /// Players that only a desktop has the strength for, each with the name of its game.
    pub players: Vec<(&'static str, &'static DesktopPlayer)>,
}

impl Games {
    /// What a game is called, even if this program does not know it.
    pub fn name_of(&self, id: GameId) -> String {
        let known = self.names.iter().find(|(known, _)| *known == id);
        known.map_or_else(|| format!("game {}", id.0), |(_, name)| (*name).to_owned())
    }
}

/// A player that answers over the link as a board does.
pub struct DesktopPlayer {
    /// Its name.
    pub name: &'static str,
    /// Its one game: the table of a board that plays nothing else.
    pub games: &'static [BoardGame],
}

/// Which board, for every command that asks one.
#[derive(clap::Args)]
pub struct BoardOptions {
    /// The board.
    #[arg(long, value_name = "PORT", help = port::WHICH_BOARD)]
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

/// Begins a session with the board at a port: asks who it is, and checks that it plays the game, if one is named. A board in
/// this process plays all games.
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
    // Whatever is wrong with the line or the board is told with the port's name, before anything else is begun.
    let hello = connected.with_context(|| port.to_string())?;
    Ok((client, hello))
}

#[cfg(test)]
mod tests;
