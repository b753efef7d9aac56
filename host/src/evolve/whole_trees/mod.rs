//! Evolution as the report has it: whole trees play, the fitter ones breed, generation by generation.

mod breeding;
mod islands;
mod settings;

use anyhow::{Context, Result, ensure};
use pipsqueak_core::tree::{Constants, Node, Tree};

use super::algorithm::{Algorithm, Finals, Stream};
use super::census::Probes;
use super::engine;
use super::log::{Quantities, Row};
use super::problem::{self, Player, Problem, Stop};
use super::settings::CommonSettings;
pub use islands::Islands;
pub use settings::{Bloat, NewSubtree, Settings};

/// How many of the hardest opponents each finalist plays against, and on how many deals.
const FINALS: (usize, u64) = (2, 2_000);

/// What is kept in memory between generations.
pub struct Memory<P> {
    /// The trees of the generation to come, decoded.
    population: Vec<Tree<P>>,
    probes: Option<Probes<P>>,
}

impl<P> Default for Memory<P> {
    fn default() -> Memory<P> {
        Memory { population: Vec::new(), probes: None }
    }
}

impl<P: Problem> Algorithm for Settings<P> {
    type Problem = P;
    /// The trees of the generation to come, or of the last one in its order of fitness once the run is at its end.
    type Material = Vec<Vec<u8>>;
    type Cache = Memory<P>;

    const QUANTITIES: Quantities =
        Quantities { step: "generation", measure: "fitness", axis: "fitness", plot: "fitness", player: "elite" };

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
        let CommonSettings { generations, max_games, .. } = self.common;
        match max_games {
            0 => generations,
            most => generations.min(most.div_ceil(self.generation_games().max(1)).try_into().unwrap_or(u32::MAX)),
        }
    }

    fn games(&self) -> u64 {
        u64::from(self.end()).saturating_mul(self.generation_games())
    }

    fn settle(&mut self, is_given: &dyn Fn(&str) -> bool) {
        let population = self.common.population;
        if !is_given("finalists") {
            self.finalists = self.finalists.min(population);
        }
        if !is_given("elite") {
            self.elite = self.elite.min(population.saturating_sub(1));
        }
        self.settle_islands(is_given);
    }

    fn may_become(&self, _: &Settings<P>, _: u32) -> Result<()> {
        Ok(())
    }

    fn check(&self) -> Result<()> {
        self.champions()?;
        self.check_all()
    }

    fn fits(&self, material: &Self::Material) -> Result<()> {
        let fits = material.is_empty() || material.len() == self.common.population;
        ensure!(fits, "the checkpoint does not fit run.toml");
        Ok(())
    }

    /// The last generation has no children: it is kept in order of fitness, for the choice of the champion.
    fn generation(
        &self,
        Memory { population, probes }: &mut Self::Cache,
        material: &mut Self::Material,
        number: u32,
        _stop: Stop<'_>,
    ) -> Result<Option<Row>> {
        if population.is_empty() {
            *population = match material.as_slice() {
                [] => self.first_generation(&self.champions()?),
                trees => decode(trees)?,
            };
        }
        let stream = |stream: Stream| stream.of(self.common.seed).derive(u64::from(number));
        let players: Vec<Player<P>> = population.iter().map(|tree| self.player(tree.clone())).collect();
        let points = self.points(&players, number);
        let fitness: Vec<f64> =
            population.iter().zip(points).map(|(tree, points)| self.penalised(points as f64, tree)).collect();
        let ranking = self.in_turn(&fitness);
        let next = if number + 1 == self.end() {
            ranking.iter().map(|&place| population[place].clone()).collect()
        } else {
            self.next_generation(population, &fitness, number)
        };
        let elite = ranking[..self.elite.max(1)].iter().map(|&place| &players[place]);
        let mean =
            |value: fn(&Tree<P>) -> usize| population.iter().map(value).sum::<usize>() as f64 / population.len() as f64;
        let row = Row {
            generation: number + 1,
            best: fitness.iter().copied().fold(f64::MIN, f64::max),
            mean: fitness.iter().sum::<f64>() / fitness.len() as f64,
            nodes: mean(Tree::n_nodes),
            height: mean(Tree::height),
            win: engine::win_against_yardstick(elite, self.common.elite_games, stream(Stream::Elite))?,
            seconds: 0.0,
            census: Some(probes.get_or_insert_with(Probes::new).census(&players)),
        };
        *material = next.iter().map(|tree| tree.bytes().to_vec()).collect();
        *population = next;
        Ok(Some(row))
    }

    fn message(&self, row: &Row, rate: f64) -> String {
        let Row { best, mean, win, .. } = *row;
        let games = self.generation_games() + self.elite.max(1) as u64 * self.common.elite_games;
        let games = rate * games as f64 / 1e3;
        format!("{win:.1} % v {}  {games:.0}k games/s  best {best:.0}  mean {mean:.0}", P::YARDSTICK)
    }

    fn finals(&self, material: &Self::Material) -> Result<Finals<P>> {
        let trees = decode(&material[..self.finalists])?.into_iter();
        let (n_opponents, n_deals) = FINALS;
        Ok(Finals { finalists: trees.map(|tree| self.player(tree)).collect(), n_opponents, n_deals })
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

    /// The trees of the champions to begin with.
    fn champions(&self) -> Result<Vec<Tree<P>>> {
        let trees = self.common.start.iter().map(|champion| {
            let player = P::tree(champion)?;
            let has_slot = player.tree.bytes().iter().any(|&byte| matches!(Node::of(byte), Node::Slot(_)));
            ensure!(
                !has_slot,
                "start: a tree with constants of its own cannot breed with others; whole trees have the whole numbers from -7 to 7"
            );
            Ok(player.tree)
        });
        trees.collect()
    }
}

fn decode<P: Problem>(trees: &[Vec<u8>]) -> Result<Vec<Tree<P>>> {
    trees.iter().map(|bytes| Tree::decode(bytes).context("the checkpoint holds a tree that is malformed")).collect()
}
