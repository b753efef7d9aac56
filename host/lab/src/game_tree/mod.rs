//! Game trees to look at: minimax and alpha-beta in MAX and MIN form, as textbooks have them, with every node recorded. Knows no
//! game but a tree of numbers; a game implements [`GameTree`]. The engine that plays is core's `search`.
//!
//! ```text
//! GameTree ── what a game offers: moves, a leaf's value, an estimate to order by
//!     │
//! search ──── minimax or alpha-beta; counts nodes, and shallow and deep cutoffs
//!     │
//! record ──── the nodes as they were visited ── text, DOT, SVG, JSON
//! ```
//!
//! MAX moves at the root, and the players take turns. **Alpha-beta is fail-soft:** a node that is cut off returns the best of what it
//! has seen, a bound of its value that may lie outside its window. A cutoff is *shallow* if the parent set the bound that caused it,
//! *deep* if an ancestor further above did.
//!
//! ```
//! use pipsqueak_lab::game_tree::{self, GameTree, Method, Order};
//!
//! /// Take one or two sticks; the player who takes the last one wins.
//! struct Sticks;
//!
//! impl GameTree for Sticks {
//!     type Node = (u8, bool);
//!     type Move = u8;
//!
//!     fn branch(&self, &(sticks, is_max): &(u8, bool), _depth: u8, mut add: impl FnMut(u8, (u8, bool))) {
//!         (1..=sticks.min(2)).for_each(|taken| add(taken, (sticks - taken, !is_max)));
//!     }
//!
//!     fn value(&self, &(_, is_max): &(u8, bool), _ply: usize) -> i32 {
//!         if is_max { -1 } else { 1 }
//!     }
//!
//!     fn move_text(&self, _: &(u8, bool), taken: u8) -> String {
//!         format!("take {taken}")
//!     }
//! }
//!
//! // Who has a multiple of three sticks before it has lost.
//! for sticks in 1..9 {
//!     let tree = game_tree::record(&Sticks, (sticks, true), 9, Method::AlphaBeta, Order::None, 5_000).unwrap();
//!     assert_eq!(tree.nodes[0].value, Some(if sticks % 3 == 0 { -1 } else { 1 }));
//! }
//! ```

mod dot;
mod json;
mod numbers;
mod record;
mod search;
mod svg;
mod text;

pub use numbers::{MAX_TEXT as MAX_NUMBERS_TEXT, NumberTree};
pub use record::{Bound, RecordedNode, RecordedTree, Visit, record};
pub use search::{Budget, Counts, Cutoff, Observer, Search, Settings, Stopped, Window};

use crate::choices;
use crate::show::Format;
use pipsqueak_core::search::TableKey;

/// What a search can look at: a two-player game of perfect information, or anything else in which MAX and MIN take turns.
pub trait GameTree {
    /// A position, and whatever else a node is.
    type Node: Clone;
    /// A move.
    type Move: Copy;

    /// Whether the branches below a cutoff are recorded to their ends, or only as stubs.
    const RECORDS_PRUNED: bool = false;

    /// Adds every move from a node, with the node it leads to; none if the node is a leaf. `depth` moves are left.
    fn branch(&self, node: &Self::Node, depth: u8, add: impl FnMut(Self::Move, Self::Node));
    /// The value of a leaf for MAX, this many moves below the root.
    fn value(&self, leaf: &Self::Node, ply: usize) -> i32;
    /// An estimate of any node for MAX, to order moves by.
    fn estimate(&self, _node: &Self::Node) -> i32 {
        0
    }
    /// The name of a move from a node.
    fn move_text(&self, node: &Self::Node, chosen: Self::Move) -> String;
    /// A value as people read it.
    fn value_text(&self, value: i32) -> String {
        value.to_string()
    }
    /// A number that tells most moves apart, for killers and history.
    fn tag(&self, _chosen: Self::Move) -> u8 {
        0
    }
    /// The node's key in a transposition table, if the game has one.
    fn table_key(&self, _node: &Self::Node) -> Option<TableKey> {
        None
    }
}

choices! {
    /// How a tree is searched.
    pub enum Method {
        /// Leaves out what cannot change the root's value
        AlphaBeta = "alpha-beta",
        /// Visits every node
        Minimax = "minimax",
    }
}

choices! {
    /// In which order a node's moves are tried.
    pub enum Order {
        /// As the game lists them
        None = "none",
        /// Best static evaluation first
        Evaluation = "evaluation",
        /// By evaluation, killer moves and history
        Full = "full",
    }
}

impl Settings {
    /// A method with an order.
    pub fn of(method: Method, order: Order) -> Settings {
        Settings {
            prunes: method == Method::AlphaBeta,
            orders_by_evaluation: order != Order::None,
            has_killers: order == Order::Full,
        }
    }
}

/// No drawing has more nodes.
pub const MAX_DRAWN: usize = 5_000;
/// No recorded tree has more.
pub const MAX_RECORDED: usize = 200_000;

/// How many nodes a tree may have in a format.
pub fn most_nodes(format: Format) -> usize {
    match format {
        Format::Svg | Format::Dot => MAX_DRAWN,
        Format::Text | Format::Json => MAX_RECORDED,
    }
}

/// What to say about a tree with more nodes than a format takes.
pub fn too_large(format: Format) -> String {
    match format {
        Format::Svg | Format::Dot => format!(
            "the drawing would have more than {MAX_DRAWN} nodes: choose a smaller depth, or the text form with --format text"
        ),
        Format::Text | Format::Json => {
            format!("the tree has more than {MAX_RECORDED} nodes: choose a smaller depth")
        }
    }
}

impl RecordedTree {
    /// The tree in a format, ending with a line feed.
    pub fn render(&self, format: Format) -> String {
        match format {
            Format::Text => text::render(self),
            Format::Dot => dot::render(self),
            Format::Svg => svg::render(self),
            Format::Json => self.json().to_string() + "\n",
        }
    }
}
