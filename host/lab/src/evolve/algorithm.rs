//! An evolutionary algorithm, as the engine and the run folder see it. There are two: whole trees, and multigene.

use anyhow::{Context, Result};
use pipsqueak_core::random::{GameRng, Seed};
use pipsqueak_core::tree::{Function, GrowthShape, MAX_NODES, Node, PrimitiveSet, Tree};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::log::{LogColumns, Row};
use super::problem::{Player, Problem, Settings};
use super::settings::{CommonSettings, Document, Fault, SettingsTable, text};
use crate::choice::Choice;
use crate::workers::Workers;

/// An evolutionary algorithm with its settings.
pub trait Algorithm: SettingsTable + Sync {
    /// The problem that it solves.
    type Problem: Problem;
    /// The genetic material carried from one generation to the next; this is what a checkpoint stores.
    type GeneticMaterial: Clone + Default + Send + Sync + Serialize + DeserializeOwned;
    /// State kept in memory between generations that can be recomputed.
    type Cache: Default;

    /// The meaning of its log's columns.
    const LOG_COLUMNS: LogColumns;

    /// The settings, if they are for this algorithm.
    fn of(settings: Settings<Self::Problem>) -> Option<Self>;

    /// The settings that every algorithm has.
    fn common(&self) -> &CommonSettings<Self::Problem>;

    /// The number of generations: as many as are asked for, or fewer if the limit on games ends the run.
    fn end(&self) -> u32;

    /// Selection games in the whole run.
    fn games(&self) -> u64;

    /// Games that only measure: for the log, for the choice of the champion, and for its record.
    fn measured_games(&self) -> u64;

    /// Brings the numbers that were not given within the population's limits.
    fn apply_defaults(&mut self, is_given: &dyn Fn(&str) -> bool);

    /// Refuses settings that would have changed the generations already played.
    fn can_resume_with(&self, other: &Self, generations: u32) -> Result<()>;

    /// Refuses settings that no run can have.
    fn check(&self) -> Result<()>;

    /// Refuses a checkpoint's material that does not match the settings.
    fn fits(&self, material: &Self::GeneticMaterial) -> Result<()>;

    /// Plays a generation, counted from 0, and returns its row of the log without the time, and its best player.
    ///
    /// [`Stopped`](crate::workers::Stopped) if the workers were asked to stop before its end, or another failure. The
    /// material must be discarded then.
    fn generation(
        &self,
        memory: &mut Self::Cache,
        material: &mut Self::GeneticMaterial,
        number: u32,
        workers: Workers<'_>,
    ) -> Result<Finished<Self::Problem>>;

    /// The first generations of the rounds after the first; none if a run has no rounds.
    fn round_starts(&self) -> Vec<u32> {
        Vec::new()
    }

    /// What the line of progress says of a generation; it has room for 30 characters.
    fn message(&self, row: &Row) -> String;

    /// Samples of a run's work, to be timed for an estimate of the run's duration.
    fn samples(&self) -> Result<Vec<WorkSample<'_>>>;

    /// The candidates for champion, and how the champion is chosen.
    fn finals(&self, material: &Self::GeneticMaterial) -> Result<Finals<Self::Problem>>;
}

/// A finished generation.
pub struct Finished<P: Problem> {
    /// Its row of the log.
    pub row: Row,
    /// The fittest tree, or the sum of the genes so far.
    pub best: Player<P>,
}

/// A sample of a run's work.
pub struct WorkSample<'a> {
    /// Does the work.
    pub work: Box<dyn Fn() -> Result<()> + 'a>,
    /// How many times as much work a whole run does.
    pub times: f64,
}

/// A sample of the measuring games, of which a run plays `n_games`.
pub fn measuring<'a, P: Problem>(player: Player<P>, n_games: u64) -> WorkSample<'a> {
    const N_DEALS: u64 = 500;
    let work = move || P::measure(&player, P::YARDSTICK, N_DEALS, Seed(1), Workers::ALONE, &|_| {}).map(|_| ());
    WorkSample { work: Box::new(work), times: n_games as f64 / (2 * N_DEALS) as f64 }
}

/// A tree of about `n_nodes` nodes, added up from small random ones: as large as the trees late in a run.
pub fn grown<P: Problem>(rng: &mut GameRng, set: PrimitiveSet, n_nodes: usize) -> Tree<P> {
    Tree::decode(&grown_nodes::<P>(rng, set, n_nodes.clamp(1, MAX_NODES))).expect("a low sum of numbers is a tree")
}

fn grown_nodes<P: Problem>(rng: &mut GameRng, set: PrimitiveSet, n_nodes: usize) -> Vec<u8> {
    const SMALL: usize = 15;
    if n_nodes <= SMALL {
        let small = Tree::<P>::grow_within(rng, set, 3, GrowthShape::Full, n_nodes);
        return small.expect("a lone terminal fits").bytes().to_vec();
    }
    let left = grown_nodes::<P>(rng, set, (n_nodes - 1) / 2);
    let right = grown_nodes::<P>(rng, set, n_nodes - 1 - (n_nodes - 1) / 2);
    [&[Node::Function(Function::Plus).byte()], &left[..], &right].concat()
}

/// The settings in a run's `run.toml`.
pub fn read_settings<M: Algorithm>(document: &Document) -> Result<M> {
    let preset = preset::<M::Problem>(document)?.with_context(|| format!("{}: it has no preset", document.name()))?;
    let base = M::of(M::Problem::settings(preset, Seed::default()));
    let mut algorithm = base.with_context(|| format!("{}: the preset is for another algorithm", document.name()))?;
    algorithm.restore(document)?;
    algorithm.check().with_context(|| format!("{} cannot be run", document.name()))?;
    Ok(algorithm)
}

/// The preset that a file names, if it names one.
pub fn preset<P: Problem>(document: &Document) -> Result<Option<P::Preset>> {
    let Some(entry) = document.get("preset") else { return Ok(None) };
    let wrong = || {
        document.error(
            entry,
            Fault::Value,
            format_args!("there is no preset {} of {}; --game names another game", entry.value, P::GAME),
        )
    };
    let name = text(&entry.value).map_err(|_| wrong())?;
    Ok(Some(P::Preset::named(name).ok_or_else(wrong)?))
}

/// How the champion is chosen.
pub struct Finals<P: Problem> {
    /// The candidates, at least one.
    pub finalists: Vec<Player<P>>,
    /// How many of the hardest opponents they play against.
    pub n_opponents: usize,
    /// Deals of each finalist against each of these.
    pub n_deals: u64,
    /// With two objectives, the candidates for the Pareto front.
    pub front: Vec<Player<P>>,
}

impl<P: Problem> Finals<P> {
    /// Games that the choice takes: none for a single finalist.
    pub fn n_games(&self) -> u64 {
        let choice = match self.finalists.len() {
            0 | 1 => 0,
            n_finalists => n_finalists as u64 * self.n_deals,
        };
        2 * (choice + self.front.len() as u64 * FRONT_DEALS) * self.opponents().count() as u64
    }

    /// The hardest opponents.
    pub fn opponents(&self) -> impl Iterator<Item = P::Opponent> + use<P> {
        P::OPPONENTS.iter().rev().take(self.n_opponents).copied()
    }
}

/// Deals of each candidate for the front against each of the hardest opponents.
pub const FRONT_DEALS: u64 = 2_000;
/// The most players of a front that are measured at the end.
const MOST_OF_FRONT: usize = 48;

/// A front, or an evenly spread part of it if it is long.
pub fn spread<T>(front: &[T]) -> impl Iterator<Item = &T> {
    let n_kept = front.len().min(MOST_OF_FRONT);
    (0..n_kept).map(move |place| &front[place * (front.len() - 1) / (n_kept - 1).max(1)])
}

/// All that the next generation needs, and the log so far.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct State<M> {
    /// Generations that are finished.
    pub generations: u32,
    /// The algorithm's material.
    pub material: M,
    /// A row for each finished generation.
    pub log: Vec<Row>,
}

/// The random streams derived from a run's seed. Games for the log, for the choice of the champion and for its record
/// are played on deals that no tree was selected by.
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
    Fame,
    Cases,
    Front,
    Islands,
}

impl Stream {
    /// The stream's seed in a run.
    pub fn of(self, run: Seed) -> Seed {
        run.derive(self as u64)
    }
}
