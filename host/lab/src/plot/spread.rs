//! Distributions: box plots, and cumulative distributions.

use std::fmt::Write;

use super::scale::Axis;
use super::svg::{FAINT_INK, coordinate, escape, page, text_width};
use super::{BOTTOM, COLOURS, FONT_SIZE, Frame, HEIGHT, TOP, WIDTH};

/// The most lines for the labels below box plots.
const MOST_LINES: f64 = 3.0;

/// Named samples of numbers.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Spread {
    /// Its title.
    pub title: String,
    /// The label of the axis.
    pub label: String,
    /// The samples, none of them empty.
    pub samples: Vec<(String, Vec<f64>)>,
}

impl Spread {
    /// A box plot: for each sample a box between its quartiles, with its median, whiskers to its ends, and every
    /// number. `quartiles` returns a sample's lower quartile, median and upper quartile.
    pub fn boxes(&self, quartiles: impl Fn(&[f64]) -> [f64; 3]) -> String {
        let up = Axis::around(self.numbers(), 6);
        let frame = Frame { left: 90.0, right: WIDTH - 40.0, across: Axis::of_counts([0, 1].into_iter(), 1), up };
        let mut page = self.page(&frame, &self.label);
        frame.draw_levels(&mut page);
        let width = (frame.right - frame.left) / self.samples.len().max(1) as f64;
        // Labels that are wider than their place alternate between a few lines.
        let n_lines = ((self.name_width() + 10.0) / width).ceil().clamp(1.0, MOST_LINES) as usize;
        for (place, (name, sample)) in self.samples.iter().enumerate() {
            let colour = COLOURS[place % COLOURS.len()];
            let middle = frame.left + width * (place as f64 + 0.5);
            let half = (width * 0.25).min(60.0);
            let [lower, median, upper] = quartiles(sample).map(|y| frame.y(y));
            let ends =
                [sample.iter().copied().fold(f64::MAX, f64::min), sample.iter().copied().fold(f64::MIN, f64::max)];
            let [least, greatest] = ends.map(|y| coordinate(frame.y(y)));
            let [x, left, right, top, bottom, line] =
                [middle, middle - half, middle + half, upper, lower, median].map(coordinate);
            let [wide, high] = [2.0 * half, (lower - upper).max(0.5)].map(coordinate);
            let _ = writeln!(
                page,
                "<path d=\"M{x} {least}V{bottom}M{x} {top}V{greatest}\" stroke=\"{colour}\" stroke-width=\"1.5\"/>\
                 <rect x=\"{left}\" y=\"{top}\" width=\"{wide}\" height=\"{high}\" fill=\"{colour}\" fill-opacity=\"0.2\" \
                 stroke=\"{colour}\"/><path d=\"M{left} {line}H{right}\" stroke=\"{colour}\" stroke-width=\"3\"/>"
            );
            for &number in sample {
                let y = coordinate(frame.y(number));
                let _ =
                    writeln!(page, "<circle cx=\"{x}\" cy=\"{y}\" r=\"2.5\" fill=\"{colour}\" fill-opacity=\"0.7\"/>");
            }
            let y = BOTTOM + 20.0 + 16.0 * (place % n_lines) as f64;
            // A label at either end stays on the paper.
            let room = text_width(name, FONT_SIZE) / 2.0 + 8.0;
            let x = coordinate(middle.clamp(room.min(WIDTH / 2.0), (WIDTH - room).max(WIDTH / 2.0)));
            let _ = writeln!(page, "<text x=\"{x}\" y=\"{y}\" text-anchor=\"middle\">{}</text>", escape(name));
        }
        page + "</svg>\n"
    }

    /// For each sample, the cumulative share of its numbers.
    pub fn cumulative(&self) -> String {
        let up = Axis::around([0.0, 1.0].into_iter(), 5);
        let right = WIDTH - 34.0 - (1.08 * self.name_width()).min(WIDTH / 3.0);
        let frame = Frame { left: 90.0, right, across: Axis::around(self.numbers(), 8), up };
        let mut page = self.page(&frame, "share of runs");
        frame.draw_grid(&mut page);
        let x_of = |number: f64| frame.left + (frame.right - frame.left) * frame.across.share(number);
        for (place, (name, sample)) in self.samples.iter().enumerate() {
            let colour = COLOURS[place % COLOURS.len()];
            let mut sorted = sample.clone();
            sorted.sort_by(f64::total_cmp);
            let mut path = format!("M{} {}", coordinate(frame.left), coordinate(frame.y(0.0)));
            for (count, &number) in (1..).zip(&sorted) {
                let share = f64::from(count) / sorted.len() as f64;
                let _ = write!(path, "H{}V{}", coordinate(x_of(number)), coordinate(frame.y(share)));
            }
            let [end, x, y] = [frame.right, frame.right + 14.0, TOP + 20.0 * place as f64 + 6.0].map(coordinate);
            let _ = writeln!(
                page,
                "<path d=\"{path}H{end}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>\
                 <text x=\"{x}\" y=\"{y}\" fill=\"{colour}\" font-weight=\"600\">{}</text>",
                escape(name)
            );
        }
        let middle = coordinate(f64::midpoint(frame.left, frame.right));
        let y = BOTTOM + 44.0;
        let _ = writeln!(
            page,
            "<text x=\"{middle}\" y=\"{y}\" text-anchor=\"middle\" fill=\"{FAINT_INK}\">{}</text>",
            escape(&self.label)
        );
        page + "</svg>\n"
    }

    fn numbers(&self) -> impl Iterator<Item = f64> + Clone {
        self.samples.iter().flat_map(|(_, sample)| sample.iter().copied())
    }

    /// The width of the longest label.
    fn name_width(&self) -> f64 {
        self.samples.iter().map(|(name, _)| text_width(name, FONT_SIZE)).fold(0.0, f64::max)
    }

    fn page(&self, frame: &Frame, label: &str) -> String {
        let (width, height) = (WIDTH.to_string(), HEIGHT.to_string());
        let mut page = page(&width, &height, FONT_SIZE, &self.title, &coordinate(frame.left));
        let middle = coordinate(f64::midpoint(TOP, BOTTOM));
        let _ = writeln!(
            page,
            "<text transform=\"translate(24 {middle}) rotate(-90)\" text-anchor=\"middle\" fill=\"{FAINT_INK}\">{}</text>",
            escape(label)
        );
        page
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spread() -> Spread {
        Spread {
            title: "Ends".to_owned(),
            label: "games won, %".to_owned(),
            samples: vec![("<a>".to_owned(), vec![1.0, 2.0, 4.0]), ("b".to_owned(), vec![3.0])],
        }
    }

    #[test]
    fn both_drawings_are_xml_and_name_every_sample() {
        for svg in [spread().boxes(|_| [1.0, 2.0, 3.0]), spread().cumulative()] {
            let document = roxmltree::Document::parse(&svg).unwrap();
            let texts: Vec<&str> = document.descendants().filter_map(|node| node.text()).collect();
            assert!(["Ends", "<a>", "b", "games won, %"].iter().all(|text| texts.contains(text)), "{texts:?}");
        }
        assert_eq!(spread().boxes(|_| [1.0, 2.0, 3.0]).matches("<circle").count(), 4, "every number is shown");
    }

    #[test]
    fn wide_labels_do_not_overlap() {
        let samples = (0..6).map(|number| (format!("experiment-{number}-by-column"), vec![1.0, 2.0]));
        let svg = Spread { samples: samples.collect(), ..spread() }.boxes(|_| [1.0, 2.0, 3.0]);
        let document = roxmltree::Document::parse(&svg).unwrap();
        let is_name = |text: &str| text.starts_with("experiment");
        let names = document.descendants().filter(|node| node.is_element() && node.text().is_some_and(is_name));
        let places: Vec<[f64; 2]> =
            names.map(|node| ["x", "y"].map(|name| node.attribute(name).unwrap().parse().unwrap())).collect();
        let width = text_width("experiment-0-by-column", FONT_SIZE);
        assert_eq!(places.len(), 6);
        for (number, one) in places.iter().enumerate() {
            assert!(one[0] - width / 2.0 >= 0.0 && one[0] + width / 2.0 <= WIDTH && one[1] < HEIGHT, "{one:?}");
            for other in &places[number + 1..] {
                assert!(one[1] != other[1] || (one[0] - other[0]).abs() >= width, "{one:?} lies on {other:?}");
            }
        }
    }
}
