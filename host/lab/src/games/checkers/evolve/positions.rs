//! The training set of genes: positions of games between trees.
//!
//! A decision here is a choice among positions of 64 different games at the same stage. The value of a position to its
//! side to move is the mean of the search's verdict, which looks further than the position, and the game's result.

use std::sync::Arc;

use anyhow::Result;
use pipsqueak_core::games::checkers::{Board, BoardFeatures, Checkers, Side, Terminal};
use pipsqueak_core::tree::MAX_TERMINALS;

use super::games::{RatedPosition, Terms, Workspace};
use super::{PlayerSetting, evaluation};
use crate::evolve::{Decision, Player, RatedDecision, Sampling};
use crate::workers::Workers;

/// Games per batch: the alternatives of its decisions.
const BATCH: usize = 64;
/// Decisions per batch, from the beginnings of its games to their ends.
const STAGES: usize = 24;
/// Stages per kind of decision; there are six kinds.
const STAGES_A_KIND: usize = 4;

/// The positions to choose from.
#[derive(Clone, PartialEq, Debug)]
pub struct Positions(pub Vec<Board>);

impl Decision<Checkers> for Positions {
    fn rated(
        policy: &Player<Checkers>,
        sampling: &Sampling<'_, Checkers>,
        workers: Workers<'_>,
    ) -> Result<Vec<RatedDecision<Positions>>> {
        let policy = Arc::new(evaluation(policy)?);
        let n_batches = sampling.n_decisions.div_ceil(STAGES);
        // Every process plays all of them, and all stop if one does.
        let games = 0..n_batches * BATCH;
        let played: Vec<Vec<RatedPosition>> = workers.map_with(games, Workspace::default, |workspace, game| {
            if workers.must_stop() { Vec::new() } else { judged(workspace, &policy, sampling, game) }
        });
        workers.check_together()?;
        let rated = played.chunks(BATCH).flat_map(|games| (0..STAGES).map(move |stage| rated(games, stage)));
        Ok(rated.take(sampling.n_decisions).collect())
    }

    fn n_games(n_decisions: usize, _: u64) -> u64 {
        (n_decisions.div_ceil(STAGES) * BATCH) as u64
    }

    /// Of the side to move, and of the other: the tree's value for the position is the difference.
    fn features(&self, alternative: usize) -> [[f32; MAX_TERMINALS]; 2] {
        let board = &self.0[alternative];
        let features = BoardFeatures::of(board);
        let mut sides = [[0.0; MAX_TERMINALS]; 2];
        for (place, terminal) in Terminal::ALL.iter().enumerate() {
            let [black, white] = [terminal.value(&features.black), terminal.value(&features.white)];
            let [own, other] = if board.turn() == Side::Black { [black, white] } else { [white, black] };
            (sides[0][place], sides[1][place]) = (own as f32, other as f32);
        }
        sides
    }
}

/// The rated positions of one game.
fn judged(
    workspace: &mut Workspace,
    policy: &Arc<super::TreeEvaluation>,
    sampling: &Sampling<'_, Checkers>,
    game: usize,
) -> Vec<RatedPosition> {
    let Sampling { opponents, n_samples, exploration, games, .. } = *sampling;
    let opponent = match &opponents[game % opponents.len()] {
        PlayerSetting::Itself => policy,
        PlayerSetting::Tree(tree) => tree,
    };
    // Both colours against each opponent.
    let players = if (game / opponents.len()).is_multiple_of(2) { [policy, opponent] } else { [opponent, policy] };
    workspace.play(players, Terms { nodes: n_samples, exploration }, games.derive(game as u64)).0
}

/// The decision of a stage: from each game, the position at this fraction of its length.
fn rated(games: &[Vec<RatedPosition>], stage: usize) -> RatedDecision<Positions> {
    let at_stage: Vec<RatedPosition> =
        games.iter().filter_map(|judged| judged.get(stage * judged.len() / STAGES)).copied().collect();
    RatedDecision {
        decision: Positions(at_stage.iter().map(|judged| judged.board).collect()),
        kind: stage / STAGES_A_KIND,
        halves: at_stage.iter().map(|judged| [judged.verdict, judged.result]).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evolve::Problem;
    use crate::workers::Stopped;
    use pipsqueak_core::random::Seed;
    use pipsqueak_core::tree::parse;

    fn some(n_decisions: usize, stop: bool) -> Result<Vec<RatedDecision<Positions>>> {
        let (tree, constants) = parse("Plus(Multiply(100.0, Men), Multiply(150.0, Kings))").unwrap();
        let policy = Player { tree, constants, scoring: Checkers::ADDITIVE };
        let (opponents, teacher) = (&[PlayerSetting::Itself][..], &PlayerSetting::Itself);
        let [games, samples] = [Seed(1), Seed(2)];
        let sampling = Sampling { n_decisions, n_samples: 20, exploration: 0.1, opponents, teacher, games, samples };
        Positions::rated(&policy, &sampling, Workers::ALONE.until(&|| stop))
    }

    #[test]
    fn every_stage_has_a_position_of_every_game_and_later_ones_fewer_pieces() {
        let decisions = some(STAGES, false).unwrap();
        assert_eq!(decisions.len(), STAGES);
        let pieces = |decision: &RatedDecision<Positions>| -> u32 {
            decision.decision.0.iter().map(|board| 32 - board.empty().len()).sum()
        };
        for decision in &decisions {
            assert_eq!((decision.decision.0.len(), decision.halves.len()), (BATCH, BATCH));
        }
        assert!(decisions.windows(2).all(|two| pieces(&two[0]) >= pieces(&two[1])));
        assert_eq!((decisions[0].kind, decisions[STAGES - 1].kind), (0, 5));
    }

    #[test]
    fn fewer_decisions_are_the_first_of_more_and_a_stop_gives_none() {
        assert_eq!(some(10, false).unwrap(), some(STAGES + 1, false).unwrap()[..10]);
        assert!(some(10, true).unwrap_err().is::<Stopped>());
    }

    #[test]
    fn features_are_the_side_to_moves_and_then_the_others() {
        let board = pipsqueak_core::games::checkers::fen::parse("W:W18,K30:B1,2,3").unwrap();
        let [own, other] = Positions(vec![board]).features(0);
        let [men, kings] = [Terminal::Men, Terminal::Kings].map(|terminal| terminal as usize);
        assert_eq!((own[men], own[kings], other[men], other[kings]), (1.0, 1.0, 3.0, 0.0));
    }
}
