//! The evolution of one gene: a small tree that explains best what the genes before it leave unexplained.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use pipsqueak_core::chance::{self, Chance};
use pipsqueak_core::games::fiveo::FiveO;
use pipsqueak_core::tree::{self, Alphabet, Function, GrowthShape, Kind, Node, Tree, Vocabulary};
use rayon::prelude::*;

use super::lessons::Lessons;
use super::settings::Settings;
use super::simplify::simplified;
use super::weights::dot;

/// A small tree, one part of a sum.
pub type Gene = Tree<FiveO>;

/// Of a gene's own square, what the genes before it must leave: otherwise it says nothing new.
const LEAST_NEWS: f64 = 1e-3;
/// One in so many genes of a generation is one of the best before it, and one in so many is new.
const ONE_ELITE_IN: usize = 20;
const ONE_NEW_IN: usize = 10;
/// How often the best gene is replaced by its best neighbour at the end, at most.
const MAX_CLIMBS: usize = 6;
/// The best genes of the search that are compared on all decisions.
const N_FINALISTS: usize = 8;

/// What a search found.
pub struct Found {
    /// The best gene.
    pub gene: Gene,
    /// The last generation's genes with what each would explain.
    pub population: Vec<(Gene, f64)>,
}

/// Some decisions, and what is left to explain there.
pub struct Window<'a> {
    lessons: &'a Lessons,
    decisions: Range<usize>,
    /// What the genes so far leave unexplained, whatever weights they get.
    residual: Vec<f32>,
    /// The genes so far, made independent of each other and of length 1.
    basis: Vec<Vec<f32>>,
    node_cost: f64,
}

impl<'a> Window<'a> {
    /// The decisions of a window, given the gains of the genes so far and the residual in all decisions.
    pub fn new(
        lessons: &'a Lessons,
        decisions: Range<usize>,
        gains: &[Vec<f32>],
        residual: &[f32],
        node_cost: f64,
    ) -> Window<'a> {
        let rows = lessons.rows(&decisions);
        let mut basis: Vec<Vec<f32>> = Vec::new();
        for gains in gains {
            let mut gains = independent(gains[rows.clone()].to_vec(), &basis);
            let length = dot(&gains, &gains).sqrt() as f32;
            if length > 1e-6 {
                gains.iter_mut().for_each(|gain| *gain /= length);
                basis.push(gains);
            }
        }
        // The weights fit all decisions, not these: here the genes could explain a little more.
        let residual = independent(residual[rows].to_vec(), &basis);
        Window { lessons, decisions, residual, basis, node_cost }
    }

    /// How much more of the square is explained with a gene, less the cost of its nodes.
    pub fn fitness(&self, gene: &Gene) -> f64 {
        let gains = self.lessons.gains(gene, &self.decisions);
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
        agreement * agreement / news * (1.0 - self.node_cost * gene.n_nodes() as f64).max(0.0)
    }
}

/// Takes out of some rows what independent ones of length 1 say already.
fn independent(mut rows: Vec<f32>, basis: &[Vec<f32>]) -> Vec<f32> {
    // Once would do with exact numbers; twice is enough (Kahan and Parlett).
    for other in basis.iter().chain(basis) {
        let share = dot(&rows, other) as f32;
        rows.iter_mut().zip(other).for_each(|(row, other)| *row -= share * other);
    }
    rows
}

/// Evolves a gene. `narrow` is a part of the decisions, `wide` all of them, where the best of the search are compared.
/// `None` if it was stopped.
pub fn evolve(
    rng: &mut Chance,
    settings: &Settings,
    genes: &[Gene],
    [narrow, wide]: [&Window<'_>; 2],
    stop: &AtomicBool,
) -> Option<Found> {
    let mut search =
        Search { settings, alphabet: settings.terminals.alphabet(), window: narrow, known: HashMap::new() };
    let mut population = search.begin(rng, genes);
    for _ in 0..settings.gene_generations {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        population = search.next_generation(rng, &population);
    }
    rank(&mut population);
    let mut finalists: Vec<Gene> = population.iter().take(N_FINALISTS).map(|(gene, _)| gene.clone()).collect();
    finalists.extend(search.climb(population[0].clone()));
    let fitness: Vec<f64> = finalists.par_iter().map(|gene| wide.fitness(gene)).collect();
    let best = (1..finalists.len()).fold(0, |best, next| if fitness[next] > fitness[best] { next } else { best });
    Some(Found { gene: finalists[best].clone(), population })
}

struct Search<'a> {
    settings: &'a Settings,
    alphabet: Alphabet,
    window: &'a Window<'a>,
    /// Genes that were judged before, with their fitness.
    known: HashMap<Gene, f64>,
}

type Scored = Vec<(Gene, f64)>;

impl Search<'_> {
    /// The fittest of many random genes and of those found before, whose parts may serve again.
    fn begin(&mut self, rng: &mut Chance, genes: &[Gene]) -> Scored {
        let starters = (0..self.settings.starters).map(|number| self.grow(rng, number));
        let starters: Vec<Gene> = starters.chain(genes.iter().cloned()).collect();
        let mut population = self.score(starters);
        rank(&mut population);
        population.truncate(self.settings.population);
        population
    }

    fn grow(&self, rng: &mut Chance, number: usize) -> Gene {
        let height = 1 + number % 3;
        let shape = if number.is_multiple_of(2) { GrowthShape::Full } else { GrowthShape::Grown };
        let heights = (0..=height).rev().flat_map(|height| std::iter::repeat_n(height, 8));
        let mut tries = heights.filter_map(|height| Tree::grow(rng, self.alphabet, height, shape));
        tries.find(|gene| self.fits(gene)).expect("a lone terminal fits")
    }

    fn fits(&self, gene: &Gene) -> bool {
        gene.n_nodes() <= self.settings.gene_nodes
    }

    fn score(&mut self, genes: Vec<Gene>) -> Scored {
        let known = &self.known;
        let fitness: Vec<f64> = genes
            .par_iter()
            .map(|gene| known.get(gene).copied().unwrap_or_else(|| self.window.fitness(gene)))
            .collect();
        self.known.extend(genes.iter().cloned().zip(fitness.iter().copied()));
        genes.into_iter().zip(fitness).collect()
    }

    fn next_generation(&mut self, rng: &mut Chance, population: &Scored) -> Scored {
        let size = self.settings.population;
        let mut ranked = population.clone();
        rank(&mut ranked);
        let mut next: Vec<Gene> = ranked.into_iter().map(|(gene, _)| gene).take(size.div_ceil(ONE_ELITE_IN)).collect();
        next.extend((0..size / ONE_NEW_IN).map(|number| self.grow(rng, number)));
        // A gene that was judged before teaches nothing, but a small population may know no other.
        for attempt in 0.. {
            if next.len() >= size {
                break;
            }
            let child = self.child(rng, population).filter(|child| self.fits(child));
            next.extend(child.filter(|child| attempt > 4 * size || !self.known.contains_key(child)));
        }
        next.truncate(size);
        self.score(next)
    }

    fn child(&self, rng: &mut Chance, population: &Scored) -> Option<Gene> {
        let parent = self.tournament(rng, population);
        match chance::below(rng, 12) {
            0..4 => {
                let other = self.tournament(rng, population);
                tree::crossover(rng, parent, other)
            }
            4..7 => tree::mutate_terminal(rng, self.alphabet, parent),
            7..10 => tree::replace_subtree(rng, self.alphabet, parent, |height| (height + 1).min(3)),
            _ => hoist(rng, parent),
        }
    }

    fn tournament<'p>(&self, rng: &mut Chance, population: &'p Scored) -> &'p Gene {
        let mut draw = || &population[chance::below(rng, population.len() as u32) as usize];
        let first = draw();
        let best = (1..self.settings.selection_size).fold(first, |best, _| {
            let other = draw();
            if other.1 > best.1 { other } else { best }
        });
        &best.0
    }

    /// Every gene on the way from one to a gene without a better neighbour.
    fn climb(&mut self, start: (Gene, f64)) -> Vec<Gene> {
        let mut way = Vec::new();
        let mut best = start;
        for _ in 0..MAX_CLIMBS {
            let mut neighbours = neighbours(&best.0, self.alphabet);
            neighbours.retain(|gene| self.fits(gene));
            let mut neighbours = self.score(neighbours);
            rank(&mut neighbours);
            match neighbours.into_iter().next() {
                Some(better) if better.1 > best.1 => best = better,
                _ => break,
            }
            way.push(best.0.clone());
        }
        way
    }
}

/// The fittest first, each gene once; of equals the one that stands first.
fn rank(population: &mut Scored) {
    population.sort_by(|left, right| right.1.total_cmp(&left.1));
    let mut seen = std::collections::HashSet::new();
    population.retain(|(gene, _)| seen.insert(gene.clone()));
}

/// The parts that a gene adds up, without whole numbers: as addends these gain nothing, and as factors they are a part of
/// the weight.
pub fn addends(gene: &Gene) -> Vec<Gene> {
    let mut addends = Vec::new();
    let mut waiting = vec![simplified(gene)];
    while let Some(gene) = waiting.pop() {
        let arguments = || {
            let left = gene.subtree(1);
            let right = gene.subtree(1 + left.len());
            [left, right].map(|bytes| Tree::<FiveO>::decode(bytes).ok())
        };
        match Node::of(gene.bytes()[0]) {
            Node::Integer(_) => {}
            Node::Function(Function::Plus) => waiting.extend(arguments().into_iter().rev().flatten()),
            Node::Function(Function::Multiply) => match arguments() {
                [Some(factor), Some(gene)] | [Some(gene), Some(factor)] if is_integer(&factor) => waiting.push(gene),
                _ => addends.push(gene),
            },
            _ => addends.push(gene),
        }
    }
    addends
}

fn is_integer(gene: &Gene) -> bool {
    matches!(gene.bytes(), &[byte] if matches!(Node::of(byte), Node::Integer(_)))
}

/// The gene with a random subtree replaced by one of its own subtrees of the same kind.
fn hoist(rng: &mut Chance, gene: &Gene) -> Option<Gene> {
    let at = chance::below(rng, gene.n_nodes() as u32) as usize;
    let n_inner = gene.subtree(at).len() - 1;
    let inner = at + 1 + chance::below(rng, n_inner as u32) as usize;
    (n_inner > 0 && gene.kind_at(inner) == gene.kind_at(at)).then(|| replace(gene, at, gene.subtree(inner)))?
}

/// Every gene that a single step leads to: a subtree becomes a terminal or one of its own subtrees, or a number is
/// multiplied by a terminal, added to one, or made to depend on a flag.
fn neighbours(gene: &Gene, alphabet: Alphabet) -> Vec<Gene> {
    let mut neighbours = Vec::new();
    for at in 0..gene.n_nodes() {
        let Some(kind) = gene.kind_at(at) else { continue };
        let subtree = gene.subtree(at);
        let inner = (at + 1..at + subtree.len()).filter(|&inner| gene.kind_at(inner) == Some(kind));
        let hoisted = inner.map(|inner| gene.subtree(inner).to_vec());
        let leaves = terminals(alphabet).filter(|&(_, leaf_kind)| leaf_kind == kind).map(|(leaf, _)| vec![leaf]);
        let integers = (-3..=3).filter(|_| kind == Kind::Number).map(|value| vec![Node::Integer(value).byte()]);
        let grown = terminals(alphabet)
            .filter(|_| kind == Kind::Number)
            .flat_map(|(leaf, leaf_kind)| grown(subtree, leaf, leaf_kind));
        let replacements = hoisted.chain(leaves).chain(integers).chain(grown);
        neighbours.extend(replacements.filter_map(|replacement| replace(gene, at, &replacement)));
    }
    neighbours
}

/// A number's subtree under a new function with a new terminal.
fn grown(subtree: &[u8], leaf: u8, kind: Kind) -> Vec<Vec<u8>> {
    let function = |function: Function| Node::Function(function).byte();
    let zero = Node::Integer(0).byte();
    let chance = function(Function::ProbabilityToGetCard);
    match kind {
        Kind::Number => vec![
            [&[function(Function::Multiply), leaf], subtree].concat(),
            [&[function(Function::Plus), leaf], subtree].concat(),
        ],
        Kind::Flag => vec![
            [&[function(Function::If), leaf], subtree, &[zero]].concat(),
            [&[function(Function::If), leaf, zero], subtree].concat(),
        ],
        Kind::Cards => vec![[&[function(Function::Multiply), chance, leaf], subtree].concat()],
    }
}

fn terminals(alphabet: Alphabet) -> impl Iterator<Item = (u8, Kind)> {
    let entries = (0u8..).zip(FiveO::ENTRIES).filter(move |(number, _)| alphabet.terminals >> number & 1 == 1);
    entries.map(|(number, entry)| (Node::Terminal(number).byte(), entry.kind))
}

/// The gene with another subtree at a node; `None` if that is no tree, or the same one.
fn replace(gene: &Gene, at: usize, replacement: &[u8]) -> Option<Gene> {
    let bytes = gene.bytes();
    let rest = at + gene.subtree(at).len();
    let replaced = Tree::decode(&[&bytes[..at], replacement, &bytes[rest..]].concat()).ok()?;
    (replaced != *gene).then_some(replaced)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evolve::settings::Terminals;
    use pipsqueak_core::chance::Seed;
    use pipsqueak_core::tree::parse;

    #[test]
    fn neighbours_are_one_step_away_and_use_the_alphabet_alone() {
        let (gene, _) = parse::<FiveO>("If(HasPair, NumForFlush, Multiply(2, DiffOfHandStrength))").unwrap();
        let alphabet = Terminals::Report.alphabet();
        let neighbours = neighbours(&gene, alphabet);
        assert!(neighbours.iter().all(|other| *other != gene && other.terminals() & !alphabet.terminals == 0));
        for text in [
            "NumForFlush",
            "If(HasFlush, NumForFlush, Multiply(2, DiffOfHandStrength))",
            "If(HasPair, NumForFlush, DiffOfHandStrength)",
            "If(HasPair, NumForFlush, Multiply(3, DiffOfHandStrength))",
            "Multiply(NumForStraight, If(HasPair, NumForFlush, Multiply(2, DiffOfHandStrength)))",
            "If(HasPair, If(IsLastRound, NumForFlush, 0), Multiply(2, DiffOfHandStrength))",
        ] {
            assert!(neighbours.contains(&parse::<FiveO>(text).unwrap().0), "{text}");
        }
    }

    #[test]
    fn a_sum_falls_into_its_addends() {
        for (text, expected) in [
            ("PairOuts", &["PairOuts"][..]),
            ("Plus(PairOuts, Plus(3, TripOuts))", &["PairOuts", "TripOuts"]),
            ("Multiply(-2, Plus(PairOuts, TripOuts))", &["PairOuts", "TripOuts"]),
            ("Multiply(Plus(PairOuts, TripOuts), 7)", &["PairOuts", "TripOuts"]),
            ("Multiply(Plus(2, TripOuts), PairOuts)", &["Multiply(Plus(2, TripOuts), PairOuts)"]),
            ("Multiply(0, PairOuts)", &[]),
        ] {
            let addends = addends(&parse::<FiveO>(text).unwrap().0);
            assert_eq!(addends.iter().map(|gene| format!("{gene:?}")).collect::<Vec<_>>(), expected, "{text}");
        }
    }

    #[test]
    fn a_hoisted_gene_is_smaller() {
        let (gene, _) = parse::<FiveO>("If(HasPair, NumForFlush, Multiply(2, DiffOfHandStrength))").unwrap();
        let mut rng = Seed(3).rng();
        let hoisted: Vec<Gene> = (0..200).filter_map(|_| hoist(&mut rng, &gene)).collect();
        assert!(hoisted.len() > 10 && hoisted.iter().all(|other| other.n_nodes() < gene.n_nodes()));
    }
}
