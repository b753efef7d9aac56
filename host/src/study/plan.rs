//! What a study is to play: a base, variants of it, and seeds, from its file; and the folder in which all of it is settled
//! before the first game.
//!
//! ```text
//! study.toml                the file as it was when the study began, or was last added to
//! runs/VARIANT/SEED/        a run's folder each, with its settings
//! report.md … .json         what came out, once all runs are finished
//! comparison/               the same beside the variants of another study
//! ```

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use pipsqueak_core::random::Seed;

use crate::evolve::folder::{Folder, SETTINGS};
use crate::evolve::settings::{Document, Fault, SettingsTable, Value, text};
use crate::evolve::{Algorithm, Problem, Settings, preset, read_settings};
use crate::system::files;
use crate::system::lock::FileLock;
use crate::terminal::text::name;

/// Seeds of one variant: more would take years.
pub const MOST_SEEDS: usize = 10_000;
/// Variants of one study: every pair of them is compared.
pub const MOST_VARIANTS: usize = 500;
/// Runs of one study: each has a folder before the first begins.
const MOST_RUNS: usize = 100_000;
/// Letters of a title, or of a variant's name with its study's: they stand in tables.
pub const LONGEST_NAME: usize = 200;
/// The file in the study's folder.
const FROZEN: &str = "study.toml";
/// Studies that are longer are refused, in bytes.
const LARGEST: u64 = 1_000_000;

/// What a study is to play.
pub struct Plan<P: Problem> {
    /// What people call it.
    pub title: String,
    /// What is compared.
    pub variants: Vec<Variant<P>>,
}

/// One way to evolve, with its seeds.
pub struct Variant<P: Problem> {
    /// What it is called.
    pub name: String,
    /// The settings of its runs, one a seed.
    pub runs: Vec<(u64, Settings<P>)>,
}

impl<P: Problem> Plan<P> {
    /// Reads a study's file.
    pub fn read(path: &Path) -> Result<Plan<P>> {
        let document = Document::read(path)?;
        let stem = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
        for entry in &document.entries {
            let group = entry.key.split_once('.').map_or(entry.key.as_str(), |(group, _)| group);
            if !["title", "preset", "seeds", "base", "variants"].contains(&group) {
                let what =
                    format!("a study has title, preset, seeds, [base] and [variants.NAME], but no {:?}", entry.key);
                return Err(document.error(entry, Fault::Key, what));
            }
            // Without this a slip of the pen would be no variant at all, and the preset would be played.
            let is_loose = entry.key == "base" || group == "variants" && entry.key.matches('.').count() < 2;
            if is_loose {
                let what = format!("{} has settings: write it as a table, [base] or [variants.NAME]", entry.key);
                return Err(document.error(entry, Fault::Key, what));
            }
        }
        let title = document.get("title").map_or(Ok(stem.as_str()), |entry| {
            let wrong = |_| {
                document.error(entry, Fault::Value, format_args!("the title must be a string, not {}", entry.value))
            };
            text(&entry.value).map_err(wrong)
        })?;
        let mut names: Vec<&str> = document.tables_within("variants").collect();
        if names.is_empty() {
            names.push("base");
        }
        let n_variants = names.len();
        ensure!(
            n_variants <= MOST_VARIANTS,
            "{}: {n_variants} variants are more than {MOST_VARIANTS}",
            document.name()
        );
        for (place, name) in names.iter().enumerate() {
            let alike = names[..place].iter().find(|other| other.eq_ignore_ascii_case(name));
            let file = document.name();
            ensure!(
                alike.is_none(),
                "{file}: {} and {name} would be the same folder on some systems",
                alike.unwrap_or(name)
            );
        }
        let (mut variants, mut n_runs) = (Vec::new(), 0);
        for name in names {
            let variant = Variant::read(&document, name)?;
            n_runs += variant.runs.len();
            ensure!(n_runs <= MOST_RUNS, "{}: a study has at most {MOST_RUNS} runs", document.name());
            variants.push(variant);
        }
        Ok(Plan { title: name(title, LONGEST_NAME), variants })
    }

    /// All of it as text: what two processes must agree on.
    pub fn text(&self) -> String {
        let run = |(variant, seed, settings): (&str, u64, &Settings<P>)| {
            let settings = match settings {
                Settings::WholeTrees(settings) => settings.to_toml(),
                Settings::Multigene(settings) => settings.to_toml(),
            };
            format!("{variant} {seed}\n{settings}")
        };
        self.runs().map(run).collect()
    }

    /// Every run: its variant's name, its seed and its settings, in the order of the file.
    pub fn runs(&self) -> impl Iterator<Item = (&str, u64, &Settings<P>)> {
        self.variants.iter().flat_map(|variant| {
            variant.runs.iter().map(move |(seed, settings)| (variant.name.as_str(), *seed, settings))
        })
    }

    /// Settles the study in a folder: all settings of all runs, and then the file itself. Runs that a folder holds already must
    /// have these settings; others, of more seeds or variants, may come to them.
    pub fn freeze(&self, file: &Path, folder: &Path) -> Result<()> {
        let own = files::read(file, LARGEST).with_context(|| format!("{} cannot be read", file.display()))?;
        ensure!(may_become_a_study(folder), "{} exists already and is not a study", folder.display());
        fs::create_dir_all(folder).with_context(|| format!("{} cannot be made", folder.display()))?;
        let frozen = folder.join(FROZEN);
        // Two that began at once with other settings would mix them.
        let _lock = FileLock::in_turn(&frozen)?;
        for (variant, seed, settings) in self.runs() {
            let run = run_folder(folder, variant, seed);
            fs::create_dir_all(&run).with_context(|| format!("{} cannot be made", run.display()))?;
            let run = Folder::open(run)?;
            match settings {
                Settings::WholeTrees(settings) => settle(&run, settings, file)?,
                Settings::Multigene(settings) => settle(&run, settings, file)?,
            }
        }
        if files::read(&frozen, LARGEST).is_ok_and(|began| began == own) {
            return Ok(());
        }
        files::replace(&frozen, &own).with_context(|| format!("{} cannot be written", frozen.display()))
    }
}

/// Gives a run the settings that a study's file says, or makes sure that it has them.
fn settle<M: Algorithm>(run: &Folder, settings: &M, file: &Path) -> Result<()> {
    if !run.file(SETTINGS).exists() {
        return run.write_settings(settings);
    }
    let own = settings.to_toml();
    // Read first: a file of an earlier version may lack what has a default now.
    let found = read_settings::<M>(&run.read_settings()?)?.to_toml();
    if let Some((found, own)) = found.lines().zip(own.lines()).find(|(found, own)| found != own) {
        let (run, file) = (run.path().display(), file.display());
        bail!("the run in {run} began with other settings than {file} has now: {found}, not {own}");
    }
    Ok(())
}

/// Whether a folder is a study, or there is nothing in its place but what a study leaves that was ended before it had begun.
fn may_become_a_study(folder: &Path) -> bool {
    if folder.join(FROZEN).exists() {
        return true;
    }
    let is_own = |name: &OsStr| name == "runs" || name == ".study.toml.lock" || files::is_unfinished(name);
    let Ok(entries) = fs::read_dir(folder) else { return !folder.exists() };
    entries.flatten().all(|entry| is_own(&entry.file_name()))
}

/// The folder of a run in a study's.
pub fn run_folder(study: &Path, variant: &str, seed: u64) -> PathBuf {
    study.join("runs").join(variant).join(seed.to_string())
}

impl<P: Problem> Variant<P> {
    fn read(document: &Document, name: &str) -> Result<Variant<P>> {
        let is_plain = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_');
        ensure!(
            !name.is_empty() && name.chars().all(is_plain),
            "{}: a variant's name has letters, digits, - and _, unlike {name:?}",
            document.name()
        );
        let own = document.within(&format!("variants.{name}"));
        let preset = preset::<P>(&own)?.map_or_else(|| preset::<P>(document), |own| Ok(Some(own)))?.unwrap_or_default();
        let seeds = match seeds(&own)? {
            Some(seeds) => seeds,
            None => seeds(document)?.with_context(|| format!("{}: there are no seeds for {name}", document.name()))?,
        };
        let layers = [document.within("base"), own.without(&["preset", "seeds"])];
        let runs = seeds.into_iter().map(|seed| {
            let settings = match P::settings(preset, Seed(seed)) {
                Settings::WholeTrees(settings) => Settings::WholeTrees(overlaid(settings, &layers, seed, name)?),
                Settings::Multigene(settings) => Settings::Multigene(overlaid(settings, &layers, seed, name)?),
            };
            Ok((seed, settings))
        });
        Ok(Variant { name: name.to_owned(), runs: runs.collect::<Result<_>>()? })
    }
}

fn overlaid<M: Algorithm>(mut algorithm: M, layers: &[Document], seed: u64, name: &str) -> Result<M> {
    for layer in layers {
        if let Some(entry) = layer.get("seed") {
            return Err(layer.error(entry, Fault::Key, "a study takes seeds, not a seed"));
        }
        if let Some(entry) = layer.get("preset") {
            return Err(layer.error(entry, Fault::Key, "the preset belongs before [base], or in a variant"));
        }
        algorithm.overlay(layer)?;
    }
    algorithm.assign("seed", &Value::Whole(seed.into()), false)?;
    algorithm.settle(&|key| layers.iter().any(|layer| layer.get(key).is_some()));
    algorithm.check().with_context(|| format!("the variant {name} cannot be run"))?;
    Ok(algorithm)
}

/// The seeds that a table names: a list, or how many from 1.
fn seeds(document: &Document) -> Result<Option<Vec<u64>>> {
    let Some(entry) = document.get("seeds") else { return Ok(None) };
    let wrong = || {
        let what = format!(
            "seeds must be a number N, for the seeds 1 to N, or a list of different seeds; at most {MOST_SEEDS} of them"
        );
        document.error(entry, Fault::Value, what)
    };
    let most = MOST_SEEDS as i128;
    let seeds: Vec<u64> = match &entry.value {
        Value::Whole(count) if (1..=most).contains(count) => (1..=*count as u64).collect(),
        Value::List(values) if (1..=MOST_SEEDS).contains(&values.len()) => {
            let seed = |value: &Value| match value {
                Value::Whole(seed) => u64::try_from(*seed).map_err(|_| wrong()),
                _ => Err(wrong()),
            };
            values.iter().map(seed).collect::<Result<_>>()?
        }
        _ => bail!(wrong()),
    };
    let mut different = seeds.clone();
    different.sort_unstable();
    different.dedup();
    if different.len() < seeds.len() {
        return Err(wrong());
    }
    Ok(Some(seeds))
}
