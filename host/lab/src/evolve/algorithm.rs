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

/// An evolutionary algorithm: its settings, and what is done with them.
pub trait Algorithm: SettingsTable + Sync {
    /// What is evolved for.
    type Problem: Problem;
    /// The genetic material carried from one generation to the next; this is what a checkpoint stores.
    type GeneticMaterial: Clone + Default + Send + Sync + Serialize + DeserializeOwned;
    /// What it keeps in memory between generations and can work out again.
    type Cache: Default;

    /// What the numbers of its log are.
    const LOG_COLUMNS: LogColumns;

    /// The settings, if they are for this algorithm.
    fn of(settings: Settings<Self::Problem>) -> Option<Self>;

    /// The settings that every algorithm has.
    fn common(&self) -> &CommonSettings<Self::Problem>;

    /// How many generations are played: as many as are asked for, or until so many games are played.
    fn end(&self) -> u32;

    /// Games to select by in the whole run.
    fn games(&self) -> u64;

    /// Games that only measure: for the log, for the choice of the champion, and its record.
    fn measured_games(&self) -> u64;

    /// Brings the numbers that were not given within the population.
    fn apply_defaults(&mut self, is_given: &dyn Fn(&str) -> bool);

    /// Refuses other settings for what is left of a run: the past must be the same with them.
    fn can_resume_with(&self, other: &Self, generations: u32) -> Result<()>;

    /// Refuses settings that no run can have.
    fn check(&self) -> Result<()>;

    /// Refuses a checkpoint's material that the settings do not fit.
    fn fits(&self, material: &Self::GeneticMaterial) -> Result<()>;

    /// Plays a generation, counted from 0, and gives its row of the log but for the time.
    ///
    /// # Errors
    /// [`Stopped`](crate::workers::Stopped) if the workers were asked to stop before its end, or what failed. The material is of no
    /// use then.
    fn generation(
        &self,
        memory: &mut Self::Cache,
        material: &mut Self::GeneticMaterial,
        number: u32,
        workers: Workers<'_>,
    ) -> Result<Row>;

    /// What the live line says of a generation, when so many are played in a second.
    fn message(&self, row: &Row, rate: f64) -> String;

    /// Samples of what a run does. Whoever times them knows about what it takes.
    fn samples(&self) -> Result<Vec<WorkSample<'_>>>;

    /// Among whom the champion is found, and how.
    fn finals(&self, material: &Self::GeneticMaterial) -> Result<Finals<Self::Problem>>;
}

/// A sample of a run's work.
pub struct WorkSample<'a> {
    /// Does it.
    pub work: Box<dyn Fn() -> Result<()> + 'a>,
    /// How many times as much a whole run does.
    pub times: f64,
}

/// A sample of the games that tell how strong players are, in the log and at the end, where a run plays so many.
pub fn measuring<'a, P: Problem>(player: Player<P>, n_games: u64) -> WorkSample<'a> {
    const N_DEALS: u64 = 500;
    let work = move || P::measure(&player, P::YARDSTICK, N_DEALS, Seed(1), Workers::ALONE, &|_| {}).map(|_| ());
    WorkSample { work: Box::new(work), times: n_games as f64 / (2 * N_DEALS) as f64 }
}

/// A tree of about so many nodes, added up from small random ones: as large as those that a run gets to.
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

/// The settings that a run's file holds.
pub fn read_settings<M: Algorithm>(document: &Document) -> Result<M> {
    let preset = preset::<M::Problem>(document)?.with_context(|| format!("{}: it has no preset", document.name()))?;
    let base = M::of(M::Problem::settings(preset, Seed::default()));
    let mut algorithm = base.with_context(|| format!("{}: the preset is for another algorithm", document.name()))?;
    algorithm.restore(document)?;
    algorithm.check().with_context(|| format!("{} cannot be run", document.name()))?;
    Ok(algorithm)
}

/// The preset that a file names, if it does.
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

/// The choice of the champion.
pub struct Finals<P: Problem> {
    /// The players that may become it, at least one.
    pub finalists: Vec<Player<P>>,
    /// How many of the hardest opponents they play against.
    pub n_opponents: usize,
    /// Deals of each finalist against each of these.
    pub n_deals: u64,
    /// With two objectives, whoever may be one of those that nobody beats at less cost.
    pub front: Vec<Player<P>>,
}

impl<P: Problem> Finals<P> {
    /// Games that the choice takes: one finalist alone needs none.
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

/// Deals of each player that may be of the front against each of the hardest opponents.
pub const FRONT_DEALS: u64 = 2_000;
/// The most players of a front that are measured at the end.
const MOST_OF_FRONT: usize = 48;

/// A front, or some of it from end to end if it is long.
pub fn spread<T>(front: &[T]) -> impl Iterator<Item = &T> {
    let n_kept = front.len().min(MOST_OF_FRONT);
    (0..n_kept).map(move |place| &front[place * (front.len() - 1) / (n_kept - 1).max(1)])
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
