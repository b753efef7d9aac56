//! An evolutionary algorithm, as the engine and the run folder see it. There are two: whole trees, and multigene.

use anyhow::{Context, Result};
use pipsqueak_core::random::Seed;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::log::{Quantities, Row};
use super::problem::{Choice, Player, Problem, Settings, Stop};
use super::settings::{CommonSettings, Document, Fault, Tabled, text};

/// An evolutionary algorithm: its settings, and what is done with them.
pub trait Algorithm: Tabled + Sync {
    /// What is evolved for.
    type Problem: Problem;
    /// The genetic material carried from one generation to the next; this is what a checkpoint stores.
    type Material: Clone + Default + Send + Sync + Serialize + DeserializeOwned;
    /// What it keeps in memory between generations and can work out again.
    type Cache: Default;

    /// What the numbers of its log are.
    const QUANTITIES: Quantities;

    /// The settings, if they are for this algorithm.
    fn of(settings: Settings<Self::Problem>) -> Option<Self>;

    /// The settings that every algorithm has.
    fn common(&self) -> &CommonSettings<Self::Problem>;

    /// How many generations are played: as many as are asked for, or until so many games are played.
    fn end(&self) -> u32;

    /// Games to select by in the whole run.
    fn games(&self) -> u64;

    /// Brings numbers within the population that nobody gave.
    fn settle(&mut self, is_given: &dyn Fn(&str) -> bool);

    /// Refuses other settings for what is left of a run: the past must be the same with them.
    fn may_become(&self, other: &Self, generations: u32) -> Result<()>;

    /// Refuses settings that no run can have.
    fn check(&self) -> Result<()>;

    /// Refuses a checkpoint's material that the settings do not fit.
    fn fits(&self, material: &Self::Material) -> Result<()>;

    /// Plays a generation, counted from 0, and gives its row of the log but for the time. `None` if it was stopped
    /// before its end; then the material is of no use.
    fn generation(
        &self,
        memory: &mut Self::Cache,
        material: &mut Self::Material,
        number: u32,
        stop: Stop<'_>,
    ) -> Result<Option<Row>>;

    /// What the live line says of a generation, when so many are played in a second.
    fn message(&self, row: &Row, rate: f64) -> String;

    /// Among whom the champion is found, and how.
    fn finals(&self, material: &Self::Material) -> Result<Finals<Self::Problem>>;
}

/// The settings that a run's file holds.
pub fn read_settings<M: Algorithm>(document: &Document) -> Result<M> {
    let preset = preset::<M::Problem>(document)?.with_context(|| format!("{}: it has no preset", document.name()))?;
    let base = M::of(M::Problem::settings(preset, Seed::default()));
    let mut algorithm = base.with_context(|| format!("{}: the preset evolves in another way", document.name()))?;
    algorithm.restore(document)?;
    algorithm.check().with_context(|| format!("{} cannot be run", document.name()))?;
    Ok(algorithm)
}

/// The preset that a file names, if it does.
pub fn preset<P: Problem>(document: &Document) -> Result<Option<P::Preset>> {
    let Some(entry) = document.get("preset") else { return Ok(None) };
    let wrong = || document.error(entry, Fault::Value, format_args!("there is no preset {}", entry.value));
    let name = text(&entry.value).map_err(|_| wrong())?;
    Ok(Some(P::Preset::named(name).ok_or_else(wrong)?))
}

/// The choice of the champion.
pub struct Finals<P: Problem> {
    /// The players that may become it, at least one.
    pub finalists: Vec<Player<P>>,
    /// How many of the hardest opponents they play against.
    pub n_opponents: usize,
    /// Deals of each finalist against each of these.
    pub n_deals: u64,
}

impl<P: Problem> Finals<P> {
    /// Games that the choice takes: one finalist alone needs none.
    pub fn n_games(&self) -> u64 {
        match self.finalists.len() {
            0 | 1 => 0,
            n_finalists => 2 * self.n_deals * (n_finalists * self.opponents().count()) as u64,
        }
    }

    /// The hardest opponents.
    pub fn opponents(&self) -> impl Iterator<Item = P::Opponent> + use<P> {
        P::OPPONENTS.iter().rev().take(self.n_opponents).copied()
    }
}

/// All that the next generation needs, and what was seen so far.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct State<M> {
    /// Generations that are finished.
    pub generations: u32,
    /// What the algorithm hands from generation to generation.
    pub material: M,
    /// A row for each finished generation.
    pub log: Vec<Row>,
}

/// The random streams that a run's seed gives. What is measured for the log, for the choice of the champion and at
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
    Islands,
}

impl Stream {
    /// The stream's seed in a run.
    pub fn of(self, run: Seed) -> Seed {
        run.derive(self as u64)
    }
}
