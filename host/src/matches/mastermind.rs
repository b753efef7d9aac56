//! Matches of Mastermind: duels in which both sides set a code and break the other's.

use anyhow::Result;
use pipsqueak_core::champion::GameId;
use pipsqueak_core::chance::Seed;
use pipsqueak_core::game::{Player, Seat};
use pipsqueak_core::games::mastermind::{self, Code, Duel, DuelView, Size, strategy};
use pipsqueak_core::link::Effort;

use super::{Bout, Connected, Options, Side};
use crate::board::{BoardPlayer, SearchStats};
use crate::games::mastermind::record::RecordedDuel;
use crate::games::mastermind::{Machine, Method};

/// The board's opponent, and the size of the codes.
pub struct Mastermind {
    size: Size,
    name: String,
    machine: Machine,
    stats: SearchStats,
}

impl Mastermind {
    /// The opponent that the options name.
    pub fn new(options: &Options) -> Result<Mastermind> {
        let size = options.size.size()?;
        let method = Method::named(options.opponent.as_deref().unwrap_or("minimax"), size)?;
        Ok(Mastermind {
            size,
            name: method.name().to_owned(),
            machine: Machine::new(method, size),
            stats: SearchStats::default(),
        })
    }
}

impl Bout for Mastermind {
    type Game = Duel;

    fn opponent(&self) -> &str {
        &self.name
    }

    fn champion(&self) -> Option<GameId> {
        // There are no strategies for longer codes: there the board's solver plays.
        (self.size.pegs() <= strategy::MAX_PEGS).then_some(mastermind::ID)
    }

    fn deal(&self, seed: Seed) -> Duel {
        Duel::new(self.size, seed)
    }

    fn sides<'a>(&'a mut self, client: &'a mut Connected, _: Seed, _: Seat) -> [Side<'a, Duel>; 2] {
        let board = BoardPlayer { client, effort: Effort::Default, stats: &mut self.stats };
        [Box::new(board), Box::new(Program(&mut self.machine))]
    }

    fn written(&self, seed: Seed, names: [&str; 2], moves: &[Code]) -> Result<Vec<u8>> {
        let mut bytes = Vec::new();
        RecordedDuel::new(Some(seed), names.map(str::to_owned), self.size, moves.to_vec())?.write(&mut bytes)?;
        Ok(bytes)
    }
}

/// The opponent, whose only failure would be answers that contradict each other; the referee's never do.
struct Program<'m>(&'m mut Machine);

impl Player<Duel> for Program<'_> {
    type Error = anyhow::Error;

    fn choose(&mut self, view: &DuelView) -> Result<Code> {
        Ok(self.0.choose(view)?)
    }
}
