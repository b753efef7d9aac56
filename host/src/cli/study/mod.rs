//! The `study` command: many runs, played in any order and in any number of processes, and compared with statistics.
//!
//! ```text
//! file -> plan -> a folder with all settings -> runs -> results, one number a run -> report
//! ```

mod estimate;
mod folder;
mod play;

use std::fs;
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use clap::{ArgMatches, Args, Command, FromArgMatches};
use pipsqueak_lab::evolve::{Algorithm, Problem, Settings};
use pipsqueak_lab::study::{Plan, Report, Results};
use serde_json::json;

use super::evolve::resolve;
use crate::games::Commands;
use crate::run::read_document;
use crate::system::ending::Ending;
use crate::system::output;
use crate::system::threads::{self, Machine};
use play::{Part, is_finished};

/// The `study` command of a game whose players evolve.
pub struct Studies<P>(PhantomData<fn() -> P>);

impl<P> Studies<P> {
    /// The command.
    pub const COMMAND: Studies<P> = Studies(PhantomData);
}

impl<P: Problem> Commands for Studies<P> {
    fn describe(&self, command: Command) -> Command {
        Options::augment_args(command)
    }

    fn run(&self, matches: &ArgMatches) -> Result<()> {
        run::<P>(&Options::from_arg_matches(matches)?)
    }
}

/// The options of `study`.
#[derive(clap::Args)]
pub struct Options {
    /// The study: TOML with title, preset, seeds, [base] settings and [variants.NAME] settings
    file: PathBuf,
    /// List the runs and estimate their cost, without running anything
    #[arg(long, conflicts_with = "part")]
    check: bool,
    /// The folder for the study; studies/NAME if not given. Started again with the same folder, the study resumes
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Run only every N-th run, starting with the K-th: for cluster jobs that share the folder
    #[arg(long, value_name = "K/N", value_parser = parse_part, default_value = "1/1")]
    part: Part,
    /// Report on the variants of an archived study too: its folder, or its results.json
    #[arg(long, value_name = "DIR")]
    compare: Option<PathBuf>,
    /// Threads to use; all cores if not given. The results do not depend on it [1 to 512]
    #[arg(long, value_name = "N", value_parser = threads::parser())]
    threads: Option<usize>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

fn parse_part(text: &str) -> Result<Part, String> {
    let wrong = || "write it as K/N, with K from 1 to N and N to 100000".to_owned();
    let (part, of) = text.split_once('/').ok_or_else(wrong)?;
    let (part, of) = (part.parse().map_err(|_| wrong())?, of.parse().map_err(|_| wrong())?);
    let is_one = (1..=100_000).contains(&of) && (1..=of).contains(&part);
    is_one.then_some(Part { part, of }).ok_or_else(wrong)
}

/// Runs the command.
fn run<P: Problem>(options: &Options) -> Result<()> {
    let machine = match options.part.of {
        1 => Machine::with_processes(options.threads)?,
        // A part is played by one program; it need not know of the others.
        _ => Machine::new(options.threads)?,
    };
    let workers = machine.workers();
    let stem = options.file.file_stem().unwrap_or(options.file.as_os_str()).to_string_lossy();
    let document = read_document(&options.file);
    let plan = document.and_then(|document| Plan::<P>::read(&document, &stem, &resolve::<P>));
    let plan = workers.all_ok(plan)?;
    let archived = workers.all_ok(options.compare.as_deref().map(folder::read_results).transpose())?;
    if options.check {
        return workers.all_ok(check(&plan, options));
    }
    let place = options
        .out
        .clone()
        .unwrap_or_else(|| Path::new("studies").join(options.file.file_stem().unwrap_or(options.file.as_os_str())));
    machine.processes.compare(&plan.text(), &place.display().to_string())?;
    workers.on_root(|| folder::freeze(&plan, &options.file, &place))?;
    let played = workers.all_ok(play::play(&plan, &place, options.part, workers));
    if let Err(error) = &played
        && !Ending::of(error).is_failure()
    {
        output::note("Stopped. Run the same command again to continue.");
    }
    played?;
    workers.on_root(|| tell(&plan, &place, archived, options))
}

/// Reports on the runs, once all of them are finished.
fn tell<P: Problem>(plan: &Plan<P>, place: &Path, archived: Option<Results>, options: &Options) -> Result<()> {
    let n_runs = plan.runs().count();
    let n_finished = plan.runs().filter(|(variant, seed, _)| is_finished(place, variant, *seed)).count();
    if n_finished < n_runs {
        let text = format!("{n_finished} of {n_runs} runs are finished; the report is written after the last one.");
        return match options.json {
            true => output::json(&json!({"finished": n_finished, "runs": n_runs})),
            false => output::line(text),
        };
    }
    let mut results = folder::collect(plan, place)?;
    folder::write_report(&Report::of(&results), place)?;
    let mut place = place.to_owned();
    if let Some(archived) = archived {
        // In a folder of its own: the study's own results stay the same, whatever it is compared with.
        place.push("comparison");
        fs::create_dir_all(&place).with_context(|| format!("{} cannot be made", place.display()))?;
        results = results.beside(archived)?;
        folder::write_report(&Report::of(&results), &place)?;
    }
    let report = Report::of(&results);
    if options.json {
        return output::json(&report.json());
    }
    output::text(report.answers().into_iter().map(|answer| answer + "\n").collect::<String>() + "\n")?;
    output::text(report.pairs_in_short().plain() + "\n" + &report.summary().plain())?;
    output::line(format_args!(
        "\nThe report is in {}: report.md, report.html, report.tex, runs.csv, pairs.csv, report.json.",
        place.display()
    ))
}

/// Lists what a study would do, with its estimated cost.
fn check<P: Problem>(plan: &Plan<P>, options: &Options) -> Result<()> {
    let mut rows = Vec::new();
    for variant in &plan.variants {
        let games = variant.runs.iter().fold(0u64, |all, (_, settings)| all.saturating_add(games(settings)));
        // The runs of a variant differ only in their seeds.
        let Some((_, settings)) = variant.runs.first() else { continue };
        let hours = estimate::seconds(settings)? * variant.runs.len() as f64 / 3600.0;
        rows.push((variant.name.as_str(), variant.runs.len(), games, hours));
    }
    ensure!(!rows.is_empty(), "{}: there is nothing to play", options.file.display());
    let (games, hours) =
        rows.iter().fold((0u64, 0.0), |(games, hours), row| (games.saturating_add(row.2), hours + row.3));
    if options.json {
        let variants = rows.iter().map(
            |(name, n_runs, games, hours)| json!({"name": name, "runs": n_runs, "games": games, "core_hours": hours}),
        );
        return output::json(&json!({
            "title": plan.title, "variants": variants.collect::<Vec<_>>(), "games": games, "core_hours": hours,
        }));
    }
    let width = rows.iter().map(|row| row.0.len()).max().unwrap_or(0);
    let mut text = format!("{}\n\n", plan.title);
    for (name, n_runs, games, hours) in rows {
        let (games, time) = (games as f64 / 1e6, estimate::text(hours));
        text += &format!("{name:width$} {n_runs:>5} runs  {games:>10.2} million games  about {time}\n");
    }
    text += &format!(
        "\nAbout {} of one core in all, estimated from samples of the work timed just now. No run was started.\n",
        estimate::text(hours)
    );
    output::text(text)
}

/// All games of a run.
fn games<P: Problem>(settings: &Settings<P>) -> u64 {
    match settings {
        Settings::WholeTrees(settings) => settings.games().saturating_add(settings.measured_games()),
        Settings::Multigene(settings) => settings.games().saturating_add(settings.measured_games()),
    }
}
