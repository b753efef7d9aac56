//! `mastermind optimal`: the strategy for four pegs and six colours with the fewest guesses in all, found by exact search,
//! checked against every code, and written as a champion that a board can carry.

use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, Result, bail, ensure};
use pipsqueak_core::games::mastermind::strategy::{MAX_BYTES, words_of};
use pipsqueak_core::games::mastermind::{Code, CodeSize, MAX_GUESSES, Strategy};
use serde::Serialize;

use super::exhaustive::GuessHistogram;
use super::search::{Answers, Search};
use crate::system::{files, output, progress};

/// One of each kind of first guess; the most promising first, so that it sets a limit to the others.
const OPENINGS: [&str; 5] = ["1123", "1234", "1122", "1112", "1111"];
/// What "most parts" needs, which every opening that matters stays below.
const KNOWN_TOTAL: u32 = 5668;

/// What `optimal` is asked for.
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

/// A strategy that was found.
#[derive(Debug)]
pub struct OptimalStrategy {
    /// Guesses for all codes together.
    pub total: u32,
    /// The first guess.
    pub first: Code,
    /// The tree's nodes, as the core's strategies have them.
    pub nodes: Vec<u8>,
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

/// The best strategy for the classic size in which no code takes more than this many guesses. `done` hears of every first
/// guess that is searched.
pub fn find_optimal(max: u8, done: &dyn Fn()) -> Option<OptimalStrategy> {
    let size = CodeSize::CLASSIC;
    let answers = Answers::new(size);
    let codes: Vec<u16> = (0..size.n_codes() as u16).collect();
    let mut best: Option<OptimalStrategy> = None;
    for text in OPENINGS {
        let first: Code = text.parse().ok()?;
        let guess = first.place(size) as u16;
        let limit = best.as_ref().map_or(KNOWN_TOTAL, |best| best.total - 1);
        let mut search = Search::new(&answers);
        let total = search.cost_of_guess(codes.len() as u32, answers.split(guess, &codes), max, limit);
        if let Some(total) = total {
            let mut nodes = Vec::new();
            write_node(&mut search, &answers, guess, &codes, max, &mut nodes)?;
            best = Some(OptimalStrategy { total, first, nodes });
        }
        done();
    }
    best
}

/// Writes a node and what is below it.
fn write_node(
    search: &mut Search,
    answers: &Answers,
    guess: u16,
    codes: &[u16],
    n_left: u8,
    nodes: &mut Vec<u8>,
) -> Option<()> {
    let parts = answers.split(guess, codes);
    let leads_on = |number: usize| number != usize::from(answers.all_black) && !parts[number].is_empty();
    let children = (0..parts.len()).filter(|&number| leads_on(number)).fold(0u16, |bits, number| bits | 1 << number);
    let guess = Code::at(u32::from(guess), CodeSize::CLASSIC);
    words_of(guess, CodeSize::CLASSIC, children).for_each(|word| nodes.extend(word.to_le_bytes()));
    for part in (0..parts.len()).filter(|&number| leads_on(number)).map(|number| &parts[number]) {
        let next = search.guess(part, n_left - 1)?;
        write_node(search, answers, next, part, n_left - 1, nodes)?;
    }
    Some(())
}

/// Lets the strategy find every code.
fn verify(strategy: &Strategy) -> Result<GuessHistogram> {
    let mut histogram = GuessHistogram::default();
    for secret in Code::all(strategy.size()) {
        let n_guesses = strategy.n_guesses(secret).with_context(|| format!("the strategy does not find {secret}"))?;
        histogram.add(n_guesses, 1);
    }
    Ok(histogram)
}

/// Words with the highest bit set have another word behind them that is no node.
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
