//! A tidy tree layout: every parent in the middle of its branches, branches as close as their outlines allow, equal
//! branches drawn equally. Reingold and Tilford, "Tidier Drawings of Trees" (1981), with every outline kept as a list
//! by depth, which is short enough here. Knows rows and depths; knows no pixels.

use super::description::Branch;

/// A node and its position.
#[derive(Clone, Debug)]
pub struct Placed<'a> {
    /// The node.
    pub branch: &'a Branch,
    /// Levels below the root.
    pub depth: usize,
    /// Its row, from 0 on; not always a whole one.
    pub row: f64,
    /// Its parent's index in the list.
    pub parent: Option<usize>,
}

/// A branch laid out by itself, its node in row 0.
struct Sketch {
    /// The rows of the branches below, relative to the node's.
    offsets: Vec<f64>,
    below: Vec<Sketch>,
    /// The first and the last row at every depth.
    outline: Vec<(f64, f64)>,
}

/// The nodes with their positions, in prefix order.
pub fn place(tree: &Branch) -> Vec<Placed<'_>> {
    let sketch = sketch(tree);
    let first = sketch.outline.iter().map(|&(first, _)| first).fold(0.0, f64::min);
    let mut placed = Vec::new();
    let root = Placed { branch: tree, depth: 0, row: -first, parent: None };
    unfold(root, &sketch, &mut placed);
    placed
}

fn sketch(branch: &Branch) -> Sketch {
    let below: Vec<Sketch> = branch.arguments.iter().map(sketch).collect();
    let offsets = centred(spread(&below));
    let mut outline = vec![(0f64, 0f64)];
    for (offset, sketch) in offsets.iter().zip(&below) {
        for (depth, &(first, last)) in sketch.outline.iter().enumerate() {
            let (first, last) = (first + offset, last + offset);
            match outline.get_mut(depth + 1) {
                Some(rows) => *rows = (rows.0.min(first), rows.1.max(last)),
                None => outline.push((first, last)),
            }
        }
    }
    Sketch { offsets, below, outline }
}

/// Rows for consecutive branches, at least one row apart at every depth.
fn spread(below: &[Sketch]) -> Vec<f64> {
    let mut rows: Vec<f64> = Vec::new();
    for sketch in below {
        let nearest = rows.iter().zip(below).map(|(row, earlier)| row + distance(earlier, sketch)).fold(0.0, f64::max);
        rows.push(nearest);
    }
    // A small branch between two large ones would touch the first; it belongs in the middle of its gap.
    for place in 1..rows.len().saturating_sub(1) {
        let from = (0..place).map(|earlier| rows[earlier] + distance(&below[earlier], &below[place]));
        let to = (place + 1..rows.len()).map(|later| rows[later] - distance(&below[place], &below[later]));
        rows[place] = (from.fold(f64::MIN, f64::max) + to.fold(f64::MAX, f64::min)) / 2.0;
    }
    rows
}

/// The least distance between two neighbours' nodes.
fn distance(earlier: &Sketch, later: &Sketch) -> f64 {
    let depths = earlier.outline.iter().zip(&later.outline);
    depths.map(|(&(_, last), &(first, _))| last - first + 1.0).fold(1.0, f64::max)
}

/// Rows shifted so that the middle between the first and the last is 0.
fn centred(rows: Vec<f64>) -> Vec<f64> {
    let middle = rows.first().zip(rows.last()).map_or(0.0, |(first, last)| (first + last) / 2.0);
    rows.into_iter().map(|row| row - middle).collect()
}

fn unfold<'a>(node: Placed<'a>, sketch: &Sketch, placed: &mut Vec<Placed<'a>>) {
    let Placed { branch, depth, row, .. } = node;
    let parent = placed.len();
    placed.push(node);
    for (branch, (offset, below)) in branch.arguments.iter().zip(sketch.offsets.iter().zip(&sketch.below)) {
        unfold(Placed { branch, depth: depth + 1, row: row + offset, parent: Some(parent) }, below, placed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::fiveo::description::tests::{champion, random};

    fn rows(tree: &str) -> Vec<f64> {
        place(&champion(tree).tree).iter().map(|placed| placed.row).collect()
    }

    #[test]
    fn parents_stand_in_the_middle() {
        assert_eq!(rows("Plus(1, 2)"), [0.5, 0.0, 1.0]);
        assert_eq!(rows("If(HasFlush, 1, 2)"), [1.0, 0.0, 1.0, 2.0]);
    }

    #[test]
    fn a_small_branch_between_large_ones_keeps_to_the_middle() {
        // The condition and the else branch have three rows each; the then branch is one node at the depth of their nodes.
        let rows = rows("If(And(HasPair, HasFlush), 1, If(HasPair, 1, 2))");
        let [root, then] = [rows[0], rows[4]];
        assert_eq!(then, root);
    }

    #[test]
    fn no_two_nodes_of_a_depth_are_nearer_than_a_row_and_their_order_is_kept() {
        for seed in 0..300 {
            let description = random(seed, 8);
            let tree = &description.tree;
            let mut last = [-1.0; 41];
            for placed in place(tree) {
                // Repeated halves are exact down to this height, hence no tolerance.
                assert!(placed.row >= last[placed.depth] + 1.0, "{}", description.tree.label);
                last[placed.depth] = placed.row;
            }
        }
    }
}
