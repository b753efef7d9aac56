//! A tree's moves at many tables at once: all open columns of all tables fill the lanes of one evaluator without gaps.
//! Knows what the seat to move sees of each table, and no table.
//!
//! All tables must be at the same move, so that every mover has the same number of open columns.

use pipsqueak_core::cards::Cards;
use pipsqueak_core::games::fiveo::players::{Evolved, Scoring};
use pipsqueak_core::games::fiveo::{Column, DecisionFeatures, FeatureLanes, TableViewRef, Terminal};
use pipsqueak_core::tree::{CompiledTree, Lanes};

use super::chances_by_move::{NO_CHANCES, chances_at};

/// Columns that are evaluated side by side: enough to share the cost of reading a node, and for the compiler not to unroll
/// the loops over them before they become vector code; few enough for the rows of values to stay in the first-level cache.
const LANES: usize = 32;

/// Evaluates trees for many tables at once: the memory of one thread, kept from move to move.
#[derive(Default)]
pub struct TreeEvaluator {
    columns: LaidOut,
    features: FeatureLanes<LANES>,
    /// Two blocks at once, or one block with the card and without it: a step of a compiled tree costs as much again to choose as to
    /// take for one block.
    lanes: Lanes<{ 2 * LANES }>,
    scores: Vec<f32>,
    moves: Vec<Column>,
}

/// Every open column of every table, table by table; behind them idle ones, so that all fill whole blocks.
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
        // Loops of a known length cost no branches.
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

    /// Scores the columns that are laid out: by the tree's value once the card is placed there, or by what it gains by
    /// that. Each look at a block fills a half of the lanes; both halves are evaluated together.
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

    /// Works out what a tree asks about a block of columns, with the card placed there at the first look and without it at
    /// the second one, in a half of the lanes.
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
    /// Lays out the columns that are open at these tables, which are so many at each.
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
    /// The terminals that are asked with the card placed there and then, for a tree that is asked about a column without it
    /// too, those whose values differ.
    asked: Vec<Vec<Terminal>>,
    /// Those whose values are the same at both looks.
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
