//! The `evolve` command: from chance to a champion, generation by generation.

mod breeding;
mod fitness;
mod folder;
mod generations;
mod report;
mod run;
mod settings;
mod sum;

use std::io::{Write, stderr};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result, ensure};
use clap::builder::RangedU64ValueParser;
use pipsqueak_core::chance::Seed;

use crate::system::threads;
use folder::Folder;
use run::Method;
use settings::{POPULATION, Terminals};
pub use settings::{Preset, Settings};

/// What `evolve` is asked for.
#[derive(clap::Args)]
pub struct Options {
    /// The settings to begin with
    #[arg(long, value_enum, default_value_t = Preset::Quick, conflicts_with = "resume")]
    preset: Preset,
    /// Generations to play, instead of the preset's; with --resume, the new end of the run
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    generations: Option<u32>,
    /// Trees in a generation, instead of the preset's
    #[arg(long, value_name = "N", conflicts_with = "resume", value_parser = population_parser())]
    population: Option<usize>,
    /// What trees may see, with --preset best
    #[arg(long, value_enum, conflicts_with = "resume")]
    terminals: Option<Terminals>,
    /// Where all chance comes from
    #[arg(long, value_name = "S", default_value_t = 1, conflicts_with = "resume")]
    seed: u64,
    /// Threads to use; all cores if not given. The result does not depend on it
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// The folder for the run; the next free runs/NNN if not given
    #[arg(long, value_name = "DIR", conflicts_with = "resume")]
    out: Option<PathBuf>,
    /// Go on with the run in this folder
    #[arg(long, value_name = "DIR")]
    resume: Option<PathBuf>,
}

fn population_parser() -> RangedU64ValueParser<usize> {
    let (least, greatest) = POPULATION.into_inner();
    RangedU64ValueParser::new().range(least as u64..=greatest as u64)
}

/// Runs the command.
pub fn run(options: Options) -> Result<()> {
    threads::use_at_most(options.threads)?;
    match options.resume {
        Some(path) => {
            let folder = Folder::open(path)?;
            let Named { preset } = folder.read_settings()?;
            let stop = stop_on_interrupt()?;
            match preset {
                Preset::Best => run::resume::<sum::Settings>(&folder, options.generations, &stop),
                _ => run::resume::<Settings>(&folder, options.generations, &stop),
            }
        }
        None if options.preset == Preset::Best => begin(&options, best(&options)),
        None => begin(&options, generations(&options)?),
    }
}

/// What tells one kind of `run.toml` from the other.
#[derive(serde::Deserialize)]
struct Named {
    preset: Preset,
}

fn begin<M: Method>(options: &Options, method: M) -> Result<()> {
    method.check()?;
    let folder = Folder::create(options.out.clone(), &method)?;
    run::begin(&folder, method, &*stop_on_interrupt()?)
}

fn best(options: &Options) -> sum::Settings {
    let mut settings = sum::Settings::best(Seed(options.seed), options.terminals.unwrap_or(Terminals::All));
    settings.generations = options.generations.unwrap_or(settings.generations);
    settings.population = options.population.unwrap_or(settings.population);
    settings
}

fn generations(options: &Options) -> Result<Settings> {
    ensure!(options.terminals.is_none(), "--terminals goes with --preset best; the other presets have their own");
    let mut settings = Settings::preset(options.preset, Seed(options.seed));
    settings.generations = options.generations.unwrap_or(settings.generations);
    if let Some(population) = options.population {
        settings.population = population;
        settings.finalists = settings.finalists.min(population);
        settings.elite = settings.elite.min(population.saturating_sub(1));
    }
    Ok(settings)
}

/// Becomes true at the first Ctrl-C; at the second the program ends at once, its checkpoint being whole anyway.
fn stop_on_interrupt() -> Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::SeqCst) {
            std::process::exit(130);
        }
        // Nobody may be reading any more; a panic here would make the program deaf to the second Ctrl-C.
        let _ = writeln!(stderr(), "\nStopping soon; press Ctrl-C again to stop at once.");
    })
    .context("Ctrl-C cannot be caught")?;
    Ok(stop)
}
