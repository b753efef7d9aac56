//! A champion for Graphviz: `pipsqueak show CHAMPION --format dot | dot -Tpng`.

use std::fmt::Write;

use super::description::{Branch, ChampionDescription};
use super::svg::colours;

/// The champion as a directed graph.
pub fn render(description: &ChampionDescription) -> String {
    let mut graph = String::from("digraph champion {\n");
    let _ = writeln!(graph, "  label=\"{}\"; labelloc=t; fontname=\"sans-serif\";", escape(&description.title));
    graph.push_str("  rankdir=LR; ordering=out; nodesep=0.08; ranksep=0.35;\n");
    graph
        .push_str("  node [shape=box, style=\"rounded,filled\", fontname=\"sans-serif\", fontsize=11, height=0.25];\n");
    graph.push_str("  edge [color=\"#9aa1ad\", fontname=\"sans-serif\", fontsize=9, arrowhead=none];\n");
    draw(&description.tree, &mut 0, &mut graph);
    graph.push_str("}\n");
    graph
}

/// Writes a branch and returns its number; `next` is the first free number.
fn draw(branch: &Branch, next: &mut usize, graph: &mut String) -> usize {
    let number = *next;
    *next += 1;
    let colours = colours(branch.tint);
    let _ = writeln!(
        graph,
        "  n{number} [label=\"{}\", fillcolor=\"{}\", color=\"{}\"];",
        escape(&branch.label),
        colours.fill,
        colours.edge
    );
    for argument in &branch.arguments {
        let below = draw(argument, next, graph);
        let role = &argument.role;
        let label = if role.is_empty() { String::new() } else { format!(" [label=\"{}\"]", escape(role)) };
        let _ = writeln!(graph, "  n{number} -> n{below}{label};");
    }
    number
}

/// Escapes text between Graphviz's quotes.
pub fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::fiveo::description::tests::{champion, random};

    /// Whether every quote that opens in this line closes again, as Graphviz parses them.
    fn is_closed(line: &str) -> bool {
        let mut letters = line.chars();
        let mut open = false;
        while let Some(letter) = letters.next() {
            match letter {
                '\\' if open => drop(letters.next()),
                '"' => open = !open,
                _ => {}
            }
        }
        !open
    }

    #[test]
    fn a_graph_has_a_statement_for_every_node_and_one_for_every_edge() {
        for description in (0..50).map(|seed| random(seed, 6)).chain([champion("If(HasFlush, 1.5, 0)")]) {
            let graph = render(&description);
            let lines: Vec<&str> = graph.lines().collect();
            assert_eq!((lines[0], lines[lines.len() - 1]), ("digraph champion {", "}"));
            let statements = &lines[1..lines.len() - 1];
            assert!(statements.iter().all(|line| line.ends_with(';') && is_closed(line)), "{graph}");
            let n_nodes = description.tree.n_nodes();
            assert_eq!(statements.iter().filter(|line| line.contains(" -> ")).count(), n_nodes - 1);
            assert_eq!(
                statements
                    .iter()
                    .filter(|line| line.trim_start().contains(" [label=\"") && line.contains("fillcolor"))
                    .count(),
                n_nodes
            );
        }
    }
}
