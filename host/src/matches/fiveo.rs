//! Matches of Five-O Poker.

use anyhow::Result;
use pipsqueak_core::champion::GameId;
use pipsqueak_core::chance::Seed;
use pipsqueak_core::game::{Game, Seat};
use pipsqueak_core::games::fiveo::{self, Column, Table};
use pipsqueak_core::link::Effort;

use super::{Bout, Connected, Options, Side};
use crate::board::{BoardPlayer, SearchStats};
use crate::games::fiveo::contender::Contender;
use crate::games::fiveo::transcript;

/// The board's opponent.
pub struct FiveO(Contender, SearchStats);

impl FiveO {
    /// The opponent that the options name.
    pub fn new(options: &Options) -> Result<FiveO> {
        Contender::named(options.opponent.as_deref().unwrap_or("full-strategy"))
            .map(|opponent| FiveO(opponent, SearchStats::default()))
    }
}

impl Bout for FiveO {
    type Game = Table;

    fn opponent(&self) -> &str {
        &self.0.name
    }

    fn champion(&self) -> Option<GameId> {
        Some(fiveo::ID)
    }

    fn deal(&self, seed: Seed) -> Table {
        Table::deal(seed)
    }

    fn sides<'a>(&'a mut self, client: &'a mut Connected, seed: Seed, seat: Seat) -> [Side<'a, Table>; 2] {
        let board = BoardPlayer { client, effort: Effort::Default, stats: &mut self.1 };
        [Box::new(board), Box::new(self.0.among(seed, seat))]
    }

    fn written(&self, seed: Seed, names: [&str; 2], moves: &[Column]) -> Result<Vec<u8>> {
        let mut bytes = Vec::new();
        transcript::write_game(&mut bytes, seed, names, moves)?;
        Ok(bytes)
    }
}
