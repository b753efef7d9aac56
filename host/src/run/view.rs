//! The picture of a run in the terminal: the curve of the yardstick, the best tree so far, and what changed in it. Knows
//! lines and columns; knows no terminal.

use pipsqueak_core::tree::Program;
use pipsqueak_lab::evolve::{Player, Problem, Row};
use pipsqueak_lab::show::{Branch, changed, cut, fitted};

/// Lines of the curve without its title and its axis.
const CURVE: usize = 7;
/// All lines but those of the tree: title, curve, axis, numbers, an empty line, the tree's title, the change, and an
/// empty line.
const OTHERS: usize = CURVE + 7;
/// The fewest and the most lines of the tree.
const LEAST_TREE: usize = 3;
const MOST_TREE: usize = 16;
/// The narrowest and the widest picture.
const NARROWEST: usize = 40;
const WIDEST: usize = 110;
/// Columns of the numbers beside the curve.
const SCALE: usize = 7;
/// A column's height in eighths of a line.
const BLOCKS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// What is shown of a run: the newest best tree, and how it differs from the one before.
#[derive(Default)]
pub struct RunView {
    tree: Option<Branch>,
    change: String,
}

/// What does not change from picture to picture.
pub struct Frame<'a> {
    /// What a row of the log is.
    pub step: &'a str,
    /// The number of rows at the end.
    pub end: u32,
    /// The opponent that the log measures against.
    pub yardstick: &'a str,
    /// The first rows of the rounds after the first.
    pub round_starts: &'a [u32],
}

impl RunView {
    /// Takes the best player of the newest row.
    pub fn update<P: Problem>(&mut self, player: &Player<P>, generation: u32, step: &str) {
        let tree = Branch::of_tree(&Program::new(&player.tree, &player.constants), &player.tree);
        let change = match &self.tree {
            None => Some("first tree".to_owned()),
            Some(old) => changed(old, &tree),
        };
        if let Some(change) = change {
            self.change = format!("{step} {generation}: {change}");
        }
        self.tree = Some(tree);
    }

    /// The picture for a window of this size, which also has a line of progress; empty if the window is too small.
    pub fn lines(&self, frame: &Frame<'_>, log: &[Row], (width, height): (usize, usize)) -> Vec<String> {
        // The line of progress and the cursor's line.
        let n_tree = height.saturating_sub(OTHERS + 2).min(MOST_TREE);
        let width = width.saturating_sub(1).min(WIDEST);
        let (Some(tree), Some(last)) = (&self.tree, log.last()) else { return Vec::new() };
        if n_tree < LEAST_TREE || width < NARROWEST {
            return Vec::new();
        }
        let mut lines = vec![format!("won against {}: {:.1} %", frame.yardstick, last.win)];
        lines.extend(curve(frame, log, width - SCALE));
        let (n_nodes, height) = (tree.n_nodes(), tree_height(tree));
        lines.push(String::new());
        lines.push(format!("best tree of {} {}: {n_nodes} nodes, height {height}", frame.step, last.generation));
        lines.extend(fitted(tree, width, n_tree));
        lines.push(format!("last change, {}", self.change));
        // Always the same number of lines, so that the line of progress stays where it is.
        lines.resize(OTHERS + n_tree, String::new());
        lines.iter().map(|line| cut(line, width)).collect()
    }
}

/// The wins against the yardstick as columns over all rows that the run will have, with an axis that marks the rounds.
fn curve(frame: &Frame<'_>, log: &[Row], width: usize) -> Vec<String> {
    let wins = log.iter().map(|row| row.win);
    let low = (wins.clone().fold(f64::MAX, f64::min) / 10.0).floor().clamp(0.0, 9.0) * 10.0;
    let high = ((wins.fold(f64::MIN, f64::max) / 10.0).ceil().min(10.0) * 10.0).max(low + 10.0);
    let end = frame.end.max(1) as usize;
    let n_eighths = (8 * CURVE) as f64;
    let heights: Vec<Option<usize>> = (0..width)
        .map(|column| {
            let first = column * end / width;
            let rows = log.get(first..((column + 1) * end / width).max(first + 1).min(log.len()))?;
            let mean = rows.iter().map(|row| row.win).sum::<f64>() / rows.len() as f64;
            // A value at the bottom of the scale is still seen.
            mean.is_finite().then(|| (((mean - low) / (high - low) * n_eighths).round() as usize).max(1))
        })
        .collect();
    let line = |row: usize| {
        let label = match row {
            0 => format!("{high:.0} %"),
            row if row + 1 == CURVE => format!("{low:.0} %"),
            _ => String::new(),
        };
        let base = 8 * (CURVE - 1 - row);
        let block = |height: &Option<usize>| BLOCKS[height.map_or(0, |height| height.saturating_sub(base).min(8))];
        format!("{label:>5} │{}", heights.iter().map(block).collect::<String>())
    };
    let mut axis: Vec<char> = vec!['─'; width];
    for &start in frame.round_starts {
        if let Some(mark) = axis.get_mut((start.saturating_sub(1) as usize * width).div_ceil(end)) {
            *mark = '┬';
        }
    }
    let numbers = format!("{}{}{:>rest$}", " ".repeat(SCALE), 1, frame.end, rest = width - 1);
    let axis = format!("{:>5} └{}", "", axis.into_iter().collect::<String>());
    (0..CURVE).map(line).map(|line| line.trim_end().to_owned()).chain([axis, numbers]).collect()
}

fn tree_height(branch: &Branch) -> usize {
    branch.arguments.iter().map(|argument| 1 + tree_height(argument)).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use pipsqueak_core::games::fiveo::FiveO;
    use pipsqueak_core::games::fiveo::players::Scoring;
    use pipsqueak_core::tree::parse;

    fn player(text: &str) -> Player<FiveO> {
        let (tree, constants) = parse(text).unwrap();
        Player { tree, constants, scoring: Scoring::Board }
    }

    const FRAME: Frame<'_> = Frame { step: "gene", end: 30, yardstick: "full-strategy", round_starts: &[11] };

    fn log(n_rows: u32) -> Vec<Row> {
        (1..=n_rows).map(|generation| Row { generation, win: 30.0 + f64::from(generation), ..Row::default() }).collect()
    }

    #[test]
    fn the_picture_fits_its_window_and_names_what_changed() {
        let mut view = RunView::default();
        assert_eq!(view.lines(&FRAME, &log(3), (80, 24)), [""; 0]);
        view.update(&player("Plus(OwnCategory, FlushChance)"), 19, "gene");
        view.update(&player("Plus(OwnCategory, If(HasFlush, 2, FlushChance))"), 20, "gene");
        view.update(&player("Plus(OwnCategory, If(HasFlush, 2, FlushChance))"), 21, "gene");
        for (width, height) in [(80, 24), (100, 30), (41, 19), (300, 90)] {
            let lines = view.lines(&FRAME, &log(21), (width, height));
            assert!(!lines.is_empty() && lines.len() + 2 <= height, "{lines:#?}");
            assert!(lines.iter().all(|line| line.chars().count() < width), "{lines:#?}");
        }
        let lines = view.lines(&FRAME, &log(21), (80, 24));
        assert_eq!(lines[0], "won against full-strategy: 51.0 %");
        assert_eq!(lines[CURVE + 4], "best tree of gene 21: 6 nodes, height 2");
        assert_eq!(lines[CURVE + 5], "Plus(OwnCategory, If(HasFlush, 2, FlushChance))");
        assert_eq!(lines[CURVE + 6], "last change, gene 20: new If(HasFlush, 2, FlushChance); gone FlushChance");
        for small in [(40, 24), (80, 18), (0, 0)] {
            assert_eq!(view.lines(&FRAME, &log(21), small), [""; 0]);
        }
    }

    #[test]
    fn the_curve_rises_with_the_wins_up_to_the_newest_row() {
        let lines = curve(&FRAME, &log(15), 60);
        assert_eq!((lines.len(), lines[0].split(' ').nth(1)), (CURVE + 2, Some("50")), "{lines:#?}");
        let drawn = |line: &String| line.chars().skip(SCALE).filter(|block| BLOCKS[1..].contains(block)).count();
        let counts: Vec<usize> = lines[..CURVE].iter().map(drawn).collect();
        assert!(counts.is_sorted(), "{counts:?}");
        assert_eq!(counts[CURVE - 1], 30, "half of the run is half of the width");
        assert_eq!(lines[CURVE].chars().position(|mark| mark == '┬'), Some(SCALE + 20));
        assert!(lines[CURVE + 1].starts_with("       1") && lines[CURVE + 1].ends_with("30"));
    }
}
