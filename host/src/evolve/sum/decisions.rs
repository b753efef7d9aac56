//! Decisions to learn from: views that games lead to, and what rollouts say of every open column.

use std::sync::atomic::{AtomicBool, Ordering};

use pipsqueak_core::chance::{self, Chance, Seed};
use pipsqueak_core::game::{Game, Seat, Turn};
use pipsqueak_core::games::fiveo::players::{Baseline, Evolved, Strategy};
use pipsqueak_core::games::fiveo::{Column, Table, TableView};
use rayon::prelude::*;

use crate::games::fiveo::rollout::{Question, Rollouts};
use crate::games::fiveo::trees::{Ready, Trees};

/// Games that are played together to the same move.
const BATCH: usize = 32;
/// The moves of a seat, counted from 0, at which it has a choice: the fifth of each round is forced.
pub const CHOICES: [usize; 16] = [0, 1, 2, 3, 5, 6, 7, 8, 10, 11, 12, 13, 15, 16, 17, 18];

/// A decision and what each of its open columns is worth.
#[derive(Clone, PartialEq, Debug)]
pub struct Decision {
    /// What the seat to move sees.
    pub view: TableView,
    /// Which of [`CHOICES`] it is.
    pub choice: usize,
    /// Each open column's mean over one half of the rollouts and over the other. What the halves agree on is not luck.
    pub halves: Vec<[f32; 2]>,
}

/// Decisions in games of the policy against itself and baselines, judged by rollouts in which it plays both seats.
///
/// Every choice of a game comes up equally often. `None` if it was stopped.
pub fn judged(
    policy: &Evolved,
    n_decisions: usize,
    n_samples: u64,
    exploration: f64,
    [games, rollouts]: [Seed; 2],
    stop: &AtomicBool,
) -> Option<Vec<Decision>> {
    let batches: Vec<usize> = (0..n_decisions.div_ceil(BATCH)).collect();
    let decisions = batches.into_par_iter().map_init(Memory::default, |memory, batch| {
        if stop.load(Ordering::Relaxed) {
            return Vec::new();
        }
        let choice = batch % CHOICES.len();
        let n_games = BATCH.min(n_decisions - batch * BATCH);
        let views = memory.views(policy, n_games, CHOICES[choice], exploration, games.derive(batch as u64));
        let halves = [0..n_samples / 2, n_samples / 2..n_samples];
        let questions = views.iter().zip(0..).flat_map(|(&view, game)| {
            let seed = rollouts.derive(batch as u64).derive(game);
            halves.clone().map(|samples| Question { view, columns: view.open(), seed, samples })
        });
        let estimates = memory.rollouts.estimate(policy, &questions.collect::<Vec<_>>());
        let judged = views.iter().zip(estimates.chunks_exact(2)).map(|(&view, estimates)| {
            let mean = |column: Column| [0, 1].map(|half| estimates[half].mean(column) as f32);
            Decision { view, choice, halves: view.open().iter().map(mean).collect() }
        });
        judged.collect::<Vec<Decision>>()
    });
    let decisions: Vec<Decision> = decisions.flatten_iter().collect();
    (decisions.len() == n_decisions).then_some(decisions)
}

/// The memory of one thread.
#[derive(Default)]
struct Memory {
    trees: Trees,
    rollouts: Rollouts,
}

/// Who the policy plays against on the way to a decision; `None` is itself.
const OPPONENTS: [Option<Strategy>; 4] =
    [None, Some(Strategy::Tactician), Some(Strategy::FullStrategy), Some(Strategy::WeightedPairing)];

impl Memory {
    /// What the policy sees at its move number `own_move`, in so many games.
    fn views(
        &mut self,
        policy: &Evolved,
        n_games: usize,
        own_move: usize,
        exploration: f64,
        seed: Seed,
    ) -> Vec<TableView> {
        let policy = Ready::from(policy);
        let mut rng = seed.derive(0).rng();
        let deal = |game: usize| seed.derive(1 + game as u64);
        // Half of the games in each seat, whoever the opponent is.
        let seat = |game: usize| Seat::BOTH[game / OPPONENTS.len() % 2];
        let mut tables: Vec<Table> = (0..n_games).map(|game| Table::deal(deal(game))).collect();
        let mut baselines: Vec<Option<Baseline>> = (0..n_games)
            .map(|game| {
                OPPONENTS[game % OPPONENTS.len()]
                    .map(|strategy| Baseline::new(strategy, deal(game), seat(game).other()))
            })
            .collect();
        for number in 0..=2 * own_move {
            let mover = Seat::BOTH[number % 2];
            let goes_on = |game: &usize| number < 2 * own_move + seat(*game).index();
            let mut thinking = Vec::new();
            for game in (0..n_games).filter(goes_on) {
                match &mut baselines[game] {
                    Some(baseline) if mover != seat(game) => play_baseline(baseline, &mut tables[game]),
                    _ if chance::happens(&mut rng, exploration) => play_anything(&mut rng, mover, &mut tables[game]),
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

fn play_baseline(baseline: &mut Baseline, table: &mut Table) {
    if let Turn::Of(_, view) = table.turn() {
        table.play(baseline.column(&view)).expect("a baseline chooses an open column");
    }
}

fn play_anything(rng: &mut Chance, mover: Seat, table: &mut Table) {
    let open: Vec<Column> = table.open(mover).iter().collect();
    let column = chance::pick(rng, &open).expect("a column is open");
    table.play(column).expect("the column is open");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::fiveo::contender::evolved_from_text;

    fn some(n_decisions: usize, stop: bool) -> Option<Vec<Decision>> {
        let policy = evolved_from_text("Plus(OwnCategory, FlushChance)").unwrap();
        judged(&policy, n_decisions, 4, 0.1, [Seed(1), Seed(2)], &AtomicBool::new(stop))
    }

    #[test]
    fn every_choice_comes_up_from_both_seats() {
        let decisions = some(16 * BATCH, false).unwrap();
        for (choice, &own_move) in CHOICES.iter().enumerate() {
            let alike: Vec<&Decision> = decisions.iter().filter(|decision| decision.choice == choice).collect();
            assert_eq!(alike.len(), BATCH);
            for seat in Seat::BOTH {
                assert_eq!(alike.iter().filter(|decision| decision.view.seat() == seat).count(), BATCH / 2);
            }
            for decision in alike {
                assert_eq!(usize::from(decision.view.n_lying()), 10 + 2 * own_move + decision.view.seat().index());
                assert_eq!(decision.halves.len(), 5 - own_move % 5);
            }
        }
    }

    #[test]
    fn fewer_decisions_are_the_first_of_more_and_a_stop_gives_none() {
        let more = some(80, false).unwrap();
        assert_eq!(some(64, false).unwrap(), more[..64]);
        assert_eq!(some(80, true), None);
    }
}
