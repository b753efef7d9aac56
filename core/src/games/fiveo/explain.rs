//! Explains an evolved player's choice: the score of every open column, and each terminal's Shapley value in the gap to the
//! runner-up. Knows the tree and the view; puts nothing into words.
//!
//! Two columns differ for a tree in nothing but the values of the terminals that it names. The gap between their scores is
//! shared among those by their Shapley values: a terminal's contribution is what it adds when its value changes from the
//! runner-up's to the chosen column's, on average over all orders in which the terminals could change. The
//! contributions add up to the gap.
//!
//! With up to [`EXACT`] terminals that differ, all orders are counted, by evaluating the tree for every subset. With more,
//! [`ORDERS`] orders are drawn, from a fixed seed, each together with its reverse. The contributions of each order
//! add up to the gap, so their means do too; each mean comes with its standard error.

use heapless::Vec;

use super::chances::HitCache;
use super::features::work_out;
use super::players::{Evolved, Scoring};
use super::{Column, ColumnFeatures, FiveO, TableView, Terminal, UnseenCards};
use crate::random::{self, Seed};
use crate::tree::{Function, MAX_NODES, MAX_TERMINALS, Node, Terminals, Tree, Vocabulary};

/// The most terminals whose contributions are exact: 1,024 evaluations.
pub const EXACT: usize = 10;
/// Orders that are drawn where there are more, each with its reverse.
pub const ORDERS: u32 = 256;

/// What a column scored.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Scored {
    /// The column.
    pub column: Column,
    /// Its score.
    pub score: f32,
}

/// Why a column was chosen.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// The open columns from left to right.
    pub scores: Vec<Scored, 5>,
    /// The chosen one.
    pub chosen: Scored,
    /// What made the difference; `None` if there was no choice.
    pub comparison: Option<Comparison>,
}

/// The chosen column against the second best.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The second best; the leftmost of equals.
    pub runner_up: Scored,
    /// How much better the chosen one is.
    pub gap: f64,
    /// The terminals that differ, the greatest contribution first.
    pub contributions: Vec<Contribution, MAX_TERMINALS>,
    /// Whether the contributions are exact, or means over some orders.
    pub is_exact: bool,
}

/// What one terminal contributes to the choice.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Contribution {
    /// The terminal.
    pub terminal: Terminal,
    /// Its values with the card placed in the chosen column.
    pub chosen: Values,
    /// Its values with the card placed in the runner-up.
    pub runner_up: Values,
    /// Its Shapley value: its part of the gap.
    pub value: f64,
    /// The standard error of that value; 0 if it is exact.
    pub error: f64,
}

/// A terminal's value for a column. What it was before placing matters to players that score the whole board.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Values {
    /// With the card.
    pub after: f32,
    /// Without the card; 0 where it does not matter.
    pub before: f32,
}

/// A node's part in a decision.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct NodeValue {
    /// The value of the subtree that begins here, with the card placed.
    pub value: f32,
    /// Whether it lies below a branch that was not taken.
    pub is_idle: bool,
}

/// The values of all terminals for one column.
#[derive(Clone, Copy)]
struct ColumnValues([Values; Terminal::ALL.len()]);

/// A mixture of two columns: the terminals in the set have the values of the first column, the others those of the
/// second.
struct Mixed<'a> {
    first: &'a ColumnValues,
    second: &'a ColumnValues,
    set: u64,
    is_after: bool,
}

impl Terminals for Mixed<'_> {
    fn value(&self, terminal: u8) -> f32 {
        let from = if self.set >> (terminal & 63) & 1 != 0 { self.first } else { self.second };
        let values = from.0.get(usize::from(terminal)).copied().unwrap_or_default();
        if self.is_after { values.after } else { values.before }
    }
}

impl Evolved {
    /// Why this player chooses as it does; `None` if no column is open, which no view has.
    #[inline]
    pub fn explain(&self, view: &TableView) -> Option<Explanation> {
        let (unseen, hits) = (UnseenCards::new(view.unseen()), HitCache::new());
        let mut known: Vec<(Scored, ColumnValues), 5> = Vec::new();
        for column in view.open().iter() {
            let values = self.values(view, column, &unseen, &hits);
            let score = self.mixed(&values, &values, 0) as f32;
            known.push((Scored { column, score }, values)).ok()?;
        }
        let (chosen, own) = best(&known, None)?;
        let comparison = best(&known, Some(chosen.column)).map(|(runner_up, other)| {
            let gap = f64::from(chosen.score) - f64::from(runner_up.score);
            let (contributions, is_exact) = self.contributions(&own, &other);
            Comparison { runner_up, gap, contributions, is_exact }
        });
        Some(Explanation { scores: known.iter().map(|(scored, _)| *scored).collect(), chosen, comparison })
    }

    /// The value of every node of the tree for a column with the card placed, in prefix order; gives the tree's value.
    #[inline]
    pub fn node_values(&self, view: &TableView, column: Column, values: &mut Vec<NodeValue, MAX_NODES>) -> f32 {
        let (unseen, hits) = (UnseenCards::new(view.unseen()), HitCache::new());
        let known = self.values(view, column, &unseen, &hits);
        values.clear();
        // Cannot overflow: a tree has at most `MAX_NODES` nodes.
        let _ = values.resize_default(self.tree.n_nodes());
        let mixed = Mixed { first: &known, second: &known, set: 0, is_after: true };
        let value = self.tree.evaluate_seen(&self.constants, &mixed, |at, value| {
            if let Some(node) = values.get_mut(at) {
                node.value = value;
            }
        });
        mark_idle(&self.tree, values);
        value
    }

    #[inline]
    fn values(&self, view: &TableView, column: Column, unseen: &UnseenCards, hits: &HitCache) -> ColumnValues {
        let after = ColumnFeatures::after(view, column, unseen);
        let before = (self.scoring == Scoring::Board).then(|| ColumnFeatures::before(view, column, unseen));
        let used = self.tree.terminals();
        let mut values = [Values::default(); Terminal::ALL.len()];
        for (terminal, place) in (0..).zip(&mut values) {
            if used >> terminal & 1 != 0 {
                let before = before.as_ref().map_or(0.0, |before| work_out(before, hits, terminal));
                *place = Values { after: work_out(&after, hits, terminal), before };
            }
        }
        ColumnValues(values)
    }

    /// The score of a [`Mixed`] column.
    #[inline]
    fn mixed(&self, first: &ColumnValues, second: &ColumnValues, set: u64) -> f64 {
        let evaluate = |is_after| self.tree.evaluate(&self.constants, &Mixed { first, second, set, is_after });
        match self.scoring {
            Scoring::Column => evaluate(true).into(),
            // As the player itself does it: the difference is rounded once.
            Scoring::Board => (evaluate(true) - evaluate(false)).into(),
        }
    }

    /// The contribution of each terminal that differs, and whether the contributions are exact.
    #[inline]
    fn contributions(&self, chosen: &ColumnValues, other: &ColumnValues) -> (Vec<Contribution, MAX_TERMINALS>, bool) {
        let mut contributions: Vec<Contribution, MAX_TERMINALS> = Vec::new();
        for ((&terminal, &chosen), &runner_up) in Terminal::ALL.iter().zip(&chosen.0).zip(&other.0) {
            if chosen != runner_up {
                // Cannot overflow: at most one for each terminal.
                let _ = contributions.push(Contribution { terminal, chosen, runner_up, value: 0.0, error: 0.0 });
            }
        }
        let is_exact = contributions.len() <= EXACT;
        let worth = |set| self.mixed(chosen, other, set);
        if is_exact {
            count_all(&mut contributions, worth)
        } else {
            draw_orders(&mut contributions, worth)
        }
        sort(&mut contributions);
        (contributions, is_exact)
    }
}

/// Sorts by value, the greatest first. By insertion: they are few, and the standard library's sort would be larger than
/// the rest of this module's code.
fn sort(contributions: &mut [Contribution]) {
    for end in 1..contributions.len() {
        let mut at = end;
        while let Some([before, moved]) = at.checked_sub(1).and_then(|before| contributions.get_mut(before..=at)) {
            if before.value.abs() >= moved.value.abs() {
                break;
            }
            core::mem::swap(before, moved);
            at -= 1;
        }
    }
}

/// The best of the columns but one; the leftmost of equals.
fn best(known: &[(Scored, ColumnValues)], but: Option<Column>) -> Option<(Scored, ColumnValues)> {
    let mut best: Option<(Scored, ColumnValues)> = None;
    for &(scored, values) in known.iter().filter(|(scored, _)| Some(scored.column) != but) {
        if best.as_ref().is_none_or(|(best, _)| scored.score > best.score) {
            best = Some((scored, values));
        }
    }
    best
}

/// A terminal's bit in a set.
const fn bit(terminal: Terminal) -> u64 {
    1 << (terminal as u8 & 63)
}

/// Shapley values by their definition: every subset of the others, weighed by how many orders begin with it.
fn count_all(contributions: &mut [Contribution], worth: impl Fn(u64) -> f64) {
    let n_contributions = contributions.len();
    // The fraction of all orders in which exactly the members of one subset of a size come before a given terminal:
    // size! (n - 1 - size)! / n!, which is 1 / (n * binomial(n - 1, size)).
    let mut weights = [0.0f64; EXACT];
    let mut binomial = 1.0;
    for (size, weight) in weights.iter_mut().enumerate().take(n_contributions) {
        *weight = 1.0 / (n_contributions as f64 * binomial);
        binomial = binomial * (n_contributions - 1 - size) as f64 / (size + 1) as f64;
    }
    let weight = |size: usize| weights.get(size).copied().unwrap_or(0.0);
    for subset in 0..1u32 << n_contributions {
        let members = |place: usize| subset >> place & 1 != 0;
        let set = contributions
            .iter()
            .enumerate()
            .filter(|&(place, _)| members(place))
            .fold(0, |set, (_, contribution)| set | bit(contribution.terminal));
        let (worth, size) = (worth(set), subset.count_ones() as usize);
        for (place, contribution) in contributions.iter_mut().enumerate() {
            contribution.value += if members(place) { weight(size - 1) * worth } else { -weight(size) * worth };
        }
    }
}

/// Means over drawn orders and their reverses.
fn draw_orders(contributions: &mut [Contribution], worth: impl Fn(u64) -> f64) {
    let mut rng = Seed(0).rng();
    let mut order: Vec<usize, MAX_TERMINALS> = (0..contributions.len()).collect();
    let mut squares = [0.0f64; MAX_TERMINALS];
    let nothing = worth(0);
    for _ in 0..ORDERS {
        random::shuffle(&mut rng, &mut order);
        let mut pair = [0.0f64; MAX_TERMINALS];
        for _ in 0..2 {
            let (mut set, mut before) = (0, nothing);
            for &place in &order {
                let Some(contribution) = contributions.get(place) else { continue };
                set |= bit(contribution.terminal);
                let after = worth(set);
                if let Some(sum) = pair.get_mut(place) {
                    *sum += (after - before) / 2.0;
                }
                before = after;
            }
            order.reverse();
        }
        for ((contribution, &mean), square) in contributions.iter_mut().zip(&pair).zip(&mut squares) {
            contribution.value += mean;
            *square += mean * mean;
        }
    }
    let n_orders = f64::from(ORDERS);
    for (contribution, &square) in contributions.iter_mut().zip(&squares) {
        contribution.value /= n_orders;
        let variance = (square / n_orders - contribution.value * contribution.value).max(0.0);
        contribution.error = libm::sqrt(variance / (n_orders - 1.0));
    }
}

/// Marks what lies below branches that were not taken.
fn mark_idle(tree: &Tree<FiveO>, values: &mut [NodeValue]) {
    for (at, &byte) in tree.bytes().iter().enumerate() {
        if Node::of(byte) != Node::Function(Function::If) {
            continue;
        }
        let condition = at + 1;
        let first = condition + tree.subtree(condition).len();
        let second = first + tree.subtree(first).len();
        let is_first_taken = values.get(condition).is_some_and(|condition| condition.value != 0.0);
        let idle = if is_first_taken { second } else { first };
        let end = idle + tree.subtree(idle).len();
        values.get_mut(idle..end).unwrap_or_default().iter_mut().for_each(|node| node.is_idle = true);
    }
}

// Sets of terminals are `u64` masks.
const _: () = assert!(FiveO::ENTRIES.len() <= MAX_TERMINALS);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::fiveo::champion::Champion;
    use crate::games::fiveo::table::tests::random_game;
    use std::vec::Vec as StdVec;

    fn champion() -> Evolved {
        Champion::decode(include_bytes!("../../../../host/champions/default.pips")).unwrap().player
    }

    /// Decisions with a choice, of the shipped champion and of two trees written by hand.
    fn explanations() -> StdVec<(Evolved, TableView, Explanation)> {
        let written = [
            "Plus(Multiply(4, FlushChance), OwnCategory)",
            "column:If(GreaterThan(FlushChance, StraightChance), Multiply(FlushChance, OwnCategory), DiffOfHandStrength)",
        ];
        let mut players: StdVec<Evolved> = written.iter().map(|text| Evolved::parse(text).unwrap()).collect();
        players.push(champion());
        let views: StdVec<TableView> = (0..12).flat_map(random_game).map(|(_, _, view)| view).collect();
        let all = players.iter().flat_map(|player| views.iter().map(move |view| (player.clone(), *view)));
        all.map(|(player, view)| (player.clone(), view, player.explain(&view).unwrap())).collect()
    }

    #[test]
    fn the_explained_choice_is_the_players() {
        for (player, view, explanation) in explanations() {
            assert_eq!(explanation.chosen.column, player.column(&view));
            let open: StdVec<Column> = explanation.scores.iter().map(|scored| scored.column).collect();
            assert_eq!(open, view.open().iter().collect::<StdVec<_>>());
            assert_eq!(explanation.comparison.is_none(), open.len() == 1);
        }
    }

    #[test]
    fn the_shares_add_up_to_the_gap() {
        let (mut n_exact, mut n_drawn) = (0, 0);
        for (_, _, explanation) in explanations() {
            let Some(Comparison { gap, contributions, is_exact, .. }) = explanation.comparison else { continue };
            let sum: f64 = contributions.iter().map(|contribution| contribution.value).sum();
            let scale: f64 =
                contributions.iter().map(|contribution| contribution.value.abs()).sum::<f64>() + gap.abs() + 1.0;
            // A column's score is rounded to f32 once; sums in f64 lose next to nothing.
            assert!((sum - gap).abs() <= 1e-9 * scale, "{sum} is not {gap}");
            assert!(gap >= 0.0);
            if is_exact {
                n_exact += 1
            } else {
                n_drawn += 1
            }
            assert_eq!(is_exact, contributions.len() <= EXACT);
            assert!(!is_exact || contributions.iter().all(|contribution| contribution.error == 0.0));
        }
        assert!(n_exact > 500 && n_drawn > 20, "{n_exact} exact, {n_drawn} drawn");
    }

    #[test]
    fn the_greatest_share_comes_first() {
        for (_, _, explanation) in explanations() {
            let Some(Comparison { contributions, .. }) = explanation.comparison else { continue };
            assert!(
                contributions.iter().map(|contribution| contribution.value.abs()).is_sorted_by(|one, next| one >= next)
            );
        }
    }

    #[test]
    fn exact_shares_are_the_mean_over_all_orders() {
        // A game that is worked by hand: worth(S) = 1 for {a}, 2 for {b}, 5 for both, and c adds 10 once a is there.
        let terminals = [Terminal::HasPair, Terminal::HasFlush, Terminal::OwnCategory];
        let worth = |set: u64| {
            let [a, b, c] = terminals.map(|terminal| if set & bit(terminal) != 0 { 1.0 } else { 0.0 });
            a + 2.0 * b + 2.0 * a * b + 10.0 * a * c
        };
        let blank = |terminal| Contribution {
            terminal,
            chosen: Values::default(),
            runner_up: Values::default(),
            value: 0.0,
            error: 0.0,
        };
        let mut contributions = terminals.map(blank);
        count_all(&mut contributions, worth);
        // Products are shared equally by their factors.
        let expected = [1.0 + 1.0 + 5.0, 2.0 + 1.0, 5.0];
        for (contribution, expected) in contributions.iter().zip(expected) {
            assert!((contribution.value - expected).abs() < 1e-12, "{contribution:?} is not {expected}");
        }
        let mut drawn = terminals.map(blank);
        draw_orders(&mut drawn, worth);
        for (contribution, expected) in drawn.iter().zip(expected) {
            assert!(
                (contribution.value - expected).abs() <= 4.0 * contribution.error + 1e-9,
                "{contribution:?} is not {expected}"
            );
        }
    }

    #[test]
    fn the_error_of_drawn_contributions_is_that_of_a_mean() {
        // The last of three terminals contributes 6. With an order's reverse that is a mean of 3 for the first and the
        // last, and of 0 for the one between: 2 on average, with a variance of 2.
        let terminals = [Terminal::HasPair, Terminal::HasFlush, Terminal::OwnCategory];
        let all = terminals.into_iter().fold(0, |set, terminal| set | bit(terminal));
        let (chosen, runner_up) = (Values::default(), Values::default());
        let mut drawn = terminals.map(|terminal| Contribution { terminal, chosen, runner_up, value: 0.0, error: 0.0 });
        draw_orders(&mut drawn, |set| if set & all == all { 6.0 } else { 0.0 });
        for contribution in drawn {
            let variance = contribution.error * contribution.error * f64::from(ORDERS - 1);
            assert!((1.6..2.3).contains(&variance), "{contribution:?}");
            assert!((contribution.value - 2.0).abs() <= 4.0 * contribution.error, "{contribution:?}");
        }
    }

    #[test]
    fn a_branch_that_is_not_taken_changes_nothing_and_the_root_is_the_trees_value() {
        let player = champion();
        let mut values = Vec::new();
        for (_, _, view) in (0..4).flat_map(random_game) {
            for column in view.open().iter() {
                let value = player.node_values(&view, column, &mut values);
                let features = ColumnFeatures::after(&view, column, &UnseenCards::new(view.unseen()));
                assert_eq!(value.to_bits(), player.tree.evaluate(&player.constants, &features).to_bits());
                assert_eq!(values[0], NodeValue { value, is_idle: false });
            }
        }
        let flag = Evolved::parse("column:If(HasFlush, Plus(1, 2), Multiply(3, 4))").unwrap();
        let (_, _, view) = random_game(1)[0];
        flag.node_values(&view, Column::First, &mut values);
        // HasFlush is true of two cards only if they have one suit.
        let taken = values[1].value != 0.0;
        let idle: StdVec<usize> = (0..8).filter(|&at| values[at].is_idle).collect();
        assert_eq!(idle, if taken { [5, 6, 7] } else { [2, 3, 4] });
        assert_eq!(values[0].value, if taken { 3.0 } else { 12.0 });
    }
}
