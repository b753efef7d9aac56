//! `mastermind table`: the guesses that a strategy needs for every code, or for a sample of them.

use std::time::Instant;

use anyhow::{Result, ensure};
use pipsqueak_core::games::mastermind::{Code, CodeSize, Feedback, History, Objective, opening};
use pipsqueak_core::random::Seed;
use pipsqueak_lab::games::mastermind::exhaustive::{GuessHistogram, crack_all};
use pipsqueak_lab::games::mastermind::{Codebreaker, Method};
use pipsqueak_lab::workers::Workers;
use serde::Serialize;

use super::SizeOptions;
use crate::system::threads::{self, Machine};
use crate::system::{output, progress, signals};

/// Exact tables beyond this many codes would take hours.
const MOST_CODES: u32 = 1 << 18;

/// The options of `table`.
#[derive(clap::Args)]
pub struct Options {
    #[command(flatten)]
    size: SizeOptions,
    /// minimax, entropy, parts or expected
    #[arg(long, value_name = "S", default_value = "minimax")]
    strategy: String,
    /// Use this many random secrets instead of all codes, and report the standard error of the mean [1 to 4294967295]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    sample: Option<u32>,
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
    strategy: Objective,
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
    let objective: Objective = options.strategy.parse()?;
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
    signals::stop_at_the_first()?;
    let start = Instant::now();
    let (first, histogram) = match options.sample {
        None => crack_all(size, objective, workers, &|n_codes| bar.inc(n_codes)),
        Some(n_secrets) => {
            let histogram = crack_some(size, objective, n_secrets, Seed(options.seed), workers, &|| bar.inc(1));
            (opening(size, objective), histogram)
        }
    };
    let seconds = start.elapsed().as_secs_f64();
    bar.finish_and_clear();
    let table = Table {
        pegs: size.pegs(),
        colors: size.colors(),
        strategy: objective,
        codes: size.n_codes(),
        sample: options.sample,
        total: histogram.total(),
        mean: histogram.mean(),
        standard_error: options.sample.map(|_| histogram.standard_error()),
        max: histogram.max(),
        missed: histogram.n_missed(),
        first_guess: first.to_string(),
        seconds,
        interrupted: signals::stop_is_wanted(),
        histogram,
    };
    if options.json {
        output::json(&table)?;
    } else {
        output::text(table.text())?;
    }
    signals::ended()
}

/// Cracks random secrets, each from scratch. They depend only on the seed and their number.
fn crack_some(
    size: CodeSize,
    objective: Objective,
    n_secrets: u32,
    seed: Seed,
    workers: Workers<'_>,
    done: &(impl Fn() + Sync),
) -> GuessHistogram {
    let codebreaker = Codebreaker::new(Method::Solver(objective), size);
    let secrets = (0..n_secrets).take_while(|_| !workers.must_stop());
    let games = workers.map_with(
        secrets,
        || codebreaker.clone(),
        |codebreaker, game| {
            let seed = seed.derive(u64::from(game));
            let secret = Code::random(&mut seed.derive(0).rng(), size);
            let n_guesses = crack_one(codebreaker, size, secret, seed.derive(1));
            done();
            GuessHistogram::of(n_guesses)
        },
    );
    games.into_iter().fold(GuessHistogram::default(), GuessHistogram::merged)
}

/// The number of guesses for a secret, if it is found at all.
fn crack_one(codebreaker: &mut Codebreaker, size: CodeSize, secret: Code, chance: Seed) -> Option<usize> {
    let mut history = History::new(size);
    while !history.is_cracked() {
        let guess = codebreaker.guess(&history, chance).ok()?;
        history.push(guess, Feedback::between(guess, secret)).ok()?;
    }
    Some(history.len())
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
