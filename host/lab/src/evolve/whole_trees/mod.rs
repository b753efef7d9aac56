//! Evolution as in the report: whole trees play, and the fittest breed, generation by generation.

mod breeding;
mod islands;
mod settings;

use anyhow::{Context, Result, ensure};
use pipsqueak_core::random::{self, Seed};
use pipsqueak_core::tree::{Constants, Node, Tree};
use serde::{Deserialize, Serialize};

use super::algorithm::{self, Algorithm, Finals, Finished, Stream, WorkSample};
use super::census::Probes;
use super::engine;
use super::log::{LogColumns, Row};
use super::problem::{self, Fitness, Player, Problem};
use super::selection::{Case, Lexicase, Parents, SelectionMethod, StrengthAndCost, crowded_order, front};
use super::settings::CommonSettings;
use crate::workers::Workers;
pub use islands::Islands;
pub use settings::{Bloat, CrossoverChildren, HallOfFame, NewSubtree, Settings};

/// How many of the hardest opponents each finalist plays against, and on how many deals.
const FINALS: (usize, u64) = (2, 2_000);

/// The most games of a sample of a generation.
const SAMPLE_GAMES: u64 = 30_000;

/// The checkpoint's content.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct GeneticMaterial {
    /// The trees of the next generation, or at the end of the run those of the last one in order of fitness.
    pub population: Vec<Vec<u8>>,
    /// The hall of fame.
    pub famous: Vec<Vec<u8>>,
    /// With two objectives, the non-dominated trees of the last generation.
    pub front: Vec<Vec<u8>>,
}

/// State kept in memory between generations.
pub struct WorkingState<P> {
    /// The trees of the next generation, decoded.
    population: Vec<Tree<P>>,
    probes: Option<Probes<P>>,
}

impl<P> Default for WorkingState<P> {
    fn default() -> WorkingState<P> {
        WorkingState { population: Vec::new(), probes: None }
    }
}

impl<P: Problem> Algorithm for Settings<P> {
    type Problem = P;
    type GeneticMaterial = GeneticMaterial;
    type Cache = WorkingState<P>;

    const LOG_COLUMNS: LogColumns =
        LogColumns { step: "generation", measure: "fitness", axis: "fitness", plot: "fitness", player: "elite" };

    fn of(settings: problem::Settings<P>) -> Option<Settings<P>> {
        match settings {
            problem::Settings::WholeTrees(settings) => Some(settings),
            problem::Settings::Multigene(_) => None,
        }
    }

    fn common(&self) -> &CommonSettings<P> {
        &self.common
    }

    fn end(&self) -> u32 {
        self.n_generations()
    }

    fn games(&self) -> u64 {
        self.n_games()
    }

    fn measured_games(&self) -> u64 {
        let log = u64::from(self.end()).saturating_mul(self.elite.max(1) as u64 * self.common.elite_games);
        log.saturating_add(self.finals_games() + self.common.final_games * P::OPPONENTS.len() as u64)
    }

    fn apply_defaults(&mut self, is_given: &dyn Fn(&str) -> bool) {
        let population = self.common.population;
        if !is_given("finalists") {
            self.finalists = self.finalists.min(population);
        }
        if !is_given("elite") {
            self.elite = self.elite.min(population.saturating_sub(1));
        }
        self.apply_island_defaults(is_given);
    }

    fn can_resume_with(&self, _: &Settings<P>, _: u32) -> Result<()> {
        Ok(())
    }

    fn check(&self) -> Result<()> {
        self.champions()?;
        self.check_all()
    }

    fn fits(&self, material: &Self::GeneticMaterial) -> Result<()> {
        let n_trees = material.population.len();
        let fits = n_trees == 0 || n_trees == self.common.population;
        ensure!(fits && material.famous.len() <= self.hall_of_fame.size, "the checkpoint does not fit run.toml");
        Ok(())
    }

    /// The last generation has no children: it is kept in order of fitness, for the choice of the champion.
    fn generation(
        &self,
        WorkingState { population, probes }: &mut Self::Cache,
        material: &mut Self::GeneticMaterial,
        number: u32,
        workers: Workers<'_>,
    ) -> Result<Finished<P>> {
        if population.is_empty() {
            *population = match material.population.as_slice() {
                [] => self.first_generation(&self.champions()?),
                trees => decode(trees)?,
            };
        }
        let stream = |stream: Stream| stream.of(self.common.seed).derive(u64::from(number));
        let players: Vec<Player<P>> = population.iter().map(|tree| self.player(tree.clone())).collect();
        let famous: Vec<Player<P>> = decode(&material.famous)?.into_iter().map(|tree| self.player(tree)).collect();
        let (points, cases) = self.scores(&players, &famous, number, workers);
        let fitness: Vec<f64> =
            population.iter().zip(points).map(|(tree, points)| self.penalised(points as f64, tree)).collect();
        let ranking = self.in_turn(&fitness);
        let worths = self.worths(population, &fitness);
        let breed = || match number + 1 == self.end() {
            true => ranking.iter().map(|&place| population[place].clone()).collect(),
            false => self.next_generation(population, &fitness, cases, worths.as_deref(), number),
        };
        let elite = || ranking[..self.elite.max(1)].iter().map(|&place| &players[place]);
        let win = || engine::win_against_yardstick(elite(), self.common.elite_games, stream(Stream::Elite), workers);
        let local = workers.local();
        let census = || probes.get_or_insert_with(|| Probes::new(local)).census(&players, local);
        // Concurrently, because breeding uses one thread. The last job stays on this thread, which speaks for its
        // process.
        let ((next, census), win): ((Vec<Tree<P>>, _), _) = workers.join(|| local.join(breed, census), win);
        let front = worths.as_deref().map(front).unwrap_or_default();
        let row = Row {
            generation: number + 1,
            win: win?,
            census: Some(census),
            front: worths.map_or_else(Vec::new, |worths| front.iter().map(|&place| worths[place].into()).collect()),
            ..measured(population, &fitness)
        };
        let bytes = |tree: &Tree<P>| tree.bytes().to_vec();
        material.front = front.iter().map(|&place| bytes(&population[place])).collect();
        let fittest = ranking[self.famed_island(number)];
        self.remember(&mut material.famous, number, bytes(&population[fittest]), stream(Stream::Fame));
        material.population = next.iter().map(bytes).collect();
        let best = players[ranking[0]].clone();
        *population = next;
        Ok(Finished { row, best })
    }

    fn message(&self, row: &Row) -> String {
        let Row { best, win, .. } = *row;
        format!("{win:.1} % won  best {best:.0}")
    }

    fn samples(&self) -> Result<Vec<WorkSample<'_>>> {
        let mut rng = self.common.seed.rng();
        let mut player = || self.player(algorithm::grown(&mut rng, self.primitive_set(), self.typical_nodes()));
        let strongest = player();
        let mut samples = vec![algorithm::measuring(strongest.clone(), self.measured_games())];
        match (2..=self.common.population).take_while(|&n_trees| self.fitness.games(n_trees, 0) <= SAMPLE_GAMES).last()
        {
            Some(n_trees) => {
                let players: Vec<Player<P>> = (0..n_trees).map(|_| player()).collect();
                let n_cases = self.common.selection.n_cases();
                let work = move || {
                    self.fitness.scores(&players, &[], n_cases, Seed(1), Workers::ALONE);
                    Ok(())
                };
                let times = self.games() as f64 / self.fitness.games(n_trees, 0) as f64;
                samples.push(WorkSample { work: Box::new(work), times });
            }
            // Even two trees play too many games for a sample.
            None => samples.push(algorithm::measuring(strongest, self.games())),
        }
        Ok(samples)
    }

    fn finals(&self, material: &Self::GeneticMaterial) -> Result<Finals<P>> {
        let players = |trees: &[Vec<u8>]| -> Result<Vec<Player<P>>> {
            Ok(decode(trees)?.into_iter().map(|tree| self.player(tree)).collect())
        };
        let finalists = players(&material.population[..self.finalists])?;
        let mut front = Vec::new();
        if self.common.selection.counts_cost() {
            front = players(&algorithm::spread(&material.front).cloned().collect::<Vec<_>>())?;
            front.extend(finalists.iter().cloned());
        }
        let (n_opponents, n_deals) = FINALS;
        Ok(Finals { finalists, n_opponents, n_deals, front })
    }
}

impl<P: Problem> Settings<P> {
    fn player(&self, tree: Tree<P>) -> Player<P> {
        Player { tree, constants: Constants::default(), scoring: self.scoring }
    }

    fn penalised(&self, points: f64, tree: &Tree<P>) -> f64 {
        let Bloat { free_height, factor } = self.bloat;
        (free_height..tree.height()).fold(points, |points, _| points * factor)
    }

    /// Every tree's strength and cost; `None` if the cost is no objective.
    fn worths(&self, population: &[Tree<P>], fitness: &[f64]) -> Option<Vec<StrengthAndCost>> {
        let cost = |tree: &Tree<P>| P::instructions(tree.bytes(), self.scoring);
        let worth = |(tree, &strength)| Some(StrengthAndCost { strength, cost: cost(tree)? });
        self.common.selection.counts_cost().then(|| population.iter().zip(fitness).map(worth).collect())?
    }

    /// Chooses parents. In lexicase selection the cost is one more case.
    fn parents(
        &self,
        population: &[Tree<P>],
        fitness: Vec<f64>,
        mut cases: Vec<Case>,
        worths: Option<&[StrengthAndCost]>,
    ) -> Parents {
        match self.common.selection.method {
            SelectionMethod::Tournament => match worths {
                Some(worths) => Parents::in_order(self.selection_size, &crowded_order(worths)),
                None => Parents::Tournament { size: self.selection_size, fitness },
            },
            SelectionMethod::EpsilonLexicase => {
                for case in &mut cases {
                    for (value, tree) in case.iter_mut().zip(population) {
                        *value = self.penalised(f64::from(*value), tree) as f32;
                    }
                }
                cases.extend(worths.map(|worths| worths.iter().map(|worth| -worth.cost as f32).collect::<Case>()));
                Parents::Lexicase(Lexicase::new(cases, population.len()))
            }
        }
    }

    /// Games of the choice of the champion.
    fn finals_games(&self) -> u64 {
        let (n_opponents, n_deals) = FINALS;
        if self.finalists > 1 { 2 * n_deals * (self.finalists * n_opponents) as u64 } else { 0 }
    }

    /// The island whose fittest tree joins the hall of fame next: the islands take turns, as their fitness is not
    /// comparable.
    fn famed_island(&self, generation: u32) -> usize {
        (generation / self.hall_of_fame.interval) as usize % self.islands.number
    }

    /// Adds the fittest tree of a generation to the hall of fame, if it is due. In a full hall it replaces a random
    /// member, so that the hall keeps members of all ages.
    fn remember(&self, famous: &mut Vec<Vec<u8>>, generation: u32, fittest: Vec<u8>, seed: Seed) {
        let HallOfFame { size, interval } = self.hall_of_fame;
        if size == 0 || !(generation + 1).is_multiple_of(interval) {
            return;
        }
        if famous.len() < size {
            famous.push(fittest);
        } else {
            famous[random::below(&mut seed.rng(), size as u32) as usize] = fittest;
        }
    }

    /// The trees of the starting champions.
    fn champions(&self) -> Result<Vec<Tree<P>>> {
        let trees = self.common.start.iter().map(|champion| {
            let player = P::tree(champion)?;
            let has_slot = player.tree.bytes().iter().any(|&byte| matches!(Node::of(byte), Node::Constant(_)));
            ensure!(
                !has_slot,
                "start: a tree with constants of its own cannot breed; whole trees use only the integers from -7 to 7"
            );
            Ok(player.tree)
        });
        trees.collect()
    }
}

/// A row of the log for some trees and their fitness.
fn measured<P: Problem>(population: &[Tree<P>], fitness: &[f64]) -> Row {
    let mean =
        |value: fn(&Tree<P>) -> usize| population.iter().map(value).sum::<usize>() as f64 / population.len() as f64;
    Row {
        generation: 0,
        best: fitness.iter().copied().fold(f64::MIN, f64::max),
        mean: fitness.iter().sum::<f64>() / fitness.len() as f64,
        nodes: mean(Tree::n_nodes),
        height: mean(Tree::height),
        win: 0.0,
        seconds: 0.0,
        census: None,
        front: Vec::new(),
    }
}

fn decode<P: Problem>(trees: &[Vec<u8>]) -> Result<Vec<Tree<P>>> {
    trees.iter().map(|bytes| Tree::decode(bytes).context("the checkpoint holds a tree that is malformed")).collect()
}
