//! `mastermind table`: the guesses that a strategy needs for every code, or for a sample of them.

use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Result, ensure};
use pipsqueak_core::games::mastermind::History;
use pipsqueak_core::random::Seed;
use pipsqueak_lab::games::mastermind::exhaustive::{GuessHistogram, crack_all};
use pipsqueak_lab::games::mastermind::{Codebreaker, Mastermind, Method};
use serde::Serialize;

use super::SizeOptions;
use super::sample::{Sample, csv, histogram};
use crate::run::player;
use crate::system::threads::{self, Machine};
use crate::system::transcript::Transcript;
use crate::system::{output, progress, signals};

/// Exact tables beyond this many codes would take hours.
const MOST_CODES: u32 = 1 << 18;

/// The options of `table`.
#[derive(clap::Args)]
pub struct Options {
    #[command(flatten)]
    size: SizeOptions,
    /// minimax, entropy, parts, expected, champion, or a champion file
    #[arg(long, value_name = "S", default_value = "minimax")]
    strategy: String,
    /// Use this many random secrets instead of all codes, and report the standard error of the mean [1 to 4294967295]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    sample: Option<u32>,
    /// Begin every game of the sample with a random guess, as the report did
    #[arg(long, requires = "sample")]
    random_first: bool,
    /// Write the games of the sample to this file: secret, first guess, number of guesses, seconds
    #[arg(long, value_name = "FILE", requires = "sample")]
    csv: Option<PathBuf>,
    /// The random seed of the sample [0 to 2^64 - 1]
    #[arg(long, default_value_t = 1, value_name = "S")]
    seed: u64,
    /// Threads to use; all cores if not given [1 to 512]
    #[arg(long, value_name = "N", value_parser = threads::parser())]
    threads: Option<usize>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Table {
    pegs: u8,
    colors: u8,
    strategy: String,
    codes: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    sample: Option<u32>,
    total: u64,
    mean: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    standard_error: Option<f64>,
    max: usize,
    missed: u32,
    first_guess: String,
    seconds: f64,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    interrupted: bool,
    #[serde(skip)]
    histogram: GuessHistogram,
}

/// Runs the command.
pub fn run(options: Options) -> Result<()> {
    let size = options.size.size()?;
    let method = player(&Mastermind { size }, &options.strategy)?;
    ensure!(
        options.sample.is_some() || size.n_codes() <= MOST_CODES,
        "{size} has {} codes, too many to crack them all: use --sample N",
        size.n_codes()
    );
    let machine = Machine::new(options.threads)?;
    let workers = machine.workers();
    let bar = progress::bar(
        u64::from(options.sample.unwrap_or(size.n_codes())),
        "{bar:30.green/dim} {percent:>3} %  {human_pos} codes  {eta} left",
    );
    let mut record = options.csv.as_deref().map(Transcript::create).transpose()?;
    signals::stop_at_the_first()?;
    let start = Instant::now();
    let name = method.name().to_owned();
    let (first, histogram) = match (options.sample, &method) {
        // Every code at once: codes with the same answers share the work.
        (None, &Method::Solver(objective)) => {
            let (first, histogram) = crack_all(size, objective, workers, &|n_codes| bar.inc(n_codes));
            (Some(first), histogram)
        }
        (n_secrets, _) => {
            let (seed, random_first) = (Seed(options.seed), options.random_first);
            let first = Codebreaker::new(method.clone(), size).guess(&History::new(size), seed)?;
            let games = Sample { size, method, n_secrets, seed, random_first }.games(workers, &|| bar.inc(1));
            if let Some(record) = &mut record {
                record.add(csv(&games).as_bytes())?;
            }
            ((!random_first).then_some(first), histogram(&games))
        }
    };
    let seconds = start.elapsed().as_secs_f64();
    bar.finish_and_clear();
    let kept = record.map_or(Ok(()), Transcript::keep);
    let table = Table {
        pegs: size.pegs(),
        colors: size.colors(),
        strategy: name,
        codes: size.n_codes(),
        sample: options.sample,
        total: histogram.total(),
        mean: histogram.mean(),
        standard_error: options.sample.map(|_| histogram.standard_error()),
        max: histogram.max(),
        missed: histogram.n_missed(),
        first_guess: first.map_or("random".to_owned(), |first| first.to_string()),
        seconds,
        interrupted: signals::stop_is_wanted(),
        histogram,
    };
    if options.json {
        output::json(&table)?;
    } else {
        output::text(table.text())?;
    }
    kept.and_then(|()| signals::ended())
}

impl Table {
    fn text(&self) -> String {
        let Table { pegs, colors, strategy, codes, total, mean, max, first_guess, seconds, .. } = self;
        let of = match self.sample {
            None => format!("all {codes} codes"),
            Some(n_secrets) => format!("{n_secrets} random secrets of {codes} codes"),
        };
        let of = match self.interrupted {
            true => format!("{} of {of}, interrupted", self.histogram.n_codes()),
            false => of,
        };
        let error = self.standard_error.map_or(String::new(), |error| format!(" +- {error:.3}"));
        let mut text = format!("{pegs} pegs, {colors} colours, {strategy}: {of}, first guess {first_guess}.\n\n");
        text += &format!("total {total}   mean {mean:.4}{error}   most {max}   {seconds:.3} s\n\nguesses");
        let counts = self.histogram.by_guesses.iter().enumerate().skip(1).take(*max);
        counts.clone().for_each(|(n_guesses, _)| text += &format!(" {n_guesses:>7}"));
        text += "\ncodes  ";
        counts.for_each(|(_, n_codes)| text += &format!(" {n_codes:>7}"));
        text.push('\n');
        if self.missed > 0 {
            text += &format!(
                "\n{} codes are not found within 12 guesses and are left out of the figures above.\n",
                self.missed
            );
        }
        text
    }
}
