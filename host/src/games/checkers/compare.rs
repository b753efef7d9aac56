//! `checkers compare`: methods of search side by side.

use std::path::PathBuf;

use anyhow::{Context, Result};
use pipsqueak_lab::choice::Choice;
use pipsqueak_lab::games::checkers::compare::{Comparison, Measurement, Technique, chart};
use serde_json::{Value, json};

use super::tree::PositionOptions;
use crate::system::{clock, files, output, progress, signals};

/// The options of `compare`.
#[derive(clap::Args)]
pub struct Options {
    #[command(flatten)]
    at: PositionOptions,
    /// Moves to look ahead [1 to 30]
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u8).range(1..=30), allow_negative_numbers = true)]
    depth: u8,
    /// Continue lines that end in the middle of a capture
    #[arg(long)]
    quiescence: bool,
    /// The most nodes of a method, after which it is given up [1 to 18446744073709551615]
    #[arg(long, value_name = "N", default_value_t = 20_000_000, value_parser = clap::value_parser!(u64).range(1..),
          allow_negative_numbers = true)]
    nodes: u64,
    /// Write a chart of the nodes at every depth, as SVG
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(options: &Options) -> Result<()> {
    let (position, evaluation) = (options.at.position()?, options.at.evaluation()?);
    let Options { depth, quiescence, nodes: most_nodes, .. } = *options;
    let comparison =
        Comparison { position, evaluation: &evaluation, quiescence, most_nodes, clock: clock::interruptible };
    signals::stop_at_the_first()?;
    let first = if options.plot.is_some() { 1 } else { depth };
    let measured = measure(&comparison, first, depth);
    let title = options.at.title()?;
    if let Some(path) = &options.plot {
        let drawn = chart(title.clone(), &measured).logarithmic_svg();
        files::replace(path, drawn.as_bytes()).with_context(|| format!("{} cannot be written", path.display()))?;
    }
    if options.json {
        let rows: Vec<Value> = measured.iter().map(|it| row(&comparison, it)).collect();
        output::json(
            &json!({ "fen": position.to_string(), "evaluation": evaluation.name(), "depth": depth, "methods": rows }),
        )?;
    } else {
        output::text(format!("{title}\n\n{}", table(&comparison, &measured, depth)))?;
    }
    signals::ended()
}

/// All methods at all depths. A method that was stopped is not tried deeper.
fn measure(comparison: &Comparison<'_>, first: u8, last: u8) -> Vec<Measurement> {
    let bar = progress::bar(0, "{spinner} {elapsed}; Ctrl-C gives what was measured so far");
    let mut measured: Vec<Measurement> = Vec::new();
    for depth in first..=last {
        for &(technique, ..) in Technique::CHOICES {
            let is_over = |it: &Measurement| it.technique == technique && it.value.is_none();
            if !signals::stop_is_wanted() && !measured.iter().any(is_over) {
                measured.push(comparison.measure(technique, depth));
            }
        }
    }
    bar.finish_and_clear();
    measured
}

fn row(comparison: &Comparison<'_>, it: &Measurement) -> Value {
    json!({
        "method": it.technique.name(),
        "depth": it.depth,
        "value": it.value,
        "value_text": it.value.map(|value| comparison.text(value)),
        "nodes": it.nodes,
        "shallow_cutoffs": it.cutoffs.map(|[shallow, _]| shallow),
        "deep_cutoffs": it.cutoffs.map(|[_, deep]| deep),
        "seconds": f64::from(it.micros) / 1e6,
    })
}

/// The methods at one depth, and what each is.
fn table(comparison: &Comparison<'_>, measured: &[Measurement], depth: u8) -> String {
    let mut shown = format!(
        "{:<11} {:>11} {:>12} {:>11} {:>11} {:>9}\n",
        format!("depth {depth}"),
        "value",
        "nodes",
        "shallow",
        "deep",
        "seconds"
    );
    for it in measured.iter().filter(|it| it.depth == depth) {
        let value = it.value.map_or("given up".to_owned(), |value| comparison.text(value));
        let [shallow, deep] =
            it.cutoffs.map_or(["-".to_owned(), "-".to_owned()], |counts| counts.map(|n| n.to_string()));
        let seconds = f64::from(it.micros) / 1e6;
        let name = it.technique.name();
        shown += &format!("{name:<11} {value:>11} {:>12} {shallow:>11} {deep:>11} {seconds:>9.3}\n", it.nodes);
    }
    shown.push('\n');
    for (_, name, about) in Technique::CHOICES {
        shown += &format!("{name:<11} {about}\n");
    }
    shown
}
