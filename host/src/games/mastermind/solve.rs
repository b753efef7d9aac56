//! `mastermind solve`: cracks one code step by step. The secret is random, named, or known only to a person.

use std::io::{self, BufRead, IsTerminal, Write};
use std::time::Instant;

use anyhow::{Context, Result, bail, ensure};
use clap::builder::RangedU64ValueParser;
use pipsqueak_core::games::mastermind::{Code, CodeSize, Feedback, History, MAX_GUESSES, count};
use pipsqueak_core::random::Seed;
use pipsqueak_lab::games::mastermind::{Codebreaker, Mastermind, contradiction};
use serde::Serialize;

use super::SizeOptions;
use crate::run::player;
use crate::system::output::{self, Output};
use crate::terminal::random_seed;

/// Beyond this many, the codes left are not counted.
const MOST_COUNTED: u32 = 5_000_000;

/// The options of `solve`.
#[derive(clap::Args)]
pub struct Options {
    #[command(flatten)]
    size: SizeOptions,
    /// The code to crack; without a terminal, a random one if none is given
    #[arg(long, value_name = "CODE", conflicts_with = "interactive")]
    secret: Option<String>,
    /// Keep the code to yourself and answer the guesses; the default at a terminal without --secret, --seed and --json
    #[arg(long, conflicts_with = "json")]
    interactive: bool,
    /// minimax, entropy, parts, expected, or a Mastermind champion's file
    #[arg(long, value_name = "S", default_value = "expected")]
    strategy: String,
    /// The most guesses [1 to 12]
    #[arg(long, value_name = "N", default_value_t = MAX_GUESSES,
          value_parser = RangedU64ValueParser::<usize>::new().range(1..=MAX_GUESSES as u64))]
    limit: usize,
    /// The random seed of the secret, and of the samples of large sizes; a random one is chosen and shown if not given [0 to 2^64 - 1]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    pegs: u8,
    colors: u8,
    strategy: String,
    seed: u64,
    secret: String,
    guesses: Vec<Line>,
    found: bool,
    seconds: f64,
}

#[derive(Serialize)]
struct Line {
    guess: String,
    blacks: u8,
    whites: u8,
    /// The number of codes that still fit; absent if they are too many to count.
    left: Option<u32>,
}

/// Runs the command.
pub fn run(options: Options) -> Result<()> {
    let size = options.size.size()?;
    let is_given = options.secret.is_some() || options.seed.is_some() || options.json;
    let method = player(&Mastermind { size }, &options.strategy)?;
    let seed = Seed(options.seed.unwrap_or_else(random_seed));
    let secret = match &options.secret {
        Some(text) => Code::parse(text, size).with_context(|| format!("{text:?} cannot be the secret"))?,
        None => Code::random(&mut seed.derive(0).rng(), size),
    };
    if !options.json {
        let judged = if Codebreaker::is_exact(size) { "exact" } else { "on samples" };
        let (n_codes, name, seed) = (size.n_codes(), method.name(), seed.0);
        output::line(format_args!("{size}: {n_codes} codes; {name}, {judged}, from seed {seed}."))?;
    }
    let mut cracking = Cracking {
        name: method.name().to_owned(),
        codebreaker: Codebreaker::new(method, size),
        seed,
        limit: options.limit,
    };
    if options.interactive || !is_given && io::stdin().is_terminal() && io::stdout().is_terminal() {
        return cracking.with_person(size, &mut io::stdin().lock(), &mut Output);
    }
    cracking.secret(size, secret, options.json)
}

struct Cracking {
    name: String,
    codebreaker: Codebreaker,
    seed: Seed,
    limit: usize,
}

impl Cracking {
    /// Cracks a secret that this process knows and the codebreaker does not.
    fn secret(&mut self, size: CodeSize, secret: Code, json: bool) -> Result<()> {
        let start = Instant::now();
        let mut history = History::new(size);
        let mut lines = Vec::new();
        while history.len() < self.limit && !history.is_cracked() {
            let guess = self.codebreaker.guess(&history, self.seed.derive(1))?;
            let feedback = Feedback::between(guess, secret);
            history.push(guess, feedback)?;
            let left = n_left(&history);
            let (blacks, whites) = feedback.into();
            lines.push(Line { guess: guess.to_string(), blacks, whites, left });
            if !json {
                let left = words_for_left(&history, left);
                output::line(format_args!("{:>2}  {guess}   {feedback}{left}", history.len()))?;
            }
        }
        let found = history.is_cracked();
        if json {
            let (pegs, colors) = size.into();
            let (strategy, secret) = (self.name.clone(), secret.to_string());
            let seconds = start.elapsed().as_secs_f64();
            let report = Report { pegs, colors, strategy, seed: self.seed.0, secret, guesses: lines, found, seconds };
            output::json(&report)?;
        } else if found {
            output::line(format_args!("{secret} found in {}.", guesses(history.len())))?;
        }
        ensure!(found, "{secret} was not found within {}", guesses(self.limit));
        Ok(())
    }

    /// Cracks a secret that only the person knows.
    fn with_person(&mut self, size: CodeSize, input: &mut impl BufRead, output: &mut impl Write) -> Result<()> {
        writeln!(output, "Think of a code of {} pegs with colours {}.", size.pegs(), colours(size))?;
        writeln!(
            output,
            "Answer each guess with two numbers, as in \"1 2\" or 1b2w: blacks (right place), then whites."
        )?;
        writeln!(output, "u takes the last answer back, q quits.")?;
        let mut history = History::new(size);
        let mut clash = None;
        while history.len() < self.limit {
            let guess = self.codebreaker.guess(&history, self.seed.derive(1))?;
            write!(output, "Guess {}: {guess} ? ", history.len() + 1)?;
            output.flush()?;
            let mut line = Vec::new();
            if input.read_until(b'\n', &mut line)? == 0 {
                writeln!(output)?;
                bail!(clash.unwrap_or_else(|| "the input ended before the code was found".to_owned()));
            }
            match understand(&String::from_utf8_lossy(&line), size) {
                Ok(Answer::Quit) => return Ok(()),
                Ok(Answer::Undo) => history = history.only(|place| place + 1 < history.len()),
                Ok(Answer::Feedback(feedback)) => {
                    history.push(guess, feedback)?;
                    if history.is_cracked() {
                        writeln!(output, "{guess} found in {}.", guesses(history.len()))?;
                        return Ok(());
                    }
                    clash = contradiction(&history);
                    match &clash {
                        Some(why) => {
                            writeln!(output, "That is impossible: {why}.")?;
                            writeln!(output, "Answer again, or type u to take earlier answers back.")?;
                            history = history.only(|place| place + 1 < history.len());
                        }
                        None => writeln!(output, "{}", words_for_left(&history, n_left(&history)).trim_start())?,
                    }
                }
                Err(why) => writeln!(output, "{why}")?,
            }
        }
        bail!("the code was not found within {}", guesses(self.limit))
    }
}

/// A person's input.
enum Answer {
    Feedback(Feedback),
    Undo,
    Quit,
}

/// Parses the input, or returns what is wrong with it.
fn understand(text: &str, size: CodeSize) -> Result<Answer, String> {
    let text = text.trim();
    match text {
        "q" | "quit" => return Ok(Answer::Quit),
        "u" | "undo" => return Ok(Answer::Undo),
        _ => {}
    }
    let numbers: Vec<u8> = text.split(|letter: char| !letter.is_ascii_digit()).flat_map(str::parse::<u8>).collect();
    let words: String = text.chars().filter(|letter| !letter.is_ascii_digit() && !" ,".contains(*letter)).collect();
    let checked = |blacks, whites| {
        Feedback::checked(blacks, whites, size).map(Answer::Feedback).map_err(|error| format!("No: {error}."))
    };
    match (numbers.as_slice(), words.to_lowercase().as_str()) {
        (&[blacks, whites], "" | "bw") | (&[whites, blacks], "wb") => checked(blacks, whites),
        (&[blacks], "b") => checked(blacks, 0),
        (&[whites], "w") => checked(0, whites),
        _ => Err("Type two numbers, blacks and whites, as in \"1 2\" or 1b2w; or u, or q.".to_owned()),
    }
}

fn n_left(history: &History) -> Option<u32> {
    Some(count(history, MOST_COUNTED)).filter(|&n_left| n_left < MOST_COUNTED)
}

fn words_for_left(history: &History, left: Option<u32>) -> String {
    match left {
        _ if history.is_cracked() => String::new(),
        None => "   millions of codes left".to_owned(),
        Some(1) => "   1 code left".to_owned(),
        Some(n_left) => format!("   {n_left} codes left"),
    }
}

fn guesses(n_guesses: usize) -> String {
    if n_guesses == 1 { "1 guess".to_owned() } else { format!("{n_guesses} guesses") }
}

/// The colours as they are written.
fn colours(size: CodeSize) -> String {
    Code::new(&[size.colors()]).map_or(String::new(), |last| format!("1 to {last}"))
}
