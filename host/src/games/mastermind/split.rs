//! `mastermind split`: how a guess would divide the codes that are left, which is what every strategy judges it by.

use std::ops::ControlFlow;

use anyhow::{Context, Result, bail};
use clap::error::ErrorKind;
use pipsqueak_core::games::mastermind::{Code, CodeSize, ConsistentCodes, Feedback, History};
use pipsqueak_lab::games::mastermind::contradiction;
use serde::Serialize;

use super::SizeOptions;
use crate::system::output;

/// More codes than this are not divided: it would take minutes.
const MOST_CODES: u64 = 20_000_000;
/// More guesses do not fit beside each other.
const MOST_GUESSES: usize = 12;

/// The options of `split`.
#[derive(clap::Args)]
pub struct Options {
    #[command(flatten)]
    size: SizeOptions,
    /// The guesses to compare [1 to 12 of them]
    #[arg(value_name = "GUESS", required = true)]
    guesses: Vec<String>,
    /// A guess that was answered, with its blacks and whites, as in 1122:1,0; once for each
    #[arg(long, value_name = "GUESS:ANSWER")]
    after: Vec<String>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    pegs: u8,
    colors: u8,
    /// Codes that fit all answers.
    codes: u64,
    guesses: Vec<Division>,
}

#[derive(Serialize)]
struct Division {
    guess: String,
    /// Whether it may be the secret itself.
    consistent: bool,
    answers: Vec<Part>,
    /// What each strategy looks at: the largest part, the number of parts, the expected size and the bits of information.
    largest: u64,
    parts: usize,
    expected: f64,
    entropy: f64,
}

#[derive(Serialize)]
struct Part {
    blacks: u8,
    whites: u8,
    codes: u64,
}

/// Runs the command.
pub fn run(options: &Options) -> Result<()> {
    let size = options.size.size()?;
    let usage = |error: anyhow::Error| clap::Error::raw(ErrorKind::ValueValidation, format!("{error:#}\n"));
    let guesses = guesses(&options.guesses, size).map_err(usage)?;
    let history = history(&options.after, size).map_err(usage)?;
    if let Some(why) = contradiction(&history) {
        bail!("no code gives these answers: {why}");
    }
    let counts = counts(&history, &guesses)?;
    let divisions = guesses.iter().zip(&counts).map(|(guess, counts)| Division::of(*guess, &history, counts));
    let (pegs, colors) = size.into();
    let codes = counts.first().map_or(0, |counts| counts.iter().sum());
    let report = Report { pegs, colors, codes, guesses: divisions.collect() };
    if options.json { output::json(&report) } else { output::text(report.text()) }
}

fn guesses(texts: &[String], size: CodeSize) -> Result<Vec<Code>> {
    if texts.len() > MOST_GUESSES {
        bail!("compare at most {MOST_GUESSES} guesses at once");
    }
    texts.iter().map(|text| code(text, size)).collect()
}

fn code(text: &str, size: CodeSize) -> Result<Code> {
    Code::parse(text, size).with_context(|| format!("{text:?} is no code of {size}"))
}

fn history(texts: &[String], size: CodeSize) -> Result<History> {
    let mut history = History::new(size);
    for text in texts {
        let parts = text.split_once(':').and_then(|(guess, answer)| Some((guess, answer.split_once(',')?)));
        let numbers =
            parts.and_then(|(guess, (blacks, whites))| Some((guess, blacks.parse().ok()?, whites.parse().ok()?)));
        let (guess, blacks, whites) = numbers.with_context(|| format!("{text:?} is not written as in 1122:1,0"))?;
        let feedback = Feedback::checked(blacks, whites, size).with_context(|| format!("the answer in {text:?}"))?;
        history.push(code(guess, size)?, feedback).with_context(|| format!("{text:?} cannot follow"))?;
    }
    Ok(history)
}

/// For each guess, the number of codes left by each answer.
fn counts(history: &History, guesses: &[Code]) -> Result<Vec<[u64; Feedback::N_INDICES]>> {
    let mut counts = vec![[0; Feedback::N_INDICES]; guesses.len()];
    let mut n_codes = 0;
    let walk = ConsistentCodes::new(history).each(|secret| {
        for (guess, counts) in guesses.iter().zip(&mut counts) {
            counts[Feedback::between(*guess, secret).index()] += 1;
        }
        n_codes += 1;
        if n_codes <= MOST_CODES { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    match walk {
        ControlFlow::Continue(()) => Ok(counts),
        ControlFlow::Break(()) => bail!("more than {MOST_CODES} codes are left: add answers with --after"),
    }
}

/// Answers in the report's order: many pegs that score first, and of these many blacks first.
fn answers(size: CodeSize) -> Vec<Feedback> {
    let pairs = (0..=size.pegs()).flat_map(|blacks| (0..=size.pegs()).map(move |whites| (blacks, whites)));
    let mut answers: Vec<Feedback> =
        pairs.filter_map(|(blacks, whites)| Feedback::checked(blacks, whites, size).ok()).collect();
    answers.sort_by_key(|answer| std::cmp::Reverse((answer.blacks() + answer.whites(), answer.blacks())));
    answers
}

impl Division {
    fn of(guess: Code, history: &History, counts: &[u64; Feedback::N_INDICES]) -> Division {
        let n_codes = counts.iter().sum::<u64>() as f64;
        let share = |codes: u64| codes as f64 / n_codes;
        let parts = || counts.iter().copied().filter(|&codes| codes > 0);
        let part = |answer: Feedback| {
            let (blacks, whites) = answer.into();
            Part { blacks, whites, codes: counts[answer.index()] }
        };
        Division {
            guess: guess.to_string(),
            consistent: history.admits(guess),
            answers: answers(history.size()).into_iter().map(part).collect(),
            largest: parts().max().unwrap_or(0),
            parts: parts().count(),
            expected: parts().map(|codes| codes as f64 * share(codes)).sum(),
            entropy: -parts().map(|codes| share(codes) * share(codes).log2()).sum::<f64>(),
        }
    }
}

impl Report {
    fn text(&self) -> String {
        let Report { pegs, colors, codes, guesses } = self;
        let mut text =
            format!("{pegs} pegs, {colors} colours: {codes} codes left. Codes by their answer to a guess:\n\n");
        let mut row = |name: &str, cell: &dyn Fn(&Division) -> String| {
            text += &format!("{name:<22}");
            guesses.iter().for_each(|division| text += &format!(" {:>10}", cell(division)));
            text.push('\n');
        };
        row("black white", &|division| division.guess.clone());
        let answers = guesses.first().map_or(&[][..], |first| &first.answers);
        for (place, Part { blacks, whites, .. }) in answers.iter().enumerate() {
            row(&format!("{blacks:>5} {whites:>5}"), &|division| division.answers[place].codes.to_string());
        }
        row("largest part", &|division| division.largest.to_string());
        row("parts", &|division| division.parts.to_string());
        row("expected size", &|division| format!("{:.3}", division.expected));
        row("entropy in bits", &|division| format!("{:.3}", division.entropy));
        row("may be the secret", &|division| if division.consistent { "yes" } else { "no" }.to_owned());
        text
    }
}
