//! A champion as text: its facts, its tree drawn with branches, and the tree in one line that can be parsed.

use std::fmt::Write;

use super::description::{Branch, ChampionDescription};

/// The champion as text.
pub fn render(description: &ChampionDescription) -> String {
    let mut page = String::new();
    let name = ("name", vec![description.title.clone()]);
    for (what, lines) in std::iter::once(&name).chain(&description.facts) {
        for (place, line) in lines.iter().enumerate() {
            let _ = writeln!(page, "{:<12}{line}", if place == 0 { what } else { "" });
        }
    }
    page.push('\n');
    draw(&description.tree, "", "", &mut page);
    if let Some(text) = &description.text {
        let _ = writeln!(page, "\ntree: {text}");
    }
    page
}

/// Items separated by commas, in lines that fit a terminal of 100 columns beside the facts' words.
pub fn wrapped(items: impl Iterator<Item = String>) -> Vec<String> {
    const WIDTH: usize = 84;
    let mut lines: Vec<String> = Vec::new();
    for item in items {
        match lines.last_mut() {
            Some(line) if line.len() + 2 + item.len() <= WIDTH => {
                line.push_str(", ");
                line.push_str(&item);
            }
            Some(line) => {
                line.push(',');
                lines.push(item);
            }
            None => lines.push(item),
        }
    }
    lines
}

/// Draws a branch after `lead`, and its children after `margin`.
fn draw(branch: &Branch, lead: &str, margin: &str, page: &mut String) {
    let _ = writeln!(page, "{lead}{}", branch.label);
    let n_arguments = branch.arguments.len();
    for (place, argument) in branch.arguments.iter().enumerate() {
        let (corner, side) = if place + 1 < n_arguments { ("├─", "│ ") } else { ("└─", "  ") };
        let role = &argument.role;
        let space = if role.is_empty() { "" } else { " " };
        draw(argument, &format!("{margin}{corner} {role}{space}"), &format!("{margin}{side} "), page);
    }
}
