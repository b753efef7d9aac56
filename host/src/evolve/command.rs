//! The `evolve` command: hands the engine what it must not touch itself (folder, clock, progress bar, Ctrl-C) and tells
//! what came of it.

use std::path::PathBuf;
use std::sync::OnceLock;
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use clap::ValueEnum;
use clap::builder::RangedU64ValueParser;
use indicatif::ProgressBar;
use pipsqueak_core::random::Seed;

use super::engine::{self, Environment, Event};
use super::folder::{CHAMPION, Folder};
use super::limits::POPULATION;
use super::log::Row;
use super::method::{Method, State};
use super::problem::{Choice, Problem, Settings};
use super::{multigene, report, whole_trees};
use crate::system::signals::{self, Interrupted};
use crate::system::{output, progress, threads};

/// What `evolve` is asked for.
#[derive(clap::Args)]
pub struct Options<P: Problem> {
    /// The settings to begin with
    #[arg(long, value_enum, default_value_t = P::Preset::default(), conflicts_with = "resume")]
    preset: P::Preset,
    /// Number of generations (of genes for multigene presets), overriding the preset; with --resume, the new total
    /// [1 to 4294967295]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    generations: Option<u32>,
    /// Trees in a generation, instead of the preset's [2 to 100000]
    #[arg(long, value_name = "N", conflicts_with = "resume", value_parser = population_parser())]
    population: Option<usize>,
    /// The terminal set for new trees, if the preset does not fix it
    #[arg(long, value_enum, conflicts_with = "resume")]
    terminals: Option<P::Terminals>,
    /// The random seed: the same seed gives the same champion, byte for byte [0 to 2^64 - 1]
    #[arg(long, value_name = "S", default_value_t = 1, conflicts_with = "resume")]
    seed: u64,
    /// Threads to use; all cores if not given. The result does not depend on it [1 to 512]
    #[arg(long, value_name = "N", value_parser = threads::parser())]
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
pub fn run<P: Problem>(options: Options<P>) -> Result<()> {
    threads::use_at_most(options.threads)?;
    let Some(path) = &options.resume else {
        return match P::settings(options.preset, Seed(options.seed)) {
            Settings::WholeTrees(settings) => {
                ensure!(options.terminals.is_none(), "{}", terminals_are_for::<P>());
                begin(&options, settings)
            }
            Settings::Multigene(settings) => {
                let terminals = options.terminals.unwrap_or(settings.terminals);
                begin(&options, multigene::Settings { terminals, ..settings })
            }
        };
    };
    let folder = Folder::open(path.clone())?;
    let Named { preset } = folder.read_settings::<Named<P>>()?;
    match P::settings(preset, Seed::default()) {
        Settings::WholeTrees(_) => resume::<whole_trees::Settings<P>>(&folder, options.generations),
        Settings::Multigene(_) => resume::<multigene::Settings<P>>(&folder, options.generations),
    }
}

/// What tells one kind of `run.toml` from the other.
#[derive(serde::Deserialize)]
#[serde(bound = "")]
struct Named<P: Problem> {
    preset: P::Preset,
}

fn terminals_are_for<P: Problem>() -> String {
    let is_multigene = |preset: &P::Preset| matches!(P::settings(*preset, Seed::default()), Settings::Multigene(_));
    let presets = P::Preset::value_variants().iter().copied().filter(is_multigene).map(Choice::name);
    let presets = presets.collect::<Vec<_>>().join(" or ");
    format!("--terminals goes with --preset {presets}; the other presets have their own")
}

/// Begins a run in a new folder and plays it.
fn begin<M: Method>(options: &Options<M::Problem>, mut method: M) -> Result<()> {
    if let Some(generations) = options.generations {
        method.set_generations(generations);
    }
    if let Some(population) = options.population {
        method.set_population(population);
    }
    method.check()?;
    let folder = Folder::create(options.out.clone(), &method)?;
    play(&folder, &method, State::default())
}

/// Goes on with the run in a folder, perhaps to another number of generations.
fn resume<M: Method>(folder: &Folder, generations: Option<u32>) -> Result<()> {
    let mut method: M = folder.read_settings()?;
    method.check().with_context(|| format!("{} cannot be run", folder.file("run.toml").display()))?;
    let (state, notice) = folder.load::<M::Material>()?;
    if let Some(notice) = notice {
        output::note(format_args!("pipsqueak: {notice}"));
    }
    // A power cut between the checkpoint and the log leaves the log a row behind.
    write_log::<M>(folder, &state.log)?;
    if let Some(generations) = generations {
        let (step, end) = (M::QUANTITIES.step, method.common().generations);
        ensure!(
            generations > state.generations || generations == end,
            "the run already has {} {step}s; --generations must be larger",
            state.generations
        );
        ensure!(
            generations == end || state.generations < end,
            "the run is finished and cannot be extended: the population after its last {step} was not kept"
        );
        method.set_generations(generations);
        method.check()?;
        folder.write_settings(&method)?;
    }
    play(folder, &method, state)
}

fn play<M: Method>(folder: &Folder, method: &M, state: State<M::Material>) -> Result<()> {
    signals::stop_at_the_first()?;
    let session = Session::new(folder, method, state.generations);
    let Some(champion) = engine::run(method, state, &session)? else {
        output::note(format_args!(
            "Stopped. Go on with: {} evolve --resume {}",
            report::program(),
            folder.path().display()
        ));
        return Err(Interrupted.into());
    };
    output::text(report::text(&method.common(), &M::QUANTITIES, &champion, folder, CHAMPION))
}

/// What an engine finds around it when a person started it.
struct Session<'a, M: Method> {
    folder: &'a Folder,
    method: &'a M,
    clock: Instant,
    /// Generations that were finished before.
    earlier: u32,
    bar: ProgressBar,
    /// The bar of the games at the end.
    games: OnceLock<ProgressBar>,
}

impl<'a, M: Method> Session<'a, M> {
    fn new(folder: &'a Folder, method: &'a M, earlier: u32) -> Session<'a, M> {
        let generations = method.common().generations;
        let bar = progress::bar(generations.into(), "{spinner} {bar:12.green/dim} {wide_msg}");
        bar.set_position(earlier.into());
        bar.set_message(format!("{} {}/{generations}", M::QUANTITIES.step, earlier + 1));
        Session { folder, method, clock: Instant::now(), earlier, bar, games: OnceLock::new() }
    }

    /// Says how far the run is and how long it will take.
    fn tell(&self, row: &Row) {
        let (generations, step) = (self.method.common().generations, M::QUANTITIES.step);
        let rate = f64::from(row.generation - self.earlier) / self.seconds().max(1e-9);
        let left = (f64::from(generations - row.generation) / rate.max(1e-9)).round() as u64;
        let message = self.method.message(row, rate);
        self.bar.set_position(row.generation.into());
        self.bar.set_message(format!(
            "{step} {}/{generations}  {}:{:02} left  {message}",
            row.generation,
            left / 60,
            left % 60
        ));
    }

    fn draw(&self, log: &[Row]) -> Result<()> {
        let charts = M::QUANTITIES.charts::<M::Problem>(log);
        let mut drawings = M::QUANTITIES.plots().into_iter().zip(charts);
        drawings.try_for_each(|(name, chart)| self.folder.replace(&name, chart.svg().as_bytes()))
    }
}

impl<M: Method> Environment<M> for Session<'_, M> {
    fn must_stop(&self) -> bool {
        signals::stop_is_wanted()
    }

    fn seconds(&self) -> f64 {
        self.clock.elapsed().as_secs_f64()
    }

    fn hear(&self, event: Event<'_, M>) -> Result<()> {
        match event {
            Event::Generation { state, .. } => {
                self.folder.save(state)?;
                write_log::<M>(self.folder, &state.log)?;
                state.log.last().into_iter().for_each(|row| self.tell(row));
            }
            Event::Stopped(state) => {
                self.draw(&state.log)?;
                self.games.get().unwrap_or(&self.bar).abandon();
            }
            Event::Finals { state, n_games } => {
                self.draw(&state.log)?;
                self.bar.finish_and_clear();
                self.games.get_or_init(|| progress::games(n_games));
            }
            Event::Champion(champion) => {
                self.games.get().into_iter().for_each(ProgressBar::finish_and_clear);
                self.folder.replace(CHAMPION, &M::Problem::pack(champion)?)?;
            }
        }
        Ok(())
    }

    fn played(&self, n_games: u64) {
        self.games.get().into_iter().for_each(|games| games.inc(n_games));
    }
}

fn write_log<M: Method>(folder: &Folder, log: &[Row]) -> Result<()> {
    folder.replace("log.csv", M::QUANTITIES.csv(log).as_bytes())
}
