//! A run's log, as numbers, as a table and as plots. Each algorithm names its own columns: a gene is not a generation,
//! and explained variance is not fitness.

use std::fmt::Write;

use serde::{Deserialize, Serialize};

use super::census::Census;
use super::problem::Problem;
use super::selection::{StrengthAndCost, ranking};
use crate::plot::{Chart, Reference, Series};

/// A row of the log: a generation of whole trees, or a gene.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Row {
    /// Counted from 1.
    pub generation: u32,
    /// The measure of the best tree.
    pub best: f64,
    /// The mean measure of all trees.
    pub mean: f64,
    /// The mean number of nodes of a tree.
    pub nodes: f64,
    /// The mean height of a tree.
    pub height: f64,
    /// Games won against the yardstick, in percent.
    pub win: f64,
    /// Time since the run began, breaks not counted.
    pub seconds: f64,
    /// The population's diversity; runs of version 0.1 did not count it.
    pub census: Option<Census>,
    /// The non-dominated players, the cheapest first; empty with one objective.
    pub front: Vec<FrontPoint>,
}

/// A point of a Pareto front.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct FrontPoint {
    /// Estimated instructions of a decision on the board.
    pub instructions: u32,
    /// The tree's measure.
    pub strength: f64,
}

impl From<StrengthAndCost> for FrontPoint {
    fn from(StrengthAndCost { strength, cost }: StrengthAndCost) -> FrontPoint {
        FrontPoint { instructions: cost.round() as u32, strength }
    }
}

/// The meaning of a log's columns.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LogColumns {
    /// What a row is: a generation or a gene.
    pub step: &'static str,
    /// The measure's column heading.
    pub measure: &'static str,
    /// The measure's axis label.
    pub axis: &'static str,
    /// The measure's name in a plot's file name.
    pub plot: &'static str,
    /// The player that meets the yardstick.
    pub player: &'static str,
}

impl LogColumns {
    /// The log as CSV.
    pub fn csv(&self, log: &[Row]) -> String {
        let LogColumns { step, measure, player, .. } = self;
        let mut text = format!(
            "{step},best_{measure},mean_{measure},mean_nodes,mean_height,{player}_win_percent,distinct_trees,distinct_behaviours,seconds\n"
        );
        for Row { generation, best, mean, nodes, height, win, seconds, census, .. } in log {
            let [trees, behaviours] = census.as_ref().map_or_else(Default::default, |census| {
                [census.trees, census.behaviours].map(|count| count.to_string())
            });
            let _ = writeln!(
                text,
                "{generation},{best:.1},{mean:.1},{nodes:.1},{height:.2},{win:.2},{trees},{behaviours},{seconds:.2}"
            );
        }
        text
    }

    /// The share of each terminal in each generation, in percent, as CSV.
    pub fn terminals_csv<P: Problem>(&self, log: &[Row]) -> String {
        let names: Vec<&str> = P::ENTRIES.iter().map(|entry| entry.name).collect();
        let mut text = format!("{},{}\n", self.step, names.join(","));
        for row in log {
            let Some(census) = &row.census else { continue };
            let shares: Vec<String> = census.shares().map(|share| format!("{share:.2}")).collect();
            let _ = writeln!(text, "{},{}", row.generation, shares.join(","));
        }
        text
    }

    /// The fronts as CSV; `None` with one objective.
    pub fn fronts_csv(&self, log: &[Row]) -> Option<String> {
        let mut text = format!("{},instructions,{}\n", self.step, self.measure);
        for (generation, point) in log.iter().flat_map(|row| row.front.iter().map(move |point| (row.generation, point)))
        {
            let _ = writeln!(text, "{generation},{},{:.1}", point.instructions, point.strength);
        }
        log.iter().any(|row| !row.front.is_empty()).then_some(text)
    }

    /// The names of the plots' files.
    pub fn plots(&self) -> [String; 4] {
        [self.plot, "wins", "diversity", "terminals"].map(|name| format!("{name}.svg"))
    }

    /// The plots: the measure, the wins against the yardstick, how many trees differ, and their commonest terminals.
    pub fn charts<P: Problem>(&self, log: &[Row]) -> [Chart; 4] {
        let points = |value: fn(&Row) -> f64| log.iter().map(|row| (row.generation, value(row))).collect();
        let measured = Chart {
            title: format!("{} by {}", capitalised(self.plot), self.step),
            x_label: self.step.to_owned(),
            y_label: self.axis.to_owned(),
            series: vec![Series::new("best", points(|row| row.best)), Series::new("mean", points(|row| row.mean))],
            ..Chart::default()
        };
        let wins = Chart {
            title: format!("The {} against {}", self.player, P::YARDSTICK),
            x_label: self.step.to_owned(),
            y_label: "games won, %".to_owned(),
            series: vec![Series::new(self.player, points(|row| row.win))],
            references: levels::<P>(),
            ..Chart::default()
        };
        [measured, wins, self.diversity(log), self.terminals::<P>(log)]
    }

    /// The fronts of the first generation, of one in the middle and of the last; `None` with one objective.
    pub fn fronts(&self, log: &[Row]) -> Option<Chart> {
        let with_front: Vec<&Row> = log.iter().filter(|row| !row.front.is_empty()).collect();
        let n_rows = with_front.len();
        let mut drawn = vec![0, n_rows / 2, n_rows.checked_sub(1)?];
        drawn.dedup();
        let series = drawn.into_iter().map(|place| {
            let points = with_front[place].front.iter().map(|point| (point.instructions, point.strength));
            Series::new(&format!("{} {}", self.step, with_front[place].generation), points.collect())
        });
        Some(Chart {
            title: "Strength against cost: the Pareto front".to_owned(),
            x_label: "estimated instructions of a decision on the board".to_owned(),
            y_label: self.axis.to_owned(),
            series: series.collect(),
            ..Chart::default()
        })
    }

    fn diversity(&self, log: &[Row]) -> Chart {
        let points = |value: fn(&Census) -> u32| {
            let counted = log.iter().filter_map(|row| Some((row.generation, row.census.as_ref()?)));
            counted.map(|(generation, census)| (generation, f64::from(value(census)))).collect()
        };
        Chart {
            title: format!("Diversity by {}", self.step),
            x_label: self.step.to_owned(),
            y_label: "how many differ".to_owned(),
            series: vec![
                Series::new("trees", points(|census| census.trees)),
                Series::new("behaviours", points(|census| census.behaviours)),
            ],
            ..Chart::default()
        }
    }

    /// The terminals that are commonest in the last generation.
    fn terminals<P: Problem>(&self, log: &[Row]) -> Chart {
        const MOST_DRAWN: usize = 10;
        let counted: Vec<(u32, Vec<f64>)> =
            log.iter().filter_map(|row| Some((row.generation, row.census.as_ref()?.shares().collect()))).collect();
        let last = counted.last().map_or(&[][..], |(_, shares)| shares);
        let commonest =
            ranking(last.iter().copied()).into_iter().take(MOST_DRAWN).filter(|&terminal| last[terminal] > 0.0);
        let line = |terminal: usize| {
            let points = counted.iter().map(|(generation, shares)| (*generation, shares[terminal]));
            Series::new(P::ENTRIES.get(terminal).map_or("?", |entry| entry.name), points.collect())
        };
        Chart {
            title: format!("The commonest terminals by {}", self.step),
            x_label: self.step.to_owned(),
            y_label: "share of all terminals, %".to_owned(),
            series: commonest.map(line).collect(),
            ..Chart::default()
        }
    }
}

/// The reference levels for wins against the yardstick: an even match, and the best published figure.
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
