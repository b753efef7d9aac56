//! A champion as a drawing: the root on the left and a row for every leaf, because labels are long and trees are wide.
//! The colour shows the kind of a node's value; functions are framed, terminals are filled, constants are plain.

use std::fmt::Write;

use pipsqueak_core::tree::Kind;

use super::description::{Branch, ChampionDescription, Tint};
use super::layout::{self, Placed};
use crate::plot::svg::{FAINT_INK, PAPER, TITLE_SIZE, coordinate, escape, page, text_width};

const MARGIN: f64 = 24.0;
const ROW: f64 = 28.0;
const BOX_HEIGHT: f64 = 22.0;
const PADDING: f64 = 9.0;
const LABEL_SIZE: f64 = 13.0;
/// The gap between two levels: room for an edge's curve and for the role at its end, so that the curves to lower
/// branches do not cross the role.
const GAP: f64 = 60.0;
const CURVE: f64 = 28.0;
/// Title, two lines and the legend.
const HEADER_HEIGHT: f64 = 112.0;

/// A node's colours.
pub struct Colours {
    /// The fill colour.
    pub fill: &'static str,
    /// The border colour.
    pub edge: &'static str,
}

/// The colours of a node. All fills are light enough for dark text.
pub fn colours(tint: Tint) -> Colours {
    let (fill, edge) = match tint {
        Tint::Constant => ("#f1f2f4", "#c9cdd4"),
        Tint::Inner(Kind::Number) => ("#ffffff", "#2f6db5"),
        Tint::Inner(Kind::Flag) => ("#ffffff", "#c2700a"),
        Tint::Inner(Kind::Cards) => ("#ffffff", "#2e8b57"),
        Tint::Leaf(Kind::Number) => ("#d6e6f9", "#8db8e8"),
        Tint::Leaf(Kind::Flag) => ("#fde6c4", "#eab968"),
        Tint::Leaf(Kind::Cards) => ("#d0eeda", "#83c79b"),
    };
    Colours { fill, edge }
}

/// The champion as an SVG document.
pub fn render(description: &ChampionDescription) -> String {
    let placed = layout::place(&description.tree);
    let columns = columns(&placed);
    let lines = &description.captions;
    let (legend, legend_width) = legend(&description.legend);
    let header_width = lines.iter().map(|line| text_width(line, LABEL_SIZE)).fold(0.0, f64::max);
    let header_width = header_width.max(text_width(&description.title, TITLE_SIZE)).max(legend_width);
    let tree_width = columns.last().map_or(0.0, |column| column.left + column.width);
    let last_row = placed.iter().map(|placed| placed.row).fold(0.0, f64::max);
    let width = coordinate((tree_width.max(header_width + MARGIN) + MARGIN).ceil());
    let height = coordinate((HEADER_HEIGHT + MARGIN + (last_row + 1.0) * ROW + MARGIN).ceil());
    let mut page = page(&width, &height, LABEL_SIZE, &description.title, &coordinate(MARGIN));
    for (line, y) in lines.iter().zip([57, 75]) {
        let _ = writeln!(page, "<text x=\"{MARGIN}\" y=\"{y}\" fill=\"{FAINT_INK}\">{}</text>", escape(line));
    }
    page.push_str(&legend);
    page.push_str(&edges(&placed, &columns));
    placed.iter().for_each(|placed| page.push_str(&node(placed, &columns)));
    page.push_str("</svg>\n");
    page
}

/// The horizontal position of the nodes of one depth.
struct Column {
    left: f64,
    width: f64,
}

/// One column per depth, each as wide as its widest node.
fn columns(placed: &[Placed]) -> Vec<Column> {
    let mut widths: Vec<f64> = Vec::new();
    for placed in placed {
        widths.resize(widths.len().max(placed.depth + 1), 0.0);
        widths[placed.depth] = widths[placed.depth].max(box_width(placed.branch));
    }
    let mut left = MARGIN;
    let column = |width| {
        let column = Column { left, width };
        left += width + GAP;
        column
    };
    widths.into_iter().map(column).collect()
}

fn box_width(branch: &Branch) -> f64 {
    (text_width(&branch.label, LABEL_SIZE) + 2.0 * PADDING).ceil().max(BOX_HEIGHT)
}

fn middle(placed: &Placed) -> f64 {
    HEADER_HEIGHT + MARGIN + (placed.row + 0.5) * ROW
}

fn edges(placed: &[Placed], columns: &[Column]) -> String {
    let mut lines = String::new();
    let mut roles = String::new();
    for child in placed {
        let Some(parent) = child.parent.map(|parent| &placed[parent]) else { continue };
        let column = &columns[parent.depth];
        let (bend, to) = (column.left + column.width, columns[child.depth].left);
        let [from, end, turn, level] =
            [column.left + box_width(parent.branch), to, bend + CURVE / 2.0, bend + CURVE].map(coordinate);
        let [parent_y, child_y, bend] = [middle(parent), middle(child), bend].map(coordinate);
        let _ = writeln!(
            lines,
            "<path d=\"M{from} {parent_y}H{bend}C{turn} {parent_y} {turn} {child_y} {level} {child_y}H{end}\"/>"
        );
        if !child.branch.role.is_empty() {
            let (x, y) = (coordinate(to - 5.0), coordinate(middle(child) + 3.5));
            let _ = writeln!(roles, "<text x=\"{x}\" y=\"{y}\">{}</text>", escape(&child.branch.role));
        }
    }
    // Roles have a border in the background colour, so that the edge below does not strike them through.
    format!(
        "<g fill=\"none\" stroke=\"#b4bac4\" stroke-width=\"1.3\">\n{lines}</g>\n\
         <g font-size=\"11\" text-anchor=\"end\" fill=\"{FAINT_INK}\" stroke=\"{PAPER}\" stroke-width=\"4\" \
         stroke-linejoin=\"round\" paint-order=\"stroke\">\n{roles}</g>\n"
    )
}

fn node(placed: &Placed, columns: &[Column]) -> String {
    node_at(placed.branch, columns[placed.depth].left, middle(placed))
}

fn node_at(branch: &Branch, left: f64, middle: f64) -> String {
    let width = box_width(branch);
    let Colours { fill, edge } = colours(branch.tint);
    // Functions have corners, leaves are round.
    let (radius, weight) = match branch.tint {
        Tint::Inner(_) => (4.0, " font-weight=\"600\""),
        _ => (BOX_HEIGHT / 2.0, ""),
    };
    let [x, y, text_x, text_y] =
        [left, middle - BOX_HEIGHT / 2.0, left + width / 2.0, middle + LABEL_SIZE * 0.35].map(coordinate);
    format!(
        "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{BOX_HEIGHT}\" rx=\"{radius}\" fill=\"{fill}\" \
         stroke=\"{edge}\" stroke-width=\"1.5\"/><text x=\"{text_x}\" y=\"{text_y}\" text-anchor=\"middle\"{weight}>{}</text>\n",
        escape(&branch.label)
    )
}

/// A sample of each kind, drawn as in the tree, and their total width.
fn legend(samples: &[(&'static str, Tint)]) -> (String, f64) {
    let mut left = MARGIN;
    let mut drawn = String::new();
    for (label, tint) in samples {
        let sample = Branch { label: (*label).to_owned(), role: String::new(), tint: *tint, arguments: Vec::new() };
        drawn.push_str(&node_at(&sample, left, HEADER_HEIGHT - 14.0));
        left += box_width(&sample) + 8.0;
    }
    (drawn, left)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::fiveo::description::tests::{champion, random};
    use roxmltree::Document;

    fn labels(branch: &Branch) -> Vec<&str> {
        let below = branch.arguments.iter().flat_map(labels);
        below.chain([branch.label.as_str()]).collect()
    }

    #[test]
    fn a_drawing_is_xml_with_every_label_once() {
        for description in (0..50).map(|seed| random(seed, 7)).chain([champion("If(HasFlush, 1.5, 0)")]) {
            let drawing = render(&description);
            let document = Document::parse(&drawing).unwrap();
            let rects = document.descendants().filter(|node| node.has_tag_name("rect")).count();
            // The paper and the four samples of the legend.
            assert_eq!(rects, description.tree.n_nodes() + 5);
            let boxes = document.descendants().filter(|node| node.has_tag_name("rect")).skip(5);
            let mut drawn: Vec<&str> = boxes.filter_map(|node| node.next_sibling_element()?.text()).collect();
            let mut labels = labels(&description.tree);
            drawn.sort_unstable();
            labels.sort_unstable();
            assert_eq!(drawn, labels);
            assert!(!drawing.contains("NaN") && !drawing.contains("inf\""));
        }
    }

    #[test]
    fn a_name_is_escaped() {
        let drawing = render(&champion("Plus(1, 2)"));
        let document = Document::parse(&drawing).unwrap();
        let title = document.descendants().find(|node| node.has_tag_name("title")).unwrap();
        assert_eq!(title.text(), Some("<Pip> & \"Squeak\" \\"));
    }

    #[test]
    fn boxes_stand_within_the_paper_and_apart() {
        let number = |node: &roxmltree::Node, name| node.attribute(name).unwrap_or("0").parse::<f64>().unwrap();
        for seed in 0..50 {
            let drawing = render(&random(seed, 7));
            let document = Document::parse(&drawing).unwrap();
            let rects = document.descendants().filter(|node| node.has_tag_name("rect"));
            let rects: Vec<[f64; 4]> =
                rects.map(|rect| ["x", "y", "width", "height"].map(|name| number(&rect, name))).collect();
            let (paper, boxes) = rects.split_first().unwrap();
            for (place, a) in boxes.iter().enumerate() {
                assert!(a[0] >= 0.0 && a[0] + a[2] <= paper[2] && a[1] >= 0.0 && a[1] + a[3] <= paper[3]);
                let is_apart =
                    |b: &[f64; 4]| a[0] + a[2] < b[0] || b[0] + b[2] < a[0] || a[1] + a[3] < b[1] || b[1] + b[3] < a[1];
                assert!(boxes.iter().skip(place + 1).all(is_apart), "{drawing}");
            }
        }
    }
}
