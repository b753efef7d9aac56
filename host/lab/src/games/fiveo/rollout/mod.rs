//! Rollouts: a column's value by playing on from it many times with random unseen cards.
//!
//! A sample puts the unseen cards in random order. Every column is tried with the same cards, and a policy plays both
//! seats on. All rollouts of a batch go in lockstep, as the league's games do. Knows a seat's view only; knows no clock
//! and no threads.
//!
//! **Rollouts are truncated.** Games that are played out vary so much that a decision needs hundreds of them. A value
//! network of 32 units a round looks at one column at a time, and its chances are combined into the chance to win most
//! of the five; after two moves it is almost as informative. The same network is the policy. It uses only terminals
//! that are vector code; the two that estimate chances cost more than all others together.

mod estimate;
pub mod value_net;

use std::ops::Range;

pub use estimate::Estimate;
use pipsqueak_core::game::{Game, Points, Seat};
use pipsqueak_core::games::fiveo::players::Evolved;
use pipsqueak_core::games::fiveo::{Column, Columns, N_MOVES, Table, TableView};
use pipsqueak_core::random::Seed;

use self::value_net::{Inference, ValueNet};
use crate::games::fiveo::players::FiveOPlayer;
use crate::games::fiveo::trees::{CompiledPlayer, TreeEvaluator};
use crate::instruction_set;

/// Samples that are played together: enough to fill the lanes, few enough for their tables to stay in the cache.
const BATCH: usize = 96;
/// The value of a point of difference; a win is worth 1. It separates columns that win equally often.
const POINT: f64 = 0.02;

/// The player of both seats of a rollout, and how far it plays.
#[derive(Clone, Copy, Debug)]
pub enum Policy<'a> {
    /// A tree, to the end of the game.
    Tree(&'a Evolved),
    /// The value network, for this many moves; then its value of the table. That is biased, but varies far less from
    /// sample to sample.
    ValueNet(&'a ValueNet, u8),
    /// Any other player, game by game, to the end.
    Player(&'a FiveOPlayer),
}

impl<'a> From<&'a Evolved> for Policy<'a> {
    fn from(tree: &'a Evolved) -> Policy<'a> {
        Policy::Tree(tree)
    }
}

/// A decision to estimate.
#[derive(Clone, Debug)]
pub struct RolloutRequest {
    /// The view of the seat to move.
    pub view: TableView,
    /// The columns to try, all of them open.
    pub columns: Columns,
    /// The seed of the unseen cards.
    pub seed: Seed,
    /// The samples of that seed to play: the same number gives the same cards.
    pub samples: Range<u64>,
}

impl RolloutRequest {
    /// All open columns of a view, with this many samples.
    pub fn new(view: TableView, seed: Seed, n_samples: u64) -> RolloutRequest {
        RolloutRequest { view, columns: view.open(), seed, samples: 0..n_samples }
    }
}

/// The buffers of one thread's rollouts, reused from request to request.
#[derive(Default)]
pub struct Rollouts {
    tables: Vec<Table>,
    values: Vec<f64>,
    trees: TreeEvaluator,
    inference: Inference,
}

impl Rollouts {
    /// Estimates every request by rollouts in which the policy plays both seats.
    ///
    /// The estimate depends only on its request and the policy, so requests can be shared among threads in any way.
    /// Many at once, or many samples, fill the lanes best. docs/notebook.md has the rollouts per core and second.
    pub fn estimate<'a>(&mut self, policy: impl Into<Policy<'a>>, requests: &[RolloutRequest]) -> Vec<Estimate> {
        let policy = policy.into();
        let mut estimates: Vec<Estimate> = requests.iter().map(|request| Estimate::of(request.columns)).collect();
        let mut order: Vec<usize> = (0..requests.len()).collect();
        order.sort_by_key(|&request| requests[request].view.n_lying());
        for alike in order.chunk_by(|&a, &b| requests[a].view.n_lying() == requests[b].view.n_lying()) {
            let of = |&request: &usize| requests[request].samples.clone().map(move |sample| (request, sample));
            let samples: Vec<(usize, u64)> = alike.iter().flat_map(of).collect();
            for batch in samples.chunks(BATCH) {
                self.play(policy, requests, batch);
                let mut values = &self.values[..];
                for &(request, _) in batch {
                    let (own, rest) = values.split_at(requests[request].columns.len() as usize);
                    estimates[request].add(own);
                    values = rest;
                }
            }
        }
        estimates
    }

    /// The value network's value of each column of a view, without a rollout.
    pub fn prior(&mut self, net: &ValueNet, view: &TableView) -> Vec<f64> {
        // The network's inputs are the same in every table that is consistent with the view.
        let table = view.determinize(&mut Seed::default().rng());
        self.tables.clear();
        self.tables.extend(view.open().iter().map(|column| placed(&table, column)));
        self.inference.worths(net, self.tables.iter().map(|table| table.seen_by(view.seat()))).collect()
    }

    /// Plays samples of requests that are all at the same move; stores the values of their columns.
    fn play(&mut self, policy: Policy<'_>, requests: &[RolloutRequest], samples: &[(usize, u64)]) {
        instruction_set::run(
            #[inline(always)]
            || self.play_here(policy, requests, samples),
        );
    }

    #[inline(always)]
    fn play_here(&mut self, policy: Policy<'_>, requests: &[RolloutRequest], samples: &[(usize, u64)]) {
        self.tables.clear();
        for &(request, sample) in samples {
            let RolloutRequest { view, columns, seed, .. } = &requests[request];
            let table = view.determinize(&mut seed.derive(sample).rng());
            self.tables.extend(columns.iter().map(|column| placed(&table, column)));
        }
        self.values.clear();
        let Some(table) = self.tables.first() else { return };
        let seat = requests[samples[0].0].view.seat();
        let movers = (table.seen_by(seat).n_moves()..N_MOVES).map(|number| Seat::BOTH[usize::from(number % 2)]);
        match policy {
            Policy::Tree(tree) => {
                let tree = CompiledPlayer::from(tree);
                for mover in movers {
                    let columns = self.trees.columns(&tree, self.tables.iter().map(|table| table.seen_by(mover)));
                    place(&mut self.tables, columns);
                }
                self.values.extend(self.tables.iter().map(|table| worth(table.points(), seat)));
            }
            Policy::Player(player) => {
                let seeds = samples.iter().flat_map(|&(request, sample)| {
                    let RolloutRequest { columns, seed, .. } = &requests[request];
                    std::iter::repeat_n(seed.derive(sample), columns.len() as usize)
                });
                for (table, seed) in self.tables.iter_mut().zip(seeds) {
                    let mut seated = Seat::BOTH.map(|seat| player.at(seed, seat));
                    for mover in movers.clone() {
                        seated[mover.index()].play(table);
                    }
                }
                self.values.extend(self.tables.iter().map(|table| worth(table.points(), seat)));
            }
            Policy::ValueNet(net, n_moves) => {
                for mover in movers.take(n_moves.into()) {
                    let columns = self.inference.columns(net, self.tables.iter().map(|table| table.seen_by(mover)));
                    place(&mut self.tables, columns);
                }
                let seen = self.tables.iter().map(|table| table.seen_by(seat));
                self.values.extend(self.inference.worths(net, seen));
            }
        }
    }
}

/// Makes the move that was decided at each table.
#[inline(always)]
fn place(tables: &mut [Table], columns: &[Column]) {
    for (table, &column) in tables.iter_mut().zip(columns) {
        table.play(column).expect("the column is open");
    }
}

/// The table with the drawn card placed in an open column.
#[inline(always)]
fn placed(table: &Table, column: Column) -> Table {
    let mut table = table.clone();
    table.play(column).expect("the columns to try are open");
    table
}

/// The value of a finished game to a seat: 1 for a win, a half for a tie, and a little for each point.
fn worth(points: Points, seat: Seat) -> f64 {
    let result = match points.winner() {
        Some(winner) if winner == seat => 1.0,
        Some(_) => 0.0,
        None => 0.5,
    };
    result + POINT * (f64::from(points.of(seat)) - f64::from(points.of(seat.other())))
}
