//! A run, whatever way of evolving it follows: its generations one after the other, a checkpoint after each, and the
//! champion at the end.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use pipsqueak_core::chance::Seed;
use pipsqueak_core::games::fiveo::champion::{Champion, Provenance, Record};
use pipsqueak_core::games::fiveo::players::{Evolved, Strategy};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::folder::{Folder, Row, State};
use super::report;
use super::settings::Preset;
use crate::arena::{Tally, duel};
use crate::games::fiveo::contender::Kind;
use crate::system::progress;

/// A way of evolving.
pub trait Method: Serialize + DeserializeOwned {
    /// What it hands from generation to generation, as the checkpoint keeps it.
    type Material: Default + Serialize + DeserializeOwned;
    /// What it keeps in memory between generations and can work out again.
    type Memory: Default;

    /// What every way of evolving has.
    fn outline(&mut self) -> Outline<'_>;

    /// Refuses settings that no run can have.
    fn check(&self) -> Result<()>;

    /// Refuses a checkpoint's material that the settings do not fit.
    fn fits(&self, material: &Self::Material) -> Result<()>;

    /// Plays a generation, counted from 0, and gives its row of the log but for the time. `None` if it was stopped
    /// before its end; then the material is of no use.
    fn generation(
        &self,
        memory: &mut Self::Memory,
        material: &mut Self::Material,
        number: u32,
        stop: &AtomicBool,
    ) -> Result<Option<Row>>;

    /// What the live line says of a generation, when so many are played in a second.
    fn message(&self, row: &Row, rate: f64) -> String;

    /// The champion, found on deals of its own.
    fn best(&self, material: &Self::Material) -> Result<Evolved>;
}

/// The settings that every way of evolving has.
pub struct Outline<'a> {
    /// The preset that the settings began as.
    pub preset: Preset,
    /// Where all chance comes from.
    pub seed: Seed,
    /// How many generations are played.
    pub generations: &'a mut u32,
    /// Games of the champion against each baseline at the end.
    pub final_games: u64,
}

/// The streams of chance that a run's seed gives. What is measured for the log, for the choice of the champion and at
/// the end is played on deals that no tree was selected by.
#[derive(Clone, Copy)]
pub enum Stream {
    Start,
    Fitness,
    Breeding,
    Elite,
    Finalists,
    Final,
    Decisions,
    Rollouts,
}

impl Stream {
    /// The stream's seed in a run.
    pub fn of(self, run: Seed) -> Seed {
        run.derive(self as u64)
    }
}

/// Begins a run in a new folder and plays it.
pub fn begin<M: Method>(folder: &Folder, method: M, stop: &AtomicBool) -> Result<()> {
    play(folder, method, State::default(), stop)
}

/// Goes on with the run in a folder, perhaps to another number of generations.
pub fn resume<M: Method>(folder: &Folder, generations: Option<u32>, stop: &AtomicBool) -> Result<()> {
    let mut method: M = folder.read_settings()?;
    method.check().with_context(|| format!("{} cannot be run", folder.file("run.toml").display()))?;
    let (state, notice) = folder.load::<M::Material>()?;
    if let Some(notice) = notice {
        eprintln!("pipsqueak: {notice}");
    }
    // A power cut between the checkpoint and the log leaves the log a row behind.
    folder.write_log(&state.log)?;
    if let Some(generations) = generations {
        let end = method.outline().generations;
        ensure!(
            generations > state.generations || generations == *end,
            "the run has {} generations already; --generations must be more",
            state.generations
        );
        ensure!(
            generations == *end || state.generations < *end,
            "the run has ended: its last generation was kept for the choice of the champion and has no children"
        );
        *end = generations;
        method.check()?;
        folder.write_settings(&method)?;
    }
    play(folder, method, state, stop)
}

fn play<M: Method>(folder: &Folder, mut method: M, state: State<M::Material>, stop: &AtomicBool) -> Result<()> {
    let champion = match play_generations(folder, &mut method, state, stop)? {
        Some(state) => crown(&mut method, &state, stop)?,
        None => None,
    };
    let Some(champion) = champion else {
        let program = report::program();
        eprintln!("Stopped. Go on with: {program} evolve --resume {}", folder.path().display());
        // 128 + SIGINT, as shells expect of a program that was interrupted.
        std::process::exit(130);
    };
    let file = folder.crown(&champion)?;
    print!("{}", report::text(&method.outline(), &champion, folder, &file));
    Ok(())
}

/// Plays all generations that are left; `None` if it was stopped before the end.
fn play_generations<M: Method>(
    folder: &Folder,
    method: &mut M,
    mut state: State<M::Material>,
    stop: &AtomicBool,
) -> Result<Option<State<M::Material>>> {
    method.fits(&state.material)?;
    let generations = *method.outline().generations;
    let bar = progress::bar(u64::from(generations), "{bar:20.green/dim} {msg}");
    bar.set_position(u64::from(state.generations));
    bar.set_message(format!("generation {}/{generations}", state.generations + 1));
    let earlier = state.log.last().map_or(0.0, |row| row.seconds);
    let resumed_at = state.generations;
    let clock = Instant::now();
    let mut memory = M::Memory::default();
    while state.generations < generations {
        let row = method.generation(&mut memory, &mut state.material, state.generations, stop)?;
        if let Some(mut row) = row {
            let seconds = clock.elapsed().as_secs_f64();
            row.seconds = earlier + seconds;
            state.generations = row.generation;
            state.log.push(row);
            folder.save(&state)?;
            let rate = f64::from(state.generations - resumed_at) / seconds.max(1e-9);
            let left = (f64::from(generations - row.generation) / rate.max(1e-9)).round() as u64;
            bar.set_position(u64::from(row.generation));
            bar.set_message(format!(
                "generation {}/{generations}  {}  {}:{:02} left",
                row.generation,
                method.message(&row, rate),
                left / 60,
                left % 60
            ));
        }
        if row.is_none() || stop.load(Ordering::SeqCst) && state.generations < generations {
            folder.draw(&state.log)?;
            bar.abandon();
            return Ok(None);
        }
    }
    folder.draw(&state.log)?;
    bar.finish_and_clear();
    Ok(Some(state))
}

/// The champion with its record on fresh deals; `None` if it was stopped.
fn crown<M: Method>(method: &mut M, state: &State<M::Material>, stop: &AtomicBool) -> Result<Option<Champion>> {
    let player = Kind::Evolved(Box::new(method.best(&state.material)?));
    let Outline { preset, seed, final_games, .. } = method.outline();
    let bar = progress::games(final_games * Strategy::ALL.len() as u64);
    let mut provenance = Provenance { seed, generation: state.generations, record: heapless::Vec::new() };
    for opponent in Strategy::ALL {
        if stop.load(Ordering::SeqCst) {
            bar.abandon();
            return Ok(None);
        }
        let deals = Stream::Final.of(seed);
        let tally = duel(&player, &Kind::Baseline(opponent), final_games / 2, deals, |n| bar.inc(n));
        let [wins, ties, losses] = [tally.win, tally.tie, tally.loss].map(|count| count as u32);
        let _ = provenance.record.push(Record { opponent, wins, ties, losses });
    }
    bar.finish_and_clear();
    let Kind::Evolved(player) = player else { unreachable!("a champion is evolved") };
    let name = format!("{}-{}", preset.name(), seed.0);
    let name = heapless::String::try_from(name.as_str()).unwrap_or_default();
    Ok(Some(Champion { name, player: *player, provenance }))
}

/// The finalist that wins most against some baselines, on deals of its own; of equals the first.
pub fn best_finalist(finalists: Vec<Evolved>, opponents: &[Strategy], n_deals: u64, run: Seed) -> Result<Evolved> {
    if let [only] = finalists.as_slice() {
        return Ok(only.clone());
    }
    let wins = finalists.iter().map(|finalist| {
        let player = Kind::Evolved(Box::new(finalist.clone()));
        let deals = Stream::Finalists.of(run);
        let tallies =
            opponents.iter().map(|&opponent| duel(&player, &Kind::Baseline(opponent), n_deals, deals, |_| {}));
        tallies.sum::<Tally>().win
    });
    let best = wins.enumerate().max_by_key(|&(place, wins)| (wins, std::cmp::Reverse(place)));
    best.map(|(place, _)| finalists[place].clone()).context("a run has at least one finalist")
}

/// What some players win against full-strategy on average, in percent: the log's figure.
pub fn win_against_full_strategy<'a>(players: impl Iterator<Item = &'a Kind>, n_games: u64, deals: Seed) -> f64 {
    let opponent = Kind::Baseline(Strategy::FullStrategy);
    // Each of them plays deals of its own: the luck of the deals then evens out.
    let tallies =
        players.zip(0..).map(|(player, place)| duel(player, &opponent, n_games / 2, deals.derive(place), |_| {}));
    tallies.sum::<Tally>().win_percent()
}
