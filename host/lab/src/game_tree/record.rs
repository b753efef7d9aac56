//! A search as it was done: every node with its value, its window and its place in the order of visits.

use super::search::{
    Budget, Child, Counts, Cutoff, HIGHEST, LOWEST, Left, Observer, Search, Settings, Stopped, Window, is_max,
};
use super::{GameTree, Method, Order};
use crate::show::{Branch, Placed, Tint, place};

/// A search, node by node in prefix order: children follow their parent in the order in which they were tried.
#[derive(Clone, Debug)]
pub struct RecordedTree {
    /// What was searched, in a line.
    pub title: String,
    /// The method.
    pub method: Method,
    /// The order of moves.
    pub order: Order,
    /// What the search did.
    pub counts: Counts,
    /// Whether it has the branches below cutoffs too.
    pub is_whole: bool,
    /// The nodes; the first is the root.
    pub nodes: Vec<RecordedNode>,
}

/// A node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordedNode {
    /// Its parent's place in the list.
    pub parent: Option<usize>,
    /// Moves from the root; MAX moves where it is even.
    pub ply: usize,
    /// The move that leads to it.
    pub by: String,
    /// Whether it has no children.
    pub is_leaf: bool,
    /// Its value for MAX, or a bound of it; `None` if it was not visited. A leaf of a tree of numbers has one in any case.
    pub value: Option<i32>,
    /// The value as people read it.
    pub value_text: String,
    /// What the value says.
    pub bound: Bound,
    /// How it was visited; `None` if it was cut off.
    pub visit: Option<Visit>,
    /// Why moves from it were cut off.
    pub cutoff: Option<Cutoff>,
    /// Whether it is on the principal variation.
    pub is_principal: bool,
}

/// The visit of a node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Visit {
    /// Its number, from 1.
    pub number: usize,
    /// Alpha and beta when it was entered; `None` where there is no bound.
    pub window: [Option<i32>; 2],
    /// The same as people read them.
    pub window_text: [String; 2],
    /// The step of the search, from 0, at which it was entered.
    pub entered: usize,
    /// The step at which it was left.
    pub left: usize,
}

/// What a recorded value says about the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// It is the value.
    Exact,
    /// The value is at least this.
    Least,
    /// The value is at most this.
    Most,
}

impl RecordedNode {
    /// Whether MAX moves here.
    pub fn is_max(&self) -> bool {
        is_max(self.ply)
    }

    /// The value with its bound; empty where there is none.
    pub fn shown_value(&self) -> String {
        let sign = match self.bound {
            Bound::Exact => "",
            Bound::Least => "≥",
            Bound::Most => "≤",
        };
        format!("{sign}{}", self.value_text)
    }
}

impl RecordedTree {
    /// The root's value.
    pub fn value(&self) -> &str {
        self.nodes.first().map_or("", |root| &root.value_text)
    }

    /// The moves of the principal variation.
    pub fn line(&self) -> Vec<&str> {
        self.nodes.iter().skip(1).filter(|node| node.is_principal).map(|node| node.by.as_str()).collect()
    }

    /// The kind of cutoff by which a node was left out, if it was the direct child of one that was visited.
    pub fn cut_by(&self, node: &RecordedNode) -> Option<Cutoff> {
        node.visit.is_none().then(|| self.nodes[node.parent?].cutoff).flatten()
    }

    /// What the search did, in a sentence.
    pub fn summary(&self) -> String {
        let Counts { nodes, leaves, shallow, deep } = self.counts;
        let (n_nodes, n_leaves) = (self.nodes.len(), self.nodes.iter().filter(|node| node.is_leaf).count());
        let visited = match self.is_whole {
            true => format!("{nodes} of {n_nodes} nodes and {leaves} of {n_leaves} leaves"),
            false => format!("{nodes} nodes, {leaves} of them leaves"),
        };
        let cut = match self.method {
            Method::Minimax => String::new(),
            Method::AlphaBeta => format!("; cutoffs: {shallow} shallow, {deep} deep"),
        };
        format!("value {}; visited {visited}{cut}", self.value())
    }

    /// The nodes with their places in a drawing.
    pub fn placed(&self) -> Vec<(f64, usize)> {
        let mut branches: Vec<Branch> = self.nodes.iter().map(|_| bare()).collect();
        // Children come after their parents: from the end, every branch is whole before it is hung on its parent.
        for (index, node) in self.nodes.iter().enumerate().rev() {
            if let Some(parent) = node.parent {
                let branch = std::mem::replace(&mut branches[index], bare());
                branches[parent].arguments.insert(0, branch);
            }
        }
        branches.first().map_or(Vec::new(), |root| place(root).iter().map(|it: &Placed| (it.row, it.depth)).collect())
    }
}

/// The layout only needs the shape.
fn bare() -> Branch {
    Branch { label: String::new(), role: String::new(), tint: Tint::Constant, arguments: Vec::new() }
}

/// Records a search, if the tree has no more than this many nodes.
///
/// # Errors
/// The tree has more.
pub fn record<T: GameTree>(
    tree: &T,
    root: T::Node,
    depth: u8,
    method: Method,
    order: Order,
    most_nodes: usize,
) -> Result<RecordedTree, Stopped> {
    let budget = Budget { nodes: most_nodes as u64, must_stop: &mut || false };
    let recorder = Recorder { most_nodes, ..Recorder::default() };
    let mut search = Search::new(tree, Settings::of(method, order), None, budget, recorder);
    search.run(&root, depth)?;
    let (counts, is_whole) = (search.counts, T::RECORDS_PRUNED || method == Method::Minimax);
    Ok(RecordedTree { title: String::new(), method, order, counts, is_whole, nodes: search.into_observer().finished() })
}

#[derive(Default)]
struct Recorder {
    nodes: Vec<RecordedNode>,
    /// The best child of each node.
    best: Vec<Option<usize>>,
    /// The nodes that were entered and not left.
    open: Vec<Open>,
    n_visited: usize,
    n_steps: usize,
    most_nodes: usize,
}

struct Open {
    index: usize,
    children: Vec<usize>,
    /// Between these two lies what the children that were left give the node: their greatest at MAX, their least at MIN.
    least: i32,
    most: i32,
}

impl Open {
    /// Takes in the two ends of a child's value.
    fn take_in(&mut self, ply: usize, least: i32, most: i32) {
        let better = if is_max(ply) { i32::max } else { i32::min };
        (self.least, self.most) = (better(self.least, least), better(self.most, most));
    }
}

impl Recorder {
    fn add(&mut self, parent: Option<usize>, ply: usize, by: String) -> Result<usize, Stopped> {
        if self.nodes.len() >= self.most_nodes {
            return Err(Stopped::Nodes);
        }
        self.nodes.push(RecordedNode {
            parent,
            ply,
            by,
            is_leaf: false,
            value: None,
            value_text: String::new(),
            bound: Bound::Exact,
            visit: None,
            cutoff: None,
            is_principal: false,
        });
        self.best.push(None);
        Ok(self.nodes.len() - 1)
    }

    /// Adds a branch that was cut off; to its end, where the game wants it.
    fn add_pruned<T: GameTree>(
        &mut self,
        tree: &T,
        (parent, above): (usize, &T::Node),
        (chosen, node): (T::Move, &T::Node),
        depth: u8,
    ) -> Result<(), Stopped> {
        let ply = self.nodes[parent].ply + 1;
        let index = self.add(Some(parent), ply, tree.move_text(above, chosen))?;
        if !T::RECORDS_PRUNED {
            return Ok(());
        }
        let mut children = Vec::new();
        tree.branch(node, depth, |chosen, node| children.push((chosen, node)));
        if children.is_empty() {
            let (value, recorded) = (tree.value(node, ply), &mut self.nodes[index]);
            (recorded.is_leaf, recorded.value, recorded.value_text) = (true, Some(value), tree.value_text(value));
        }
        children.iter().try_for_each(|(chosen, child)| {
            self.add_pruned(tree, (index, node), (*chosen, child), depth.saturating_sub(1))
        })
    }

    /// The nodes, with the principal variation marked.
    fn finished(mut self) -> Vec<RecordedNode> {
        let mut next = (!self.nodes.is_empty()).then_some(0);
        while let Some(index) = next {
            self.nodes[index].is_principal = true;
            next = self.best[index];
        }
        self.nodes
    }
}

impl<T: GameTree> Observer<T> for Recorder {
    fn enter(&mut self, tree: &T, by: Option<(&T::Node, T::Move)>, window: &Window) -> Result<(), Stopped> {
        let (ply, parent) = (self.open.len(), self.open.last().map(|open| open.index));
        let index = self.add(parent, ply, by.map_or(String::new(), |(node, chosen)| tree.move_text(node, chosen)))?;
        self.n_visited += 1;
        let bounds = [(window.alpha, LOWEST, "−∞"), (window.beta, HIGHEST, "∞")];
        let window = bounds.map(|(bound, none, _)| (bound != none).then_some(bound));
        let window_text =
            bounds.map(|(bound, none, sign)| if bound == none { sign.to_owned() } else { tree.value_text(bound) });
        let entered = self.n_steps;
        self.nodes[index].visit = Some(Visit { number: self.n_visited, window, window_text, entered, left: entered });
        self.n_steps += 1;
        let none = if is_max(ply) { LOWEST } else { HIGHEST };
        self.open.push(Open { index, children: Vec::new(), least: none, most: none });
        Ok(())
    }

    fn leave(&mut self, left: Left<'_, T>) -> Result<(), Stopped> {
        let Left { tree, node, depth, value, is_leaf, best, cutoff, rest } = left;
        let ply = self.open.len().saturating_sub(1);
        let Some(mut open) = self.open.pop() else { return Ok(()) };
        if is_leaf {
            (open.least, open.most) = (value, value);
        }
        if cutoff.is_some() {
            open.take_in(ply, LOWEST, HIGHEST);
        }
        let recorded = &mut self.nodes[open.index];
        (recorded.is_leaf, recorded.value, recorded.cutoff) = (is_leaf, Some(value), cutoff);
        recorded.value_text = tree.value_text(value);
        recorded.bound = match value {
            _ if open.least == open.most => Bound::Exact,
            _ if value == open.most => Bound::Most,
            _ => Bound::Least,
        };
        if let Some(visit) = recorded.visit.as_mut().filter(|_| !is_leaf) {
            visit.left = self.n_steps;
            self.n_steps += 1;
        }
        self.best[open.index] = open.children.get(best).copied();
        if let Some(parent) = self.open.last_mut() {
            parent.children.push(open.index);
            parent.take_in(ply - 1, open.least, open.most);
        }
        rest.iter().try_for_each(|Child { chosen, node: pruned, .. }| {
            self.add_pruned(tree, (open.index, node), (*chosen, pruned), depth.saturating_sub(1))
        })
    }
}
