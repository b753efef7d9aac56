//! Training decisions: views from games, the rollouts' values of every open column, and the terminals' values.

use anyhow::Result;
use pipsqueak_core::game::{Game, Seat, Turn};
use pipsqueak_core::games::fiveo::players::Evolved;
use pipsqueak_core::games::fiveo::{
    Column, ColumnFeatures, FiveO, NoCache, PackedView, Table, TableView, Terminal, UnseenCards, ViewError,
};
use pipsqueak_core::random::{self, GameRng, Seed};
use pipsqueak_core::tree::MAX_TERMINALS;
use serde::{Deserialize, Serialize};

use super::{PlayerSetting, evolved};
use crate::evolve::{Decision, Player, RatedDecision, Sampling};
use crate::games::fiveo::players::SeatedPlayer;
use crate::games::fiveo::rollout::{Policy, RolloutRequest, Rollouts};
use crate::games::fiveo::trees::{CompiledPlayer, TreeEvaluator};
use crate::workers::Workers;

/// Games that are played together to the same move.
const BATCH: usize = 32;
/// The moves of a seat, counted from 0, at which it has a choice: the fifth of each round is forced.
const CHOICES: [usize; 16] = [0, 1, 2, 3, 5, 6, 7, 8, 10, 11, 12, 13, 15, 16, 17, 18];

/// The view of a seat with more than one open column; the open columns are the alternatives, from left to right.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(into = "PackedView", try_from = "PackedView")]
pub struct Choice(pub TableView);

/// Processes send decisions in the link's encoding of views.
impl From<Choice> for PackedView {
    fn from(Choice(view): Choice) -> PackedView {
        view.into()
    }
}

impl TryFrom<PackedView> for Choice {
    type Error = ViewError;

    fn try_from(packed: PackedView) -> Result<Choice, ViewError> {
        TableView::try_from(packed).map(Choice)
    }
}

impl Decision<FiveO> for Choice {
    /// Decisions in games of the policy against itself and others, rated by rollouts in which the teacher plays both
    /// seats.
    ///
    /// Every choice of a game comes up equally often.
    fn rated(
        policy: &Player<FiveO>,
        sampling: &Sampling<'_, FiveO>,
        workers: Workers<'_>,
    ) -> Result<Vec<RatedDecision<Choice>>> {
        let (policy, n_decisions) = (evolved(policy), sampling.n_decisions);
        let n_batches = n_decisions.div_ceil(BATCH);
        let batches = workers.try_share_with(n_batches, Workspace::default, |workspace, batch| {
            workers.check()?;
            let n_games = BATCH.min(n_decisions - batch * BATCH);
            Ok(workspace.rated(&policy, batch, n_games, sampling))
        })?;
        Ok(batches.into_iter().flatten().collect())
    }

    /// One game per decision, and one rollout from every open column for each sample.
    fn n_games(n_decisions: usize, n_samples: u64) -> u64 {
        let n_batches = n_decisions.div_ceil(BATCH);
        let games = (0..n_batches).map(|batch| {
            let n_open = 5 - CHOICES[batch % CHOICES.len()] as u64 % 5;
            BATCH.min(n_decisions - batch * BATCH) as u64 * (1 + n_open * n_samples)
        });
        games.sum()
    }

    fn features(&self, alternative: usize) -> [[f32; MAX_TERMINALS]; 2] {
        let Choice(view) = self;
        let column = view.open().iter().nth(alternative).expect("as many alternatives as open columns");
        let unseen = UnseenCards::new(view.unseen());
        [ColumnFeatures::after(view, column, &unseen), ColumnFeatures::before(view, column, &unseen)].map(|features| {
            let mut values = [0.0; MAX_TERMINALS];
            values
                .iter_mut()
                .zip(Terminal::ALL)
                .for_each(|(value, terminal)| *value = terminal.value(&features, &NoCache));
            values
        })
    }
}

/// The memory of one thread.
#[derive(Default)]
struct Workspace {
    trees: TreeEvaluator,
    rollouts: Rollouts,
}

impl Workspace {
    /// The decisions of one batch of games, rated.
    fn rated(
        &mut self,
        policy: &Evolved,
        batch: usize,
        n_games: usize,
        sampling: &Sampling<'_, FiveO>,
    ) -> Vec<RatedDecision<Choice>> {
        let Sampling { n_samples, exploration, opponents, .. } = *sampling;
        let [games, samples] = [sampling.games, sampling.samples].map(|seed| seed.derive(batch as u64));
        let kind = batch % CHOICES.len();
        let views = self.views(policy, opponents, n_games, CHOICES[kind], exploration, games);
        let halves = [0..n_samples / 2, n_samples / 2..n_samples];
        let questions = views.iter().zip(0..).flat_map(|(&view, game)| {
            let seed = samples.derive(game);
            halves.clone().map(|samples| RolloutRequest { view, columns: view.open(), seed, samples })
        });
        let teacher = match sampling.teacher {
            PlayerSetting::Itself => Policy::Tree(policy),
            PlayerSetting::Player(player) => player.kind.tree().map_or(Policy::Player(player), Policy::Tree),
        };
        let estimates = self.rollouts.estimate(teacher, &questions.collect::<Vec<_>>());
        let rated = views.iter().zip(estimates.chunks_exact(2)).map(|(&view, estimates)| {
            let mean = |column: Column| [0, 1].map(|half| estimates[half].mean(column) as f32);
            RatedDecision { decision: Choice(view), kind, halves: view.open().iter().map(mean).collect() }
        });
        rated.collect()
    }

    /// The policy's views at its move number `own_move`, in several games.
    fn views(
        &mut self,
        policy: &Evolved,
        opponents: &[PlayerSetting],
        n_games: usize,
        own_move: usize,
        exploration: f64,
        seed: Seed,
    ) -> Vec<TableView> {
        let policy = CompiledPlayer::from(policy);
        let mut rng = seed.derive(0).rng();
        let deal = |game: usize| seed.derive(1 + game as u64);
        // Half of the games in each seat, for every opponent.
        let seat = |game: usize| Seat::BOTH[game / opponents.len() % 2];
        let mut tables: Vec<Table> = (0..n_games).map(|game| Table::deal(deal(game))).collect();
        let mut others: Vec<Option<SeatedPlayer<'_>>> =
            (0..n_games).map(|game| opponents[game % opponents.len()].at(deal(game), seat(game).other())).collect();
        for number in 0..=2 * own_move {
            let mover = Seat::BOTH[number % 2];
            let goes_on = |game: &usize| number < 2 * own_move + seat(*game).index();
            let mut thinking = Vec::new();
            for game in (0..n_games).filter(goes_on) {
                match &mut others[game] {
                    Some(other) if mover != seat(game) => other.play(&mut tables[game]),
                    _ if random::happens(&mut rng, exploration) => play_anything(&mut rng, mover, &mut tables[game]),
                    _ => thinking.push(game),
                }
            }
            self.trees.play(&policy, mover, &mut tables, &thinking);
        }
        let views = tables.iter().map(|table| match table.turn() {
            Turn::Of(_, view) => view,
            Turn::Over(_) => unreachable!("a choice comes before the end"),
        });
        views.collect()
    }
}

fn play_anything(rng: &mut GameRng, mover: Seat, table: &mut Table) {
    let open: Vec<Column> = table.open(mover).iter().collect();
    let column = random::pick(rng, &open).expect("a column is open");
    table.play(column).expect("the column is open");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evolve::Problem;
    use pipsqueak_core::tree::parse;

    fn some(n_decisions: usize, stop: bool) -> Result<Vec<RatedDecision<Choice>>> {
        let (tree, constants) = parse("Plus(OwnCategory, FlushChance)").unwrap();
        let policy = Player { tree, constants, scoring: FiveO::ADDITIVE };
        let [games, samples] = [Seed(1), Seed(2)];
        let (opponents, teacher) = (&super::super::presets::opponents()[..], &PlayerSetting::Itself);
        let sampling = Sampling { n_decisions, n_samples: 4, exploration: 0.1, opponents, teacher, games, samples };
        Choice::rated(&policy, &sampling, Workers::ALONE.until(&|| stop))
    }

    #[test]
    fn every_choice_comes_up_from_both_seats() {
        let decisions = some(16 * BATCH, false).unwrap();
        for (kind, &own_move) in CHOICES.iter().enumerate() {
            let alike: Vec<_> = decisions.iter().filter(|rated| rated.kind == kind).collect();
            assert_eq!(alike.len(), BATCH);
            for seat in Seat::BOTH {
                assert_eq!(alike.iter().filter(|rated| rated.decision.0.seat() == seat).count(), BATCH / 2);
            }
            for RatedDecision { decision: Choice(view), halves, .. } in alike {
                assert_eq!(usize::from(view.n_lying()), 10 + 2 * own_move + view.seat().index());
                assert_eq!(halves.len(), 5 - own_move % 5);
            }
        }
    }

    #[test]
    fn fewer_decisions_are_the_first_of_more_and_a_stop_gives_none() {
        let more = some(80, false).unwrap();
        assert_eq!(some(64, false).unwrap(), more[..64]);
        assert!(some(80, true).unwrap_err().is::<crate::workers::Stopped>());
    }
}
