//! `play fiveo`: who sits across the table, and what a game is recorded as.

use anyhow::Result;
use pipsqueak_core::champion::GameId;
use pipsqueak_core::chance::Seed;
use pipsqueak_core::game::{Game, Seat};
use pipsqueak_core::games::fiveo::Table;

use super::contender::Contender;
use super::scene::TableScene;
use super::transcript;
use crate::board::{InForce, Whereabouts};
use crate::terminal::{self, Named, Opponent, Played, Seated, Series, SeriesOptions};

/// Plays against a program, `champion` if none is named, or against the board at a port.
pub fn play(against: Option<&str>, port: Option<&str>, options: SeriesOptions) -> Result<()> {
    let opponent: Box<dyn Opponent<Table>> = match port {
        None => Box::new(Contender::named(against.unwrap_or("champion"))?),
        Some(port) => {
            let (mut client, _) = Whereabouts::at(port).connect()?;
            let name = InForce::of(&mut client, GameId::FiveO)?.name.unwrap_or_else(|| "board".to_owned());
            Box::new(Named { name, player: client })
        }
    };
    terminal::play(Series::<TableScene> {
        title: "Five-O",
        start: Box::new(Table::deal),
        scene: Box::new(TableScene::new),
        opponent,
        record: terminal::to_file(options.transcript.clone(), written)?,
        options,
    })
}

impl Opponent<Table> for Contender {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn player(&mut self, game: Seed, seat: Seat) -> Seated<'_, Table> {
        Box::new(self.among(game, seat))
    }
}

/// A transcript holds whole games only.
fn written(played: &Played<'_, Table>) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if played.points.is_some() {
        transcript::write_game(&mut bytes, played.seed, played.players, played.moves)?;
    }
    Ok(bytes)
}
