//! A study's folder, in which all settings are frozen before the first game.
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
use pipsqueak_lab::evolve::settings::SettingsTable;
use pipsqueak_lab::evolve::{Algorithm, Problem, Settings, read_settings};
use pipsqueak_lab::study::{Plan, RESULTS_FILE, Report, Results, Variant, VariantResults, read_curve};

use crate::run::{CHAMPION, Folder, LARGEST_LOG, SETTINGS, read_champion};
use crate::system::files;
use crate::system::lock::FileLock;

/// The file in the study's folder.
const FROZEN: &str = "study.toml";
/// The largest study file, in bytes.
const LARGEST: u64 = 1_000_000;
/// The largest results file, in bytes.
const LARGEST_RESULTS: u64 = 100_000_000;

/// Freezes the study in a folder: the settings of all runs, and then the file itself. Runs that are already in the
/// folder must have the same settings; runs of more seeds or variants may be added.
pub fn freeze<P: Problem>(plan: &Plan<P>, file: &Path, folder: &Path) -> Result<()> {
    let own = files::read(file, LARGEST).with_context(|| format!("{} cannot be read", file.display()))?;
    ensure!(may_become_a_study(folder), "{} exists already and is not a study", folder.display());
    fs::create_dir_all(folder).with_context(|| format!("{} cannot be made", folder.display()))?;
    let frozen = folder.join(FROZEN);
    // Two processes that begin at once with different settings would mix them.
    let _lock = FileLock::in_turn(&frozen)?;
    for (variant, seed, settings) in plan.runs() {
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

/// Writes a run's settings, or checks that it has them.
fn settle<M: Algorithm>(run: &Folder, settings: &M, file: &Path) -> Result<()> {
    if !run.file(SETTINGS).exists() {
        return run.write_settings(settings);
    }
    let own = settings.to_toml();
    // Parsed first: a file of an earlier version may lack settings that have a default now.
    let found = read_settings::<M>(&run.read_settings()?)?.to_toml();
    if let Some((found, own)) = found.lines().zip(own.lines()).find(|(found, own)| found != own) {
        let (run, file) = (run.path().display(), file.display());
        bail!("the run in {run} began with other settings than {file} has now: {found}, not {own}");
    }
    Ok(())
}

/// Whether a folder is a study, does not exist, or only has the remains of one that was killed while it began.
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

/// The results of a study whose runs are all finished.
pub fn collect<P: Problem>(plan: &Plan<P>, folder: &Path) -> Result<Results> {
    Ok(Results {
        title: plan.title.clone(),
        opponents: P::OPPONENTS.iter().map(ToString::to_string).collect(),
        yardstick: P::YARDSTICK.to_string(),
        variants: plan.variants.iter().map(|variant| collect_variant(variant, folder)).collect::<Result<_>>()?,
    })
}

/// The results of an earlier study: its folder, or its file.
pub fn read_results(path: &Path) -> Result<Results> {
    let file = if path.is_dir() { path.join(RESULTS_FILE) } else { path.to_owned() };
    let name = file.display();
    let bytes = files::read(&file, LARGEST_RESULTS).with_context(|| format!("{name} cannot be read"))?;
    Results::parse(&bytes, &name.to_string())
}

/// Writes a report into a folder in all formats, with its results.
pub fn write_report(report: &Report<'_>, folder: &Path) -> Result<()> {
    for (name, content) in report.files()? {
        let file = folder.join(name);
        files::replace(&file, content.as_bytes()).with_context(|| format!("{} cannot be written", file.display()))?;
    }
    Ok(())
}

fn collect_variant<P: Problem>(variant: &Variant<P>, folder: &Path) -> Result<VariantResults> {
    let mut results = VariantResults {
        name: variant.name.clone(),
        settings: String::new(),
        seeds: Vec::new(),
        wins: vec![Vec::new(); P::OPPONENTS.len()],
        nodes: Vec::new(),
        curves: Vec::new(),
    };
    for (seed, settings) in &variant.runs {
        let run = run_folder(folder, &variant.name, *seed);
        let champion = run.join(CHAMPION);
        let (n_nodes, record) =
            P::unpack(&read_champion(&champion)?).with_context(|| format!("{} is damaged", champion.display()))?;
        ensure!(record.len() == P::OPPONENTS.len(), "{} has no complete record", champion.display());
        for (wins, tally) in results.wins.iter_mut().zip(record) {
            wins.push(tally.win_percent());
        }
        results.seeds.push(*seed);
        results.nodes.push(n_nodes);
        let log = run.join("log.csv");
        let name = log.display().to_string();
        let bytes = files::read(&log, LARGEST_LOG).with_context(|| format!("{name} cannot be read"))?;
        results.curves.push(read_curve(&String::from_utf8_lossy(&bytes), &name)?);
        results.settings = without_seed(settings);
    }
    Ok(results)
}

fn without_seed<P: Problem>(settings: &Settings<P>) -> String {
    let text = match settings {
        Settings::WholeTrees(settings) => settings.to_toml(),
        Settings::Multigene(settings) => settings.to_toml(),
    };
    text.lines().filter(|line| !line.starts_with("seed = ")).map(|line| format!("{line}\n")).collect()
}
