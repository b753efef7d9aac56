//! A board as the host sees it: somebody to ask. Knows the link's messages and how long to wait for an answer; does not
//! know what the line is made of.

mod client;
pub mod device;
mod error;
pub mod flash;
mod keeping;
mod playing;
mod report;

use std::path::PathBuf;

use anyhow::{Context, Result};
use pipsqueak_app::BoardGame;
use pipsqueak_core::link::Hello;

pub use client::{Client, LinkCounts, Patience, Times};
pub use error::LinkError;
pub use keeping::Champions;
pub use playing::{BoardPlayer, Decision, SearchStats};
pub use report::{ActiveChampion, Report, milliseconds};

use crate::port::{self, Cable};

/// A session over any kind of line.
pub type Connected = Client<Box<dyn Cable>>;

/// Which board, for every command that asks one.
#[derive(clap::Args)]
pub struct BoardOptions {
    /// The board: a serial device, unix:PATH, tcp:HOST:PORT, qemu, qemu:FILE, sim or sim:FILE; the attached micro:bit if
    /// not given
    #[arg(long, value_name = "PORT")]
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

    /// Begins a session with the board, and asks who it is. A board in this process plays these games.
    pub fn connect(&self, games: &'static [BoardGame]) -> Result<(Connected, Hello)> {
        let port = port::find(self.port.as_deref())?;
        let mut client = Client::new(port.open(self.firmware.as_deref(), games)?);
        // Whatever is wrong with the line or the board is told with the port's name, before anything else is begun.
        let hello = client.hello().with_context(|| port.to_string())?;
        Ok((client, hello))
    }
}

#[cfg(test)]
mod tests;
