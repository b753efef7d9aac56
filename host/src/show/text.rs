//! A champion for reading: who it is, its tree drawn with branches, and the tree in one line that reads back.

use std::fmt::Write;

use super::portrait::{Branch, Portrait, win_percent};

/// The champion as text.
pub fn render(portrait: &Portrait) -> String {
    let mut page = header(portrait);
    page.push('\n');
    draw(&portrait.tree(), "", "", &mut page);
    let _ = writeln!(page, "\ntree: {}", portrait.text());
    page
}

fn header(portrait: &Portrait) -> String {
    let mut lines = vec![
        ("name", portrait.title()),
        ("scoring", portrait.scoring().to_owned()),
        ("nodes", portrait.player.tree.n_nodes().to_string()),
        ("height", portrait.player.tree.height().to_string()),
    ];
    if let Some(provenance) = &portrait.provenance {
        lines.push(("seed", provenance.seed.0.to_string()));
        lines.push(("generation", provenance.generation.to_string()));
    }
    for (place, record) in portrait.record().iter().enumerate() {
        let share = win_percent(record).map_or("-".to_owned(), |percent| format!("{percent:.1} %"));
        let [wins, ties, losses] = [record.wins, record.ties, record.losses];
        let line = format!("{:<17}{share:>7}  ({wins} won, {ties} tied, {losses} lost)", record.opponent.name());
        lines.push((if place == 0 { "record" } else { "" }, line));
    }
    let terminals = wrapped(portrait.terminals().iter().map(|(name, count)| format!("{name} {count}")));
    let first = std::iter::once("terminals").chain(std::iter::repeat(""));
    lines.extend(first.zip(terminals));
    lines.iter().fold(String::new(), |page, (what, value)| format!("{page}{what:<12}{value}\n"))
}

/// Items with commas between them, in lines that fit a terminal of 100 columns beside the header's words.
fn wrapped(items: impl Iterator<Item = String>) -> Vec<String> {
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

/// Draws a branch behind `lead`, and what is below it behind `margin`.
fn draw(branch: &Branch, lead: &str, margin: &str, page: &mut String) {
    let _ = writeln!(page, "{lead}{}", branch.label);
    let n_arguments = branch.arguments.len();
    for (place, (role, argument)) in branch.arguments().enumerate() {
        let (corner, side) = if place + 1 < n_arguments { ("├─", "│ ") } else { ("└─", "  ") };
        let space = if role.is_empty() { "" } else { " " };
        draw(argument, &format!("{margin}{corner} {role}{space}"), &format!("{margin}{side} "), page);
    }
}

#[cfg(test)]
mod tests {
    use super::super::portrait::tests::{champion, random};
    use super::*;
    use crate::games::fiveo::contender::{Contender, Kind};
    use proptest::prelude::*;

    #[test]
    fn the_page_reads_as_reviewed() {
        let page = render(&champion("column:If(GreaterThan(NumForFlush, -2.5), Plus(3, OwnCategory), 1)"));
        let reviewed = r#"name        <Pip> & "Squeak" \
scoring     column
nodes       8
height      2
seed        42
generation  130
record      random            91.2 %  (912 won, 1 tied, 87 lost)
            full-strategy          -  (0 won, 0 tied, 0 lost)
terminals   NumForFlush 1, OwnCategory 1

If
├─ if GreaterThan
│  ├─ NumForFlush
│  └─ -2.5
├─ then Plus
│  ├─ 3
│  └─ OwnCategory
└─ else 1

tree: column:If(GreaterThan(NumForFlush, -2.5), Plus(3, OwnCategory), 1)
"#;
        assert_eq!(page, reviewed);
    }

    #[test]
    fn a_name_cannot_command_the_terminal() {
        let mut portrait = champion("Plus(1, 2)");
        portrait.name = Some("\u{1b}[2Jgone\n".to_owned());
        assert!(render(&portrait).starts_with("name        \u{fffd}[2Jgone\u{fffd}\n"));
    }

    proptest! {
        #[test]
        fn the_last_line_is_a_player_with_the_same_tree(seed: u64, height in 0usize..8) {
            let portrait = random(seed, height);
            let page = render(&portrait);
            let line = page.lines().last().unwrap().strip_prefix("tree: ").unwrap();
            let Kind::Evolved(player) = Contender::named(line).unwrap().kind else { panic!("{line} is a baseline") };
            prop_assert_eq!(&player.tree, &portrait.player.tree);
            prop_assert_eq!(player.scoring, portrait.player.scoring);
            let constants = player.tree.bytes().contains(&pipsqueak_core::tree::Node::Slot(0).byte());
            prop_assert_eq!(player.constants.get(0), if constants { -1234.5 } else { 0.0 });
            // One line a node stands between the two empty ones.
            prop_assert_eq!(page.split("\n\n").nth(1).unwrap().lines().count(), portrait.player.tree.n_nodes());
        }
    }
}
