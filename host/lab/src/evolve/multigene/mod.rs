//! Multigene evolution: a player whose tree adds up small trees, its genes. Each gene is evolved to explain the part of
//! the rollouts' values that the genes before it leave unexplained.
//!
//! Additive scoring makes this possible: only a tree's gain by an alternative counts, and the gain of a sum is the sum
//! of the gains. So the weights of all genes follow from least squares at any time. Evolution only has to find small
//! trees, which are evaluated on thousands of decisions in a fraction of a millisecond.
//!
//! ```text
//! player -> games -> decisions -> rollouts by the player -> data set -> genes, one by one -> weights -> player   (a round)
//! ```
//!
//! The first player values all alternatives equally. A round inherits the genes of the one before, finds new ones on
//! decisions that its player meets, and drops those that explain least.
//!
//! **A strong tree is a sum.** `best` evolves small trees one at a time, and least squares gives all weights: no search
//! in a large tree has to find good numbers and a good shape at once. A gene's fitness is how much of the rollouts'
//! values it explains beyond the other genes. It takes a fraction of a millisecond, because the terminals' values of
//! all stored decisions are laid out in lanes.
//!
//! **A gene that is a sum is split.** Its addends become genes with weights of their own, without duplicates. Otherwise
//! half of the tree would repeat the same terms with other weights.

mod assemble;
mod genes;
mod price;
mod samples;
mod settings;
mod weights;

use std::ops::Range;

use anyhow::{Context, Result, ensure};
use pipsqueak_core::random::{self, Seed};
use pipsqueak_core::tree::{Constants, Node, Tree};
use serde::{Deserialize, Serialize};

use super::algorithm::{self, Algorithm, Finals, Finished, Stream, WorkSample};
use super::census::{Census, Probes};
use super::dataset::DataSet;
use super::engine;
use super::log::{FrontPoint, LogColumns, Row};
use super::problem::{self, Decision, Player, Problem};
use super::selection::{StrengthAndCost, front};
use super::settings::CommonSettings;
use crate::workers::Workers;
use genes::{Scored, Window};
use price::Price;
pub use settings::Settings;
use weights::{Fit, dot};

/// How many of the hardest opponents the finalists play against.
const N_OPPONENTS: usize = 4;

/// Within a round the limit of nodes is greater by one part in this many, since a gene may not show its worth at once.
const SPARE: usize = 4;

/// The checkpoint's content.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct GeneticMaterial {
    /// The genes of the sum so far, those of earlier rounds included.
    genes: Vec<Vec<u8>>,
    /// The players of the rounds that are finished.
    players: Vec<Saved>,
    /// With two objectives, at the end of the run: the last player and those with fewer of its genes.
    front: Vec<Saved>,
}

/// A player in the checkpoint.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Saved {
    tree: Vec<u8>,
    constants: Vec<f32>,
}

/// A round's data set, with the gains and the fit of the genes so far.
pub struct Round<P> {
    number: usize,
    dataset: DataSet<P>,
    genes: Vec<Tree<P>>,
    gains: Vec<Vec<f32>>,
    fit: Fit,
}

/// Genes with their least-squares weights.
type Sum<P> = (Vec<Tree<P>>, Fit);

/// State kept in memory between genes.
pub struct WorkingState<P> {
    round: Option<Round<P>>,
    probes: Option<Probes<P>>,
}

impl<P> Default for WorkingState<P> {
    fn default() -> WorkingState<P> {
        WorkingState { round: None, probes: None }
    }
}

impl<P: Problem> Algorithm for Settings<P> {
    type Problem = P;
    type GeneticMaterial = GeneticMaterial;
    type Cache = WorkingState<P>;

    const LOG_COLUMNS: LogColumns = LogColumns {
        step: "gene",
        measure: "explained_percent",
        axis: "explained variance, %",
        plot: "explained",
        player: "sum",
    };

    fn of(settings: problem::Settings<P>) -> Option<Settings<P>> {
        match settings {
            problem::Settings::Multigene(settings) => Some(settings),
            problem::Settings::WholeTrees(_) => None,
        }
    }

    fn common(&self) -> &CommonSettings<P> {
        &self.common
    }

    fn end(&self) -> u32 {
        Settings::end(self)
    }

    fn games(&self) -> u64 {
        let n_rounds = self.round_of(Settings::end(self) - 1).0 + 1;
        (0..n_rounds.min(self.genes.len())).map(|round| self.round_games(round)).sum()
    }

    fn measured_games(&self) -> u64 {
        let CommonSettings { elite_games, final_games, .. } = self.common;
        let finals = match self.finalists {
            1 => 0,
            n_finalists => (n_finalists * N_OPPONENTS) as u64 * self.finalist_games,
        };
        let log = u64::from(Settings::end(self)).saturating_mul(elite_games);
        log.saturating_add(finals + final_games * P::OPPONENTS.len() as u64)
    }

    fn apply_defaults(&mut self, _: &dyn Fn(&str) -> bool) {}

    fn can_resume_with(&self, other: &Settings<P>, generations: u32) -> Result<()> {
        // The current round has its decisions; the number of genes it has yet to find may change.
        let (round, place) = self.round_of(generations.saturating_sub(1));
        let has_same_rounds = (0..=round).all(|number| {
            let rates = |settings: &Settings<P>| {
                (settings.decisions.get(number).copied(), settings.samples.get(number).copied())
            };
            let genes = |settings: &Settings<P>| settings.genes.get(number).copied().unwrap_or(0);
            rates(self) == rates(other) && (genes(self) == genes(other) || number == round && genes(other) > place)
        });
        ensure!(has_same_rounds, "the rounds that have begun must keep their genes, decisions and samples");
        Ok(())
    }

    fn check(&self) -> Result<()> {
        self.champions()?;
        self.check_all()
    }

    fn fits(&self, material: &GeneticMaterial) -> Result<()> {
        ensure!(material.players.len() <= self.genes.len(), "the checkpoint does not fit run.toml");
        Ok(())
    }

    /// A generation is the search for one gene. At the end of a round, all genes become a player.
    fn generation(
        &self,
        WorkingState { round: memory, probes }: &mut Self::Cache,
        material: &mut GeneticMaterial,
        number: u32,
        workers: Workers<'_>,
    ) -> Result<Finished<P>> {
        let (round_number, _) = self.round_of(number);
        if memory.as_ref().is_none_or(|round| round.number != round_number) {
            *memory = None;
        }
        let round = match memory {
            Some(round) => round,
            None => memory.insert(self.begin_round(round_number, material, workers)?),
        };
        let probes = probes.get_or_insert_with(|| Probes::new(workers));
        let stream = |stream: Stream| stream.of(self.common.seed).derive(u64::from(number));
        let seeds = [Stream::Breeding, Stream::Cases].map(stream);
        let row = round.find_gene(self, seeds, probes, workers)?;
        let player = assemble::player(self, &round.genes, &round.fit)?;
        if self.ends_round(number) {
            round.forget(self, self.tree_nodes);
            material.players.push(Saved::of(&player));
        } else {
            round.forget(self, self.tree_nodes + self.tree_nodes / SPARE);
        }
        let (path, front) = round.front(self);
        if number + 1 == Settings::end(self) {
            let player = |(genes, fit): &(Vec<Tree<P>>, Fit)| Ok(Saved::of(&assemble::player(self, genes, fit)?));
            material.front = path.iter().map(player).collect::<Result<_>>()?;
        }
        material.genes = round.genes.iter().map(|gene| gene.bytes().to_vec()).collect();
        let (n_games, deals) = (self.common.elite_games, stream(Stream::Elite));
        let win = engine::win_against_yardstick([&player].into_iter(), n_games, deals, workers)?;
        Ok(Finished { row: Row { generation: number + 1, win, front, ..row }, best: player })
    }

    fn round_starts(&self) -> Vec<u32> {
        let ends = self.genes.iter().scan(0, |n_genes: &mut u32, &genes| {
            *n_genes = n_genes.saturating_add(genes);
            Some(*n_genes)
        });
        ends.take_while(|&end| end < Settings::end(self)).map(|end| end + 1).collect()
    }

    fn message(&self, row: &Row) -> String {
        let Row { best, win, .. } = *row;
        format!("{win:.1} % won  {best:.1} % explained")
    }

    fn samples(&self) -> Result<Vec<WorkSample<'_>>> {
        samples::of(self)
    }

    fn finals(&self, material: &GeneticMaterial) -> Result<Finals<P>> {
        let finalists = material.players.iter().rev().take(self.finalists).map(Saved::player);
        let finalists = finalists.collect::<Result<_>>()?;
        let front = algorithm::spread(&material.front).map(Saved::player).collect::<Result<_>>()?;
        Ok(Finals { finalists, n_opponents: N_OPPONENTS, n_deals: self.finalist_games / 2, front })
    }
}

impl<P: Problem> Settings<P> {
    /// The champions that the run starts from.
    fn champions(&self) -> Result<Vec<Player<P>>> {
        let players = self.common.start.iter().map(|champion| {
            let player = P::tree(champion)?;
            ensure!(
                player.scoring == P::ADDITIVE,
                "start: a multigene run can only begin with champions that use the scoring of a sum"
            );
            Ok(player)
        });
        players.collect()
    }

    /// Rates a round's decisions and fits the genes so far to them.
    fn begin_round(&self, number: usize, material: &GeneticMaterial, workers: Workers<'_>) -> Result<Round<P>> {
        ensure!(material.players.len() == number, "the checkpoint does not fit run.toml");
        let champions = self.champions()?;
        let first = || Ok(champions.first().cloned().unwrap_or_else(indifferent));
        let policy = material.players.last().map_or_else(first, Saved::player)?;
        let seed = |stream: Stream| stream.of(self.common.seed).derive(number as u64);
        let sampling = self.sampling(number, [seed(Stream::Decisions), seed(Stream::Rollouts)]);
        let decisions = P::Decision::rated(&policy, &sampling, workers)?;
        let dataset = DataSet::new(&decisions, workers);
        let mut round = Round { number, dataset, genes: Vec::new(), gains: Vec::new(), fit: Fit::default() };
        for bytes in &material.genes {
            round.push(Tree::decode(bytes).context("the checkpoint holds a tree that is malformed")?);
        }
        if number == 0 && material.genes.is_empty() {
            champions.iter().flat_map(genes_of).for_each(|gene| round.push_new(gene));
        }
        Ok(round)
    }
}

impl<P: Problem> Round<P> {
    /// Evolves one more gene and adds it, or its addends if it is a sum: each addend then gets a weight of its own, and
    /// no gene occurs twice. The row lacks its number, its wins and its time.
    fn find_gene(
        &mut self,
        settings: &Settings<P>,
        [breeding, cases]: [Seed; 2],
        probes: &Probes<P>,
        workers: Workers<'_>,
    ) -> Result<Row> {
        let mut rng = breeding.rng();
        let n_decisions = self.dataset.n_decisions();
        let n_in_window = settings.window.min(n_decisions);
        let start = random::below(&mut rng, (n_decisions - n_in_window + 1) as u32) as usize;
        let residual = self.residual();
        let price = (settings.node_cost, &Price::beside(settings, self.genes.iter()));
        let window = |decisions| Window::new(&self.dataset, decisions, &self.gains, &residual, price);
        let narrow = window(start..start + n_in_window);
        let sample = self.sample(settings, start..start + n_in_window, cases);
        let cases = sample.as_ref().map(|sample| sample.window(self, &residual, price));
        // One thread prepares the window of all decisions while the search, on a part of them, uses the others.
        let (wide, found) = workers.join(
            || window(0..n_decisions),
            || genes::search(&mut rng, settings, &self.genes, &narrow, cases.as_ref(), workers),
        );
        let found = found?;
        let gene = found.best(&wide, workers).simplified();
        // In percent of the window's variance, with the genes so far.
        let targets = &self.dataset.targets()[self.dataset.rows(&(start..start + n_in_window))];
        let total = dot(targets, targets).max(f64::MIN_POSITIVE);
        let left = &residual[self.dataset.rows(&(start..start + n_in_window))];
        let explained = |gain: f64| 100.0 * (1.0 - (dot(left, left) - gain) / total);
        let n_genes = found.population.len() as f64;
        let mean = |value: &dyn Fn(&Scored<P>) -> f64| found.population.iter().map(value).sum::<f64>() / n_genes;
        let row = Row {
            generation: 0,
            best: explained(found.population[0].1),
            mean: explained(mean(&|(_, gain)| *gain)),
            nodes: mean(&|(gene, _)| gene.n_nodes() as f64),
            height: mean(&|(gene, _)| gene.height() as f64),
            win: 0.0,
            seconds: 0.0,
            census: Some(census(probes, &found.population, workers)),
            front: Vec::new(),
        };
        gene.addends().for_each(|addend| self.push_new(addend));
        Ok(row)
    }

    fn push_new(&mut self, gene: Tree<P>) {
        if !self.genes.contains(&gene) {
            self.push(gene);
        }
    }

    fn push(&mut self, gene: Tree<P>) {
        let gains = self.dataset.gains(&gene, &(0..self.dataset.n_decisions()));
        self.fit.push(&self.gains, &gains, self.dataset.targets());
        self.gains.push(gains);
        self.genes.push(gene);
    }

    /// What the genes so far leave unexplained.
    fn residual(&self) -> Vec<f32> {
        let mut residual = self.dataset.targets().to_vec();
        for (gains, weight) in self.gains.iter().zip(self.fit.weights()) {
            residual.iter_mut().zip(gains).for_each(|(residual, gain)| *residual -= weight as f32 * gain);
        }
        residual
    }

    /// A window's decisions for lexicase selection; `None` without it.
    fn sample(&self, settings: &Settings<P>, window: Range<usize>, seed: Seed) -> Option<Sample<P>> {
        let n_cases = settings.common.selection.n_cases().min(window.len());
        if n_cases == 0 {
            return None;
        }
        let mut decisions: Vec<usize> = window.collect();
        random::shuffle(&mut seed.rng(), &mut decisions);
        decisions.truncate(n_cases);
        decisions.sort_unstable();
        Some(Sample { dataset: self.dataset.sample(&decisions), decisions })
    }

    /// With two objectives, the sum and its subsets of fewer genes that explain most for their cost: as sums to make
    /// players of, and as points for the log.
    fn front(&self, settings: &Settings<P>) -> (Vec<Sum<P>>, Vec<FrontPoint>) {
        if !settings.common.selection.counts_cost() {
            return (Vec::new(), Vec::new());
        }
        let total = dot(self.dataset.targets(), self.dataset.targets()).max(f64::MIN_POSITIVE);
        let path = assemble::path(settings, &self.genes, &self.fit);
        let worth = |(genes, fit): &Sum<P>| {
            let cost = assemble::instructions(genes).unwrap_or(f64::MAX);
            StrengthAndCost { strength: 100.0 * fit.explained() / total, cost }
        };
        let worths: Vec<StrengthAndCost> = path.iter().map(worth).collect();
        let best = front(&worths);
        let points = best.iter().map(|&place| worths[place].into()).collect();
        (best.iter().map(|&place| path[place].clone()).collect(), points)
    }

    /// Drops the genes for which a tree has no room.
    fn forget(&mut self, settings: &Settings<P>, max_nodes: usize) {
        for gene in assemble::surplus(settings, &self.genes, &self.fit, max_nodes) {
            self.genes.remove(gene);
            self.gains.remove(gene);
            self.fit = self.fit.without(gene);
        }
    }
}

/// Some decisions of a data set.
struct Sample<P> {
    /// Their indices.
    decisions: Vec<usize>,
    /// Their data set.
    dataset: DataSet<P>,
}

impl<P: Problem> Sample<P> {
    /// The sample with its residual.
    fn window<'a>(&'a self, round: &Round<P>, residual: &[f32], price: (f64, &'a Price)) -> Window<'a, P> {
        let rows: Vec<usize> =
            self.decisions.iter().flat_map(|&decision| round.dataset.rows(&(decision..decision + 1))).collect();
        let of_rows = |values: &[f32]| rows.iter().map(|&row| values[row]).collect::<Vec<f32>>();
        let gains: Vec<Vec<f32>> = round.gains.iter().map(|gains| of_rows(gains)).collect();
        Window::new(&self.dataset, 0..self.decisions.len(), &gains, &of_rows(residual), price)
    }
}

/// The first player: it values all alternatives equally.
pub fn indifferent<P: Problem>() -> Player<P> {
    let tree = Tree::decode(&[Node::Integer(0).byte()]).expect("a number is a tree");
    Player { tree, constants: Constants::default(), scoring: P::ADDITIVE }
}

fn census<P: Problem>(probes: &Probes<P>, genes: &[Scored<P>], workers: Workers<'_>) -> Census {
    let player =
        |(tree, _): &Scored<P>| Player { tree: tree.clone(), constants: Constants::default(), scoring: P::ADDITIVE };
    probes.census(&genes.iter().map(player).collect::<Vec<_>>(), workers)
}

/// The addends of a champion's tree without their weights, which least squares finds anew.
fn genes_of<P: Problem>(champion: &Player<P>) -> Vec<Tree<P>> {
    // Splitting drops whole numbers from addends, so each weight is replaced by one.
    let unweighted = champion.tree.bytes().iter().map(|&byte| match Node::of(byte) {
        Node::Constant(_) => Node::Integer(1).byte(),
        _ => byte,
    });
    let tree = Tree::<P>::decode(&unweighted.collect::<Vec<u8>>()).expect("a number takes a number's place");
    tree.addends().collect()
}

impl Saved {
    fn of<P: Problem>(player: &Player<P>) -> Saved {
        Saved { tree: player.tree.bytes().to_vec(), constants: player.constants.values().to_vec() }
    }

    fn player<P: Problem>(&self) -> Result<Player<P>> {
        let tree = Tree::decode(&self.tree).context("the checkpoint holds a tree that is malformed")?;
        let constants = Constants::new(&self.constants).context("the checkpoint holds a constant beyond its limit")?;
        Ok(Player { tree, constants, scoring: P::ADDITIVE })
    }
}
