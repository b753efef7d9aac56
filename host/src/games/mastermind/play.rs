//! `play mastermind`: who sets the other code, and what a duel is recorded as.

use anyhow::Result;
use pipsqueak_core::games::mastermind::{Duel, Size};

use super::record::RecordedDuel;
use super::scene::DuelScene;
use super::{Machine, Method};
use crate::board::Whereabouts;
use crate::terminal::{self, Named, Opponent, Played, Series, SeriesOptions};

/// Plays against a program, `expected` if none is named, or against the board at a port.
pub fn play(size: Size, against: Option<&str>, port: Option<&str>, options: SeriesOptions) -> Result<()> {
    let opponent: Box<dyn Opponent<Duel>> = match port {
        None => {
            let method = Method::named(against.unwrap_or("expected"), size)?;
            Box::new(Named { name: method.name().to_owned(), player: Machine::new(method, size) })
        }
        Some(port) => {
            let (client, hello) = Whereabouts::at(port).connect()?;
            Box::new(Named { name: hello.board.to_string(), player: client })
        }
    };
    terminal::play(Series::<DuelScene> {
        title: "Mastermind",
        start: Box::new(move |seed| Duel::new(size, seed)),
        scene: Box::new(move |_, seat| DuelScene::new(size, seat)),
        opponent,
        record: terminal::to_file(options.transcript.clone(), move |played| written(size, played))?,
        options,
    })
}

/// A transcript holds whole duels only.
fn written(size: Size, played: &Played<'_, Duel>) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if played.points.is_some() {
        let players = played.players.map(str::to_owned);
        RecordedDuel::new(Some(played.seed), players, size, played.moves.to_vec())?.write(&mut bytes)?;
    }
    Ok(bytes)
}
