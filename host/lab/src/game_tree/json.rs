//! A recorded tree as JSON.

use serde_json::{Value, json};

use super::record::{Bound, RecordedNode, RecordedTree};
use super::search::Cutoff;
use crate::choice::Choice;

impl RecordedTree {
    /// The summary, and the nodes in prefix order. A bound of the window that is infinite is `null`.
    pub fn json(&self) -> Value {
        let root = self.nodes.first();
        json!({
            "title": self.title,
            "method": self.method.name(),
            "order": self.order.name(),
            "value": root.and_then(|root| root.value),
            "value_text": self.value(),
            "visited": self.counts,
            "line": self.line(),
            "nodes": self.nodes.iter().map(|node| self.node(node)).collect::<Vec<_>>(),
        })
    }

    fn node(&self, node: &RecordedNode) -> Value {
        let visit = node.visit.as_ref();
        json!({
            "parent": node.parent,
            "ply": node.ply,
            "player": if node.is_max() { "max" } else { "min" },
            "move": node.by,
            "is_leaf": node.is_leaf,
            "value": node.value,
            "value_text": node.shown_value(),
            "bound": match node.bound {
                Bound::Exact => "exact",
                Bound::Least => "at least",
                Bound::Most => "at most",
            },
            "visit": visit.map(|visit| visit.number),
            "alpha": visit.and_then(|visit| visit.window[0]),
            "beta": visit.and_then(|visit| visit.window[1]),
            "window_text": visit.map(|visit| &visit.window_text),
            "entered": visit.map(|visit| visit.entered),
            "left": visit.map(|visit| visit.left),
            "cutoff": node.cutoff.map(cutoff_name),
            "cut_by": self.cut_by(node).map(cutoff_name),
            "is_principal": node.is_principal,
        })
    }
}

/// A cutoff's name.
pub(super) const fn cutoff_name(cutoff: Cutoff) -> &'static str {
    match cutoff {
        Cutoff::Shallow => "shallow",
        Cutoff::Deep => "deep",
    }
}
