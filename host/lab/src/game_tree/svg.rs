//! A recorded tree as a drawing. A MAX node points up, a MIN node down. Below each stands its window, at its corner the number of its
//! visit. Small trees grow downwards as in textbooks, large ones to the right, where moves are easier to read.

use std::fmt::Write;

use super::Method;
use super::json::cutoff_name;
use super::record::{RecordedNode, RecordedTree};
use super::search::{Cutoff, is_max};
use crate::plot::svg::{FAINT_INK, PAPER, TITLE_SIZE, coordinate, escape, page, text_width};

/// The colour of the principal variation.
pub const PRINCIPAL: &str = "#00795a";
/// The colours of shallow and deep cutoffs.
pub const CUT_COLOURS: [&str; 2] = ["#c2410c", "#8b3fa8"];
/// The colour of what was not visited.
pub const GHOST: &str = "#b4bac4";

const MARGIN: f64 = 24.0;
const HEADER: f64 = 128.0;
const LABEL_SIZE: f64 = 13.0;
const SMALL_SIZE: f64 = 10.0;
const BOX_HEIGHT: f64 = 22.0;
/// The height of a node's point.
const POINT: f64 = 8.0;
/// A tree with more rows grows to the right.
const MAX_ACROSS: f64 = 26.0;

/// The fill and border of a node: blue for MAX, orange for MIN, as Okabe and Ito's colours.
pub fn node_colours(node: &RecordedNode) -> (&'static str, &'static str) {
    match (node.visit.is_some(), node.is_leaf, node.is_max()) {
        (false, ..) => (PAPER, GHOST),
        (_, true, _) => ("#f1f2f4", "#9aa1ad"),
        (_, _, true) => ("#d6e6f9", "#2f6db5"),
        (_, _, false) => ("#fde6c4", "#c2700a"),
    }
}

/// The tree as an SVG document.
pub fn render(tree: &RecordedTree) -> String {
    let drawing = Drawing::of(tree);
    let mut page =
        page(&coordinate(drawing.width), &coordinate(drawing.height), LABEL_SIZE, &tree.title, &coordinate(MARGIN));
    let line = tree.line().join(" ");
    let line = if line.trim().is_empty() { String::new() } else { format!("principal variation: {line}") };
    for (caption, y) in [tree.summary(), line].iter().zip([58, 76]) {
        let _ = writeln!(page, "<text x=\"{MARGIN}\" y=\"{y}\" fill=\"{FAINT_INK}\">{}</text>", escape(caption));
    }
    page.push_str(&legend(tree).0);
    drawing.draw_levels(&mut page);
    drawing.draw_edges(&mut page);
    drawing.draw_nodes(&mut page);
    page.push_str("</svg>\n");
    page
}

/// Where everything stands.
struct Drawing<'t> {
    tree: &'t RecordedTree,
    /// The middle of each node.
    middles: Vec<(f64, f64)>,
    box_width: f64,
    is_downwards: bool,
    width: f64,
    height: f64,
}

impl<'t> Drawing<'t> {
    fn of(tree: &'t RecordedTree) -> Drawing<'t> {
        let widest = |text: &dyn Fn(&RecordedNode) -> String, size: f64| {
            tree.nodes.iter().map(|node| text_width(&text(node), size)).fold(0.0, f64::max)
        };
        let box_width = (widest(&RecordedNode::shown_value, LABEL_SIZE) + 14.0).max(30.0).ceil();
        let move_width = widest(&|node| node.by.clone(), SMALL_SIZE);
        let window_width = widest(&|node| window(tree, node), SMALL_SIZE);
        let placed = tree.placed();
        let last_row = placed.iter().map(|&(row, _)| row).fold(0.0, f64::max);
        let n_levels = placed.iter().map(|&(_, depth)| depth).max().unwrap_or(0) as f64;
        let is_downwards = last_row <= MAX_ACROSS;
        // Inner nodes stand at least two leaves apart if they have two children, so windows may be wider than boxes.
        let (row, level) = match is_downwards {
            true => ((box_width + 12.0).max(move_width + 6.0).max(window_width * 0.6), 86.0),
            false => (40.0, box_width + move_width.max(window_width) + 54.0),
        };
        let (left, top) = match is_downwards {
            true => (MARGIN + 44.0 + box_width / 2.0, HEADER + 40.0),
            false => (MARGIN + box_width / 2.0 + window_width / 2.0, HEADER + 56.0),
        };
        let middle = |&(at, depth): &(f64, usize)| match is_downwards {
            true => (left + at * row, top + depth as f64 * level),
            false => (left + depth as f64 * level, top + at * row),
        };
        let middles: Vec<(f64, f64)> = placed.iter().map(middle).collect();
        let (across, down) =
            if is_downwards { (last_row * row, n_levels * level) } else { (n_levels * level, last_row * row) };
        let captions = [tree.summary(), format!("principal variation: {}", tree.line().join(" "))];
        let header = captions.iter().map(|text| text_width(text, LABEL_SIZE)).fold(legend(tree).1, f64::max);
        let header = header.max(text_width(&tree.title, TITLE_SIZE) * 1.12) + 2.0 * MARGIN;
        let width = (left + across + box_width / 2.0 + window_width / 2.0 + MARGIN).max(header).ceil();
        Drawing { tree, middles, box_width, is_downwards, width, height: (top + down + 34.0 + MARGIN).ceil() }
    }

    /// The name of the player at every level.
    fn draw_levels(&self, page: &mut String) {
        let mut levels: Vec<(f64, usize)> = Vec::new();
        for (node, &(x, y)) in self.tree.nodes.iter().zip(&self.middles) {
            if !node.is_leaf && node.visit.is_some() && node.ply == levels.len() {
                levels.push((if self.is_downwards { y } else { x }, node.ply));
            }
        }
        for (at, ply) in levels {
            let (name, colour) = if is_max(ply) { ("MAX", "#2f6db5") } else { ("MIN", "#a85f06") };
            let (x, y, anchor) = match self.is_downwards {
                true => (MARGIN, at + 4.5, "start"),
                false => (at, HEADER + 16.0, "middle"),
            };
            let [x, y] = [x, y].map(coordinate);
            let _ = writeln!(
                page,
                "<text x=\"{x}\" y=\"{y}\" text-anchor=\"{anchor}\" font-weight=\"700\" fill=\"{colour}\">{name}</text>"
            );
        }
    }

    /// Edges from the parents, the principal variation last, so that it lies above the others.
    fn draw_edges(&self, page: &mut String) {
        let mut labels = String::new();
        for is_principal in [false, true] {
            for (index, node) in
                self.tree.nodes.iter().enumerate().filter(|(_, node)| node.is_principal == is_principal)
            {
                if let Some(parent) = node.parent {
                    self.draw_edge(parent, index, page, &mut labels);
                }
            }
        }
        // Labels have a border in the paper's colour, so that no edge strikes them through.
        let _ = writeln!(
            page,
            "<g font-size=\"{SMALL_SIZE}\" fill=\"{FAINT_INK}\" stroke=\"{PAPER}\" stroke-width=\"4\" stroke-linejoin=\"round\" \
             paint-order=\"stroke\">\n{labels}</g>"
        );
    }

    fn draw_edge(&self, parent: usize, child: usize, page: &mut String, labels: &mut String) {
        let node = &self.tree.nodes[child];
        let ((from_x, from_y), (to_x, to_y)) = (self.middles[parent], self.middles[child]);
        let cutoff = self.tree.cut_by(node);
        let (colour, width, dash) = match (node.is_principal, cutoff) {
            (true, _) => (PRINCIPAL, "3", ""),
            (_, Some(cutoff)) => (CUT_COLOURS[cutoff as usize], "1.4", " stroke-dasharray=\"4 3\""),
            _ if node.visit.is_none() => (GHOST, "1.2", " stroke-dasharray=\"4 3\""),
            _ => ("#9aa1ad", "1.3", ""),
        };
        let (path, mark) = match self.is_downwards {
            true => {
                let [x, y, to_x, to_y] = [from_x, from_y, to_x, to_y].map(coordinate);
                (format!("M{x} {y}L{to_x} {to_y}"), along((from_x, from_y), self.middles[child], 0.42))
            }
            false => {
                let (start, end) = (from_x + self.box_width / 2.0, to_x - self.box_width / 2.0);
                let bend = start + 18.0;
                let [start, turn, bend_end, end, y, to_y] =
                    [start, bend, bend + 18.0, end, from_y, to_y].map(coordinate);
                (
                    format!("M{start} {y}C{turn} {y} {turn} {to_y} {bend_end} {to_y}H{end}"),
                    (bend + 20.0, self.middles[child].1),
                )
            }
        };
        let _ = writeln!(page, "<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\"{dash}/>");
        if let Some(cutoff) = cutoff {
            page.push_str(&scissors(mark, CUT_COLOURS[cutoff as usize]));
        }
        self.draw_move(node, self.middles[child], labels);
    }

    /// The move, right before its node.
    fn draw_move(&self, node: &RecordedNode, (x, y): (f64, f64), labels: &mut String) {
        if node.by.is_empty() {
            return;
        }
        let (x, y, anchor) = match self.is_downwards {
            true => (x, y - BOX_HEIGHT / 2.0 - POINT - 3.0, "middle"),
            false => (x - self.box_width / 2.0 - 5.0, y + 3.5, "end"),
        };
        let [x, y] = [x, y].map(coordinate);
        let _ = writeln!(labels, "<text x=\"{x}\" y=\"{y}\" text-anchor=\"{anchor}\">{}</text>", escape(&node.by));
    }

    fn draw_nodes(&self, page: &mut String) {
        for (node, &middle) in self.tree.nodes.iter().zip(&self.middles) {
            let label = node.shown_value();
            page.push_str(&shape(node_shape(node), node_colours(node), middle, self.box_width, node.visit.is_some()));
            let ink = if node.visit.is_some() { "" } else { " fill=\"#767d89\"" };
            let weight = if node.is_principal { " font-weight=\"700\"" } else { "" };
            let [x, y] = [middle.0, middle.1 + LABEL_SIZE * 0.35].map(coordinate);
            let _ = writeln!(
                page,
                "<text x=\"{x}\" y=\"{y}\" text-anchor=\"middle\"{weight}{ink}>{}</text>",
                escape(&label)
            );
            self.draw_notes(node, middle, page);
        }
    }

    /// The number of the visit and the window.
    fn draw_notes(&self, node: &RecordedNode, (x, y): (f64, f64), page: &mut String) {
        let Some(visit) = &node.visit else { return };
        let [left, above] = [x - self.box_width / 2.0 + 1.0, y - BOX_HEIGHT / 2.0 - 2.0].map(coordinate);
        let _ = writeln!(
            page,
            "<text x=\"{left}\" y=\"{above}\" font-size=\"8\" text-anchor=\"end\" fill=\"{FAINT_INK}\">{}</text>",
            visit.number
        );
        let window = window(self.tree, node);
        if !window.is_empty() {
            let [x, below] = [x, y + BOX_HEIGHT / 2.0 + POINT + 10.0].map(coordinate);
            let _ = writeln!(
                page,
                "<text x=\"{x}\" y=\"{below}\" font-size=\"{SMALL_SIZE}\" text-anchor=\"middle\" fill=\"{FAINT_INK}\" \
                 stroke=\"{PAPER}\" stroke-width=\"4\" stroke-linejoin=\"round\" paint-order=\"stroke\">{}</text>",
                escape(&window)
            );
        }
    }
}

/// Alpha and beta at a node where they matter.
fn window(tree: &RecordedTree, node: &RecordedNode) -> String {
    match &node.visit {
        Some(visit) if !node.is_leaf && tree.method == Method::AlphaBeta => {
            let [alpha, beta] = &visit.window_text;
            format!("α {alpha}  β {beta}")
        }
        _ => String::new(),
    }
}

/// How a node is drawn.
#[derive(Clone, Copy)]
enum Shape {
    Up,
    Down,
    Round,
}

fn node_shape(node: &RecordedNode) -> Shape {
    match (node.is_leaf, node.is_max()) {
        (true, _) => Shape::Round,
        (_, true) => Shape::Up,
        (_, false) => Shape::Down,
    }
}

fn shape(shape: Shape, (fill, edge): (&str, &str), (x, y): (f64, f64), width: f64, is_visited: bool) -> String {
    let (left, right, top, bottom) = (x - width / 2.0, x + width / 2.0, y - BOX_HEIGHT / 2.0, y + BOX_HEIGHT / 2.0);
    let dash = if is_visited { "" } else { " stroke-dasharray=\"3 3\"" };
    let path = match shape {
        Shape::Round => {
            let [x, y, width] = [left, top, width].map(coordinate);
            return format!(
                "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{BOX_HEIGHT}\" rx=\"6\" fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"1.4\"{dash}/>"
            );
        }
        Shape::Up => [(left, top), (x, top - POINT), (right, top), (right, bottom), (left, bottom)],
        Shape::Down => [(left, top), (right, top), (right, bottom), (x, bottom + POINT), (left, bottom)],
    };
    let path: Vec<String> = path.iter().map(|&(x, y)| format!("{} {}", coordinate(x), coordinate(y))).collect();
    format!(
        "<path d=\"M{}Z\" fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"1.4\" stroke-linejoin=\"round\"{dash}/>",
        path.join("L")
    )
}

/// Two strokes across an edge.
fn scissors((x, y): (f64, f64), colour: &str) -> String {
    let [left, middle, right, far, top, bottom] =
        [x - 5.0, x - 1.0, x + 1.0, x + 5.0, y - 5.0, y + 5.0].map(coordinate);
    format!(
        "<path d=\"M{left} {bottom}L{middle} {top}M{right} {bottom}L{far} {top}\" stroke=\"{colour}\" stroke-width=\"2\" stroke-linecap=\"round\"/>\n"
    )
}

/// A point between two.
fn along((x, y): (f64, f64), (to_x, to_y): (f64, f64), share: f64) -> (f64, f64) {
    (x + (to_x - x) * share, y + (to_y - y) * share)
}

/// What shapes and colours mean, and how wide that is.
fn legend(tree: &RecordedTree) -> (String, f64) {
    let (mut drawn, mut left) = (String::new(), MARGIN);
    let y = HEADER - 18.0;
    let mut add = |sample: &dyn Fn(f64) -> String, label: &str| {
        let [text_x, text_y] = [left + 40.0, y + LABEL_SIZE * 0.35].map(coordinate);
        drawn += &sample(left + 16.0);
        let _ = writeln!(drawn, "<text x=\"{text_x}\" y=\"{text_y}\" fill=\"{FAINT_INK}\">{label}</text>");
        left += 58.0 + text_width(label, LABEL_SIZE);
    };
    add(&|x| shape(Shape::Up, ("#d6e6f9", "#2f6db5"), (x, y), 28.0, true), "MAX");
    add(&|x| shape(Shape::Down, ("#fde6c4", "#c2700a"), (x, y), 28.0, true), "MIN");
    let stroke = |x: f64, colour: &str, style: &str| {
        let [from, to, y] = [x - 16.0, x + 16.0, y].map(coordinate);
        format!("<path d=\"M{from} {y}H{to}\" stroke=\"{colour}\" {style}/>")
    };
    add(&|x| stroke(x, PRINCIPAL, "stroke-width=\"3\""), "principal variation");
    if tree.method == Method::AlphaBeta {
        for cutoff in [Cutoff::Shallow, Cutoff::Deep] {
            let colour = CUT_COLOURS[cutoff as usize];
            let sample =
                |x: f64| stroke(x, colour, "stroke-width=\"1.4\" stroke-dasharray=\"4 3\"") + &scissors((x, y), colour);
            add(&sample, &format!("{} cutoff", cutoff_name(cutoff)));
        }
    }
    (drawn, left)
}
