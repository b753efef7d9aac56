//! Line charts as SVG: values by count. Knows numbers and drawing; knows no runs, files or games.

mod scale;
mod spread;
pub mod svg;

use std::fmt::Write;

use crate::plot::svg::{FAINT_INK, coordinate, escape, page, text_width};
use scale::{Axis, apart};
pub use spread::Spread;

const WIDTH: f64 = 860.0;
const HEIGHT: f64 = 460.0;
const TOP: f64 = 62.0;
const BOTTOM: f64 = HEIGHT - 62.0;
const FONT_SIZE: f64 = 13.0;
/// The distance between two labels at the right edge.
const LABEL_ROW: f64 = 17.0;
/// Okabe and Ito's colours (2008), which most colour-blind people can tell apart. Those that are too light for lines
/// and names on paper are darker here.
const COLOURS: [&str; 8] = ["#0072b2", "#d55e00", "#009e73", "#b0568c", "#8a6d00", "#2b2b2b", "#2f8fc4", "#b45309"];
/// Up to this many points, each is marked.
const MAX_MARKED: usize = 40;

/// A line chart.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Chart {
    /// Its title.
    pub title: String,
    /// The label of the horizontal axis.
    pub x_label: String,
    /// The label of the vertical axis.
    pub y_label: String,
    /// The lines.
    pub series: Vec<Series>,
    /// Reference levels.
    pub references: Vec<Reference>,
    /// Where parts of the horizontal axis begin.
    pub marks: Vec<Mark>,
}

/// The beginning of a part of the horizontal axis.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Mark {
    /// Its name.
    pub name: String,
    /// The first value of the part.
    pub x: u32,
}

/// A line through points.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Series {
    /// Its name.
    pub name: String,
    /// Its points, from left to right. Values that are not finite are left out.
    pub points: Vec<(u32, f64)>,
    /// A band around the line, from left to right: its lower and upper ends.
    pub band: Vec<(u32, [f64; 2])>,
}

/// A reference level.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Reference {
    /// Its name.
    pub name: String,
    /// Its value.
    pub y: f64,
}

impl Chart {
    /// The chart as an SVG document.
    pub fn svg(&self) -> String {
        self.drawn(Frame::around(self, |values| Axis::around(values, 6)))
    }

    /// The same with a logarithmic vertical axis, for values of 1 or more.
    pub fn logarithmic_svg(&self) -> String {
        self.drawn(Frame::around(self, Axis::of_powers))
    }

    fn drawn(&self, frame: Frame) -> String {
        let (width, height) = (WIDTH.to_string(), HEIGHT.to_string());
        let mut page = page(&width, &height, FONT_SIZE, &self.title, &coordinate(frame.left));
        frame.draw_grid(&mut page);
        self.draw_axis_names(&frame, &mut page);
        self.draw_references(&frame, &mut page);
        self.draw_marks(&frame, &mut page);
        for (series, colour) in self.series.iter().zip(COLOURS.iter().cycle()) {
            series.draw(&frame, colour, &mut page);
        }
        self.draw_labels(&frame, &mut page);
        page.push_str("</svg>\n");
        page
    }

    fn draw_axis_names(&self, frame: &Frame, page: &mut String) {
        let middle = coordinate(f64::midpoint(frame.left, frame.right));
        let y = BOTTOM + 44.0;
        let _ = writeln!(
            page,
            "<text x=\"{middle}\" y=\"{y}\" text-anchor=\"middle\" fill=\"{FAINT_INK}\">{}</text>",
            escape(&self.x_label)
        );
        let middle = coordinate(f64::midpoint(TOP, BOTTOM));
        let _ = writeln!(
            page,
            "<text transform=\"translate(24 {middle}) rotate(-90)\" text-anchor=\"middle\" fill=\"{FAINT_INK}\">{}</text>",
            escape(&self.y_label)
        );
        if self.series.iter().all(|series| series.finite().next().is_none()) {
            let x = coordinate(f64::midpoint(frame.left, frame.right));
            let y = coordinate(BOTTOM - 18.0);
            let _ = writeln!(
                page,
                "<text x=\"{x}\" y=\"{y}\" text-anchor=\"middle\" fill=\"{FAINT_INK}\">no data yet</text>"
            );
        }
    }

    fn draw_references(&self, frame: &Frame, page: &mut String) {
        for reference in self.references.iter().filter(|reference| is_drawable(reference.y)) {
            let [left, right, y] = [frame.left, frame.right, frame.y(reference.y)].map(coordinate);
            let _ = writeln!(
                page,
                "<path d=\"M{left} {y}H{right}\" stroke=\"{FAINT_INK}\" stroke-width=\"1.3\" stroke-dasharray=\"6 4\"/>"
            );
        }
    }

    /// Draws a line before the first value of each part that has begun, with its name where there is room.
    fn draw_marks(&self, frame: &Frame, page: &mut String) {
        let Some(last) = self.series.iter().flat_map(Series::finite).map(|(x, _)| x).max() else { return };
        let begun: Vec<&Mark> = self.marks.iter().filter(|mark| mark.x <= last).collect();
        let place = |mark: &Mark| f64::midpoint(frame.x(mark.x.saturating_sub(1)), frame.x(mark.x));
        let ends = begun.iter().skip(1).map(|mark| place(mark)).chain([frame.right]);
        for (mark, end) in begun.iter().zip(ends) {
            let (x, [top, foot, baseline]) = (place(mark), [TOP, BOTTOM, TOP + 10.0].map(coordinate));
            let _ = writeln!(
                page,
                "<path d=\"M{} {top}V{foot}\" stroke=\"#9aa1ad\" stroke-dasharray=\"2 4\"/>",
                coordinate(x)
            );
            if x + 8.0 + text_width(&mark.name, FONT_SIZE) <= end {
                let _ = writeln!(
                    page,
                    "<text x=\"{}\" y=\"{baseline}\" fill=\"{FAINT_INK}\">{}</text>",
                    coordinate(x + 5.0),
                    escape(&mark.name)
                );
            }
        }
    }

    /// Labels every line at its right end, pushed apart where labels would overlap; a thin line leads to a label that
    /// was moved.
    fn draw_labels(&self, frame: &Frame, page: &mut String) {
        let labels = self.labels(frame);
        let rows = apart(&labels.iter().map(|label| label.y).collect::<Vec<_>>(), LABEL_ROW, (TOP, BOTTOM));
        for (label, row) in labels.iter().zip(rows) {
            let [near, far, from, to] = [frame.right + 3.0, frame.right + 16.0, label.y, row].map(coordinate);
            let [x, baseline] = [frame.right + 20.0, row + FONT_SIZE * 0.35].map(coordinate);
            let (colour, weight) = (label.colour, if label.is_series { "600" } else { "400" });
            let _ = writeln!(
                page,
                "<path d=\"M{near} {from}L{far} {to}\" stroke=\"{colour}\" stroke-opacity=\"0.6\"/>\
                 <text x=\"{x}\" y=\"{baseline}\" fill=\"{colour}\" font-weight=\"{weight}\">{}</text>",
                escape(label.name)
            );
        }
    }

    fn labels(&self, frame: &Frame) -> Vec<Label<'_>> {
        let lines = self.series.iter().zip(COLOURS.iter().cycle()).filter_map(|(series, colour)| {
            let (_, y) = series.finite().last()?;
            Some(Label { name: &series.name, y: frame.y(y), colour, is_series: true })
        });
        let levels = self.references.iter().filter(|reference| is_drawable(reference.y));
        let levels =
            levels.map(|level| Label { name: &level.name, y: frame.y(level.y), colour: FAINT_INK, is_series: false });
        lines.chain(levels).collect()
    }
}

/// A label at the right edge and the height it belongs to.
struct Label<'a> {
    name: &'a str,
    y: f64,
    colour: &'static str,
    is_series: bool,
}

impl Series {
    /// A line with a name.
    pub fn new(name: &str, points: Vec<(u32, f64)>) -> Series {
        Series { name: name.to_owned(), points, band: Vec::new() }
    }

    fn finite(&self) -> impl Iterator<Item = (u32, f64)> + Clone {
        self.points.iter().copied().filter(|&(_, y)| is_drawable(y))
    }

    fn draw(&self, frame: &Frame, colour: &str, page: &mut String) {
        let corner = |x: u32, y: f64| {
            let [x, y] = [frame.x(x), frame.y(y)].map(coordinate);
            format!("{x} {y}")
        };
        let [lower, upper] = [0, 1].map(|side| {
            self.band
                .iter()
                .filter(|(_, ends)| ends.iter().all(|&y| is_drawable(y)))
                .map(move |(x, ends)| (*x, ends[side]))
        });
        let outline: Vec<String> =
            lower.chain(upper.collect::<Vec<_>>().into_iter().rev()).map(|(x, y)| corner(x, y)).collect();
        if outline.len() > 2 {
            let _ = writeln!(page, "<path d=\"M{}Z\" fill=\"{colour}\" fill-opacity=\"0.15\"/>", outline.join("L"));
        }
        let places: Vec<[String; 2]> = self.finite().map(|(x, y)| [frame.x(x), frame.y(y)].map(coordinate)).collect();
        if places.len() > 1 {
            let path: Vec<String> = places.iter().map(|[x, y]| format!("{x} {y}")).collect();
            let _ = writeln!(
                page,
                "<path d=\"M{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\" stroke-linejoin=\"round\" \
                 stroke-linecap=\"round\"/>",
                path.join("L")
            );
        }
        if places.len() <= MAX_MARKED {
            for [x, y] in places {
                let _ = writeln!(page, "<circle cx=\"{x}\" cy=\"{y}\" r=\"3.2\" fill=\"{colour}\"/>");
            }
        }
    }
}

/// Beyond this, differences of doubles are too coarse to draw.
fn is_drawable(y: f64) -> bool {
    y.abs() <= 1e12
}

/// The plot area and its axes.
struct Frame {
    left: f64,
    right: f64,
    across: Axis,
    up: Axis,
}

impl Frame {
    /// A frame around all of a chart's data, with room for the ticks on its left and the labels on its right.
    fn around(chart: &Chart, vertical: impl FnOnce(std::vec::IntoIter<f64>) -> Axis) -> Frame {
        let points = || chart.series.iter().flat_map(Series::finite);
        let levels = chart.references.iter().map(|reference| reference.y).filter(|&y| is_drawable(y));
        let bands = chart.series.iter().flat_map(|series| series.band.iter().flat_map(|(_, ends)| *ends));
        let values = points().map(|(_, y)| y).chain(levels).chain(bands.filter(|&y| is_drawable(y)));
        let up = vertical(values.collect::<Vec<_>>().into_iter());
        let across = Axis::of_counts(points().map(|(x, _)| x), 9);
        let tick_width = up.ticks().map(|tick| text_width(&up.label(tick), FONT_SIZE)).fold(0.0, f64::max);
        let names = chart.series.iter().map(|series| &series.name);
        let names = names.chain(chart.references.iter().map(|reference| &reference.name));
        // Labels are bold, hence wider.
        let name_width = names.map(|name| text_width(name, FONT_SIZE) * 1.08).fold(0.0, f64::max);
        Frame { left: 44.0 + tick_width, right: WIDTH - 40.0 - name_width.min(WIDTH / 3.0), across, up }
    }

    fn x(&self, x: u32) -> f64 {
        self.left + (self.right - self.left) * self.across.share(f64::from(x))
    }

    fn y(&self, y: f64) -> f64 {
        BOTTOM - (BOTTOM - TOP) * self.up.share(y)
    }

    fn draw_grid(&self, page: &mut String) {
        self.draw_levels(page);
        let [left, right] = [self.left, self.right].map(coordinate);
        let (foot, end, baseline) = (coordinate(BOTTOM), coordinate(BOTTOM + 5.0), coordinate(BOTTOM + 22.0));
        for tick in self.across.ticks() {
            let x = coordinate(self.left + (self.right - self.left) * self.across.share(tick));
            let label = self.across.label(tick);
            let _ = writeln!(
                page,
                "<path d=\"M{x} {foot}V{end}\" stroke=\"#9aa1ad\"/>\
                 <text x=\"{x}\" y=\"{baseline}\" text-anchor=\"middle\" fill=\"{FAINT_INK}\">{label}</text>"
            );
        }
        let _ = writeln!(page, "<path d=\"M{left} {foot}H{right}\" stroke=\"#9aa1ad\"/>");
    }

    fn draw_levels(&self, page: &mut String) {
        let [left, right] = [self.left, self.right].map(coordinate);
        for tick in self.up.ticks() {
            let [y, baseline, x] = [self.y(tick), self.y(tick) + FONT_SIZE * 0.35, self.left - 10.0].map(coordinate);
            let label = self.up.label(tick);
            let _ = writeln!(
                page,
                "<path d=\"M{left} {y}H{right}\" stroke=\"#e4e6ea\"/>\
                 <text x=\"{x}\" y=\"{baseline}\" text-anchor=\"end\" fill=\"{FAINT_INK}\">{label}</text>"
            );
        }
    }
}

#[cfg(test)]
mod tests;
