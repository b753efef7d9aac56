//! Evolution as the report has it: whole trees play, the fitter ones breed, generation by generation.

use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result, ensure};
use pipsqueak_core::games::fiveo::FiveO;
use pipsqueak_core::games::fiveo::players::{Evolved, Strategy};
use pipsqueak_core::tree::{Constants, Tree};

use super::folder::Row;
use super::run::{self, Method, Outline, Stream};
use super::settings::Settings;
use super::{breeding, fitness};
use crate::games::fiveo::contender::Kind;

/// Deals that each finalist plays against each of the two hardest baselines.
const FINALIST_DEALS: u64 = 2_000;

impl Method for Settings {
    /// The trees of the generation to come, or of the last one in its order of fitness once the run is at its end.
    type Material = Vec<Vec<u8>>;
    /// The same trees, decoded.
    type Memory = Vec<Tree<FiveO>>;

    fn outline(&mut self) -> Outline<'_> {
        let Settings { preset, seed, ref mut generations, final_games, .. } = *self;
        Outline { preset, seed, generations, final_games }
    }

    fn check(&self) -> Result<()> {
        self.check_all()
    }

    fn fits(&self, material: &Self::Material) -> Result<()> {
        let fits = material.is_empty() || material.len() == self.population;
        ensure!(fits, "the checkpoint does not fit run.toml");
        Ok(())
    }

    /// The last generation has no children: it is kept in order of fitness, for the choice of the champion.
    fn generation(
        &self,
        population: &mut Self::Memory,
        material: &mut Self::Material,
        number: u32,
        _stop: &AtomicBool,
    ) -> Result<Option<Row>> {
        if population.is_empty() {
            *population = match material.as_slice() {
                [] => breeding::first_generation(&mut Stream::Start.of(self.seed).rng(), self),
                trees => decode(trees)?,
            };
        }
        let stream = |stream: Stream| stream.of(self.seed).derive(u64::from(number));
        let players: Vec<Kind> = population.iter().map(|tree| self.player(tree.clone())).map(kind).collect();
        let fitness = fitness::fitness(&players, self, stream(Stream::Fitness));
        let ranking = breeding::ranking(&fitness);
        let next = if number + 1 == self.generations {
            ranking.iter().map(|&place| population[place].clone()).collect()
        } else {
            breeding::next_generation(&mut stream(Stream::Breeding).rng(), self, population, &fitness)
        };
        let elite = ranking[..self.elite.max(1)].iter().map(|&place| &players[place]);
        let mean = |value: fn(&Tree<FiveO>) -> usize| {
            population.iter().map(value).sum::<usize>() as f64 / population.len() as f64
        };
        let row = Row {
            generation: number + 1,
            best: fitness[ranking[0]],
            mean: fitness.iter().sum::<f64>() / fitness.len() as f64,
            nodes: mean(Tree::n_nodes),
            height: mean(Tree::height),
            win: run::win_against_full_strategy(elite, self.elite_games, stream(Stream::Elite)),
            seconds: 0.0,
        };
        *material = next.iter().map(|tree| tree.bytes().to_vec()).collect();
        *population = next;
        Ok(Some(row))
    }

    fn message(&self, row: &Row, rate: f64) -> String {
        let Row { best, mean, win, .. } = *row;
        let games = rate * (self.games_a_generation() + self.elite.max(1) as u64 * self.elite_games) as f64;
        format!("best {best:.0}  mean {mean:.0}  {win:.1} % v full-strategy  {:.0}k games/s", games / 1e3)
    }

    fn best(&self, material: &Self::Material) -> Result<Evolved> {
        let finalists = decode(&material[..self.finalists])?.into_iter().map(|tree| self.player(tree));
        let opponents = [Strategy::FullStrategy, Strategy::Tactician];
        run::best_finalist(finalists.collect(), &opponents, FINALIST_DEALS, self.seed)
    }
}

impl Settings {
    fn player(&self, tree: Tree<FiveO>) -> Evolved {
        Evolved { tree, constants: Constants::default(), scoring: self.scoring }
    }
}

fn kind(player: Evolved) -> Kind {
    Kind::Evolved(Box::new(player))
}

fn decode(trees: &[Vec<u8>]) -> Result<Vec<Tree<FiveO>>> {
    trees.iter().map(|bytes| Tree::decode(bytes).context("the checkpoint holds a tree that is not well made")).collect()
}
