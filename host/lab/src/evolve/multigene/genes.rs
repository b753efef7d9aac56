//! The evolution of one gene: a small tree that best explains what the genes before it leave unexplained.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use pipsqueak_core::random::{self, GameRng};
use pipsqueak_core::tree::{self, GrowthShape, PrimitiveSet, Tree};

use super::price::Price;
use super::settings::Settings;
use super::weights::dot;
use crate::evolve::dataset::DataSet;
use crate::evolve::problem::Problem;
use crate::evolve::selection::{Case, Lexicase, Parents, StrengthAndCost, crowded_order, ranking};
use crate::workers::{Stopped, Workers};

/// The least share of a gene's own square that the genes before it must leave: a gene with less is redundant.
const LEAST_NEWS: f64 = 1e-3;
/// One gene in this many of a generation belongs to the elite of the one before, and one in this many is new.
const ONE_ELITE_IN: usize = 20;
const ONE_NEW_IN: usize = 10;
/// How often the best gene is replaced by its best neighbour at the end, at most.
const MAX_CLIMBS: usize = 6;
/// The best genes of the search, which are compared once more on other decisions.
const N_FINALISTS: usize = 8;

/// The result of a search.
pub struct GeneSearch<P> {
    /// The candidates for the best gene.
    finalists: Vec<Tree<P>>,
    /// The last generation's genes with their fitness, the best first.
    pub population: Vec<Scored<P>>,
}

impl<P: Problem> GeneSearch<P> {
    /// The finalist that explains most of some decisions.
    pub fn best(&self, window: &Window<'_, P>, workers: Workers<'_>) -> &Tree<P> {
        let fitness = workers.share(self.finalists.len(), |place| window.fitness(&self.finalists[place]));
        &self.finalists[ranking(fitness.into_iter())[0]]
    }
}

/// A gene with its fitness.
pub type Scored<P> = (Tree<P>, f64);

/// Some decisions with their residual.
pub struct Window<'a, P> {
    dataset: &'a DataSet<P>,
    decisions: Range<usize>,
    /// The residual: what the genes so far leave unexplained, whatever their weights.
    residual: Vec<f32>,
    /// An orthonormal basis of the genes so far.
    basis: Vec<Vec<f32>>,
    node_cost: f64,
    price: &'a Price,
}

impl<'a, P: Problem> Window<'a, P> {
    /// The decisions of a window, given the gains of the genes so far and the residual in all decisions.
    pub fn new(
        dataset: &'a DataSet<P>,
        decisions: Range<usize>,
        gains: &[Vec<f32>],
        residual: &[f32],
        (node_cost, price): (f64, &'a Price),
    ) -> Window<'a, P> {
        let rows = dataset.rows(&decisions);
        let mut basis: Vec<Vec<f32>> = Vec::new();
        for gains in gains {
            let mut gains = independent(gains[rows.clone()].to_vec(), &basis);
            let length = dot(&gains, &gains).sqrt() as f32;
            if length > 1e-6 {
                gains.iter_mut().for_each(|gain| *gain /= length);
                basis.push(gains);
            }
        }
        // The weights were fitted to all decisions; on these alone the genes could explain a little more.
        let residual = independent(residual[rows].to_vec(), &basis);
        Window { dataset, decisions, residual, basis, node_cost, price }
    }

    /// How much more of the square a gene explains, less the cost of its nodes.
    pub fn fitness(&self, gene: &Tree<P>) -> f64 {
        let gains = self.dataset.gains(gene, &self.decisions);
        let square = dot(&gains, &gains);
        let agreement = dot(&gains, &self.residual);
        if square < 1e-9 || agreement * agreement < 1e-9 * square {
            return 0.0;
        }
        let known: f64 = self.basis.iter().map(|other| dot(&gains, other).powi(2)).sum();
        let news = square - known;
        if news < LEAST_NEWS * square {
            return 0.0;
        }
        agreement * agreement / news * (1.0 - self.node_cost * self.price.added(gene)).max(0.0)
    }
}

impl<P: Problem> Window<'_, P> {
    /// The part of each decision that a gene would leave unexplained, negated, so that more is better.
    pub fn cases(&self, gene: &Tree<P>) -> Vec<f32> {
        let gains = independent(self.dataset.gains(gene, &self.decisions), &self.basis);
        let square = dot(&gains, &gains);
        let weight = if square < 1e-9 { 0.0 } else { (dot(&gains, &self.residual) / square) as f32 };
        let first = self.dataset.rows(&self.decisions).start;
        let left = |decision: usize| {
            let rows = self.dataset.rows(&(decision..decision + 1));
            let rows = rows.start - first..rows.end - first;
            let errors = self.residual[rows.clone()].iter().zip(&gains[rows]);
            -errors.map(|(residual, gain)| (residual - weight * gain).powi(2)).sum::<f32>()
        };
        self.decisions.clone().map(left).collect()
    }
}

/// Makes some rows orthogonal to an orthonormal basis.
fn independent(mut rows: Vec<f32>, basis: &[Vec<f32>]) -> Vec<f32> {
    // In exact arithmetic one pass would do; two are enough (Kahan and Parlett).
    for other in basis.iter().chain(basis) {
        let share = dot(&rows, other) as f32;
        rows.iter_mut().zip(other).for_each(|(row, other)| *row -= share * other);
    }
    rows
}

/// Evolves a gene on the decisions of a window. `cases` are the decisions for lexicase selection, if it is used.
///
/// # Errors
/// The workers were asked to stop.
pub fn search<P: Problem>(
    rng: &mut GameRng,
    settings: &Settings<P>,
    genes: &[Tree<P>],
    window: &Window<'_, P>,
    cases: Option<&Window<'_, P>>,
    workers: Workers<'_>,
) -> Result<GeneSearch<P>, Stopped> {
    let mut search = Search {
        settings,
        primitive_set: settings.common.primitive_set(),
        window,
        cases,
        known: HashMap::new(),
        workers,
    };
    let mut population = search.begin(rng, genes);
    for _ in 0..settings.gene_generations {
        workers.check_together()?;
        population = search.next_generation(rng, &population);
    }
    let population = ranked(&population);
    let mut finalists: Vec<Tree<P>> = population.iter().take(N_FINALISTS).map(|(gene, _)| gene.clone()).collect();
    finalists.extend(search.climb(population[0].clone()));
    Ok(GeneSearch { finalists, population })
}

struct Search<'a, P: Problem> {
    settings: &'a Settings<P>,
    primitive_set: PrimitiveSet,
    window: &'a Window<'a, P>,
    cases: Option<&'a Window<'a, P>>,
    /// The fitness of genes that were evaluated before.
    known: HashMap<Tree<P>, f64>,
    workers: Workers<'a>,
}

impl<P: Problem> Search<'_, P> {
    /// The fittest of many random genes and of those found before, whose subtrees may be useful again.
    fn begin(&mut self, rng: &mut GameRng, genes: &[Tree<P>]) -> Vec<Scored<P>> {
        let starters = (0..self.settings.starters).map(|number| self.grow(rng, number));
        let starters: Vec<Tree<P>> = starters.chain(genes.iter().cloned()).collect();
        let mut population = ranked(&self.score(starters));
        population.truncate(self.settings.common.population);
        population
    }

    fn grow(&self, rng: &mut GameRng, number: usize) -> Tree<P> {
        let shape = if number.is_multiple_of(2) { GrowthShape::Full } else { GrowthShape::Grown };
        let gene = Tree::grow_within(rng, self.primitive_set, 1 + number % 3, shape, self.settings.gene_nodes);
        gene.expect("a lone terminal fits")
    }

    fn fits(&self, gene: &Tree<P>) -> bool {
        gene.n_nodes() <= self.settings.gene_nodes
    }

    fn score(&mut self, genes: Vec<Tree<P>>) -> Vec<Scored<P>> {
        let (known, window) = (&self.known, self.window);
        let unknown: Vec<&Tree<P>> = genes.iter().filter(|gene| !known.contains_key(*gene)).collect();
        let found = self.workers.share(unknown.len(), |place| window.fitness(unknown[place]));
        let mut found = found.into_iter();
        let fitness = genes.iter().map(|gene| known.get(gene).copied().or_else(|| found.next()).unwrap_or(0.0));
        let fitness: Vec<f64> = fitness.collect();
        self.known.extend(genes.iter().cloned().zip(fitness.iter().copied()));
        genes.into_iter().zip(fitness).collect()
    }

    fn next_generation(&mut self, rng: &mut GameRng, population: &[Scored<P>]) -> Vec<Scored<P>> {
        let size = self.settings.common.population;
        let elite = ranked(population).into_iter().take(size.div_ceil(ONE_ELITE_IN));
        let mut next: Vec<Tree<P>> = elite.map(|(gene, _)| gene).collect();
        next.extend((0..size / ONE_NEW_IN).map(|number| self.grow(rng, number)));
        let parents = self.parents(population);
        // A gene that was evaluated before adds nothing, but a small population may offer no other.
        for attempt in 0.. {
            if next.len() >= size {
                break;
            }
            let child = self.child(rng, population, &parents).filter(|child| self.fits(child));
            next.extend(child.filter(|child| attempt > 4 * size || !self.known.contains_key(child)));
        }
        next.truncate(size);
        self.score(next)
    }

    /// Chooses parents. In lexicase selection the cost is one more case.
    fn parents(&self, population: &[Scored<P>]) -> Parents {
        let (size, counts_cost) = (self.settings.selection_size, self.settings.common.selection.counts_cost());
        let costs = || population.iter().map(|(gene, _)| self.window.price.added(gene));
        if let Some(cases) = self.cases {
            let by_gene: Vec<Vec<f32>> =
                self.workers.share(population.len(), |place| cases.cases(&population[place].0));
            let n_cases = by_gene.first().map_or(0, Vec::len);
            let mut cases: Vec<Case> =
                (0..n_cases).map(|case| by_gene.iter().map(|values| values[case]).collect()).collect();
            cases.extend(counts_cost.then(|| costs().map(|cost| -cost as f32).collect::<Case>()));
            return Parents::Lexicase(Lexicase::new(cases, population.len()));
        }
        let strengths = || population.iter().map(|(_, fitness)| *fitness);
        if counts_cost {
            let worths: Vec<StrengthAndCost> =
                strengths().zip(costs()).map(|(strength, cost)| StrengthAndCost { strength, cost }).collect();
            return Parents::in_order(size, &crowded_order(&worths));
        }
        Parents::Tournament { size, fitness: strengths().collect() }
    }

    fn child(&self, rng: &mut GameRng, population: &[Scored<P>], parents: &Parents) -> Option<Tree<P>> {
        let select = |rng: &mut GameRng| &population[parents.choose(rng)].0;
        let parent = select(rng);
        match random::below(rng, 12) {
            0..4 => {
                let other = select(rng);
                tree::crossover(rng, parent, other)
            }
            4..7 => tree::mutate_terminal(rng, self.primitive_set, parent),
            7..10 => tree::replace_subtree(rng, self.primitive_set, parent, |height| (height + 1).min(3)),
            _ => tree::hoist(rng, parent),
        }
    }

    /// Every gene on a hill climb from one gene to a local optimum.
    fn climb(&mut self, start: Scored<P>) -> Vec<Tree<P>> {
        let mut way = Vec::new();
        let mut best = start;
        for _ in 0..MAX_CLIMBS {
            let mut neighbours = Vec::new();
            best.0.neighbours(self.primitive_set, |gene| neighbours.extend(self.fits(&gene).then_some(gene)));
            match ranked(&self.score(neighbours)).into_iter().next() {
                Some(better) if better.1 > best.1 => best = better,
                _ => break,
            }
            way.push(best.0.clone());
        }
        way
    }
}

/// The fittest first, each gene once; equals keep their order.
fn ranked<P: Problem>(population: &[Scored<P>]) -> Vec<Scored<P>> {
    let mut seen = HashSet::new();
    let ranked = ranking(population.iter().map(|(_, fitness)| *fitness)).into_iter().map(|place| &population[place]);
    ranked.filter(|scored| seen.insert(&scored.0)).cloned().collect()
}
