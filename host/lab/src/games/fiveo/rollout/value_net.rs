//! The value network: the chance to win each column, combined into the chance to win most of them.
//!
//! It values a table from a seat after any move. As a policy it chooses the move with the best table; as a leaf it
//! values a truncated rollout. There is a network for each round. All have the same inputs per column, computed for
//! `LANES` columns at once. Knows a seat's view of each table, and no table.

use pipsqueak_core::cards::Cards;
use pipsqueak_core::games::fiveo::{
    Column, ColumnLanes, Columns, DecisionFeatures, FeatureLanes, NoCache, TableViewRef, Terminal,
};

use super::POINT;
use crate::instruction_set;

/// Columns that are evaluated together.
const LANES: usize = 32;
/// The inputs of each side, with that side as the own one. The terminals that estimate chances are left out: they cost
/// more than all the others, and the network estimates them from the counts.
const OF_A_SIDE: [Terminal; 14] = [
    Terminal::OwnCategory,
    Terminal::OwnLeadingRank,
    Terminal::NumForFlush,
    Terminal::NumForStraight,
    Terminal::PairOuts,
    Terminal::TripOuts,
    Terminal::FullHouseOuts,
    Terminal::MissingForFlush,
    Terminal::MissingForStraight,
    Terminal::MissingForStraightFlush,
    Terminal::HasTwoPairs,
    Terminal::HasThreeOfAKind,
    Terminal::HasFullHouse,
    Terminal::HasFourOfAKind,
];
/// The inputs that compare both sides.
const OF_BOTH: [Terminal; 2] = [Terminal::DiffOfHandStrength, Terminal::BeatsOpponent];
/// Inputs per column: both sides, their comparison, and the columns that wait for a card.
pub const N_FEATURES: usize = 2 * OF_A_SIDE.len() + OF_BOTH.len() + Waiting::N + 2 * N_HIGHEST;
/// Units of the hidden layer.
pub const N_HIDDEN: usize = 32;
/// Numbers in a value network's file.
pub const N_WEIGHTS: usize = 4 * Network::N_WEIGHTS;

/// How many of a column's highest ranks are inputs.
const N_HIGHEST: usize = 2;

/// The features of many columns, one feature a row.
type Rows = [[f32; LANES]; N_FEATURES];

/// A network for the tables of one round.
#[derive(Clone, Debug)]
struct Network {
    /// By hidden unit, then by feature.
    inputs: [[f32; N_FEATURES]; N_HIDDEN],
    biases: [f32; N_HIDDEN],
    outputs: [f32; N_HIDDEN],
    bias: f32,
}

impl Network {
    const N_WEIGHTS: usize = N_HIDDEN * (N_FEATURES + 2) + 1;

    fn of(weights: &mut impl Iterator<Item = f32>) -> Network {
        let mut next = || weights.next().unwrap_or(0.0);
        Network {
            inputs: std::array::from_fn(|_| std::array::from_fn(|_| next())),
            biases: std::array::from_fn(|_| next()),
            outputs: std::array::from_fn(|_| next()),
            bias: next(),
        }
    }

    /// The chance to win the column in each lane.
    #[inline(always)]
    fn chances(&self, rows: &Rows) -> [f32; LANES] {
        let mut log_odds = [self.bias; LANES];
        for hidden in 0..N_HIDDEN {
            let mut sum = [self.biases[hidden]; LANES];
            for (weight, row) in self.inputs[hidden].iter().zip(rows) {
                for lane in 0..LANES {
                    sum[lane] += weight * row[lane];
                }
            }
            for lane in 0..LANES {
                log_odds[lane] += self.outputs[hidden] * sum[lane].max(0.0);
            }
        }
        // The crate's exponential is the same on every machine; the system's may differ.
        log_odds.map(|log_odds| 1.0 / (1.0 + libm::expf(-log_odds)))
    }
}

/// The columns that wait for their card of this round.
#[derive(Clone, Copy)]
struct Waiting {
    own: Columns,
    opponent: Columns,
}

impl Waiting {
    const N: usize = 4;

    /// The columns without their card of this round.
    fn at(seen: TableViewRef<'_>, round: usize) -> Waiting {
        let n_filled = round as u32 + 2;
        Waiting {
            own: Column::ALL.into_iter().filter(|&column| seen.own(column).len() < n_filled).collect(),
            opponent: Column::ALL.into_iter().filter(|&column| seen.n_opponent(column) < n_filled).collect(),
        }
    }

    fn features(self, column: Column) -> [f32; Waiting::N] {
        let flag = |columns: Columns| f32::from(u8::from(columns.contains(column)));
        [flag(self.own), flag(self.opponent), self.own.len() as f32, self.opponent.len() as f32]
    }
}

/// The networks of the four rounds.
#[derive(Clone, Debug)]
pub struct ValueNet {
    networks: [Network; 4],
}

impl ValueNet {
    /// Splits the weights by round.
    pub fn new(weights: &[f32; N_WEIGHTS]) -> ValueNet {
        let mut weights = weights.iter().copied();
        ValueNet { networks: std::array::from_fn(|_| Network::of(&mut weights)) }
    }
}

/// The buffers of one thread's evaluations: the inputs and the outputs of a batch.
#[derive(Default)]
pub struct Inference {
    /// Every column from both sides.
    own: ColumnLanes<LANES>,
    opponent: ColumnLanes<LANES>,
    own_features: FeatureLanes<LANES>,
    opponent_features: FeatureLanes<LANES>,
    waiting: [[f32; LANES]; Waiting::N],
    highest: [[f32; LANES]; 2 * N_HIGHEST],
    n_filled: usize,
    chances: Vec<f32>,
    moves: Vec<Column>,
}

impl Inference {
    /// Each table's value to the seat that sees it. All are after the same move; the next card is not used.
    pub fn worths<'t>(
        &mut self,
        net: &ValueNet,
        tables: impl Iterator<Item = TableViewRef<'t>>,
    ) -> impl Iterator<Item = f64> {
        self.begin();
        let mut tables = tables.peekable();
        if let Some(first) = tables.peek() {
            let round = round_of_last_move(*first);
            let network = &net.networks[round];
            for seen in tables {
                let unseen = unseen_after(seen);
                let waiting = Waiting::at(seen, round);
                for column in Column::ALL {
                    self.add(network, seen.own(column), seen.opponent(column), unseen, waiting.features(column));
                }
            }
            self.finish(network);
        }
        self.chances.as_chunks().0.iter().map(|chances| f64::from(worth(chances)))
    }

    /// The inputs of each column of a table after a move, for training.
    pub fn features(&mut self, seen: TableViewRef<'_>) -> [[f32; N_FEATURES]; 5] {
        let waiting = Waiting::at(seen, round_of_last_move(seen));
        for column in Column::ALL {
            let (own, opponent) = (seen.own(column), seen.opponent(column));
            self.set(column.index(), own, opponent, unseen_after(seen), waiting.features(column));
        }
        let rows = self.rows();
        Column::ALL.map(|column| rows.map(|row| row[column.index()]))
    }

    /// The value network's column at each of these tables, which are all at the same move and not over.
    pub fn columns<'t>(&mut self, net: &ValueNet, tables: impl Iterator<Item = TableViewRef<'t>> + Clone) -> &[Column] {
        self.moves.clear();
        let Some(first) = tables.clone().next() else { return &[] };
        let n_open = first.open().len() as usize;
        if n_open == 1 {
            self.moves.extend(tables.map(|seen| seen.open().only().expect("one column is open")));
        } else {
            self.begin();
            let round = usize::from(first.n_moves() / 10);
            let network = &net.networks[round];
            for seen in tables.clone() {
                self.add_moves(network, round, seen);
            }
            self.finish(network);
            self.moves.extend(tables.zip(self.chances.chunks_exact(5 + n_open)).map(|(seen, chances)| {
                let (before, after) = chances.split_first_chunk::<5>().expect("five columns come first");
                best_of(seen.open(), before, after)
            }));
        }
        &self.moves
    }

    /// All five columns as they are, then the open ones with the drawn card placed there.
    fn add_moves(&mut self, network: &Network, round: usize, seen: TableViewRef<'_>) {
        let unseen = seen.unseen();
        let card = seen.card().expect("the seat is to move");
        let Waiting { own: open, opponent } = Waiting::at(seen, round);
        for column in Column::ALL {
            // If the card goes elsewhere, this column is unchanged, but one column less waits.
            let mut features = Waiting { own: open, opponent }.features(column);
            features[2] -= 1.0;
            self.add(network, seen.own(column), seen.opponent(column), unseen, features);
        }
        for column in open.iter() {
            let features = Waiting { own: open.without(column), opponent }.features(column);
            self.add(network, seen.own(column).with(card), seen.opponent(column), unseen, features);
        }
    }

    fn begin(&mut self) {
        self.n_filled = 0;
        self.chances.clear();
    }

    fn set(&mut self, lane: usize, own: Cards, opponent: Cards, unseen: Cards, waiting: [f32; Waiting::N]) {
        self.own.set(lane, own, opponent, unseen);
        self.opponent.set(lane, opponent, own, unseen);
        for (row, value) in self.waiting.iter_mut().zip(waiting) {
            row[lane] = value;
        }
        for (row, value) in self.highest.iter_mut().zip(highest(own).into_iter().chain(highest(opponent))) {
            row[lane] = value;
        }
    }

    fn add(&mut self, network: &Network, own: Cards, opponent: Cards, unseen: Cards, waiting: [f32; Waiting::N]) {
        self.set(self.n_filled, own, opponent, unseen, waiting);
        self.n_filled += 1;
        if self.n_filled == LANES {
            self.finish(network);
        }
    }

    /// Evaluates the lanes that are filled.
    fn finish(&mut self, network: &Network) {
        if self.n_filled > 0 {
            let chances = instruction_set::run(
                #[inline(always)]
                || network.chances(&self.rows()),
            );
            self.chances.extend_from_slice(&chances[..self.n_filled]);
            self.n_filled = 0;
        }
    }

    #[inline(always)]
    fn rows(&mut self) -> Rows {
        let decision = DecisionFeatures::default();
        self.own_features.look(&self.own, decision, true);
        self.opponent_features.look(&self.opponent, decision, true);
        let mut rows = [[0.0; LANES]; N_FEATURES];
        let (own, rest) = rows.split_at_mut(OF_A_SIDE.len());
        let (opponent, rest) = rest.split_at_mut(OF_A_SIDE.len());
        let (both, rest) = rest.split_at_mut(OF_BOTH.len());
        let (waiting, highest) = rest.split_at_mut(Waiting::N);
        for (terminal, (own, opponent)) in OF_A_SIDE.into_iter().zip(own.iter_mut().zip(opponent)) {
            terminal.values(&self.own_features, &NoCache, own);
            terminal.values(&self.opponent_features, &NoCache, opponent);
        }
        for (row, terminal) in both.iter_mut().zip(OF_BOTH) {
            terminal.values(&self.own_features, &NoCache, row);
        }
        waiting.copy_from_slice(&self.waiting);
        highest.copy_from_slice(&self.highest);
        rows
    }
}

/// A column's highest ranks, from 1 for the two up to 13 for the ace; 0 where there is none.
fn highest(cards: Cards) -> [f32; N_HIGHEST] {
    let mut bits = cards.ranks().bits();
    [(); N_HIGHEST].map(|()| {
        let rank = u16::BITS - bits.leading_zeros();
        bits &= !(1 << rank >> 1);
        rank as f32
    })
}

/// The open column with the greatest chance of a majority, the leftmost of equals.
fn best_of(open: Columns, before: &[f32; 5], after: &[f32]) -> Column {
    let worth = |(column, &after): (Column, &f32)| {
        let mut chances = *before;
        chances[column.index()] = after;
        (worth(&chances), column)
    };
    let better = |best: (f32, Column), next: (f32, Column)| if next.0 > best.0 { next } else { best };
    open.iter().zip(after).map(worth).reduce(better).map_or(Column::First, |(_, column)| column)
}

/// The expected value of a table to a seat that wins its columns with these chances.
fn worth(chances: &[f32; 5]) -> f32 {
    let points: f32 = chances.iter().map(|chance| 2.0 * chance - 1.0).sum();
    majority(chances) + POINT as f32 * points
}

/// The cards that the seat has not seen between two moves: the next card is drawn, but not shown.
fn unseen_after(seen: TableViewRef<'_>) -> Cards {
    let unseen = seen.unseen();
    seen.card().map_or(unseen, |card| unseen.with(card))
}

fn round_of_last_move(seen: TableViewRef<'_>) -> usize {
    usize::from(seen.n_moves().saturating_sub(1) / 10)
}

/// The chance to win most of five columns that are won independently of each other.
pub fn majority(chances: &[f32; 5]) -> f32 {
    let mut won = [1.0, 0.0, 0.0, 0.0, 0.0, 0.0];
    for chance in chances {
        for n in (1..6).rev() {
            won[n] = won[n] * (1.0 - chance) + won[n - 1] * chance;
        }
        won[0] *= 1.0 - chance;
    }
    won[3] + won[4] + won[5]
}

#[cfg(test)]
mod tests {
    use super::*;
    use pipsqueak_core::game::{Game, Turn};
    use pipsqueak_core::games::fiveo::Table;
    use pipsqueak_core::random::{self, Seed};

    #[test]
    fn a_majority_is_three_columns_or_more() {
        let chances = [0.1, 0.9, 0.4, 0.75, 0.5];
        let outcomes = (0u32..32).filter(|won| won.count_ones() >= 3);
        let chance_of = |won: u32| -> f32 {
            let column = |at: usize| if won >> at & 1 == 1 { chances[at] } else { 1.0 - chances[at] };
            (0..5).map(column).product()
        };
        assert!((majority(&chances) - outcomes.map(chance_of).sum::<f32>()).abs() < 1e-6);
        assert_eq!(majority(&[1.0, 0.0, 1.0, 1.0, 0.0]), 1.0);
    }

    /// A value network with small random weights.
    fn any_net() -> ValueNet {
        let mut rng = Seed(3).rng();
        ValueNet::new(&[(); N_WEIGHTS].map(|()| random::below(&mut rng, 2001) as f32 / 1e4 - 0.1))
    }

    #[test]
    fn the_value_network_moves_to_the_table_that_it_values_most() {
        let net = any_net();
        let mut inference = Inference::default();
        for seed in (0..20).map(Seed) {
            let mut table = Table::deal(seed);
            while let Turn::Of(seat, view) = table.turn() {
                let tables: Vec<Table> =
                    view.open().iter().map(|column| super::super::placed(&table, column)).collect();
                let worths: Vec<f64> = inference.worths(&net, tables.iter().map(|table| table.seen_by(seat))).collect();
                let best =
                    (1..worths.len()).fold(0, |best, next| if worths[next] > worths[best] { next } else { best });
                let columns = inference.columns(&net, std::iter::once(table.seen_by(seat)));
                assert_eq!(columns, [view.open().iter().nth(best).unwrap()], "{seed:?}");
                table.play(columns[0]).unwrap();
            }
        }
    }
}
