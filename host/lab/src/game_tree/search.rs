//! Minimax and alpha-beta over a [`GameTree`], with counts. Recursion is as deep as the tree, which the game bounds.

use std::cmp::Reverse;

use pipsqueak_core::search::{self as core_search, Entry, TranspositionTable};

use super::GameTree;

/// Which parts of the search are on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Settings {
    /// Alpha-beta; plain minimax otherwise.
    pub prunes: bool,
    /// Tries moves in the order of their static evaluations.
    pub orders_by_evaluation: bool,
    /// Tries killer moves first, and those that caused cutoffs before.
    pub has_killers: bool,
}

/// What a search did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize)]
pub struct Counts {
    /// Nodes visited, including the root and the leaves.
    pub nodes: u64,
    /// Leaves evaluated.
    pub leaves: u64,
    /// Cutoffs by a bound that the parent set.
    pub shallow: u64,
    /// Cutoffs by a bound that an ancestor further above set.
    pub deep: u64,
}

/// The kind of a cutoff.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cutoff {
    /// The parent set the bound.
    Shallow,
    /// An ancestor further above set it.
    Deep,
}

/// The bounds at a node, and the ply of the ancestor that set each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window {
    /// The highest value so far of any MAX ancestor.
    pub alpha: i32,
    /// The lowest value so far of any MIN ancestor.
    pub beta: i32,
    alpha_ply: usize,
    beta_ply: usize,
}

/// Below every value.
pub(super) const LOWEST: i32 = i32::MIN;
/// Above every value.
pub(super) const HIGHEST: i32 = i32::MAX;

impl Window {
    const OPEN: Window = Window { alpha: LOWEST, beta: HIGHEST, alpha_ply: 0, beta_ply: 0 };

    /// The kind of cutoff at a node of this ply whose best value so far is `best`, if there is one.
    fn cutoff(&self, best: i32, ply: usize) -> Option<Cutoff> {
        let (is_cut, set_at) =
            if is_max(ply) { (best >= self.beta, self.beta_ply) } else { (best <= self.alpha, self.alpha_ply) };
        is_cut.then_some(if set_at + 1 == ply { Cutoff::Shallow } else { Cutoff::Deep })
    }

    /// The window after a node of this ply has found a better value.
    fn narrowed(self, best: i32, ply: usize) -> Window {
        match is_max(ply) {
            true if best > self.alpha => Window { alpha: best, alpha_ply: ply, ..self },
            false if best < self.beta => Window { beta: best, beta_ply: ply, ..self },
            _ => self,
        }
    }
}

/// Whether MAX moves at this ply.
pub(super) const fn is_max(ply: usize) -> bool {
    ply.is_multiple_of(2)
}

/// A search was stopped before its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stopped {
    /// After as many nodes as it may visit.
    Nodes,
    /// By its caller.
    Asked,
}

/// How far a search may go.
pub struct Budget<'b> {
    /// Nodes to visit.
    pub nodes: u64,
    /// Asked from time to time.
    pub must_stop: &'b mut dyn FnMut() -> bool,
}

/// Nodes between two questions whether to stop.
const NODES_PER_CHECK: u64 = 1024;

/// Learns of every node as it is entered and left.
pub trait Observer<T: GameTree> {
    /// A node is entered, by this move from this node if it is not the root.
    ///
    /// # Errors
    /// To stop the search.
    fn enter(&mut self, tree: &T, by: Option<(&T::Node, T::Move)>, window: &Window) -> Result<(), Stopped>;
    /// The node that was entered last, of those not left yet, is left.
    ///
    /// # Errors
    /// To stop the search.
    fn leave(&mut self, left: Left<'_, T>) -> Result<(), Stopped>;
}

/// A node that is left.
pub struct Left<'l, T: GameTree> {
    pub(super) tree: &'l T,
    pub(super) node: &'l T::Node,
    /// Moves that were left to search.
    pub(super) depth: u8,
    pub(super) value: i32,
    pub(super) is_leaf: bool,
    /// The place of the best child among those visited.
    pub(super) best: usize,
    pub(super) cutoff: Option<Cutoff>,
    /// The children that were cut off.
    pub(super) rest: &'l [Child<T>],
}

/// Observes nothing.
impl<T: GameTree> Observer<T> for () {
    fn enter(&mut self, _: &T, _: Option<(&T::Node, T::Move)>, _: &Window) -> Result<(), Stopped> {
        Ok(())
    }

    fn leave(&mut self, _: Left<'_, T>) -> Result<(), Stopped> {
        Ok(())
    }
}

/// A move and where it leads.
pub(super) struct Child<T: GameTree> {
    pub(super) chosen: T::Move,
    pub(super) node: T::Node,
    /// The greatest is tried first: table's move, killer, estimate, history.
    promise: [i32; 4],
}

/// A search with what it has learnt: killers, history and a table serve the next search too.
pub struct Search<'s, 'm, T: GameTree, O> {
    tree: &'s T,
    settings: Settings,
    table: Option<&'s mut TranspositionTable<'m>>,
    budget: Budget<'s>,
    observer: O,
    /// What it has done so far.
    pub counts: Counts,
    /// The moves of the line that is looked at.
    children: Vec<Child<T>>,
    /// The best line from each ply.
    lines: Vec<Vec<T::Move>>,
    killers: Vec<[Option<u8>; 2]>,
    history: Box<[[i32; 256]; 2]>,
}

impl<'s, 'm, T: GameTree, O: Observer<T>> Search<'s, 'm, T, O> {
    /// A search that knows nothing yet.
    pub fn new(
        tree: &'s T,
        settings: Settings,
        table: Option<&'s mut TranspositionTable<'m>>,
        budget: Budget<'s>,
        observer: O,
    ) -> Self {
        Search {
            tree,
            settings,
            table,
            budget,
            observer,
            counts: Counts::default(),
            children: Vec::new(),
            lines: Vec::new(),
            killers: Vec::new(),
            history: Box::new([[0; 256]; 2]),
        }
    }

    /// The value of a node for MAX, who moves there, and the principal variation.
    ///
    /// # Errors
    /// It was stopped before its end.
    pub fn run(&mut self, root: &T::Node, depth: u8) -> Result<(i32, &[T::Move]), Stopped> {
        self.children.clear();
        let value = self.visit(root, None, depth, 0, Window::OPEN)?;
        Ok((value, &self.lines[0]))
    }

    /// What was observed.
    pub fn into_observer(self) -> O {
        self.observer
    }

    fn visit(
        &mut self,
        node: &T::Node,
        by: Option<(&T::Node, T::Move)>,
        depth: u8,
        ply: usize,
        window: Window,
    ) -> Result<i32, Stopped> {
        self.count()?;
        self.observer.enter(self.tree, by, &window)?;
        self.lines.resize_with(self.lines.len().max(ply + 2), Vec::new);
        self.lines[ply].clear();
        let (tree, first) = (self.tree, self.children.len());
        tree.branch(node, depth, |chosen, node| self.children.push(Child { chosen, node, promise: [0; 4] }));
        let is_leaf = first == self.children.len();
        let known = if is_leaf { None } else { self.known(node, ply) };
        if let Some(value) = known.and_then(|entry| settled(entry, depth, ply, &window)) {
            self.children.truncate(first);
            return Ok(value);
        }
        let (value, best, cutoff, tried) = if is_leaf {
            self.counts.leaves += 1;
            (tree.value(node, ply), 0, None, first)
        } else {
            self.order(first, ply, known);
            self.visit_children(node, first, depth, ply, window)?
        };
        let rest = &self.children[tried..];
        self.observer.leave(Left {
            tree,
            node,
            depth,
            value,
            is_leaf,
            best: best.saturating_sub(first),
            cutoff,
            rest,
        })?;
        if !is_leaf {
            self.learn(node, best, value, depth, ply, &window, cutoff);
        }
        self.children.truncate(first);
        Ok(value)
    }

    /// The value, the place of the best child, the cutoff if there was one, and the place of the first child that was not tried.
    fn visit_children(
        &mut self,
        node: &T::Node,
        first: usize,
        depth: u8,
        ply: usize,
        mut window: Window,
    ) -> Result<(i32, usize, Option<Cutoff>, usize), Stopped> {
        let end = self.children.len();
        let (mut best, mut best_place) = (None, first);
        for place in first..end {
            let Child { chosen, node: child, .. } = &self.children[place];
            let (chosen, child) = (*chosen, child.clone());
            let value = self.visit(&child, Some((node, chosen)), depth.saturating_sub(1), ply + 1, window)?;
            if best.is_some_and(|best| if is_max(ply) { value <= best } else { value >= best }) {
                continue;
            }
            (best, best_place) = (Some(value), place);
            let (above, below) = self.lines.split_at_mut(ply + 1);
            above[ply].clear();
            above[ply].push(chosen);
            above[ply].extend_from_slice(&below[0]);
            if self.settings.prunes {
                let cutoff = window.cutoff(value, ply).filter(|_| place + 1 < end);
                if let Some(kind) = cutoff {
                    *if kind == Cutoff::Shallow { &mut self.counts.shallow } else { &mut self.counts.deep } += 1;
                    return Ok((value, place, cutoff, place + 1));
                }
                window = window.narrowed(value, ply);
            }
        }
        Ok((best.unwrap_or_default(), best_place, None, end))
    }

    fn count(&mut self) -> Result<(), Stopped> {
        if self.counts.nodes >= self.budget.nodes {
            return Err(Stopped::Nodes);
        }
        self.counts.nodes += 1;
        if self.counts.nodes.is_multiple_of(NODES_PER_CHECK) && (self.budget.must_stop)() {
            return Err(Stopped::Asked);
        }
        Ok(())
    }

    /// Puts the most promising children first; equal ones stay in order.
    fn order(&mut self, first: usize, ply: usize, known: Option<Entry>) {
        let Settings { orders_by_evaluation, has_killers, .. } = self.settings;
        if !orders_by_evaluation && !has_killers && known.is_none() {
            return;
        }
        self.killers.resize(self.killers.len().max(ply + 1), [None; 2]);
        let (tree, [latest, earlier]) = (self.tree, self.killers[ply]);
        for child in &mut self.children[first..] {
            let tag = tree.tag(child.chosen);
            let estimate = if orders_by_evaluation { tree.estimate(&child.node) } else { 0 };
            let killer = if Some(tag) == latest { 2 } else { i32::from(Some(tag) == earlier) };
            child.promise = [
                i32::from(known.is_some_and(|entry| entry.tag == tag)),
                if is_max(ply) { estimate } else { -estimate },
                killer,
                self.history[ply % 2][usize::from(tag)],
            ];
        }
        self.children[first..].sort_by_key(|child| Reverse(child.promise));
    }

    /// What the table has about a node.
    fn known(&self, node: &T::Node, ply: usize) -> Option<Entry> {
        self.table.as_ref()?.get(self.tree.table_key(node)?, ply)
    }

    /// Keeps what a node's search has shown.
    #[expect(clippy::too_many_arguments, reason = "all that is known of a node as it is left")]
    fn learn(
        &mut self,
        node: &T::Node,
        best: usize,
        value: i32,
        depth: u8,
        ply: usize,
        window: &Window,
        cutoff: Option<Cutoff>,
    ) {
        let tag = self.tree.tag(self.children[best].chosen);
        if self.settings.has_killers && cutoff.is_some() {
            let [latest, _] = self.killers[ply];
            if latest != Some(tag) {
                self.killers[ply] = [Some(tag), latest];
            }
            let count = &mut self.history[ply % 2][usize::from(tag)];
            *count = count.saturating_add(i32::from(depth) * i32::from(depth) + 1);
        }
        let Some(table) = &mut self.table else { return };
        let Some(key) = self.tree.table_key(node) else { return };
        // The table's scores are for the side to move.
        let (score, low, high) = if is_max(ply) {
            (value, window.alpha, window.beta)
        } else {
            (-value, negated(window.beta), negated(window.alpha))
        };
        let bound = match score {
            _ if score >= high => core_search::Bound::Lower,
            _ if score <= low => core_search::Bound::Upper,
            _ => core_search::Bound::Exact,
        };
        let score = i16::try_from(score).unwrap_or_default();
        table.put(key, ply, Entry { score, depth: depth as i8, bound, tag });
    }
}

/// The value that a table's entry gives a node, if it is enough.
fn settled(entry: Entry, depth: u8, ply: usize, window: &Window) -> Option<i32> {
    let score = i32::from(entry.score);
    let (low, high) =
        if is_max(ply) { (window.alpha, window.beta) } else { (negated(window.beta), negated(window.alpha)) };
    let is_enough = match entry.bound {
        core_search::Bound::Exact => true,
        core_search::Bound::Lower => score >= high,
        core_search::Bound::Upper => score <= low,
    };
    // The principal variation begins at the root.
    (ply > 0 && is_enough && entry.depth == depth as i8).then_some(if is_max(ply) { score } else { -score })
}

/// A bound seen by the other side.
const fn negated(bound: i32) -> i32 {
    match bound {
        LOWEST => HIGHEST,
        HIGHEST => LOWEST,
        bound => -bound,
    }
}
