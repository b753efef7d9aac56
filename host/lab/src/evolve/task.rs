//! Evolution for your own game, with one function: [`Task`] plays a game and returns its result, and everything else
//! that a [`Problem`] needs is provided. `docs/lab.md` is the guide.

use std::cmp::Ordering;
use std::fmt::{self, Debug, Display};

use anyhow::{Result, bail, ensure};
use pipsqueak_core::game::Seat;
use pipsqueak_core::random::{self, Seed};
use pipsqueak_core::tree::{Kind, MAX_TERMINALS, PrimitiveSet, Program, Terminals, Vocabulary};

use super::problem::{
    Champion, Decision, Fitness, Player, Problem, PublishedFigures, RatedDecision, Sampling, Scores, Settings,
};
use super::selection::SelectionSettings;
use super::settings::{
    CommonSettings, Element, FunctionChoice, Row, SettingKind, SettingsTable, TerminalChoice, Value, choice, text,
};
use super::whole_trees::{self, Bloat, CrossoverChildren, HallOfFame, Islands, NewSubtree};
use super::{Algorithm, MOST, State, engine};
use crate::arena::{PairedTally, Tally};
use crate::choices;
use crate::trees;
use crate::workers::Workers;

/// Your own game, whose players are trees over this vocabulary.
pub trait Task: Vocabulary + Copy + PartialEq + Debug + Send + Sync {
    /// The game's name.
    const NAME: &'static str;

    /// A player's result in the game of this deal: `Greater` if it won, `Less` if it lost. Each deal is played from
    /// both seats. The task chooses the opponent and draws any chance; the result must depend only on the arguments.
    fn play(player: &Player<Self>, deal: Seed, seat: Seat) -> Ordering;
}

/// Default settings: whole trees, in a few seconds. Every field may be changed.
pub fn settings<T: Task>(seed: Seed) -> whole_trees::Settings<T> {
    whole_trees::Settings {
        common: CommonSettings {
            preset: Preset::Task,
            seed,
            population: 100,
            generations: 30,
            max_games: 0,
            terminals: TerminalChoice::Set(TerminalSet::All),
            functions: FunctionChoice::ALL,
            start: Vec::new(),
            elite_games: 200,
            final_games: 10_000,
            selection: SelectionSettings::default(),
        },
        scoring: Scoring::Value,
        start_heights: [1, 4],
        crossover: 0.7,
        crossover_children: CrossoverChildren::One,
        mutation: 0.3,
        terminal_mutation: 0.5,
        new_subtree: NewSubtree::TwoHigherWithinFour,
        selection_size: 4,
        elite: 4,
        finalists: 5,
        fitness: Deals { deals: 100 },
        bloat: Bloat { free_height: 7, factor: 0.9 },
        hall_of_fame: HallOfFame::NONE,
        islands: Islands::ONE,
    }
}

/// Evolves a champion with these settings.
///
/// # Errors
/// The settings contradict each other, or the workers were asked to stop.
pub fn evolve<T: Task>(settings: &whole_trees::Settings<T>, workers: Workers<'_>) -> Result<Champion<T>> {
    settings.check()?;
    match engine::run(settings, State::default(), workers, &())? {
        Some(champion) => Ok(champion),
        None => bail!(crate::workers::Stopped),
    }
}

impl<P: Problem> Player<P> {
    /// The tree's value for these values of the terminals, in the order of the vocabulary; a flag is 0 or 1. Terminals
    /// that are left out are 0.
    pub fn value(&self, terminals: &[f32]) -> f32 {
        self.tree.evaluate(&self.constants, &Slice(terminals))
    }

    /// The tree as text.
    pub fn text(&self) -> String {
        Program::new(&self.tree, &self.constants).to_string()
    }
}

struct Slice<'a>(&'a [f32]);

impl Terminals for Slice<'_> {
    fn value(&self, terminal: u8) -> f32 {
        self.0.get(usize::from(terminal)).copied().unwrap_or(0.0)
    }
}

choices! {
    /// The settings of a task.
    pub enum Preset {
        /// Whole trees that breed
        Task = "task",
    }
}

choices! {
    /// The terminals of a task's trees.
    pub enum TerminalSet {
        /// All terminals of the vocabulary
        All = "all",
    }
}

choices! {
    /// How a task reads a tree.
    pub enum Scoring {
        /// By its value
        Value = "value",
    }
}

/// The number of deals that a tree is rated by: new ones in every generation, each from both seats.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Deals {
    /// Deals per generation.
    pub deals: u64,
}

impl SettingsTable for Deals {
    fn rows() -> Vec<Row<Deals>> {
        vec![Row::new(
            "fitness.deals",
            "deals a generation, each from both seats",
            SettingKind::Whole(1..=MOST),
            |settings: &mut Deals| &mut settings.deals,
        )]
    }
}

impl<T: Task> Fitness<T> for Deals {
    fn check(&self) -> Result<()> {
        ensure!(self.deals > 0, "fitness.deals: there must be at least one");
        Ok(())
    }

    fn games(&self, population: usize, _: usize) -> u64 {
        2 * population as u64 * self.deals
    }

    /// Two points for a win and one for a tie; a case is a deal.
    fn scores(
        &self,
        players: &[Player<T>],
        _: &[Player<T>],
        n_cases: usize,
        deals: Seed,
        workers: Workers<'_>,
    ) -> Scores {
        let n_cases = n_cases.min(self.deals as usize);
        let of_each: Vec<Vec<u64>> = workers.share(players.len(), |place| {
            let points = |deal: u64| half_points(both_seats(&players[place], deals.derive(deal)));
            (0..self.deals).map(points).collect()
        });
        let case = |deal: usize| of_each.iter().map(|points| points[deal] as f32).collect();
        Scores {
            points: of_each.iter().map(|points| points.iter().sum()).collect(),
            cases: (0..n_cases).map(case).collect(),
        }
    }
}

fn both_seats<T: Task>(player: &Player<T>, deal: Seed) -> [Tally; 2] {
    Seat::BOTH.map(|seat| match T::play(player, deal, seat) {
        Ordering::Greater => Tally { win: 1, ..Tally::default() },
        Ordering::Equal => Tally { tie: 1, ..Tally::default() },
        Ordering::Less => Tally { loss: 1, ..Tally::default() },
    })
}

fn half_points(games: [Tally; 2]) -> u64 {
    games.iter().map(|game| 2 * game.win + game.tie).sum()
}

/// A starting tree that a setting names.
#[derive(Clone, PartialEq, Debug)]
pub struct TreeText(pub String);

impl Element for TreeText {
    fn value(&self) -> Value {
        Value::Text(self.0.clone())
    }

    fn of(value: &Value) -> Result<TreeText> {
        Ok(TreeText(text(value)?.to_owned()))
    }
}

/// Random values of all terminals, to tell behaviours apart.
#[derive(Clone, PartialEq, Debug)]
pub struct RandomInputs([f32; MAX_TERMINALS]);

impl RandomInputs {
    fn of<T: Task>(seed: Seed) -> RandomInputs {
        let mut rng = seed.rng();
        RandomInputs(std::array::from_fn(|terminal| match T::ENTRIES.get(terminal).map(|entry| entry.kind) {
            Some(Kind::Number) => random::below(&mut rng, 2_001) as f32 / 100.0 - 10.0,
            Some(Kind::Flag) => random::below(&mut rng, 2) as f32,
            Some(Kind::Cards) => random::below(&mut rng, 101) as f32 / 100.0,
            None => 0.0,
        }))
    }
}

impl<T: Task> Decision<T> for [RandomInputs; 2] {
    fn rated(_: &Player<T>, _: &Sampling<'_, T>, _: Workers<'_>) -> Result<Vec<RatedDecision<Self>>> {
        bail!("a task has no decisions to learn from: its players evolve as whole trees")
    }

    fn n_games(_: usize, _: u64) -> u64 {
        0
    }

    fn features(&self, alternative: usize) -> [[f32; MAX_TERMINALS]; 2] {
        [self[alternative % 2].0, [0.0; MAX_TERMINALS]]
    }
}

/// The opponent that the task itself provides.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TheTask;

impl Display for TheTask {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("the task")
    }
}

impl<T: Task> Problem for T {
    type TerminalSet = TerminalSet;
    type Scoring = Scoring;
    type PlayerSetting = TreeText;
    type Fitness = Deals;
    type Decision = [RandomInputs; 2];
    type Opponent = TheTask;
    type Preset = Preset;

    const GAME: &'static str = T::NAME;
    const GAME_OPTION: &'static str = "";
    const OPPONENTS: &'static [TheTask] = &[TheTask];
    const YARDSTICK: TheTask = TheTask;
    const ADDITIVE: Scoring = Scoring::Value;

    fn primitive_set(_: TerminalSet) -> PrimitiveSet {
        PrimitiveSet { terminals: (1 << T::ENTRIES.len()) - 1, ..PrimitiveSet::ALL }
    }

    fn scorings() -> SettingKind {
        choice::<Scoring>()
    }

    fn tree(TreeText(text): &TreeText) -> Result<Player<T>> {
        let (tree, constants) = trees::parse(text)?;
        Ok(Player { tree, constants, scoring: Scoring::Value })
    }

    fn player_setting(champion: &[u8]) -> Result<TreeText> {
        Ok(TreeText(std::str::from_utf8(champion)?.to_owned()))
    }

    fn probes(_: Workers<'_>) -> Vec<RatedDecision<[RandomInputs; 2]>> {
        let inputs = |number: u64| [0, 1].map(|half| RandomInputs::of::<T>(Seed(1).derive(2 * number + half)));
        let probe = |number| RatedDecision { decision: inputs(number), kind: 0, halves: vec![[0.0; 2]; 2] };
        (0..64).map(probe).collect()
    }

    fn settings(_: Preset, seed: Seed) -> Settings<T> {
        Settings::WholeTrees(settings(seed))
    }

    fn measure(
        player: &Player<T>,
        _: TheTask,
        n_deals: u64,
        deals: Seed,
        workers: Workers<'_>,
        played: &(dyn Fn(u64) + Sync),
    ) -> Result<PairedTally> {
        const BATCH: u64 = 64;
        let scores = workers.try_share_with(
            n_deals.div_ceil(BATCH) as usize,
            || (),
            |(), batch| {
                workers.check()?;
                let numbers = batch as u64 * BATCH..n_deals.min((batch as u64 + 1) * BATCH);
                played(2 * (numbers.end - numbers.start));
                Ok(numbers.map(|deal| PairedTally::of(both_seats(player, deals.derive(deal)))).sum::<PairedTally>())
            },
        )?;
        Ok(scores.into_iter().sum())
    }

    /// The tree as text, which [`Problem::player_setting`] reads.
    fn pack(champion: &Champion<T>) -> Result<Vec<u8>> {
        Ok(champion.player.text().into_bytes())
    }

    fn unpack(_: &[u8]) -> Result<(usize, Vec<Tally>)> {
        bail!("a task's champion keeps no record")
    }

    fn published(_: Preset) -> Option<PublishedFigures> {
        None
    }
}
