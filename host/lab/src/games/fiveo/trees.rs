//! A tree's moves at many tables at once: all open columns of all tables fill the lanes of one evaluator without gaps.
//! Knows the view of the seat to move at each table, and no table.
//!
//! All tables must be at the same move, so that every mover has the same number of open columns.

use pipsqueak_core::cards::Cards;
use pipsqueak_core::games::fiveo::players::{Evolved, Scoring};
use pipsqueak_core::games::fiveo::{Column, DecisionFeatures, FeatureLanes, TableViewRef, Terminal};
use pipsqueak_core::tree::{CompiledTree, Lanes};

use super::chances_by_move::{NO_CHANCES, chances_at};

/// Columns that are evaluated together: enough to share the cost of reading a node and to keep the compiler from
/// unrolling the loops before it vectorises them; few enough for the rows of values to stay in the first-level cache.
const LANES: usize = 32;

/// Evaluates trees for many tables at once. Holds the buffers of one thread, reused from move to move.
#[derive(Default)]
pub struct TreeEvaluator {
    columns: LaidOut,
    features: FeatureLanes<LANES>,
    /// Two blocks at once, or one block with the card and without it: dispatching a step of a compiled tree costs as
    /// much as executing it for one block.
    lanes: Lanes<{ 2 * LANES }>,
    scores: Vec<f32>,
    moves: Vec<Column>,
}

/// Every open column of every table, table by table, padded to whole blocks.
#[derive(Default)]
struct LaidOut {
    /// The seat's columns with the drawn card placed there.
    after: Vec<Cards>,
    /// The seat's columns without it.
    before: Vec<Cards>,
    opponent: Vec<Cards>,
    unseen: Vec<Cards>,
}

impl TreeEvaluator {
    /// The player's column at each of these tables, which are all at the same move and not over.
    #[inline(always)]
    pub fn columns<'t>(
        &mut self,
        player: &CompiledPlayer,
        tables: impl ExactSizeIterator<Item = TableViewRef<'t>> + Clone,
    ) -> &[Column] {
        self.moves.clear();
        let Some(first) = tables.clone().next() else { return &[] };
        let n_open = first.open().len();
        if n_open == 1 {
            self.moves.extend(tables.map(|seen| seen.open().only().expect("one column is open")));
            return &self.moves;
        }
        // Loops of constant length need no branches.
        match n_open {
            2 => self.columns.lay_out::<2>(tables.clone()),
            3 => self.columns.lay_out::<3>(tables.clone()),
            4 => self.columns.lay_out::<4>(tables.clone()),
            _ => self.columns.lay_out::<5>(tables.clone()),
        }
        let decisions = [true, false].map(|placed| DecisionFeatures::new(first.is_last_round(), n_open as u8, placed));
        self.score(player, decisions, first.unseen().len());
        match n_open {
            2 => self.choose::<2>(tables),
            3 => self.choose::<3>(tables),
            4 => self.choose::<4>(tables),
            _ => self.choose::<5>(tables),
        }
        &self.moves
    }

    #[inline(always)]
    fn choose<'t, const OPEN: usize>(&mut self, tables: impl Iterator<Item = TableViewRef<'t>>) {
        let moves = tables.zip(self.scores.as_chunks::<OPEN>().0);
        self.moves.extend(moves.map(|(seen, scores)| seen.open().in_order()[leftmost_best(scores)]));
    }

    /// Scores the columns: by the tree's value with the card placed, or by its gain. Each pass over a block fills half
    /// of the lanes; both halves are evaluated together.
    #[inline(always)]
    fn score(&mut self, player: &CompiledPlayer, decisions: [DecisionFeatures; 2], n_unseen: u32) {
        self.scores.clear();
        let n_looks = player.asked.len();
        let n_halves = self.columns.opponent.len() / LANES * n_looks;
        // One loop for all, because everything below is inlined and large.
        for half in 0..n_halves {
            let (block, look) = (half / n_looks, half % n_looks);
            self.look(player, block, look, decisions[look], n_unseen, half % 2);
            if half % 2 == 1 || half + 1 == n_halves {
                for &terminal in &player.shared {
                    self.lanes.terminal(terminal as usize).copy_within(..LANES, LANES);
                }
                let values = self.lanes.evaluate(&player.tree);
                let (after, before) = values.split_at(LANES);
                match n_looks {
                    1 => self.scores.extend_from_slice(values),
                    _ => self.scores.extend(after.iter().zip(before).map(|(after, before)| after - before)),
                }
            }
        }
    }

    /// Computes a tree's terminals for a block of columns in half of the lanes: with the card placed in the first pass,
    /// without it in the second.
    #[inline(always)]
    fn look(
        &mut self,
        player: &CompiledPlayer,
        block: usize,
        look: usize,
        decision: DecisionFeatures,
        n_unseen: u32,
        half: usize,
    ) {
        let TreeEvaluator { columns, features, lanes, .. } = self;
        if look == 0 {
            features.look_at_opponent(
                block_of(&columns.opponent, block),
                block_of(&columns.unseen, block),
                player.with_strengths,
            );
        }
        let own = if look == 0 { &columns.after } else { &columns.before };
        features.look_at_own(block_of(own, block), decision, player.with_strengths);
        let chances = match player.with_chances {
            true => chances_at(n_unseen, decision.draws.into()),
            false => NO_CHANCES,
        };
        for &terminal in &player.asked[look] {
            let values = lanes.terminal(terminal as usize).as_chunks_mut().0;
            terminal.values(features, &chances, &mut values[half]);
        }
    }
}

#[inline(always)]
fn block_of(cards: &[Cards], block: usize) -> &[Cards; LANES] {
    &cards.as_chunks().0[block]
}

impl LaidOut {
    /// Collects the columns that are open at these tables, `OPEN` at each.
    #[inline(always)]
    fn lay_out<'t, const OPEN: usize>(&mut self, tables: impl ExactSizeIterator<Item = TableViewRef<'t>>) {
        let n_columns = (tables.len() * OPEN).next_multiple_of(LANES);
        let LaidOut { after, before, opponent, unseen } = self;
        let rows = [after, before, opponent, unseen].map(|row| {
            row.resize(n_columns, Cards::EMPTY);
            row.as_chunks_mut::<OPEN>().0.iter_mut()
        });
        let [after, before, opponent, unseen] = rows;
        let places = after.zip(before).zip(opponent.zip(unseen));
        for (seen, ((after, before), (opponent, unseen))) in tables.zip(places) {
            let card = seen.card().expect("the seat is to move");
            *unseen = [seen.unseen(); OPEN];
            for (place, &column) in seen.open().in_order().iter().take(OPEN).enumerate() {
                let own = seen.own(column);
                before[place] = own;
                after[place] = own.with(card);
                opponent[place] = seen.opponent(column);
            }
        }
    }
}

/// A tree compiled for play, with the terminals that it needs of every column.
#[derive(Clone, Debug)]
pub struct CompiledPlayer {
    tree: CompiledTree,
    /// The terminals of the first pass, with the card placed; and, for a tree that has a second pass, those whose
    /// values differ without it.
    asked: Vec<Vec<Terminal>>,
    /// The terminals whose values are the same in both passes.
    shared: Vec<Terminal>,
    with_strengths: bool,
    with_chances: bool,
}

impl From<&Evolved> for CompiledPlayer {
    fn from(player: &Evolved) -> CompiledPlayer {
        let tree = CompiledTree::of(&player.tree, &player.constants);
        let terminals: Vec<Terminal> = tree.terminals().map(|terminal| Terminal::ALL[terminal]).collect();
        let asks = |needs: fn(Terminal) -> bool| terminals.iter().any(|&terminal| needs(terminal));
        let (with_strengths, with_chances) = (asks(Terminal::needs_strengths), asks(Terminal::needs_chances));
        let (shared, own) = terminals.iter().copied().partition(|terminal| terminal.is_of_opponent_alone());
        let (asked, shared) = match player.scoring {
            Scoring::Column => (vec![terminals], Vec::new()),
            Scoring::Board => (vec![terminals, own], shared),
        };
        CompiledPlayer { tree, asked, shared, with_strengths, with_chances }
    }
}

/// The index of the first of the greatest scores, which the player itself would choose too.
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
