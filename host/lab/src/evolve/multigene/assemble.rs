//! From genes with weights to one tree: genes of the same weight are added up, and each sum is multiplied by one of the
//! champion's constants.

use anyhow::{Context, Result};
use pipsqueak_core::tree::{Constants, Function, Node, Tree};

use super::price::Price;
use super::settings::Settings;
use super::weights::Fit;
use crate::evolve::problem::{Player, Problem};

/// The largest constant. Only the ratios matter to a choice, and this limit keeps them readable.
const LARGEST: f64 = 100.0;

/// The player that adds up the genes with their least-squares weights, sixteen different ones at most, in a tree within
/// the settings' limit of nodes.
pub fn player<P: Problem>(settings: &Settings<P>, genes: &[Tree<P>], fit: &Fit) -> Result<Player<P>> {
    let (mut genes, mut fit) = (genes.to_vec(), fit.clone());
    for gene in surplus(settings, &genes, &fit, settings.tree_nodes) {
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
        [vec![Node::Function(Function::Multiply).byte(), Node::Constant(class as u8).byte()], sum].concat()
    });
    let sum = balanced_sum(&parts.collect::<Vec<_>>());
    let tree = Tree::<P>::decode(&sum).context("the genes do not fit into a tree")?;
    let constants = Constants::new(&constants).context("the weights are not within their limit")?;
    Ok(Player { tree: tree.simplified(), constants, scoring: P::ADDITIVE })
}

/// The genes to drop, one after the other, until the rest fit into a tree: at each step the one that explains least for
/// its cost. Each is named by its index among those that are left then.
pub fn surplus<P: Problem>(settings: &Settings<P>, genes: &[Tree<P>], fit: &Fit, max_nodes: usize) -> Vec<usize> {
    let (mut genes, mut fit) = (genes.iter().collect::<Vec<_>>(), fit.clone());
    let mut surplus = Vec::new();
    while genes.len() > 1 && n_nodes(&genes) > max_nodes {
        let Some(gene) = least_missed(settings, &genes, &fit) else { break };
        genes.remove(gene);
        fit = fit.without(gene);
        surplus.push(gene);
    }
    surplus
}

/// The sum, and the sums left when the gene that explains least for its cost is dropped again and again: from all genes
/// to one.
pub fn path<P: Problem>(settings: &Settings<P>, genes: &[Tree<P>], fit: &Fit) -> Vec<(Vec<Tree<P>>, Fit)> {
    let (mut genes, mut fit) = (genes.to_vec(), fit.clone());
    let mut path = vec![(genes.clone(), fit.clone())];
    while genes.len() > 1 {
        let Some(gene) = least_missed(settings, &genes.iter().collect::<Vec<_>>(), &fit) else { break };
        genes.remove(gene);
        fit = fit.without(gene);
        path.push((genes.clone(), fit.clone()));
    }
    path
}

/// The estimated instructions of a decision by a sum on the board, if they are known.
pub fn instructions<P: Problem>(genes: &[Tree<P>]) -> Option<f64> {
    let [plus, multiply, slot] =
        [Node::Function(Function::Plus), Node::Function(Function::Multiply), Node::Constant(0)].map(Node::byte);
    let mut nodes: Vec<u8> = genes.iter().flat_map(|gene| gene.bytes().iter().copied()).collect();
    nodes.extend(std::iter::repeat_n(plus, genes.len().saturating_sub(1)));
    nodes.extend([multiply, slot].repeat(genes.len().min(Constants::SLOTS)));
    P::instructions(&nodes, P::ADDITIVE)
}

/// The nodes of a sum: every gene but the first takes a Plus, and every weight a Multiply and its slot.
fn n_nodes<P: Problem>(genes: &[&Tree<P>]) -> usize {
    let own: usize = genes.iter().map(|gene| gene.n_nodes() + 1).sum();
    own + 2 * genes.len().min(Constants::SLOTS)
}

fn least_missed<P: Problem>(settings: &Settings<P>, genes: &[&Tree<P>], fit: &Fit) -> Option<usize> {
    let explained = fit.explained();
    let missed = |gene: usize| {
        let others = genes.iter().enumerate().filter(|(other, _)| *other != gene).map(|(_, other)| *other);
        let cost = Price::beside(settings, others).added(genes[gene]);
        (explained - fit.without(gene).explained()) / (cost + 1.0)
    };
    let costs = (0..genes.len()).map(|gene| (missed(gene), gene));
    costs.min_by(|left, right| left.0.total_cmp(&right.0)).map(|(_, gene)| gene)
}

/// Which genes share a weight, so that the loss of explained variance is small. Starts with neighbours in the order of
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
            // The last gene of a class stays: no weight may be without a gene.
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

/// The sum of some subtrees, as a tree of least height.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evolve::dataset::DataSet;
    use crate::evolve::toy::{self, Toy};
    use crate::workers::Workers;
    use pipsqueak_core::random::Seed;
    use pipsqueak_core::tree::parse;

    const TEXTS: &str = "A; B; C; D; E; F; G; H; Multiply(A, B); Multiply(C, D); Multiply(A, A); Multiply(B, B); \
        If(Sunny, A, B); If(Sunny, C, Multiply(2, E)); If(GreaterThan(A, B), C, 1); Multiply(E, Plus(F, G)); \
        If(Windy, D, 0); Multiply(ProbabilityToGetCard(Outs), H)";

    fn sum(n_genes: usize) -> (DataSet<Toy>, Vec<Tree<Toy>>, Fit) {
        let dataset = DataSet::new(&toy::decisions(600, Seed(1)), Workers::ALONE);
        let genes: Vec<Tree<Toy>> = TEXTS.split("; ").take(n_genes).map(|text| parse(text).unwrap().0).collect();
        let (mut fit, mut gains) = (Fit::default(), Vec::new());
        for gene in &genes {
            let own = dataset.gains(gene, &(0..600));
            fit.push(&gains, &own, dataset.targets());
            gains.push(own);
        }
        (dataset, genes, fit)
    }

    fn settings(tree_nodes: usize) -> Settings<Toy> {
        Settings { tree_nodes, ..toy::multigene(Seed(1)) }
    }

    #[test]
    fn up_to_sixteen_genes_the_tree_is_the_weighted_sum() {
        let (dataset, genes, fit) = sum(16);
        let player = player(&settings(512), &genes, &fit).unwrap();
        let weights = fit.weights();
        let scale = LARGEST / weights.iter().fold(0.0f64, |most, weight| most.max(weight.abs()));
        let all = 0..dataset.n_decisions();
        let mut expected = vec![0.0; dataset.targets().len()];
        for (gene, weight) in genes.iter().zip(&weights) {
            let gains = dataset.raw_gains(gene, &Constants::default(), &all);
            expected.iter_mut().zip(gains).for_each(|(sum, gain)| *sum += weight * scale * f64::from(gain));
        }
        let written = dataset.raw_gains(&player.tree, &player.constants, &all);
        for (written, expected) in written.into_iter().zip(expected) {
            assert!((f64::from(written) - expected).abs() < 0.01, "{written} is not {expected}");
        }
    }

    #[test]
    fn more_genes_share_weights_and_lose_little() {
        let (_, genes, fit) = sum(18);
        let classes = classes(&fit);
        assert!((0..16).all(|class| classes.contains(&class)), "{classes:?}");
        let shared = fit.merged(&classes, 16).explained();
        assert!(
            shared < 1.000_001 * fit.explained() && shared > 0.98 * fit.explained(),
            "{shared} of {}",
            fit.explained()
        );
        assert!(player(&settings(512), &genes, &fit).is_ok());
    }

    #[test]
    fn a_small_tree_keeps_the_genes_that_explain_most() {
        let (_, genes, fit) = sum(18);
        for max_nodes in [3, 20, 40, 60] {
            let player = player(&settings(max_nodes), &genes, &fit).unwrap();
            assert!(player.tree.n_nodes() <= max_nodes.max(3), "{} nodes of {max_nodes}", player.tree.n_nodes());
        }
        assert!(surplus(&settings(512), &genes, &fit, 512).is_empty());
    }
}
