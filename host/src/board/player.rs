//! The board as a player. It is a player like any other, of any game: the referee cannot tell it from a program.

use std::time::{Duration, Instant};

use pipsqueak_core::game::Player;
use pipsqueak_core::link::{self, Effort, Linked, Refusal, Reply, Request, SearchInfo};

use super::{Client, LinkError};
use crate::port::Cable;

/// What the slowest board needs for a position, and to spare.
const FOR_A_NODE: Duration = Duration::from_micros(250);

/// A board's move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Decision<M> {
    /// The move.
    pub chosen: M,
    /// How long the board thought, in ticks of its clock.
    pub ticks: u32,
    /// What it tells of its thinking.
    pub info: SearchInfo,
}

impl<C: Cable> Client<C> {
    /// The board's move. Whether the rules allow it is the referee's matter.
    pub fn decide<G: Linked>(&mut self, view: &G::View, effort: Effort) -> Result<Decision<G::Move>, LinkError> {
        let view = link::write_view::<G>(view)?;
        let request = Request::Move { game: G::ID, effort, view: &view };
        let start = Instant::now();
        match self.ask_for(&request, allowance::<G>(effort)) {
            Ok(Reply::Move { game, chosen, ticks, info }) if game == G::ID => {
                let chosen = link::read_move::<G>(&chosen).ok_or(LinkError::Unexpected)?;
                self.times.add(ticks, start.elapsed());
                Ok(Decision { chosen, ticks, info })
            }
            Ok(Reply::Move { game, .. }) => Err(LinkError::OtherGame(game)),
            Ok(_) => Err(LinkError::Unexpected),
            Err(LinkError::Refused(Refusal::View(reason))) => Err(LinkError::View {
                reason,
                why: link::view_error::<G>(reason)
                    .map_or("it is not a view of the game".to_owned(), |error| error.to_string()),
            }),
            Err(error) => Err(error),
        }
    }
}

/// How long a decision may take beyond the ordinary wait.
fn allowance<G: Linked>(effort: Effort) -> Duration {
    let asked_for = match effort {
        Effort::Default => Duration::ZERO,
        Effort::Nodes(nodes) => nodes * FOR_A_NODE,
        Effort::Millis(millis) => Duration::from_millis(millis.into()),
    };
    Duration::from_secs(G::SECONDS.into()) + asked_for
}

/// A board that plays with this effort.
pub struct BoardPlayer<'c, C> {
    /// The board.
    pub client: &'c mut Client<C>,
    /// How long it looks for a move.
    pub effort: Effort,
    /// How far it has looked.
    pub stats: &'c mut SearchStats,
}

impl<G: Linked, C: Cable> Player<G> for BoardPlayer<'_, C> {
    type Error = anyhow::Error;

    fn choose(&mut self, view: &G::View) -> anyhow::Result<G::Move> {
        let Decision { chosen, info, .. } = self.client.decide::<G>(view, self.effort)?;
        self.stats.add(info);
        Ok(chosen)
    }
}

/// How far a board has looked for its moves.
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

    /// What is worth telling, in one line; nothing of a player that does not search.
    pub fn remark(&self) -> Option<String> {
        let mean = |sum: u64| sum as f64 / self.n_moves.max(1) as f64;
        let (depth, nodes) = (mean(self.depths), mean(self.nodes));
        (self.nodes > 0).then(|| format!("{depth:.1} moves deep, {nodes:.0} positions per move on average"))
    }
}
