//! A recorded tree for Graphviz: `pipsqueak search tree … --format dot | dot -Tpng`.

use std::fmt::Write;

use super::json::cutoff_name;
use super::record::{RecordedNode, RecordedTree, Visit};
use super::svg::{CUT_COLOURS, GHOST, PRINCIPAL, node_colours};
use crate::show::dot_escape as escape;

/// The tree as a directed graph; what was cut off is dashed.
pub fn render(tree: &RecordedTree) -> String {
    let mut graph = String::from("digraph search {\n");
    let _ = writeln!(
        graph,
        "  label=\"{}\\n{}\"; labelloc=t; fontname=\"sans-serif\";",
        escape(&tree.title),
        tree.summary()
    );
    graph.push_str("  ordering=out; nodesep=0.15; ranksep=0.5;\n");
    graph.push_str("  node [style=filled, fontname=\"sans-serif\", fontsize=11, height=0.3, width=0.4];\n");
    graph.push_str("  edge [color=\"#9aa1ad\", fontname=\"sans-serif\", fontsize=9, arrowhead=none];\n");
    for (index, node) in tree.nodes.iter().enumerate() {
        let shape = match (node.is_leaf, node.is_max()) {
            (true, _) => "box",
            (_, true) => "house",
            (_, false) => "invhouse",
        };
        let (fill, edge) = node_colours(node);
        let style = if node.visit.is_some() { "filled" } else { "dashed" };
        let _ = writeln!(
            graph,
            "  n{index} [label=\"{}\", shape={shape}, style={style}, fillcolor=\"{fill}\", color=\"{edge}\"];",
            label(node)
        );
        let Some(parent) = node.parent else { continue };
        let style = match (node.is_principal, tree.cut_by(node)) {
            (true, _) => format!("color=\"{PRINCIPAL}\", penwidth=2.5"),
            (_, Some(cutoff)) => {
                format!("style=dashed, color=\"{}\", xlabel=\"{}\"", CUT_COLOURS[cutoff as usize], cutoff_name(cutoff))
            }
            _ if node.visit.is_none() => format!("style=dashed, color=\"{GHOST}\""),
            _ => String::new(),
        };
        let label = if node.by.is_empty() { String::new() } else { format!("label=\"{}\", ", escape(&node.by)) };
        let _ = writeln!(graph, "  n{parent} -> n{index} [{label}{style}];");
    }
    graph.push_str("}\n");
    graph
}

/// The value, and below it the number of the visit; for inner nodes also the player, alpha and beta.
fn label(node: &RecordedNode) -> String {
    let value = escape(&node.shown_value());
    match &node.visit {
        None => value,
        Some(Visit { number, .. }) if node.is_leaf => format!("{value}\\n#{number}"),
        Some(Visit { number, window_text: [alpha, beta], .. }) => {
            let player = if node.is_max() { "MAX" } else { "MIN" };
            format!("{player} {value}\\n#{number}: {} to {}", escape(alpha), escape(beta))
        }
    }
}
