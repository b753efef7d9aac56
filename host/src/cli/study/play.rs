//! Plays the runs of a study, as many at once as there are threads. Each is a normal run in its own folder: finished
//! runs are skipped, unfinished ones are resumed.

use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use anyhow::{Context, Result};
use pipsqueak_lab::evolve::{Problem, Settings};
use pipsqueak_lab::study::Plan;
use pipsqueak_lab::workers::Workers;

use super::folder::run_folder;
use crate::cli::evolve::resume_run;
use crate::run::{CHAMPION, Folder, RunOutput};
use crate::system::lock::InUse;
use crate::system::signals::{self, Interrupted};
use crate::system::threads::Machine;
use crate::system::{output, progress};

/// A part of the runs: every `of`-th, beginning with number `part`, counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part {
    /// Counted from 1.
    pub part: usize,
    /// The number of parts.
    pub of: usize,
}

/// Plays the runs of a part to their end. `Interrupted` if the command was asked to stop.
pub fn play<P: Problem>(plan: &Plan<P>, folder: &Path, part: Part, workers: Workers<'_>) -> Result<()> {
    signals::stop_after_a_step()?;
    let own = |(number, _): &(usize, _)| number % part.of == part.part - 1;
    let runs: Vec<(&str, u64, &Settings<P>)> = plan.runs().enumerate().filter(own).map(|(_, run)| run).collect();
    // Each process plays its own runs: they share nothing but the folder.
    let runs: Vec<_> = workers.own(runs.len()).map(|number| runs[number]).collect();
    let bar = progress::bar(runs.len() as u64, "{spinner} {bar:28.green/dim} {pos}/{len} runs  {elapsed} elapsed");
    let n_threads = workers.local().n_threads();
    let n_workers = n_threads.min(runs.len()).max(1);
    let (next, failed) = (AtomicUsize::new(0), Mutex::new(None));
    let work = || -> Result<()> {
        let machine = Machine::new(Some(n_threads / n_workers))?;
        while let Some(&(variant, seed, settings)) = runs.get(next.fetch_add(1, Ordering::Relaxed)) {
            play_one(settings, &run_folder(folder, variant, seed), &machine)?;
            bar.inc(1);
        }
        Ok(())
    };
    thread::scope(|scope| {
        for _ in 0..n_workers {
            scope.spawn(|| {
                if let Err(error) = work() {
                    // The other threads finish their current run.
                    next.store(usize::MAX / 2, Ordering::Relaxed);
                    let mut failed = failed.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                    failed.get_or_insert(error);
                }
            });
        }
    });
    bar.finish_and_clear();
    match failed.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner) {
        Some(error) => Err(error),
        None => Ok(()),
    }
}

/// Whether a run of the study is finished.
pub fn is_finished(folder: &Path, variant: &str, seed: u64) -> bool {
    run_folder(folder, variant, seed).join(CHAMPION).exists()
}

/// Plays or resumes one run. A run that another process has locked is skipped.
fn play_one<P: Problem>(settings: &Settings<P>, path: &Path, machine: &Machine) -> Result<()> {
    if signals::leave_is_wanted() {
        return Err(Interrupted::as_asked().into());
    }
    if path.join(CHAMPION).exists() {
        return Ok(());
    }
    let folder = match Folder::claim(path.to_owned()) {
        Err(error) if error.is::<InUse>() => {
            output::note(format_args!("pipsqueak: skipping a run: {error}"));
            return Ok(());
        }
        folder => folder?,
    };
    // Another process may have finished it just now.
    if path.join(CHAMPION).exists() {
        return Ok(());
    }
    resume_run(&folder, settings, RunOutput::Silent, machine)
        .with_context(|| format!("the run in {} failed", path.display()))
}
