//! Compares the decisions of two boards in the same games from the same seeds. Knows games through their traits only.

use anyhow::{Context, Result, anyhow, bail};
use pipsqueak_core::game::{Game, Turn};
use pipsqueak_core::link::{self, Effort, LinkGame};
use pipsqueak_core::random::Seed;
use pipsqueak_lab::arena::ArenaGame;

use super::Decider;
use crate::system::signals;

/// What to compare.
#[derive(Clone, Copy, Debug)]
pub struct Comparison {
    /// The seed of the deals.
    pub seed: Seed,
    /// The number of decisions.
    pub n_decisions: u32,
}

/// The search budgets, in positions, from few to many: the reply must not depend on a board's speed.
const NODES: [u32; 5] = [1, 20, 100, 300, 700];

/// Asks both boards about every position of games that the second plays against itself. The first difference is an
/// error.
pub fn compare<G: ArenaGame>(game: &G, boards: [&mut dyn Decider; 2], asked: &Comparison) -> Result<()> {
    let [board, reference] = boards;
    let mut efforts = NODES.into_iter().map(Effort::Nodes).cycle();
    let mut rest = asked.n_decisions;
    for deal in 0.. {
        let mut played = game.deal(asked.seed.derive(deal));
        while let Turn::Of(_, view) = played.turn() {
            if rest == 0 {
                return Ok(());
            }
            if signals::stop_is_wanted() {
                return Err(signals::Interrupted::as_asked().into());
            }
            let bytes = link::write_view::<G::Game>(&view).context("a view does not fit into a frame")?;
            let effort = efforts.next().unwrap_or_default();
            let decide =
                |decider: &mut dyn Decider| decider.decide_bytes(G::Game::ID, &bytes, effort, G::Game::SECONDS);
            let expected = decide(&mut *reference).context("the board in this process")?;
            let found = decide(&mut *board).with_context(|| format!("decision {}", asked.n_decisions - rest + 1))?;
            if (&found.chosen, found.info) != (&expected.chosen, expected.info) {
                let number = asked.n_decisions - rest + 1;
                let [found, expected] = [found, expected].map(|told| format!("{:02x?} {:?}", told.chosen, told.info));
                bail!(
                    "decision {number} differs: {found} where {expected} was expected, view {bytes:02x?}, {effort:?}"
                );
            }
            let chosen = link::read_move::<G::Game>(&expected.chosen).context("bytes that are not a move")?;
            played.play(chosen).map_err(|illegal| anyhow!("an illegal move: {illegal}"))?;
            rest -= 1;
        }
    }
    Ok(())
}
