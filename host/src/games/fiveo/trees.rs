//! A tree's moves at many tables at once: all open columns of all tables fill the lanes of one evaluator without gaps.
//! Knows what the seat to move sees of each table, and no table.
//!
//! All tables must be at the same move, so that every mover has the same number of open columns.

use pipsqueak_core::cards::Cards;
use pipsqueak_core::games::fiveo::players::{Evolved, Scoring};
use pipsqueak_core::games::fiveo::{Column, ColumnLanes, DecisionFeatures, FeatureLanes, Seen, Terminal};
use pipsqueak_core::tree::{Lanes, Plan};

use super::chances_by_move::{NO_CHANCES, chances_at};

/// Columns that are evaluated side by side: enough to share the cost of reading a node, and for the compiler not to unroll
/// the loops over them before they become vector code; few enough for the rows of values to stay in the first-level cache.
const LANES: usize = 32;

/// The memory of one thread's evaluations, kept from move to move.
#[derive(Default)]
pub struct Trees {
    blocks: Vec<Block>,
    features: FeatureLanes<LANES>,
    lanes: Lanes<LANES>,
    scores: Vec<f32>,
    moves: Vec<Column>,
}

/// Columns that are evaluated together.
struct Block {
    /// The columns with the drawn card placed there.
    columns: ColumnLanes<LANES>,
    /// The seat's columns without it, where a tree is asked about them too.
    before: [Cards; LANES],
}

impl Trees {
    /// The player's column at each of these tables, which are all at the same move and not over.
    #[inline(always)]
    pub fn columns<'t>(&mut self, player: &Ready, tables: impl Iterator<Item = Seen<'t>> + Clone) -> &[Column] {
        self.moves.clear();
        let Some(first) = tables.clone().next() else { return &[] };
        let n_open = first.open().len();
        if n_open == 1 {
            self.moves.extend(tables.map(|seen| seen.open().only().expect("one column is open")));
            return &self.moves;
        }
        // Loops of a known length cost no branches.
        let n_columns = match n_open {
            2 => self.lay_out::<2>(player.scoring, tables.clone()),
            3 => self.lay_out::<3>(player.scoring, tables.clone()),
            4 => self.lay_out::<4>(player.scoring, tables.clone()),
            _ => self.lay_out::<5>(player.scoring, tables.clone()),
        };
        let decisions = [true, false].map(|placed| DecisionFeatures::new(first.is_last_round(), n_open as u8, placed));
        self.score(player, decisions, n_columns);
        match n_open {
            2 => self.choose::<2>(tables),
            3 => self.choose::<3>(tables),
            4 => self.choose::<4>(tables),
            _ => self.choose::<5>(tables),
        }
        &self.moves
    }

    #[inline(always)]
    fn choose<'t, const OPEN: usize>(&mut self, tables: impl Iterator<Item = Seen<'t>>) {
        let moves = tables.zip(self.scores.as_chunks::<OPEN>().0);
        self.moves.extend(moves.map(|(seen, scores)| seen.open().in_order()[leftmost_best(scores)]));
    }

    /// Lays out every open column of every table, table by table, in blocks; gives their number.
    #[inline(always)]
    fn lay_out<'t, const OPEN: usize>(&mut self, scoring: Scoring, tables: impl Iterator<Item = Seen<'t>>) -> usize {
        let mut n_columns = 0;
        for seen in tables {
            let unseen = seen.unseen();
            let card = seen.card().expect("the seat is to move");
            for &column in seen.open().in_order().first_chunk::<OPEN>().expect("five at most") {
                let (block, lane) = (n_columns / LANES, n_columns % LANES);
                if block == self.blocks.len() {
                    self.blocks.push(Block { columns: ColumnLanes::default(), before: [Cards::EMPTY; LANES] });
                }
                let Block { columns, before } = &mut self.blocks[block];
                let own = seen.own(column);
                columns.set(lane, own.with(card), seen.opponent(column), unseen);
                if scoring == Scoring::Board {
                    before[lane] = own;
                }
                n_columns += 1;
            }
        }
        n_columns
    }

    /// Scores the columns that are laid out: by the tree's value once the card is placed there, or by what it gains by
    /// that.
    #[inline(always)]
    fn score(&mut self, player: &Ready, [after, before]: [DecisionFeatures; 2], n_columns: usize) {
        self.scores.clear();
        let n_unseen = self.blocks[0].columns.unseen[0].len();
        for block in &self.blocks[..n_columns.div_ceil(LANES)] {
            self.features.look_at_opponent(&block.columns, player.with_strengths);
            let mut scores = [0.0; LANES];
            // One loop for both, because everything below is inlined and large.
            for is_before in [false, true].into_iter().take(player.n_looks) {
                let (own, decision) = if is_before { (&block.before, before) } else { (&block.columns.own, after) };
                self.features.look_at_own(own, decision, player.with_strengths);
                let chances = match player.with_chances {
                    true => chances_at(n_unseen, decision.draws.into()),
                    false => NO_CHANCES,
                };
                for terminal in player.plan.terminals() {
                    let is_known = is_before && Terminal::ALL[terminal].is_of_opponent_alone();
                    if !is_known {
                        Terminal::ALL[terminal].values(&self.features, &chances, self.lanes.terminal(terminal));
                    }
                }
                let sign = if is_before { -1.0 } else { 1.0 };
                for (score, value) in scores.iter_mut().zip(self.lanes.evaluate(&player.plan)) {
                    *score += sign * value;
                }
            }
            self.scores.extend_from_slice(&scores);
        }
        self.scores.truncate(n_columns);
    }
}

/// A tree ready to play: planned, and with what it asks of every column.
#[derive(Clone, Debug)]
pub struct Ready {
    plan: Plan,
    scoring: Scoring,
    /// Whether columns are looked at once, with the card placed there, or without it too.
    n_looks: usize,
    with_strengths: bool,
    with_chances: bool,
}

impl From<&Evolved> for Ready {
    fn from(player: &Evolved) -> Ready {
        let plan = Plan::of(&player.tree, &player.constants);
        let asks = |needs: fn(Terminal) -> bool| plan.terminals().any(|terminal| needs(Terminal::ALL[terminal]));
        let (with_strengths, with_chances) = (asks(Terminal::needs_strengths), asks(Terminal::needs_chances));
        let n_looks = match player.scoring {
            Scoring::Column => 1,
            Scoring::Board => 2,
        };
        Ready { plan, scoring: player.scoring, n_looks, with_strengths, with_chances }
    }
}

/// The place of the first of the greatest scores, which the player itself would choose too.
#[inline(always)]
fn leftmost_best(scores: &[f32]) -> usize {
    let (mut best, mut best_score) = (0, scores[0]);
    for (place, &score) in scores.iter().enumerate().skip(1) {
        let is_better = score > best_score;
        best = if is_better { place } else { best };
        best_score = if is_better { score } else { best_score };
    }
    best
}
