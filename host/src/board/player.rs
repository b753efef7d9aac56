//! The board as a player of any game: to the referee it is like any program.

use std::time::Instant;

use pipsqueak_core::champion::GameId;
use pipsqueak_core::game::Player;
use pipsqueak_core::link::jobs::{self, Decision};
use pipsqueak_core::link::{self, Effort, LinkGame, MoveBytes, Refusal, SearchInfo, SessionError};

use pipsqueak_lab::arena::Pacing;

use super::{Client, LinkError};
use crate::port::Transport;

impl<C: Transport> Client<C> {
    /// The board's move. The referee checks whether it is legal.
    pub fn decide<G: LinkGame>(&mut self, view: &G::View, effort: Effort) -> Result<Decision<G::Move>, LinkError> {
        let view = link::write_view::<G>(view)?;
        match self.decide_bytes(G::ID, &view, effort, G::SECONDS) {
            Ok(Decision { chosen, ticks, info }) => {
                let chosen = link::read_move::<G>(&chosen).ok_or(SessionError::Unexpected)?;
                Ok(Decision { chosen, ticks, info })
            }
            Err(LinkError::Session(SessionError::Refused(Refusal::View(reason)))) => Err(LinkError::View {
                reason,
                why: link::view_error::<G>(reason)
                    .map_or("it is not a view of the game".to_owned(), |error| error.to_string()),
            }),
            Err(error) => Err(error),
        }
    }
}

/// Answers an encoded view with an encoded move: any board, over any line.
pub trait Decider {
    /// The encoded move for an encoded view. The timeout is this many seconds beyond the effort's own time.
    fn decide_bytes(
        &mut self,
        game: GameId,
        view: &[u8],
        effort: Effort,
        seconds: u16,
    ) -> Result<Decision<MoveBytes>, LinkError>;
}

impl<C: Transport> Decider for Client<C> {
    fn decide_bytes(
        &mut self,
        game: GameId,
        view: &[u8],
        effort: Effort,
        seconds: u16,
    ) -> Result<Decision<MoveBytes>, LinkError> {
        let start = Instant::now();
        let decision = self.run(&mut jobs::Move { game, seconds, effort, view })?;
        self.times.add(decision.ticks, start.elapsed());
        Ok(decision)
    }
}

/// A board as a player in one game.
pub struct BoardPlayer<'c, C, G> {
    /// The board.
    pub client: &'c mut Client<C>,
    /// How much it may search.
    pub pacing: Box<dyn Pacing<G>>,
    /// The search statistics.
    pub stats: &'c mut SearchStats,
}

impl<G: LinkGame, C: Transport> Player<G> for BoardPlayer<'_, C, G> {
    type Error = anyhow::Error;

    fn choose(&mut self, view: &G::View) -> anyhow::Result<G::Move> {
        let effort = self.pacing.effort(view);
        let start = Instant::now();
        let Decision { chosen, info, .. } = self.client.decide::<G>(view, effort)?;
        self.pacing.spent(info.nodes, u32::try_from(start.elapsed().as_micros()).unwrap_or(u32::MAX));
        self.stats.add(info);
        Ok(chosen)
    }
}

/// Statistics of a board's searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SearchStats {
    n_moves: u64,
    depths: u64,
    nodes: u64,
}

impl SearchStats {
    fn add(&mut self, info: SearchInfo) {
        self.n_moves += 1;
        self.depths += u64::from(info.depth);
        self.nodes += u64::from(info.nodes);
    }

    /// A summary in one line; `None` for a player that does not search.
    pub fn remark(&self) -> Option<String> {
        let mean = |sum: u64| sum as f64 / self.n_moves.max(1) as f64;
        let (depth, nodes) = (mean(self.depths), mean(self.nodes));
        (self.nodes > 0).then(|| format!("{depth:.1} moves deep, {nodes:.0} positions per move on average"))
    }
}
