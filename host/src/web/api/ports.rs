//! `/api/ports`: the boards and players that the page may use. Only the listed ports are allowed; any other, such as
//! another file or another computer's address, needs `--port` when the server is started.

use std::sync::Arc;

use anyhow::{Result, bail};
use axum::extract::State;
use axum::response::Response;
use pipsqueak_app::BoardGame;
use serde::Serialize;

use super::Server;
use crate::port::{self, Port, Sim, Transport};
use crate::web::{content, files};

/// A port in the list.
#[derive(Serialize)]
struct PortListing {
    name: String,
    /// `emulator`, `sim`, `board`, `serial`, `named` or `player`.
    kind: &'static str,
    /// The one game that a player plays.
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<&'static str>,
}

impl PortListing {
    fn of(name: impl Into<String>, kind: &'static str) -> PortListing {
        PortListing { name: name.into(), kind, game: None }
    }
}

/// A port or player in the list.
pub enum Choice {
    /// A port as in all commands.
    Port(Port),
    /// A desktop player: a simulated board that plays one game.
    Player(&'static [BoardGame]),
}

/// Answers with the list.
pub async fn list(State(server): State<Arc<Server>>) -> Response {
    content::plain(files::content_type("ports.json"), serde_json::to_vec(&server.listed()).unwrap_or_default())
}

impl Server {
    fn listed(&self) -> Vec<PortListing> {
        // Without permission to list devices, there are none.
        let devices = port::devices().unwrap_or_default().into_iter();
        let devices =
            devices.map(|device| PortListing::of(device.name, if device.is_board { "board" } else { "serial" }));
        let named = self.ports.iter().map(|port| PortListing::of(port.to_string(), "named"));
        let players = self.known_games.players.iter();
        let players =
            players.map(|(game, player)| PortListing { game: Some(game), ..PortListing::of(player.name, "player") });
        let emulated = cfg!(unix).then(|| PortListing::of("qemu", "emulator"));
        let own = emulated.into_iter().chain([PortListing::of("sim", "sim")]);
        named.chain(devices).chain(own).chain(players).collect()
    }

    /// The port or player of this name in the list.
    pub fn choice(&self, name: &str) -> Result<Choice> {
        let mut players = self.known_games.players.iter();
        if let Some((_, player)) = players.find(|(_, player)| player.name == name) {
            return Ok(Choice::Player(player.games));
        }
        if !self.listed().iter().any(|listed| listed.name == name) {
            bail!("this port was not named when the server was started: pipsqueak serve --port PORT");
        }
        Port::named(name).map(Choice::Port)
    }

    /// Opens a line. The firmware may have to be built first.
    pub fn connect(&self, choice: &Choice) -> Result<Box<dyn Transport>> {
        match choice {
            Choice::Port(port) => port.open(self.firmware.named.as_deref(), self.known_games.board),
            Choice::Player(games) => Ok(Box::new(Sim::start(None, games)?)),
        }
    }
}
