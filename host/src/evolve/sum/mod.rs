//! Evolution of a sum: a player whose tree adds up small trees, its genes, each of them evolved to explain what rollouts
//! say of stored decisions and the genes before it do not explain.
//!
//! Board scoring makes this possible: what counts is a tree's gain in one column, and the gain of a sum is the sum of
//! the gains. So the weights of all genes follow from least squares at any time, and evolution has only to find small
//! trees, which are judged on thousands of decisions in a fraction of a millisecond.
//!
//! ```text
//! player -> games -> decisions -> rollouts by the player -> lessons -> genes, one by one -> weights -> player   (a round)
//! ```
//!
//! The first player always takes the leftmost column. A round inherits the genes of the one before, finds new ones on
//! decisions that its player meets, and leaves out those that are missed least.

mod assemble;
mod decisions;
mod genes;
mod lessons;
mod settings;
mod simplify;
mod weights;

use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result, ensure};
use pipsqueak_core::chance::{self, Seed};
use pipsqueak_core::games::fiveo::players::{Evolved, Scoring, Strategy};
use pipsqueak_core::tree::{Constants, Node, Tree};
use serde::{Deserialize, Serialize};

use super::folder::Row;
use super::run::{self, Method, Outline, Stream};
use crate::games::fiveo::contender::Kind;
use genes::{Gene, Window};
use lessons::Lessons;
pub use settings::Settings;
use weights::{Fit, dot};

/// Who the finalists play against.
const HARDEST: [Strategy; 4] =
    [Strategy::Pairing, Strategy::WeightedPairing, Strategy::FullStrategy, Strategy::Tactician];

/// Within a round there is room for genes that do not show their worth at once: one part in so many more.
const SPARE: usize = 4;

/// What the checkpoint keeps.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Material {
    /// The genes of the sum so far, those of earlier rounds included.
    genes: Vec<Vec<u8>>,
    /// The players of the rounds that are finished.
    players: Vec<Saved>,
}

/// A player as the checkpoint keeps it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Saved {
    tree: Vec<u8>,
    constants: Vec<f32>,
}

/// A round's lessons, and the sum so far in terms of them.
#[derive(Default)]
pub struct Memory {
    round: Option<Round>,
}

struct Round {
    number: usize,
    lessons: Lessons,
    genes: Vec<Gene>,
    gains: Vec<Vec<f32>>,
    fit: Fit,
}

impl Method for Settings {
    type Material = Material;
    type Memory = Memory;

    fn outline(&mut self) -> Outline<'_> {
        let Settings { preset, seed, ref mut generations, final_games, .. } = *self;
        Outline { preset, seed, generations, final_games }
    }

    fn check(&self) -> Result<()> {
        self.check_all()
    }

    fn fits(&self, material: &Material) -> Result<()> {
        ensure!(material.players.len() <= self.genes.len(), "the checkpoint does not fit run.toml");
        Ok(())
    }

    /// A generation is a gene: the search for it, and at the end of a round the player that all genes make.
    fn generation(
        &self,
        memory: &mut Memory,
        material: &mut Material,
        number: u32,
        stop: &AtomicBool,
    ) -> Result<Option<Row>> {
        let (round_number, _) = self.round_of(number);
        if memory.round.as_ref().is_none_or(|round| round.number != round_number) {
            memory.round = self.begin_round(round_number, material, stop)?;
        }
        let Some(round) = &mut memory.round else { return Ok(None) };
        let stream = |stream: Stream| stream.of(self.seed).derive(u64::from(number));
        let Some(row) = round.find_gene(self, stream(Stream::Breeding), stop) else { return Ok(None) };
        let player = assemble::player(&round.genes, &round.fit, self.tree_nodes)?;
        if self.ends_round(number) {
            round.forget(self.tree_nodes);
            material.players.push(Saved::of(&player));
        } else {
            round.forget(self.tree_nodes + self.tree_nodes / SPARE);
        }
        material.genes = round.genes.iter().map(|gene| gene.bytes().to_vec()).collect();
        let player = Kind::Evolved(Box::new(player));
        let win = run::win_against_full_strategy([&player].into_iter(), self.elite_games, stream(Stream::Elite));
        Ok(Some(Row { generation: number + 1, win, ..row }))
    }

    fn message(&self, row: &Row, rate: f64) -> String {
        let Row { best, win, .. } = *row;
        format!("{best:.1} % explained  {win:.1} % v full-strategy  {:.0} s a gene", 1.0 / rate.max(1e-9))
    }

    fn best(&self, material: &Material) -> Result<Evolved> {
        let players = material.players.iter().rev().take(self.finalists).map(Saved::player);
        run::best_finalist(players.collect::<Result<_>>()?, &HARDEST, self.finalist_games / 2, self.seed)
    }
}

impl Settings {
    /// Judges a round's decisions and looks at them with the genes so far; `None` if it was stopped.
    fn begin_round(&self, number: usize, material: &Material, stop: &AtomicBool) -> Result<Option<Round>> {
        ensure!(material.players.len() == number, "the checkpoint does not fit run.toml");
        let policy = material.players.last().map_or_else(|| Ok(leftmost()), Saved::player)?;
        let seeds = [Stream::Decisions, Stream::Rollouts].map(|stream| stream.of(self.seed).derive(number as u64));
        let [n_decisions, n_samples] = [self.decisions[number] as u64, self.samples[number]];
        let judged = decisions::judged(&policy, n_decisions as usize, n_samples, self.exploration, seeds, stop);
        let Some(decisions) = judged else { return Ok(None) };
        let lessons = Lessons::new(&decisions);
        let mut round = Round { number, lessons, genes: Vec::new(), gains: Vec::new(), fit: Fit::default() };
        for bytes in &material.genes {
            round.push(Tree::decode(bytes).context("the checkpoint holds a tree that is not well made")?);
        }
        Ok(Some(round))
    }
}

impl Round {
    /// Evolves one more gene and adds it, or its parts if it is itself a sum: each part then gets a weight of its own, and
    /// none is there twice. `None` if it was stopped. The row lacks its number, its wins and its time.
    fn find_gene(&mut self, settings: &Settings, seed: Seed, stop: &AtomicBool) -> Option<Row> {
        let mut rng = seed.rng();
        let n_decisions = self.lessons.n_decisions();
        let n_in_window = settings.window.min(n_decisions);
        let start = chance::below(&mut rng, (n_decisions - n_in_window + 1) as u32) as usize;
        let residual = self.residual();
        let window = |decisions| Window::new(&self.lessons, decisions, &self.gains, &residual, settings.node_cost);
        let [narrow, wide] = [window(start..start + n_in_window), window(0..n_decisions)];
        let found = genes::evolve(&mut rng, settings, &self.genes, [&narrow, &wide], stop)?;
        // In percent of all there is to explain in the window, with the genes so far.
        let targets = &self.lessons.targets()[self.lessons.rows(&(start..start + n_in_window))];
        let total = dot(targets, targets).max(f64::MIN_POSITIVE);
        let left = &residual[self.lessons.rows(&(start..start + n_in_window))];
        let explained = |gain: f64| 100.0 * (1.0 - (dot(left, left) - gain) / total);
        let n_genes = found.population.len() as f64;
        let mean = |value: &dyn Fn(&(Gene, f64)) -> f64| found.population.iter().map(value).sum::<f64>() / n_genes;
        let row = Row {
            generation: 0,
            best: explained(found.population[0].1),
            mean: explained(mean(&|(_, gain)| *gain)),
            nodes: mean(&|(gene, _)| gene.n_nodes() as f64),
            height: mean(&|(gene, _)| gene.height() as f64),
            win: 0.0,
            seconds: 0.0,
        };
        for addend in genes::addends(&found.gene) {
            if !self.genes.contains(&addend) {
                self.push(addend);
            }
        }
        Some(row)
    }

    fn push(&mut self, gene: Gene) {
        let gains = self.lessons.gains(&gene, &(0..self.lessons.n_decisions()));
        self.fit.push(&self.gains, &gains, self.lessons.targets());
        self.gains.push(gains);
        self.genes.push(gene);
    }

    /// What the genes so far leave unexplained.
    fn residual(&self) -> Vec<f32> {
        let mut residual = self.lessons.targets().to_vec();
        for (gains, weight) in self.gains.iter().zip(self.fit.weights()) {
            residual.iter_mut().zip(gains).for_each(|(residual, gain)| *residual -= weight as f32 * gain);
        }
        residual
    }

    /// Keeps the genes for which a tree has room.
    fn forget(&mut self, max_nodes: usize) {
        for gene in assemble::surplus(&self.genes, &self.fit, max_nodes) {
            self.genes.remove(gene);
            self.gains.remove(gene);
            self.fit = self.fit.without(gene);
        }
    }
}

/// The player before anything is known: all columns are equal to it.
fn leftmost() -> Evolved {
    let tree = Tree::decode(&[Node::Integer(0).byte()]).expect("a number is a tree");
    Evolved { tree, constants: Constants::default(), scoring: Scoring::Board }
}

impl Saved {
    fn of(player: &Evolved) -> Saved {
        Saved { tree: player.tree.bytes().to_vec(), constants: player.constants.values().to_vec() }
    }

    fn player(&self) -> Result<Evolved> {
        let tree = Tree::decode(&self.tree).context("the checkpoint holds a tree that is not well made")?;
        let constants = Constants::new(&self.constants).context("the checkpoint holds a constant beyond its limit")?;
        Ok(Evolved { tree, constants, scoring: Scoring::Board })
    }
}
