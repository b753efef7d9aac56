//! `mastermind sizes`: guesses and time over the size of codes, as a table and a plot.

use std::path::PathBuf;

use anyhow::Result;
use pipsqueak_core::games::mastermind::{CodeSize, Objective};
use pipsqueak_core::random::Seed;
use pipsqueak_lab::games::mastermind::Method;
use pipsqueak_lab::plot::{Chart, Series};
use serde::Serialize;

use super::sample::{Sample, histogram, mean_seconds};
use crate::system::threads::{self, Machine};
use crate::system::transcript::Transcript;
use crate::system::{output, progress, signals};

/// The options of `sizes`.
#[derive(clap::Args)]
pub struct Options {
    /// The sizes, as pegs x colours, the smallest first
    #[arg(long, value_name = "PxC,…", value_delimiter = ',', default_value = "4x6,5x5,5x7,7x10", value_parser = size)]
    sizes: Vec<CodeSize>,
    /// minimax, entropy, parts or expected
    #[arg(long, value_name = "S", default_value = "expected")]
    strategy: String,
    /// Random secrets of each size [1 to 4294967295]
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    sample: u32,
    /// Begin every game with a random guess, as the report did
    #[arg(long)]
    random_first: bool,
    /// The random seed of the secrets [0 to 2^64 - 1]
    #[arg(long, default_value_t = 1, value_name = "S")]
    seed: u64,
    /// Threads to use; all cores if not given [1 to 512]
    #[arg(long, value_name = "N", value_parser = threads::parser())]
    threads: Option<usize>,
    /// Plot guesses and time over the size in this SVG file
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

fn size(text: &str) -> Result<CodeSize, String> {
    let numbers = text.split_once('x').and_then(|(pegs, colors)| Some((pegs.parse().ok()?, colors.parse().ok()?)));
    let (pegs, colors) = numbers.ok_or("write a size as pegs x colours, as in 4x6")?;
    CodeSize::new(pegs, colors).map_err(|error| error.to_string())
}

#[derive(Serialize)]
struct Report {
    strategy: Objective,
    random_first: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    interrupted: bool,
    sizes: Vec<Row>,
}

#[derive(Serialize)]
struct Row {
    pegs: u8,
    colors: u8,
    codes: u32,
    games: usize,
    mean: f64,
    standard_error: f64,
    max: usize,
    /// Seconds of one game on average.
    seconds: f64,
}

/// Runs the command.
pub fn run(options: &Options) -> Result<()> {
    let objective: Objective = options.strategy.parse()?;
    let machine = Machine::new(options.threads)?;
    let mut plot = options.plot.as_deref().map(Transcript::create).transpose()?;
    signals::stop_at_the_first()?;
    let bar = progress::games(options.sizes.len() as u64 * u64::from(options.sample));
    let mut rows = Vec::new();
    for &size in &options.sizes {
        let Options { sample, random_first, .. } = *options;
        let (method, seed) = (Method::Solver(objective), Seed(options.seed));
        let sample = Sample { size, method, n_secrets: Some(sample), seed, random_first };
        let games = sample.games(machine.workers(), &|| bar.inc(1));
        if games.is_empty() {
            break;
        }
        let (histogram, (pegs, colors)) = (histogram(&games), size.into());
        rows.push(Row {
            pegs,
            colors,
            codes: size.n_codes(),
            games: games.len(),
            mean: histogram.mean(),
            standard_error: histogram.standard_error(),
            max: histogram.max(),
            seconds: mean_seconds(&games),
        });
    }
    bar.finish_and_clear();
    let random_first = options.random_first;
    let report = Report { strategy: objective, random_first, interrupted: signals::stop_is_wanted(), sizes: rows };
    if let Some(plot) = &mut plot {
        plot.add(report.plot().as_bytes())?;
    }
    let kept = plot.map_or(Ok(()), Transcript::keep);
    if options.json {
        output::json(&report)?
    } else {
        output::text(report.text())?
    }
    kept.and_then(|()| signals::ended())
}

impl Report {
    fn text(&self) -> String {
        let first = if self.random_first { "a random first guess" } else { "the best first guess" };
        let stopped = if self.interrupted { ", interrupted" } else { "" };
        let mut text = format!("{}, {first}{stopped}; random secrets, each cracked from scratch.\n\n", self.strategy);
        text += "size        codes   games   guesses             most   time per game\n";
        for Row { pegs, colors, codes, games, mean, standard_error, max, seconds } in &self.sizes {
            let (size, millis) = (format!("{pegs}x{colors}"), 1000.0 * seconds);
            text += &format!(
                "{size:<6} {codes:>10} {games:>7}   {mean:.3} +- {standard_error:.3} {max:>10} {millis:>12.3} ms\n"
            );
        }
        text
    }

    /// Codes and times grow by powers, so that both are drawn as logarithms.
    fn plot(&self) -> String {
        let mut rows: Vec<&Row> = self.sizes.iter().collect();
        rows.sort_by_key(|row| row.codes);
        let points = |value: &dyn Fn(&Row) -> f64| -> Vec<(u32, f64)> {
            rows.iter().map(|row| (f64::from(row.codes).log2().round() as u32, value(row))).collect()
        };
        let guesses = Series {
            band: rows
                .iter()
                .zip(points(&|row| 1.96 * row.standard_error))
                .map(|(row, (place, margin))| (place, [row.mean - margin, row.mean + margin]))
                .collect(),
            ..Series::new("guesses", points(&|row| row.mean))
        };
        Chart {
            title: format!("Mastermind by {}: guesses and time over size", self.strategy),
            x_label: "bits of a code (logarithm of the number of codes, base 2, rounded)".to_owned(),
            y_label: "guesses; time in powers of ten of a millisecond".to_owned(),
            series: vec![guesses, Series::new("time", points(&|row| (1000.0 * row.seconds).max(1e-9).log10()))],
            ..Chart::default()
        }
        .svg()
    }
}
