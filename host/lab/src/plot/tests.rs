//! Properties of every chart.

use super::*;
use pipsqueak_core::random::{self, Seed};
use roxmltree::Document;

/// A rising line with noise.
fn noisy(seed: u64, n_points: u32, from: f64, to: f64, noise: u32) -> Vec<(u32, f64)> {
    let mut rng = Seed(seed).rng();
    let point = |x: u32| {
        let rise = (to - from) * (1.0 - (-4.0 * f64::from(x) / f64::from(n_points)).exp());
        (x + 1, from + rise + f64::from(random::below(&mut rng, 200)) / 200.0 * f64::from(noise))
    };
    (0..n_points).map(point).collect()
}

fn charts(n_points: u32) -> [Chart; 2] {
    let best = noisy(1, n_points, 2_500.0, 6_000.0, 300);
    let mean = noisy(2, n_points, 1_500.0, 5_200.0, 250);
    let wins = noisy(3, n_points, 25.0, 52.0, 3);
    let chart = |series, references| Chart {
        title: "A run".to_owned(),
        x_label: "generation".to_owned(),
        y_label: "fitness".to_owned(),
        series,
        references,
        ..Chart::default()
    };
    let level = |name: &str, y| Reference { name: name.to_owned(), y };
    [
        chart(vec![Series::new("best", best), Series::new("mean", mean)], Vec::new()),
        chart(vec![Series::new("elite", wins)], vec![level("even, 50 %", 50.0), level("the report, 52.6 %", 52.6)]),
    ]
}

#[test]
fn any_number_of_points_makes_a_chart() {
    for n_points in [0, 1, 2, 300] {
        for chart in charts(n_points) {
            let drawing = chart.svg();
            Document::parse(&drawing).unwrap();
            assert!(!drawing.contains("NaN") && !drawing.contains("inf"), "{drawing}");
            assert_eq!(drawing.contains("no data yet"), n_points == 0);
        }
    }
}

#[test]
fn values_that_are_not_finite_are_left_out() {
    let points = vec![(1, f64::NAN), (2, f64::INFINITY), (3, f64::MAX), (4, 7.0), (4, 7.0)];
    let chart = Chart {
        series: vec![Series::new("odd", points)],
        references: vec![Reference { name: "nowhere".to_owned(), y: f64::NAN }],
        ..Chart::default()
    };
    let drawing = chart.svg();
    Document::parse(&drawing).unwrap();
    assert!(!drawing.contains("NaN") && !drawing.contains("inf") && !drawing.contains(">nowhere<"));
    assert_eq!(drawing.matches("<circle").count(), 2);
}

#[test]
fn texts_are_escaped() {
    let chart = Chart {
        title: "a < b & \"c\"".to_owned(),
        series: vec![Series::new("<&>", vec![(1, 1.0)])],
        ..Chart::default()
    };
    let drawing = chart.svg();
    let document = Document::parse(&drawing).unwrap();
    let texts: Vec<&str> = document.descendants().filter_map(|node| node.text()).collect();
    assert!(texts.contains(&"a < b & \"c\"") && texts.contains(&"<&>"));
}

#[test]
fn points_and_labels_are_within_the_paper() {
    for chart in charts(30) {
        let drawing = chart.svg();
        let document = Document::parse(&drawing).unwrap();
        for circle in document.descendants().filter(|node| node.has_tag_name("circle")) {
            let [x, y] = ["cx", "cy"].map(|name| circle.attribute(name).unwrap().parse::<f64>().unwrap());
            assert!((0.0..=WIDTH).contains(&x) && (TOP..=BOTTOM).contains(&y));
        }
        for text in document.descendants().filter(|node| node.has_tag_name("text") && node.has_attribute("x")) {
            let x = text.attribute("x").unwrap().parse::<f64>().unwrap();
            let width = text_width(text.text().unwrap(), FONT_SIZE);
            let end = if text.has_attribute("text-anchor") { x } else { x + width };
            assert!(end <= WIDTH, "{:?}", text.text());
        }
    }
}

#[test]
fn parts_that_have_begun_are_marked_before_their_first_value() {
    let mark = |name: &str, x| Mark { name: name.to_owned(), x };
    let points: Vec<(u32, f64)> = (1..=30).map(|x| (x, f64::from(x))).collect();
    let marks = vec![mark("round 2", 5), mark("round 3", 6), mark("round 4", 21), mark("round 5", 31)];
    let drawing = Chart { series: vec![Series::new("sum", points)], marks, ..Chart::default() }.svg();
    let document = Document::parse(&drawing).unwrap();
    let circles = document.descendants().filter(|node| node.has_tag_name("circle"));
    let places: Vec<f64> = circles.map(|node| node.attribute("cx").unwrap().parse().unwrap()).collect();
    let dotted = document.descendants().filter(|node| node.attribute("stroke-dasharray") == Some("2 4"));
    let dotted = dotted.map(|node| node.attribute("d").unwrap()[1..].split(' ').next().unwrap().parse().unwrap());
    let dotted: Vec<f64> = dotted.collect();
    let between: Vec<bool> =
        dotted.iter().zip([5, 6, 21]).map(|(x, first)| places[first - 2] < *x && *x < places[first - 1]).collect();
    assert_eq!(between, [true; 3], "{dotted:?} {places:?}");
    // There is no room for a name between the second round and the third.
    let texts = document.descendants().filter(|node| node.has_tag_name("text")).filter_map(|node| node.text());
    let named: Vec<&str> = texts.filter(|text| text.starts_with("round")).collect();
    assert_eq!(named, ["round 3", "round 4"]);
}
