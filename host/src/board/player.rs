//! A board as a player: the referee cannot tell it from a program.

use std::time::{Duration, Instant};

use pipsqueak_core::fiveo::{Column, Table, TableView};
use pipsqueak_core::game::Player;

use super::{Client, LinkError};
use crate::port::Cable;

/// A board at the table.
pub struct BoardPlayer<'c, C> {
    client: &'c mut Client<C>,
    times: &'c mut Times,
}

/// How long decisions took.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Times {
    /// Decisions made.
    pub n_decisions: u64,
    /// Ticks of the board's clock for all of them.
    pub ticks: u64,
    /// Ticks of the longest.
    pub most_ticks: u32,
    /// From the question to the answer, for all of them.
    pub round_trips: Duration,
    /// The longest of those.
    pub longest_round_trip: Duration,
}

impl<'c, C: Cable> BoardPlayer<'c, C> {
    /// Seats a board; its times are added to those that there are.
    pub fn new(client: &'c mut Client<C>, times: &'c mut Times) -> BoardPlayer<'c, C> {
        BoardPlayer { client, times }
    }
}

impl<C: Cable> Player<Table> for BoardPlayer<'_, C> {
    type Error = LinkError;

    fn choose(&mut self, view: &TableView) -> Result<Column, LinkError> {
        let start = Instant::now();
        let decision = self.client.choose(view)?;
        self.times.add(decision.ticks, start.elapsed());
        Ok(decision.column)
    }
}

impl Times {
    fn add(&mut self, ticks: u32, round_trip: Duration) {
        self.n_decisions += 1;
        self.ticks += u64::from(ticks);
        self.most_ticks = self.most_ticks.max(ticks);
        self.round_trips += round_trip;
        self.longest_round_trip = self.longest_round_trip.max(round_trip);
    }
}
