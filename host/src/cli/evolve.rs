//! The `evolve` command: builds settings from options, and resumes the run in a folder.

use std::marker::PhantomData;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use clap::builder::RangedU64ValueParser;
use clap::error::ErrorKind;
use clap::{ArgMatches, Args, Command, FromArgMatches};
use pipsqueak_core::random::Seed;
use pipsqueak_lab::choice::Choice;
use pipsqueak_lab::evolve::settings::{Document, Element, Value, text, written};
use pipsqueak_lab::evolve::{
    Algorithm, POPULATION, Problem, Settings, State, multigene, preset, read_settings, whole_trees,
};
use pipsqueak_lab::workers::Workers;

use crate::games::Commands;
use crate::run::{self, Folder, RunOutput, SETTINGS, champion_file, read_champion};
use crate::system::choices;
use crate::system::live;
use crate::system::output;
use crate::system::threads::{self, Machine};

/// The `evolve` command of a game whose players evolve.
pub struct Evolution<P>(PhantomData<fn() -> P>);

impl<P> Evolution<P> {
    /// The command.
    pub const COMMAND: Evolution<P> = Evolution(PhantomData);
}

impl<P: Problem> Commands for Evolution<P> {
    fn describe(&self, command: Command) -> Command {
        Options::<P>::augment_args(command)
    }

    fn run(&self, matches: &ArgMatches) -> Result<()> {
        run(&Options::<P>::from_arg_matches(matches)?)
    }
}

/// The options of `evolve`.
#[derive(clap::Args)]
pub struct Options<P: Problem> {
    /// The preset to start from; the first one listed if not given
    #[arg(long, value_name = "PRESET", value_parser = choices::names::<P::Preset>(), conflicts_with = "resume")]
    preset: Option<String>,
    /// Read settings from a file; they override the preset, which the file may name
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    settings: Option<PathBuf>,
    /// Override one setting (may be repeated); with --resume, for the rest of the run
    #[arg(long = "set", value_name = "KEY=VALUE", value_parser = parse_assignment)]
    assignments: Vec<(String, Value)>,
    /// Print every setting with its meaning, its range and its value, as a file that --settings reads
    #[arg(long, conflicts_with_all = ["resume", "json"])]
    print_settings: bool,
    /// Short for --set generations=N: generations to run (multigene: genes to evolve); with --resume, the new total
    /// [1 to 4294967295]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    generations: Option<u32>,
    /// Short for --set population=N: trees in a generation [2 to 100000]
    #[arg(long, value_name = "N", conflicts_with = "resume", value_parser = population_parser())]
    population: Option<usize>,
    /// Short for --set terminals=NAMES: what trees are made of; all, another named set, or names from `vocabulary` with
    /// commas between them (`numbers` are the whole numbers from -7 to 7)
    #[arg(long, value_name = "NAMES", conflicts_with = "resume")]
    terminals: Option<String>,
    /// Short for --set seed=S: the same seed gives the same champion, byte for byte; 1 if not given [0 to 2^64 - 1]
    #[arg(long, value_name = "S", conflicts_with = "resume")]
    seed: Option<u64>,
    /// Threads to use; all cores if not given. The result does not depend on it [1 to 512]
    #[arg(long, value_name = "N", value_parser = threads::parser())]
    threads: Option<usize>,
    /// The folder for the run; the next free runs/NNN if not given. Given again, the same command resumes the run there
    #[arg(long, value_name = "DIR", conflicts_with_all = ["resume", "print_settings"])]
    out: Option<PathBuf>,
    /// Continue the run in this folder
    #[arg(long, value_name = "DIR")]
    resume: Option<PathBuf>,
    /// Print a line of JSON for every generation, every new best and the end
    #[arg(long)]
    json: bool,
    /// Draw the run while it goes on: the curve of its wins, the best tree so far and what changed in it; the default at a
    /// terminal that is large enough
    #[arg(long, conflicts_with_all = ["json", "no_watch", "print_settings"])]
    watch: bool,
    /// Show a line of progress only
    #[arg(long)]
    no_watch: bool,
    #[arg(skip)]
    problem: PhantomData<P>,
}

/// The choice of this name. A name that only another game has is a usage error.
fn chosen<P: Problem, C: Choice>(what: &str, name: &str) -> Result<C> {
    C::named(name).ok_or_else(|| {
        let known: Vec<&str> = C::CHOICES.iter().map(|(_, name, _)| *name).collect();
        let text = format!("{name} is another game's {what}; {} has {}\n", P::GAME, known.join(", "));
        clap::Error::raw(ErrorKind::InvalidValue, text).into()
    })
}

/// The text of the player in a champion file; `None` if a PLAYER names no file.
pub fn resolve<P: Problem>(player: &str) -> Result<Option<String>> {
    let is_player = || P::PlayerSetting::of(&Value::Text(player.to_owned())).is_ok();
    let Some(path) = champion_file(player, is_player) else { return Ok(None) };
    let setting = P::player_setting(&read_champion(path)?);
    let setting = setting.with_context(|| format!("{} is not a champion", path.display()))?;
    Ok(Some(text(&setting.value())?.to_owned()))
}

fn population_parser() -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(POPULATION)
}

fn parse_assignment(text: &str) -> Result<(String, Value), String> {
    let (key, value) = text.split_once('=').ok_or("write it as KEY=VALUE")?;
    Ok((key.trim().to_owned(), written(value.trim())))
}

/// Runs the command.
fn run<P: Problem>(options: &Options<P>) -> Result<()> {
    ensure!(!options.watch || live::is_possible(), "--watch needs a terminal that can move its cursor");
    let machine = Machine::with_processes(options.threads)?;
    let workers = machine.workers();
    if let Some(path) = &options.resume {
        let (folder, document) = claim(path, workers)?;
        let preset = preset::<P>(&document);
        let preset = preset.and_then(|preset| preset.with_context(|| format!("{}: it has no preset", document.name())));
        return match P::settings(workers.all_ok(preset)?, Seed::default()) {
            Settings::WholeTrees(_) => resume::<whole_trees::Settings<P>>(options, &folder, &document, &machine),
            Settings::Multigene(_) => resume::<multigene::Settings<P>>(options, &folder, &document, &machine),
        };
    }
    let document = workers.all_ok(options.settings.as_deref().map(run::read_document).transpose())?;
    match P::settings(workers.all_ok(options.preset(document.as_ref()))?, Seed(1)) {
        Settings::WholeTrees(algorithm) => begin(options, algorithm, document.as_ref(), &machine),
        Settings::Multigene(algorithm) => begin(options, algorithm, document.as_ref(), &machine),
    }
}

/// Reads a run's settings: process 0 reads them for all.
fn read(path: &Path, workers: Workers<'_>) -> Result<Document> {
    let file = path.join(SETTINGS);
    let text = workers.on_root(|| Folder::open(path.to_owned()).and_then(|_| run::read_settings_text(&file)))?;
    workers.all_ok(Document::parse(&text, &file.display().to_string()))
}

/// A run's folder and its settings, for the processes that play it; process 0 locks the folder.
fn claim(path: &Path, workers: Workers<'_>) -> Result<(Folder, Document)> {
    // A folder that is not a run's is left alone.
    read(path, workers)?;
    let folder = owned_by_root(workers, || Folder::claim(path.to_owned()))?;
    Ok((folder, read(path, workers)?))
}

/// A folder that process 0 locks; the others only know its name.
fn owned_by_root(workers: Workers<'_>, folder: impl FnOnce() -> Result<Folder>) -> Result<Folder> {
    let mut own = None;
    // As text: a path that is not UTF-8 cannot be sent, and the others only print it.
    let path = workers.on_root(|| Ok(own.insert(folder()?).path().display().to_string()))?;
    Ok(own.unwrap_or_else(|| Folder::at(PathBuf::from(path))))
}

impl<P: Problem> Options<P> {
    fn preset(&self, document: Option<&Document>) -> Result<P::Preset> {
        let named = document.map(preset::<P>).transpose()?.flatten();
        let asked = self.preset.as_deref().map(|name| chosen::<P, P::Preset>("preset", name)).transpose()?;
        if let (Some(asked), Some(named), Some(document)) = (asked, named, document) {
            let (asked, named, file) = (asked.name(), named.name(), document.name());
            ensure!(asked == named, "{file} is for the preset {named}, not for {asked}");
        }
        Ok(named.or(asked).unwrap_or_default())
    }

    fn manner(&self) -> RunOutput {
        if self.json { RunOutput::Json } else { RunOutput::Person { watch: !self.no_watch } }
    }

    /// All settings on the command line, in order of precedence.
    fn assignments(&self) -> Vec<(String, Value)> {
        let short = [
            ("generations", self.generations.map(|n| n.value())),
            ("population", self.population.map(|n| n.value())),
            ("terminals", self.terminals.clone().map(Value::Text)),
            ("seed", self.seed.map(|seed| seed.value())),
        ];
        let short = short.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?)));
        short.chain(self.assignments.iter().cloned()).collect()
    }

    /// The settings with those of the file and the command line applied.
    fn applied<M: Algorithm<Problem = P>>(&self, mut algorithm: M, document: Option<&Document>) -> Result<M> {
        if let Some(document) = document {
            algorithm.overlay(document, &resolve::<P>)?;
        }
        let assignments = self.assignments();
        assign(&mut algorithm, &assignments, false)?;
        let is_given = |key: &str| {
            assignments.iter().any(|(given, _)| given == key)
                || document.is_some_and(|document| document.get(key).is_some())
        };
        algorithm.apply_defaults(&is_given);
        algorithm.check()?;
        Ok(algorithm)
    }
}

/// Applies the command line's settings. Its mistakes are usage errors.
fn assign<M: Algorithm>(algorithm: &mut M, assignments: &[(String, Value)], has_begun: bool) -> Result<()> {
    for (key, value) in assignments {
        let usage = |error| clap::Error::raw(ErrorKind::ValueValidation, format!("{error:#}\n"));
        algorithm.assign(key, value, has_begun, &resolve::<M::Problem>).map_err(usage)?;
    }
    Ok(())
}

/// Begins a run in a new folder, or resumes the one that the same command began there.
fn begin<M: Algorithm>(
    options: &Options<M::Problem>,
    algorithm: M,
    document: Option<&Document>,
    machine: &Machine,
) -> Result<()> {
    let workers = machine.workers();
    let algorithm = workers.all_ok(options.applied(algorithm, document))?;
    if options.print_settings {
        return workers.on_root(|| output::text(algorithm.described()));
    }
    machine.processes.compare(&algorithm.to_toml(), &name_of(options.out.as_deref()))?;
    if let Some(path) = options.out.as_deref()
        && workers.on_root(|| Ok(path.join(SETTINGS).exists()))?
    {
        let begun = read_settings::<M>(&read(path, workers)?);
        let is_same = begun.is_ok_and(|begun| begun.to_toml() == algorithm.to_toml());
        workers.all_ok(is_same.then_some(()).with_context(|| {
            let path = path.display();
            format!(
                "{path} holds a run with other settings; choose another folder, or continue it with --resume {path}"
            )
        }))?;
        let (folder, document) = claim(path, workers)?;
        return resume::<M>(options, &folder, &document, machine);
    }
    let folder = owned_by_root(workers, || Folder::create(options.out.clone(), &algorithm))?;
    run::play(&folder, &algorithm, State::default(), options.manner(), machine)
}

/// Resumes the run in a folder, perhaps with another number of generations.
fn resume<M: Algorithm>(
    options: &Options<M::Problem>,
    folder: &Folder,
    document: &Document,
    machine: &Machine,
) -> Result<()> {
    let workers = machine.workers();
    let old: M = workers.all_ok(read_settings(document))?;
    let assignments = if options.resume.is_some() { options.assignments() } else { Vec::new() };
    let mut algorithm = old.clone();
    workers.all_ok(assign(&mut algorithm, &assignments, true).and_then(|()| algorithm.check()))?;
    machine.processes.compare(&algorithm.to_toml(), &name_of(Some(folder.path())))?;
    let state = workers.on_root(|| {
        let mut state = load::<M>(folder)?;
        if !assignments.is_empty() {
            old.can_resume_with(&algorithm, state.generations)?;
            let (step, has, ended) = (M::LOG_COLUMNS.step, state.generations, old.end());
            ensure!(
                algorithm.end() > has || algorithm.end() == ended,
                "the run has {has} {step}s already; it can only be given more"
            );
            if has == ended && algorithm.end() > ended {
                state = folder.reopen(ended)?;
            }
            folder.write_settings(&algorithm)?;
        }
        // A power cut between the checkpoint and the log leaves the log a row behind.
        run::write_log::<M>(folder, &state.log)?;
        Ok(state)
    })?;
    run::play(folder, &algorithm, state, options.manner(), machine)
}

fn name_of(path: Option<&Path>) -> String {
    path.map(|path| path.display().to_string()).unwrap_or_default()
}

/// Resumes the run in a folder unchanged, with the algorithm of these settings.
pub fn resume_run<P: Problem>(
    folder: &Folder,
    settings: &Settings<P>,
    manner: RunOutput,
    machine: &Machine,
) -> Result<()> {
    fn go_on<M: Algorithm>(folder: &Folder, manner: RunOutput, machine: &Machine) -> Result<()> {
        let algorithm: M = read_settings(&folder.read_settings()?)?;
        let state = load::<M>(folder)?;
        run::write_log::<M>(folder, &state.log)?;
        run::play(folder, &algorithm, state, manner, machine)
    }
    match settings {
        Settings::WholeTrees(_) => go_on::<whole_trees::Settings<P>>(folder, manner, machine),
        Settings::Multigene(_) => go_on::<multigene::Settings<P>>(folder, manner, machine),
    }
}

/// The newest valid state in a folder. A note says so if it is not the last one that was written.
fn load<M: Algorithm>(folder: &Folder) -> Result<State<M::GeneticMaterial>> {
    let (state, notice) = folder.load::<M::GeneticMaterial>()?;
    if let Some(notice) = notice {
        output::note(format_args!("pipsqueak: {notice}"));
    }
    Ok(state)
}
