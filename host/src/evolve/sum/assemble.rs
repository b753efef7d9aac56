//! From genes with weights to one tree: genes of the same weight are added up, and each sum is multiplied by one of the
//! champion's constants.

use anyhow::{Context, Result};
use pipsqueak_core::fiveo::players::{Evolved, Scoring};
use pipsqueak_core::tree::{Constants, Function, Node, Tree};

use super::genes::Gene;
use super::simplify::simplified;
use super::weights::Fit;

/// The largest constant: only ratios matter to a choice, and this keeps them readable.
const LARGEST: f64 = 100.0;

/// The player that adds up the genes with the weights that fit best, as far as sixteen of them go, in a tree of at most
/// so many nodes.
pub fn player(genes: &[Gene], fit: &Fit, max_nodes: usize) -> Result<Evolved> {
    let (mut genes, mut fit) = (genes.to_vec(), fit.clone());
    for gene in surplus(&genes, &fit, max_nodes) {
        genes.remove(gene);
        fit = fit.without(gene);
    }
    let classes = classes(&fit);
    let n_classes = classes.iter().max().map_or(0, |last| last + 1);
    let weights = fit.merged(&classes, n_classes).weights();
    let scale = LARGEST / weights.iter().fold(0.0f64, |most, weight| most.max(weight.abs())).max(f64::MIN_POSITIVE);
    let constants: Vec<f32> = weights.iter().map(|weight| (weight * scale) as f32).collect();
    let parts = (0..n_classes).map(|class| {
        let members = genes.iter().zip(&classes).filter(|&(_, &own)| own == class);
        let sum = balanced_sum(&members.map(|(gene, _)| gene.bytes().to_vec()).collect::<Vec<_>>());
        [vec![Node::Function(Function::Multiply).byte(), Node::Slot(class as u8).byte()], sum].concat()
    });
    let tree = Tree::decode(&balanced_sum(&parts.collect::<Vec<_>>())).context("the genes do not fit into a tree")?;
    let constants = Constants::new(&constants).context("the weights are not within their limit")?;
    Ok(Evolved { tree: simplified(&tree), constants, scoring: Scoring::Board })
}

/// The genes to leave out, one after the other, until a tree has room for the others: at each step the one that is missed
/// least for its nodes. Each is named by its place among those that are left then.
pub fn surplus(genes: &[Gene], fit: &Fit, max_nodes: usize) -> Vec<usize> {
    let (mut sizes, mut fit) = (genes.iter().map(Gene::n_nodes).collect::<Vec<_>>(), fit.clone());
    // Every gene takes a Plus but for the first, and every weight a Multiply and its slot.
    let n_nodes = |sizes: &[usize]| {
        let own: usize = sizes.iter().map(|size| size + 1).sum();
        own + 2 * sizes.len().min(Constants::SLOTS)
    };
    let mut surplus = Vec::new();
    while sizes.len() > 1 && n_nodes(&sizes) > max_nodes {
        let explained = fit.explained();
        let missed = |gene: usize| (explained - fit.without(gene).explained()) / (sizes[gene] + 1) as f64;
        let costs = (0..sizes.len()).map(|gene| (missed(gene), gene));
        let Some((_, gene)) = costs.min_by(|left, right| left.0.total_cmp(&right.0)) else { break };
        sizes.remove(gene);
        fit = fit.without(gene);
        surplus.push(gene);
    }
    surplus
}

/// Which genes share a weight, so that as little as possible is explained less. Begins with neighbours in the order of
/// their weights, then moves single genes as long as that helps.
fn classes(fit: &Fit) -> Vec<usize> {
    const MAX_SWEEPS: usize = 20;
    let weights = fit.weights();
    let n_genes = weights.len();
    let n_classes = n_genes.min(Constants::SLOTS);
    let mut order: Vec<usize> = (0..n_genes).collect();
    order.sort_by(|&left, &right| weights[left].total_cmp(&weights[right]));
    let mut classes = vec![0; n_genes];
    for (place, &gene) in order.iter().enumerate() {
        classes[gene] = place * n_classes / n_genes;
    }
    let mut best = fit.merged(&classes, n_classes).explained();
    for _ in 0..MAX_SWEEPS {
        let before = best;
        for gene in 0..n_genes {
            // The last of its class stays: no weight may be without a gene.
            for class in 0..n_classes {
                let old = classes[gene];
                if class == old || classes.iter().filter(|&&other| other == old).count() == 1 {
                    continue;
                }
                classes[gene] = class;
                let explained = fit.merged(&classes, n_classes).explained();
                if explained > best {
                    best = explained;
                } else {
                    classes[gene] = old;
                }
            }
        }
        if best <= before * (1.0 + 1e-9) {
            break;
        }
    }
    classes
}

/// The sum of some subtrees, as low as a sum can be.
fn balanced_sum(parts: &[Vec<u8>]) -> Vec<u8> {
    match parts {
        [] => vec![Node::Integer(0).byte()],
        [only] => only.clone(),
        _ => {
            let (left, right) = parts.split_at(parts.len() / 2);
            [vec![Node::Function(Function::Plus).byte()], balanced_sum(left), balanced_sum(right)].concat()
        }
    }
}
