//! The `evolve` command: from options to settings, and from a folder to the run that it holds.

use std::marker::PhantomData;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, RangedU64ValueParser};
use clap::error::ErrorKind;
use pipsqueak_core::random::Seed;

use super::algorithm::{self, Algorithm, State};
use super::folder::{Folder, SETTINGS};
use super::limits::POPULATION;
use super::problem::{Choice, Problem, Settings};
use super::session::{self, RunOutput};
use super::settings::{Document, Element, Value, written};
use super::{multigene, whole_trees};
use crate::system::{output, processes, threads};

/// The options of `evolve`.
#[derive(clap::Args)]
pub struct Options<P: Problem> {
    /// The preset to start from; the first one listed if not given
    #[arg(long, value_name = "PRESET", value_parser = names::<P::Preset>(), conflicts_with = "resume")]
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
    /// Short for --set terminals=NAME: the terminals that trees are made of
    #[arg(long, value_name = "TERMINALS", value_parser = names::<P::TerminalSet>(), conflicts_with = "resume")]
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
    #[arg(skip)]
    problem: PhantomData<P>,
}

/// The names of a choice as texts: a command line is read before it is known whose choices are meant.
fn names<C: Choice>() -> PossibleValuesParser {
    PossibleValuesParser::new(C::value_variants().iter().filter_map(ValueEnum::to_possible_value))
}

/// The choice of a name; a name that only another game has is wrong usage.
fn chosen<P: Problem, C: Choice>(what: &str, name: &str) -> Result<C> {
    C::named(name).ok_or_else(|| {
        let known: Vec<String> = C::value_variants().iter().map(|choice| choice.name()).collect();
        let text = format!("{} has no {what} {name}: there are {}\n", P::GAME, known.join(", "));
        clap::Error::raw(ErrorKind::InvalidValue, text).into()
    })
}

fn population_parser() -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(POPULATION)
}

fn parse_assignment(text: &str) -> Result<(String, Value), String> {
    let (key, value) = text.split_once('=').ok_or("write it as KEY=VALUE")?;
    Ok((key.trim().to_owned(), written(value.trim())))
}

/// Runs the command.
pub fn run<P: Problem>(options: &Options<P>) -> Result<()> {
    processes::begin()?;
    threads::use_at_most(processes::threads(options.threads))?;
    if let Some(path) = &options.resume {
        let (folder, document) = claim(path)?;
        let preset = algorithm::preset::<P>(&document);
        let preset = preset.and_then(|preset| preset.with_context(|| format!("{}: it has no preset", document.name())));
        return match P::settings(processes::agree(preset)?, Seed::default()) {
            Settings::WholeTrees(_) => resume::<whole_trees::Settings<P>>(options, &folder, &document),
            Settings::Multigene(_) => resume::<multigene::Settings<P>>(options, &folder, &document),
        };
    }
    let document = processes::agree(options.settings.as_deref().map(Document::read).transpose())?;
    match P::settings(processes::agree(options.preset(document.as_ref()))?, Seed(1)) {
        Settings::WholeTrees(algorithm) => begin(options, algorithm, document.as_ref()),
        Settings::Multigene(algorithm) => begin(options, algorithm, document.as_ref()),
    }
}

/// The settings of a run: the first process reads them for all.
fn read(path: &Path) -> Result<Document> {
    let file = path.join(SETTINGS);
    let text = processes::by_first(|| Folder::open(path.to_owned()).and_then(|_| Document::text_of(&file)))?;
    processes::agree(Document::parse(&text, &file.display().to_string()))
}

/// The folder of a run and its settings, for whoever plays it: the first process has the right to it.
fn claim(path: &Path) -> Result<(Folder, Document)> {
    // What is no run is left as it is.
    read(path)?;
    let folder = owned_by_first(|| Folder::claim(path.to_owned()))?;
    Ok((folder, read(path)?))
}

/// A folder that the first process has the right to; the others know its name alone.
fn owned_by_first(folder: impl FnOnce() -> Result<Folder>) -> Result<Folder> {
    let mut own = None;
    // As text: a path of other bytes does not travel, and the others only name it.
    let path = processes::by_first(|| Ok(own.insert(folder()?).path().display().to_string()))?;
    Ok(own.unwrap_or_else(|| Folder::at(PathBuf::from(path))))
}

impl<P: Problem> Options<P> {
    fn preset(&self, document: Option<&Document>) -> Result<P::Preset> {
        let named = document.map(algorithm::preset::<P>).transpose()?.flatten();
        let asked = self.preset.as_deref().map(|name| chosen::<P, P::Preset>("preset", name)).transpose()?;
        if let (Some(asked), Some(named), Some(document)) = (asked, named, document) {
            let (asked, named, file) = (asked.name(), named.name(), document.name());
            ensure!(asked == named, "{file} is for the preset {named}, not for {asked}");
        }
        Ok(named.or(asked).unwrap_or_default())
    }

    fn manner(&self) -> RunOutput {
        if self.json { RunOutput::Json } else { RunOutput::Person }
    }

    /// All settings that the command line gives, in the order in which they count.
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

    /// The settings with what the file and the command line say.
    fn settled<M: Algorithm<Problem = P>>(&self, mut algorithm: M, document: Option<&Document>) -> Result<M> {
        if let Some(document) = document {
            algorithm.overlay(document)?;
        }
        let assignments = self.assignments();
        assign(&mut algorithm, &assignments, false)?;
        let is_given = |key: &str| {
            assignments.iter().any(|(given, _)| given == key)
                || document.is_some_and(|document| document.get(key).is_some())
        };
        algorithm.settle(&is_given);
        algorithm.check()?;
        Ok(algorithm)
    }
}

/// Sets what the command line gives. What it has wrong is wrong usage.
fn assign<M: Algorithm>(algorithm: &mut M, assignments: &[(String, Value)], has_begun: bool) -> Result<()> {
    for (key, value) in assignments {
        let usage = |error| clap::Error::raw(ErrorKind::ValueValidation, format!("{error:#}\n"));
        algorithm.assign(key, value, has_begun).map_err(usage)?;
    }
    Ok(())
}

/// Begins a run in a new folder and plays it, or goes on with the one that the same command began there.
fn begin<M: Algorithm>(options: &Options<M::Problem>, algorithm: M, document: Option<&Document>) -> Result<()> {
    let algorithm = processes::agree(options.settled(algorithm, document))?;
    if options.print_settings {
        return processes::by_first(|| output::text(algorithm.described()));
    }
    processes::compare(&algorithm.to_toml(), &name_of(options.out.as_deref()))?;
    if let Some(path) = options.out.as_deref()
        && processes::by_first(|| Ok(path.join(SETTINGS).exists()))?
    {
        let begun = algorithm::read_settings::<M>(&read(path)?);
        let is_same = begun.is_ok_and(|begun| begun.to_toml() == algorithm.to_toml());
        processes::agree(is_same.then_some(()).with_context(|| {
            let path = path.display();
            format!(
                "{path} holds a run with other settings; choose another folder, or continue it with --resume {path}"
            )
        }))?;
        let (folder, document) = claim(path)?;
        return resume::<M>(options, &folder, &document);
    }
    let folder = owned_by_first(|| Folder::create(options.out.clone(), &algorithm))?;
    session::play(&folder, &algorithm, State::default(), options.manner())
}

/// Goes on with the run in a folder, perhaps to another end.
fn resume<M: Algorithm>(options: &Options<M::Problem>, folder: &Folder, document: &Document) -> Result<()> {
    let old: M = processes::agree(algorithm::read_settings(document))?;
    let assignments = if options.resume.is_some() { options.assignments() } else { Vec::new() };
    let mut algorithm = old.clone();
    processes::agree(assign(&mut algorithm, &assignments, true).and_then(|()| algorithm.check()))?;
    processes::compare(&algorithm.to_toml(), &name_of(Some(folder.path())))?;
    let state = processes::by_first(|| {
        let mut state = load::<M>(folder)?;
        if !assignments.is_empty() {
            old.may_become(&algorithm, state.generations)?;
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
        session::write_log::<M>(folder, &state.log)?;
        Ok(state)
    })?;
    session::play(folder, &algorithm, state, options.manner())
}

fn name_of(path: Option<&Path>) -> String {
    path.map(|path| path.display().to_string()).unwrap_or_default()
}

/// Goes on with the run in a folder as it is, in the way that some settings evolve.
pub fn resume_run<P: Problem>(folder: &Folder, settings: &Settings<P>, manner: RunOutput) -> Result<()> {
    fn go_on<M: Algorithm>(folder: &Folder, manner: RunOutput) -> Result<()> {
        let algorithm: M = algorithm::read_settings(&folder.read_settings()?)?;
        let state = load::<M>(folder)?;
        session::write_log::<M>(folder, &state.log)?;
        session::play(folder, &algorithm, state, manner)
    }
    match settings {
        Settings::WholeTrees(_) => go_on::<whole_trees::Settings<P>>(folder, manner),
        Settings::Multigene(_) => go_on::<multigene::Settings<P>>(folder, manner),
    }
}

/// The newest state in a folder. If it is not the last one that was written, somebody is told.
fn load<M: Algorithm>(folder: &Folder) -> Result<State<M::GeneticMaterial>> {
    let (state, notice) = folder.load::<M::GeneticMaterial>()?;
    if let Some(notice) = notice {
        output::note(format_args!("pipsqueak: {notice}"));
    }
    Ok(state)
}
