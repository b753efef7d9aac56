//! Symbolic regression, for tests: a [`Problem`] without a game. A tree's fitness is how close it comes to a target
//! formula.

use std::collections::HashSet;

use anyhow::Result;
use pipsqueak_core::random::{self, Seed};
use pipsqueak_core::tree::{Entry, Kind, MAX_TERMINALS, Node, PrimitiveSet, Program, Terminals, Vocabulary};

use super::problem::{
    Champion, Decision, Fitness, Player, Problem, PublishedFigures, RatedDecision, Sampling, Scores, Settings,
};
use super::selection::{Case, SelectionSettings};
use super::settings::{
    self, CommonSettings, Element, FunctionChoice, Row, SettingsTable, TerminalChoice, Value, choice, text,
};
use super::whole_trees::{Bloat, CrossoverChildren, HallOfFame, Islands, NewSubtree};
use super::{multigene, whole_trees};
use crate::arena::{PairedTally, Tally};
use crate::choices;
use crate::workers::Workers;

/// The problem and its vocabulary.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Toy;

impl Vocabulary for Toy {
    const VERSION: u8 = 1;
    const ENTRIES: &'static [Entry] = &[
        number("A"),
        number("B"),
        number("C"),
        number("D"),
        number("E"),
        number("F"),
        number("G"),
        number("H"),
        Entry { name: "Sunny", kind: Kind::Flag },
        Entry { name: "Windy", kind: Kind::Flag },
        Entry { name: "Outs", kind: Kind::Cards },
    ];
}

const fn number(name: &'static str) -> Entry {
    Entry { name, kind: Kind::Number }
}

/// The terminals' values in one position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Inputs([f32; MAX_TERMINALS]);

impl Inputs {
    fn random(seed: Seed) -> Inputs {
        let mut rng = seed.rng();
        Inputs(std::array::from_fn(|terminal| match Toy::ENTRIES.get(terminal).map(|entry| entry.kind) {
            Some(Kind::Number) => random::below(&mut rng, 2001) as f32 / 1000.0 - 1.0,
            Some(Kind::Flag) => random::below(&mut rng, 2) as f32,
            Some(Kind::Cards) => random::below(&mut rng, 101) as f32 / 100.0,
            None => 0.0,
        }))
    }

    /// The target formula: a sum, products and a condition.
    fn truth(&self) -> f32 {
        let [a, b, c, d, e, f, g, h, sunny, windy, outs] = *self.0.first_chunk().expect("as many terminals");
        let sum = a + 0.8 * b - 0.6 * c + 0.5 * d - 0.4 * e + 0.3 * f + 0.2 * g - 0.1 * h;
        let products = a * b - 0.5 * c * d + windy * d + outs * h;
        sum + products + if sunny > 0.0 { a - b } else { 0.3 * e * f }
    }
}

impl Terminals for Inputs {
    fn value(&self, terminal: u8) -> f32 {
        self.0[usize::from(terminal)]
    }
}

/// The inputs after and before each alternative of a decision.
pub struct Alternatives(Vec<[Inputs; 2]>);

/// Random decisions. The value of an alternative is the target after it minus the target before it, plus noise.
pub fn decisions(n_decisions: usize, games: Seed) -> Vec<RatedDecision<Alternatives>> {
    let decision = |number: usize| {
        let seed = games.derive(number as u64);
        let inputs = |place: u64| [0, 1].map(|when| Inputs::random(seed.derive(place).derive(when)));
        let alternatives: Vec<[Inputs; 2]> = (0..2 + number as u64 % 4).map(inputs).collect();
        let mut rng = seed.rng();
        let mut noise = || random::below(&mut rng, 101) as f32 / 1000.0;
        let halves =
            alternatives.iter().map(|[after, before]| [(); 2].map(|()| after.truth() - before.truth() + noise()));
        RatedDecision { halves: halves.collect(), decision: Alternatives(alternatives), kind: number % 3 }
    };
    (0..n_decisions).map(decision).collect()
}

impl Decision<Toy> for Alternatives {
    fn rated(
        _: &Player<Toy>,
        sampling: &Sampling<'_, Toy>,
        workers: Workers<'_>,
    ) -> Result<Vec<RatedDecision<Alternatives>>> {
        workers.check()?;
        Ok(decisions(sampling.n_decisions, sampling.games))
    }

    fn n_games(n_decisions: usize, n_samples: u64) -> u64 {
        n_decisions as u64 * n_samples
    }

    fn features(&self, alternative: usize) -> [[f32; MAX_TERMINALS]; 2] {
        self.0[alternative].map(|inputs| inputs.0)
    }
}

/// The fitness: the number of random inputs for which the tree's value is within a margin of the target. Each counts as
/// a game won.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Closeness {
    positions: u64,
}

fn closeness(player: &Player<Toy>, margin: f32, n_positions: u64, seed: Seed) -> u64 {
    let is_near = |&position: &u64| {
        let inputs = Inputs::random(seed.derive(position));
        (player.tree.evaluate(&player.constants, &inputs) - inputs.truth()).abs() < margin
    };
    (0..n_positions).filter(is_near).count() as u64
}

impl SettingsTable for Closeness {
    fn rows() -> Vec<Row<Closeness>> {
        vec![Row::new(
            "fitness.positions",
            "positions to compare in",
            settings::SettingKind::Whole(1..=1_000),
            |s: &mut Closeness| &mut s.positions,
        )]
    }
}

impl Fitness<Toy> for Closeness {
    fn check(&self) -> Result<()> {
        Ok(())
    }

    fn games(&self, population: usize, n_famous: usize) -> u64 {
        population as u64 * self.positions * (1 + n_famous as u64)
    }

    /// A tree wins against a member of the hall of fame if it is within the margin more often. The cases are one per
    /// position, then one per member.
    fn scores(
        &self,
        players: &[Player<Toy>],
        famous: &[Player<Toy>],
        n_cases: usize,
        deals: Seed,
        _: Workers<'_>,
    ) -> Scores {
        let own = |player: &Player<Toy>| closeness(player, 1.0, self.positions, deals);
        let against = |player: &Player<Toy>, other: &Player<Toy>| u64::from(own(player) > own(other));
        let points =
            players.iter().map(|player| own(player) + famous.iter().map(|other| against(player, other)).sum::<u64>());
        let case = |position: u64| {
            let seed = deals.derive(1_000 + position);
            players.iter().map(|player| closeness(player, 1.0, 1, seed) as f32).collect::<Case>()
        };
        let fame = famous.iter().map(|other| players.iter().map(|player| against(player, other) as f32).collect());
        Scores { points: points.collect(), cases: (0..self.positions).map(case).chain(fame).take(n_cases).collect() }
    }
}

choices! {
    /// The only scoring.
    pub enum Scoring {
        /// The tree's value, unchanged
        Plain = "plain",
    }
}

choices! {
    /// One preset for each algorithm.
    pub enum Preset {
        /// Whole trees
        Whole = "whole",
        /// Genes
        Genes = "genes",
    }
}

/// The setting that names a player, which this problem does not have.
#[derive(Clone, PartialEq, Debug)]
pub struct NoPlayer;

impl Element for NoPlayer {
    fn value(&self) -> Value {
        Value::Text("none".to_owned())
    }

    fn of(value: &Value) -> Result<NoPlayer> {
        text(value).map(|_| NoPlayer)
    }
}

fn common(preset: Preset, seed: Seed) -> CommonSettings<Toy> {
    CommonSettings {
        preset,
        seed,
        population: 0,
        generations: 8,
        max_games: 0,
        terminals: TerminalChoice::Set(Scoring::Plain),
        functions: FunctionChoice::ALL,
        start: Vec::new(),
        elite_games: 20,
        final_games: 40,
        selection: SelectionSettings::default(),
    }
}

/// A small run of whole trees.
pub fn whole_trees(seed: Seed) -> whole_trees::Settings<Toy> {
    whole_trees::Settings {
        common: CommonSettings { population: 40, ..common(Preset::Whole, seed) },
        scoring: Scoring::Plain,
        start_heights: [1, 3],
        crossover: 0.6,
        crossover_children: CrossoverChildren::One,
        mutation: 0.4,
        terminal_mutation: 0.5,
        new_subtree: NewSubtree::TwoHigherWithinFour,
        selection_size: 4,
        elite: 2,
        finalists: 3,
        fitness: Closeness { positions: 60 },
        bloat: Bloat::NONE,
        hall_of_fame: HallOfFame::NONE,
        islands: Islands::ONE,
    }
}

/// A small multigene run.
pub fn multigene(seed: Seed) -> multigene::Settings<Toy> {
    multigene::Settings {
        common: CommonSettings { population: 20, ..common(Preset::Genes, seed) },
        genes: vec![3, 5],
        decisions: vec![60, 120],
        samples: vec![2, 2],
        exploration: 0.0,
        opponents: Vec::new(),
        teacher: NoPlayer,
        window: 50,
        starters: 40,
        gene_generations: 3,
        selection_size: 3,
        gene_nodes: 9,
        node_cost: 0.01,
        tree_nodes: 100,
        finalists: 2,
        finalist_games: 20,
    }
}

impl Problem for Toy {
    type TerminalSet = Scoring;
    type Scoring = Scoring;
    type PlayerSetting = NoPlayer;
    type Fitness = Closeness;
    type Decision = Alternatives;
    type Opponent = u8;
    type Preset = Preset;

    const GAME: &'static str = "toy";
    const GAME_OPTION: &'static str = "";
    /// The opponents are margins of error in tenths: a tree wins in a position where its error is below the margin.
    const OPPONENTS: &'static [u8] = &[20, 10, 5];
    const YARDSTICK: u8 = 10;
    const ADDITIVE: Scoring = Scoring::Plain;

    fn primitive_set(_: Scoring) -> PrimitiveSet {
        PrimitiveSet { terminals: (1 << Toy::ENTRIES.len()) - 1, ..PrimitiveSet::ALL }
    }

    fn scorings() -> settings::SettingKind {
        choice::<Scoring>()
    }

    fn tree(_: &NoPlayer) -> Result<Player<Toy>> {
        anyhow::bail!("the toy has no players to name")
    }

    fn player_setting(_: &[u8]) -> Result<NoPlayer> {
        Ok(NoPlayer)
    }

    fn probes(_: Workers<'_>) -> Vec<RatedDecision<Alternatives>> {
        decisions(64, Seed(1))
    }

    fn settings(preset: Preset, seed: Seed) -> Settings<Toy> {
        match preset {
            Preset::Whole => Settings::WholeTrees(whole_trees(seed)),
            Preset::Genes => Settings::Multigene(multigene(seed)),
        }
    }

    fn measure(
        player: &Player<Toy>,
        opponent: u8,
        n_deals: u64,
        deals: Seed,
        _: Workers<'_>,
        played: &(dyn Fn(u64) + Sync),
    ) -> Result<PairedTally> {
        let win = closeness(player, f32::from(opponent) / 10.0, 2 * n_deals, deals);
        played(2 * n_deals);
        let game = |number: u64| Tally { win: u64::from(number < win), tie: 0, loss: u64::from(number >= win) };
        Ok((0..n_deals).map(|deal| PairedTally::of([game(2 * deal), game(2 * deal + 1)])).sum())
    }

    fn pack(champion: &Champion<Toy>) -> Result<Vec<u8>> {
        let Player { tree, constants, .. } = &champion.player;
        Ok(Program::new(tree, constants).to_string().into_bytes())
    }

    fn unpack(_: &[u8]) -> Result<(usize, Vec<Tally>)> {
        anyhow::bail!("a toy keeps no record")
    }

    /// An invented cost: 10 for each node, and 100 for each different terminal.
    fn instructions(nodes: &[u8], _: Scoring) -> Option<f64> {
        let terminals: HashSet<u8> =
            nodes.iter().copied().filter(|&byte| matches!(Node::of(byte), Node::Terminal(_))).collect();
        Some((10 * nodes.len() + 100 * terminals.len()) as f64)
    }

    fn published(_: Preset) -> Option<PublishedFigures> {
        None
    }
}
