//! `mastermind optimal`: finds the strategy for four pegs and six colours with the least total of guesses by exact
//! search, checks it against every code, and writes it as a champion for boards.

use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, Result, bail, ensure};
use pipsqueak_core::games::mastermind::strategy::MAX_BYTES;
use pipsqueak_core::games::mastermind::{Code, CodeSize, MAX_GUESSES, Strategy};
use serde::Serialize;

use pipsqueak_lab::games::mastermind::exhaustive::GuessHistogram;
use pipsqueak_lab::games::mastermind::optimal::{OPENINGS, find_optimal};

use crate::system::{files, output, progress};

/// The options of `optimal`.
#[derive(clap::Args)]
pub struct Options {
    /// No code may take more guesses than this [1 to 12]
    #[arg(long, value_name = "N", default_value_t = MAX_GUESSES as u8,
          value_parser = clap::value_parser!(u8).range(1..=MAX_GUESSES as i64))]
    max: u8,
    /// Write the strategy to this file, as a champion
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    pegs: u8,
    colors: u8,
    codes: u64,
    total: u64,
    mean: f64,
    max: usize,
    first_guess: String,
    nodes: usize,
    bytes: usize,
    seconds: f64,
}

/// Runs the command.
pub fn run(options: Options) -> Result<()> {
    let size = CodeSize::CLASSIC;
    let bar = progress::bar(OPENINGS.len() as u64, "{bar:30.green/dim} {pos} of {len} first guesses searched");
    let start = Instant::now();
    let found = find_optimal(options.max, &|| bar.inc(1));
    bar.finish_and_clear();
    let Some(found) = found else { bail!("no strategy finds every code within {} guesses", options.max) };
    let name = format!("optimal-{}", found.total);
    let strategy = Strategy::new(&name, size, &found.nodes).context("the search made no strategy")?;
    let histogram = verify(&strategy)?;
    ensure!(
        histogram.total() == u64::from(found.total),
        "the strategy needs {} guesses, not {}",
        histogram.total(),
        found.total
    );
    let mut buffer = [0; MAX_BYTES];
    let bytes = strategy.encode(&mut buffer).context("the strategy is too large for a board")?;
    if let Some(path) = &options.out {
        files::replace(path, bytes).with_context(|| format!("{} cannot be written", path.display()))?;
    }
    let report = Report {
        pegs: size.pegs(),
        colors: size.colors(),
        codes: histogram.n_codes(),
        total: histogram.total(),
        mean: histogram.mean(),
        max: histogram.max(),
        first_guess: found.first.to_string(),
        nodes: n_nodes(&found.nodes),
        bytes: bytes.len(),
        seconds: start.elapsed().as_secs_f64(),
    };
    if options.json { output::json(&report) } else { output::text(report.text(&options)) }
}

impl Report {
    fn text(&self, options: &Options) -> String {
        let Report { codes, total, mean, max, first_guess, nodes, bytes, seconds, .. } = self;
        let limit = if usize::from(options.max) < MAX_GUESSES {
            format!(" of those with at most {} guesses a code", options.max)
        } else {
            String::new()
        };
        let place = match &options.out {
            Some(path) => format!("written to {}", path.display()),
            None => "not written (--out FILE writes it)".to_owned(),
        };
        format!(
            "The best strategy{limit} begins with {first_guess} and needs {total} guesses in all: {mean:.4} a code, {max} at most.\n\
             Checked against all {codes} codes; no first guess does better.\n\
             {nodes} nodes, {bytes} bytes as a champion, {place}. {seconds:.1} s\n"
        )
    }
}

/// Checks that the strategy finds every code.
fn verify(strategy: &Strategy) -> Result<GuessHistogram> {
    let mut histogram = GuessHistogram::default();
    for secret in Code::all(strategy.size()) {
        let n_guesses = strategy.n_guesses(secret).with_context(|| format!("the strategy does not find {secret}"))?;
        histogram.add(n_guesses, 1);
    }
    Ok(histogram)
}

/// A word with the highest bit set is followed by a word that is no node.
fn n_nodes(nodes: &[u8]) -> usize {
    let mut words = nodes.chunks_exact(2);
    let mut n_nodes = 0;
    while let Some(word) = words.next() {
        n_nodes += 1;
        if word[1] & 0x80 != 0 {
            words.next();
        }
    }
    n_nodes
}
