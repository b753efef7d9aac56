//! A recorded tree as text: a line a node, with the number of its visit.

use std::fmt::Write;

use super::Method;
use super::json::cutoff_name;
use super::record::{RecordedNode, RecordedTree};

/// The tree, below what the search did.
pub fn render(tree: &RecordedTree) -> String {
    let mut shown = format!("{}\n{}\n", tree.title, tree.summary());
    let line = tree.line().join(" ");
    if !line.trim().is_empty() {
        let _ = writeln!(shown, "principal variation (*): {line}");
    }
    shown.push('\n');
    let last = last_children(tree);
    let width = tree.counts.nodes.to_string().len();
    // For every ply of the line at hand, whether its node is the last child.
    let mut ends: Vec<bool> = Vec::new();
    for (index, node) in tree.nodes.iter().enumerate() {
        ends.truncate(node.ply);
        ends.push(last[index]);
        let number = node.visit.as_ref().map_or(String::new(), |visit| visit.number.to_string());
        let _ = writeln!(shown, "{number:>width$}  {}{}", rails(&ends), label(tree, node));
    }
    shown
}

/// Whether each node is its parent's last child.
fn last_children(tree: &RecordedTree) -> Vec<bool> {
    let mut has_later = vec![false; tree.nodes.len()];
    let mut last = vec![true; tree.nodes.len()];
    for (index, node) in tree.nodes.iter().enumerate().rev() {
        if let Some(parent) = node.parent {
            last[index] = !std::mem::replace(&mut has_later[parent], true);
        }
    }
    last
}

/// The lines that lead to a node from its ancestors.
fn rails(ends: &[bool]) -> String {
    let Some((is_last, above)) = ends[1..].split_last() else { return String::new() };
    let above: String = above.iter().map(|is_last| if *is_last { "   " } else { "│  " }).collect();
    above + if *is_last { "└─ " } else { "├─ " }
}

fn label(tree: &RecordedTree, node: &RecordedNode) -> String {
    let mut words = Vec::new();
    if node.is_principal {
        words.push("*".to_owned());
    }
    if !node.by.is_empty() {
        words.push(node.by.clone());
    }
    if node.visit.is_some() && !node.is_leaf {
        words.push(if node.is_max() { "MAX" } else { "MIN" }.to_owned());
    }
    if !node.value_text.is_empty() {
        words.push(node.shown_value());
    }
    match (&node.visit, tree.cut_by(node)) {
        (Some(visit), _) if !node.is_leaf && tree.method == Method::AlphaBeta => {
            let [alpha, beta] = &visit.window_text;
            words.push(format!("  alpha {alpha}, beta {beta}"));
        }
        (None, Some(cutoff)) => words.push(format!("  cut off ({})", cutoff_name(cutoff))),
        (None, None) => words.push("  cut off".to_owned()),
        _ => {}
    }
    words.join(" ")
}
