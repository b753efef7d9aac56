//! What is logged of a run, as numbers, as a table and as plots. Each way of evolving names what it counts and measures:
//! a gene is not a generation, and explained variance is not fitness.

use std::fmt::Write;

use serde::{Deserialize, Serialize};

use super::problem::Problem;
use crate::plot::{Chart, Reference, Series};

/// What is logged of one step of a run: a generation of whole trees, or a gene.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Row {
    /// Counted from 1.
    pub generation: u32,
    /// What is measured of the best tree.
    pub best: f64,
    /// The same of all trees on average.
    pub mean: f64,
    /// Nodes of a tree on average.
    pub nodes: f64,
    /// Height of a tree on average.
    pub height: f64,
    /// Games won against the yardstick, in percent.
    pub win: f64,
    /// Time since the run began, breaks not counted.
    pub seconds: f64,
}

/// What the numbers of a log are.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Quantities {
    /// What a row stands for.
    pub step: &'static str,
    /// What is measured of trees, as it heads a column.
    pub measure: &'static str,
    /// The same as an axis names it.
    pub axis: &'static str,
    /// The same as it names a plot's file.
    pub plot: &'static str,
    /// Who plays against the yardstick.
    pub player: &'static str,
}

impl Quantities {
    /// The log as comma-separated values.
    pub fn csv(&self, log: &[Row]) -> String {
        let Quantities { step, measure, player, .. } = self;
        let mut text =
            format!("{step},best_{measure},mean_{measure},mean_nodes,mean_height,{player}_win_percent,seconds\n");
        for Row { generation, best, mean, nodes, height, win, seconds } in log {
            let _ = writeln!(text, "{generation},{best:.1},{mean:.1},{nodes:.1},{height:.2},{win:.2},{seconds:.2}");
        }
        text
    }

    /// The names of the plots' files.
    pub fn plots(&self) -> [String; 2] {
        [format!("{}.svg", self.plot), "wins.svg".to_owned()]
    }

    /// The plots: what is measured of trees, and the wins against the yardstick.
    pub fn charts<P: Problem>(&self, log: &[Row]) -> [Chart; 2] {
        let points = |value: fn(&Row) -> f64| log.iter().map(|row| (row.generation, value(row))).collect();
        let measured = Chart {
            title: format!("{} by {}", capitalised(self.plot), self.step),
            x_label: self.step.to_owned(),
            y_label: self.axis.to_owned(),
            series: vec![Series::new("best", points(|row| row.best)), Series::new("mean", points(|row| row.mean))],
            references: Vec::new(),
        };
        let wins = Chart {
            title: format!("The {} against {}", self.player, P::YARDSTICK),
            x_label: self.step.to_owned(),
            y_label: "games won, %".to_owned(),
            series: vec![Series::new(self.player, points(|row| row.win))],
            references: levels::<P>(),
        };
        [measured, wins]
    }
}

/// What wins against the yardstick are compared with: an even match, and the best that was published.
fn levels<P: Problem>() -> Vec<Reference> {
    let published = P::published(P::Preset::default()).and_then(|published| {
        let place = P::OPPONENTS.iter().position(|&opponent| opponent == P::YARDSTICK)?;
        let win = *published.wins.get(place)?;
        Some(Reference { name: format!("the {}, {win:.1} %", published.source), y: win })
    });
    [Reference { name: "even, 50 %".to_owned(), y: 50.0 }].into_iter().chain(published).collect()
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
