//! An evolutionary algorithm, as the engine and the run folder see it. There are two: whole trees, and multigene.

use anyhow::Result;
use pipsqueak_core::random::Seed;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::log::{Quantities, Row};
use super::problem::{Player, Problem, Stop};

/// A way of evolving: its settings, and what is done with them.
pub trait Method: Serialize + DeserializeOwned + Sync {
    /// What is evolved for.
    type Problem: Problem;
    /// The genetic material carried from one generation to the next; this is what a checkpoint stores.
    type Material: Clone + Default + Send + Sync + Serialize + DeserializeOwned;
    /// What it keeps in memory between generations and can work out again.
    type Cache: Default;

    /// What the numbers of its log are.
    const QUANTITIES: Quantities;

    /// What every way of evolving has.
    fn common(&self) -> CommonSettings<Self::Problem>;

    /// Sets how many generations are played.
    fn set_generations(&mut self, generations: u32);

    /// Sets how many trees a generation has.
    fn set_population(&mut self, population: usize);

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

/// The settings that every way of evolving has.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CommonSettings<P: Problem> {
    /// The preset that the settings began as.
    pub preset: P::Preset,
    /// The random seed that everything derives from.
    pub seed: Seed,
    /// How many generations are played.
    pub generations: u32,
    /// Games of the champion against each opponent at the end.
    pub final_games: u64,
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
    /// What the way of evolving hands from generation to generation.
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
}

impl Stream {
    /// The stream's seed in a run.
    pub fn of(self, run: Seed) -> Seed {
        run.derive(self as u64)
    }
}
