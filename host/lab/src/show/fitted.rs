//! A tree in a given number of lines and columns, and what changed from one tree to the next. Knows text; knows no
//! terminal.

use std::collections::VecDeque;

use super::description::{Branch, Tint};

/// The function that a sum is made of. Its addends are shown side by side, however they are nested.
const SUM: &str = "Plus";

/// The tree in at most `height` lines of at most `width` characters. A subtree that fits into a line takes one; a larger
/// one is spread over several lines while there are any, those near the root first. The rest is cut off.
pub fn fitted(tree: &Branch, width: usize, height: usize) -> Vec<String> {
    let mut root = Part::of(tree);
    let mut n_lines = 1;
    let mut waiting = VecDeque::from([(&mut root, 0)]);
    while let Some((part, margin)) = waiting.pop_front() {
        let room = height.saturating_sub(n_lines);
        let n_parts = part.parts.len();
        if margin + part.written().chars().count() <= width || n_parts == 0 || room < n_parts.min(2) {
            continue;
        }
        // The last line may have to say how many are left out.
        part.n_shown = if n_parts <= room { n_parts } else { room - 1 };
        n_lines += n_parts.min(room);
        let n_shown = part.n_shown;
        waiting.extend(part.parts.iter_mut().take(n_shown).map(|part| (part, margin + MARGIN)));
    }
    let mut lines = Vec::new();
    root.draw("", "", &mut lines);
    lines.iter().map(|line| cut(line, width)).collect()
}

/// What a tree has become: the addends that are new or gone, or the one subtree that is another; `None` if nothing
/// changed.
pub fn changed(old: &Branch, new: &Branch) -> Option<String> {
    if old == new {
        return None;
    }
    let [was, is] = [old, new].map(|tree| {
        let mut addends = Vec::new();
        collect_addends(tree, &mut addends);
        addends
    });
    if was.len().max(is.len()) < 2 {
        let (old, new) = narrowed(old, new);
        return Some(format!("{} became {}", text(old), text(new)));
    }
    let list =
        |word: &str, addends: Vec<String>| (!addends.is_empty()).then(|| format!("{word} {}", addends.join(", ")));
    let changes = [list("new", without(&is, &was)), list("gone", without(&was, &is))];
    let changes: Vec<String> = changes.into_iter().flatten().collect();
    Some(if changes.is_empty() { "the weights alone".to_owned() } else { changes.join("; ") })
}

/// Characters that a level of the drawing takes.
const MARGIN: usize = 3;

/// A subtree on its way into lines.
struct Part {
    role: String,
    label: String,
    text: String,
    parts: Vec<Part>,
    /// How many parts have lines of their own; none if the subtree is written in one line.
    n_shown: usize,
}

impl Part {
    fn of(branch: &Branch) -> Part {
        let parts = arguments(branch).into_iter().map(Part::of).collect();
        let (role, label) = (branch.role.clone(), branch.label.clone());
        Part { role, label, text: text(branch), parts, n_shown: 0 }
    }

    /// The subtree in one line, after its role.
    fn written(&self) -> String {
        let space = if self.role.is_empty() { "" } else { " " };
        format!("{}{space}{}", self.role, self.text)
    }

    fn draw(&self, lead: &str, margin: &str, lines: &mut Vec<String>) {
        if self.n_shown == 0 {
            return lines.push(format!("{lead}{}", self.written()));
        }
        let space = if self.role.is_empty() { "" } else { " " };
        lines.push(format!("{lead}{}{space}{}", self.role, self.label));
        let n_left = self.parts.len() - self.n_shown;
        for (place, part) in self.parts.iter().take(self.n_shown).enumerate() {
            let is_last = place + 1 == self.n_shown && n_left == 0;
            let (corner, side) = if is_last { ("└─ ", "   ") } else { ("├─ ", "│  ") };
            part.draw(&format!("{margin}{corner}"), &format!("{margin}{side}"), lines);
        }
        if n_left > 0 {
            lines.push(format!("{margin}└─ … and {n_left} more"));
        }
    }
}

/// A branch's arguments; those of nested sums side by side.
fn arguments(branch: &Branch) -> Vec<&Branch> {
    let mut all = Vec::new();
    for argument in &branch.arguments {
        match branch.label == SUM && argument.label == SUM {
            true => all.extend(arguments(argument)),
            false => all.push(argument),
        }
    }
    all
}

/// A branch in one line.
fn text(branch: &Branch) -> String {
    let arguments: Vec<String> = arguments(branch).into_iter().map(text).collect();
    if arguments.is_empty() { branch.label.clone() } else { format!("{}({})", branch.label, arguments.join(", ")) }
}

/// The addends of a sum without their weights; constants are left out.
fn collect_addends(branch: &Branch, addends: &mut Vec<String>) {
    match branch.arguments.as_slice() {
        _ if branch.tint == Tint::Constant => {}
        [left, right] if branch.label == SUM => {
            collect_addends(left, addends);
            collect_addends(right, addends);
        }
        [weight, other] | [other, weight] if branch.label == "Multiply" && weight.tint == Tint::Constant => {
            collect_addends(other, addends);
        }
        _ => addends.push(text(branch)),
    }
}

/// The items of one list that the other does not have, each as often as it is missing.
fn without(items: &[String], others: &[String]) -> Vec<String> {
    let mut others: Vec<&String> = others.iter().collect();
    let is_new = |item: &&String| match others.iter().position(|other| other == item) {
        Some(place) => {
            others.swap_remove(place);
            false
        }
        None => true,
    };
    items.iter().filter(is_new).cloned().collect()
}

/// The smallest subtrees outside which two trees are the same.
fn narrowed<'b>(old: &'b Branch, new: &'b Branch) -> (&'b Branch, &'b Branch) {
    if old.label == new.label && old.arguments.len() == new.arguments.len() {
        let mut pairs = old.arguments.iter().zip(&new.arguments).filter(|(old, new)| old != new);
        if let (Some((old, new)), None) = (pairs.next(), pairs.next()) {
            return narrowed(old, new);
        }
    }
    (old, new)
}

/// The text within a number of characters.
pub fn cut(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    text.chars().take(width.saturating_sub(1)).chain(['…']).take(width).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use pipsqueak_core::games::fiveo::FiveO;
    use pipsqueak_core::tree::{Program, parse};

    fn branch(text: &str) -> Branch {
        let (tree, constants) = parse::<FiveO>(text).unwrap();
        Branch::of_tree(&Program::new(&tree, &constants), &tree)
    }

    const SUMS: &str = "Plus(Multiply(2.5, OwnCategory), Plus(If(HasFlush, FlushChance, 3), Plus(Multiply(-1.5, \
        Multiply(FlushChance, OwnCategory)), OwnCategory)))";

    #[test]
    fn a_tree_takes_as_many_lines_as_it_needs_and_no_more_than_there_are() {
        let tree = branch(SUMS);
        assert_eq!(fitted(&branch("Plus(OwnCategory, 1)"), 40, 9), ["Plus(OwnCategory, 1)"]);
        assert_eq!(
            fitted(&tree, 40, 9),
            [
                "Plus",
                "├─ Multiply(2.5, OwnCategory)",
                "├─ If(HasFlush, FlushChance, 3)",
                "├─ Multiply",
                "│  ├─ -1.5",
                "│  └─ Multiply(FlushChance, OwnCategory)",
                "└─ OwnCategory",
            ]
        );
        assert_eq!(
            fitted(&tree, 40, 4)[1..],
            ["├─ Multiply(2.5, OwnCategory)", "├─ If(HasFlush, FlushChance, 3)", "└─ … and 2 more"]
        );
        for (width, height) in (1..80).flat_map(|width| (1..20).map(move |height| (width, height))) {
            let lines = fitted(&tree, width, height);
            assert!((1..=height).contains(&lines.len()), "{width} x {height}: {lines:?}");
            assert!(lines.iter().all(|line| line.chars().count() <= width), "{width} x {height}: {lines:?}");
        }
    }

    #[test]
    fn a_change_is_told_by_addends_or_by_the_one_subtree() {
        let told = |old: &str, new: &str| changed(&branch(old), &branch(new));
        assert_eq!(told(SUMS, SUMS), None);
        assert_eq!(told(SUMS, &SUMS.replace("2.5", "4.5")).unwrap(), "the weights alone");
        let other = SUMS.replace("If(HasFlush, FlushChance, 3)", "Multiply(4.25, FlushChance)");
        assert_eq!(told(SUMS, &other).unwrap(), "new FlushChance; gone If(HasFlush, FlushChance, 3)");
        let [old, new] = ["If(HasFlush, 1, OwnCategory)", "If(HasFlush, 1, Multiply(2, FlushChance))"];
        assert_eq!(told(old, new).unwrap(), "OwnCategory became Multiply(2, FlushChance)");
    }
}
