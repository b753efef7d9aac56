//! A tree's moves at many tables at once: all open columns of all tables fill the lanes of one evaluator without gaps.
//! Knows what the seat to move sees of each table, and no table.
//!
//! All tables must be at the same move, so that every mover has the same number of open columns.

use pipsqueak_core::cards::Cards;
use pipsqueak_core::games::fiveo::players::{Evolved, Scoring};
use pipsqueak_core::games::fiveo::{Column, Columns, DecisionFeatures, FeatureLanes, Seen, Terminal};
use pipsqueak_core::tree::{Lanes, Plan};

/// Columns that are evaluated side by side: wide enough to share the cost of reading a node, small enough for the
/// rows of values to stay in the first-level cache.
const LANES: usize = 16;

/// The memory of one thread's evaluations, kept from move to move.
#[derive(Default)]
pub struct Trees {
    features: FeatureLanes<LANES>,
    /// The own columns in the lanes as they are before the drawn card is placed.
    before: [Cards; LANES],
    lanes: Lanes<LANES>,
    scores: Vec<f32>,
    moves: Vec<Column>,
}

impl Trees {
    /// The player's column at each of these tables, which are all at the same move and not over.
    pub fn columns<'t>(&mut self, player: &Ready, tables: impl Iterator<Item = Seen<'t>> + Clone) -> &[Column] {
        self.moves.clear();
        let Some(first) = tables.clone().next() else { return &[] };
        let n_open = first.open().len() as usize;
        if n_open == 1 {
            self.moves.extend(tables.map(|seen| seen.open().only().expect("one column is open")));
        } else {
            let decisions =
                [true, false].map(|placed| DecisionFeatures::new(first.is_last_round(), n_open as u8, placed));
            self.score(player, tables.clone(), n_open, decisions);
            let moves = tables.zip(self.scores.chunks_exact(n_open));
            self.moves.extend(moves.map(|(seen, scores)| in_order(seen.open())[leftmost_best(scores)]));
        }
        &self.moves
    }

    /// Scores of every open column of every table, table by table.
    fn score<'t>(
        &mut self,
        player: &Ready,
        tables: impl Iterator<Item = Seen<'t>>,
        n_open: usize,
        decisions: [DecisionFeatures; 2],
    ) {
        self.scores.clear();
        let mut lane = 0;
        for seen in tables {
            let unseen = seen.unseen();
            let card = seen.card().expect("the seat is to move");
            for &column in &in_order(seen.open())[..n_open] {
                let own = seen.own(column);
                self.before[lane] = own;
                self.features.set(lane, own.with(card), seen.opponent(column), unseen);
                lane += 1;
                if lane == LANES {
                    self.finish(player, decisions, lane);
                    lane = 0;
                }
            }
        }
        if lane > 0 {
            self.finish(player, decisions, lane);
        }
    }

    /// Scores the lanes that are filled: by the tree's value once the card is placed there, or by what it gains by that.
    fn finish(&mut self, player: &Ready, [after, before]: [DecisionFeatures; 2], n_filled: usize) {
        self.features.look(after, player.with_strengths);
        for terminal in player.plan.terminals() {
            Terminal::ALL[terminal].values(&self.features, self.lanes.terminal(terminal));
        }
        let mut scores = *self.lanes.evaluate(&player.plan);
        if player.scoring == Scoring::Board {
            self.features.turn_to(&self.before, before, player.with_strengths);
            for terminal in player.plan.terminals().filter(|&terminal| !Terminal::ALL[terminal].is_of_opponent_alone())
            {
                Terminal::ALL[terminal].values(&self.features, self.lanes.terminal(terminal));
            }
            for (score, before) in scores.iter_mut().zip(self.lanes.evaluate(&player.plan)) {
                *score -= before;
            }
        }
        self.scores.extend_from_slice(&scores[..n_filled]);
    }
}

/// A tree ready to play: planned, and with what it asks of every column.
#[derive(Clone, Debug)]
pub struct Ready {
    plan: Plan,
    scoring: Scoring,
    with_strengths: bool,
}

impl From<&Evolved> for Ready {
    fn from(player: &Evolved) -> Ready {
        let plan = Plan::of(&player.tree, &player.constants);
        let with_strengths = plan.terminals().any(|terminal| Terminal::ALL[terminal].needs_strengths());
        Ready { plan, scoring: player.scoring, with_strengths }
    }
}

/// The place of the first of the greatest scores, which the player itself would choose too.
fn leftmost_best(scores: &[f32]) -> usize {
    let (mut best, mut best_score) = (0, scores[0]);
    for (place, &score) in scores.iter().enumerate().skip(1) {
        let is_better = score > best_score;
        best = if is_better { place } else { best };
        best_score = if is_better { score } else { best_score };
    }
    best
}

/// The columns of every set, from left to right: which ones are open is hard to foretell, and a branch for each would be
/// taken wrongly again and again.
static IN_ORDER: [[Column; 5]; 32] = {
    let mut sets = [[Column::First; 5]; 32];
    let mut set = 0;
    while set < sets.len() {
        let (mut column, mut n) = (0, 0);
        while column < 5 {
            if set >> column & 1 == 1 {
                sets[set][n] = Column::ALL[column];
                n += 1;
            }
            column += 1;
        }
        set += 1;
    }
    sets
};

fn in_order(columns: Columns) -> &'static [Column; 5] {
    &IN_ORDER[usize::from(u8::from(columns))]
}
