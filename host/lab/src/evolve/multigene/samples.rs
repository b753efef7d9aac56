//! Samples of a multigene run's work, for an estimate of its duration: rating decisions, searching for genes, and
//! measuring games.

use anyhow::Result;
use pipsqueak_core::random::Seed;
use pipsqueak_core::tree::{Constants, Tree};

use super::genes::{self, Window};
use super::price::Price;
use super::settings::Settings;
use super::weights::Fit;
use super::{Round, indifferent};
use crate::evolve::algorithm::{Algorithm, WorkSample, grown, measuring};
use crate::evolve::dataset::DataSet;
use crate::evolve::problem::{Decision, Player, Problem, Sampling};
use crate::workers::Workers;

/// Decisions of the sample, and rollouts of every alternative.
const N_DECISIONS: usize = 512;
const N_SAMPLES: u64 = 2;

/// The samples.
pub fn of<P: Problem>(settings: &Settings<P>) -> Result<Vec<WorkSample<'_>>> {
    let (common, set) = (&settings.common, settings.common.primitive_set());
    let mut rng = common.seed.rng();
    let mut player =
        |n_nodes| Player { tree: grown(&mut rng, set, n_nodes), constants: Constants::default(), scoring: P::ADDITIVE };
    let measured = settings.measured_games();
    let rated = rated(settings, player(settings.tree_nodes / 2));
    let n_genes = (settings.tree_nodes / (settings.gene_nodes + 3) / 2).max(1);
    let genes = (0..n_genes).map(|_| player(settings.gene_nodes).tree).collect();
    Ok(vec![measuring(player(settings.tree_nodes), measured), rated, found(settings, genes)?])
}

/// Rates decisions by a player.
fn rated<P: Problem>(settings: &Settings<P>, policy: Player<P>) -> WorkSample<'_> {
    let sampling = sampling(settings);
    let games = n_rounds(settings).map(|round| settings.round_games(round)).sum::<u64>();
    let work = move || {
        let rated = P::Decision::rated(&policy, &sampling, Workers::ALONE)?;
        DataSet::<P>::new(&rated, Workers::ALONE);
        Ok(())
    };
    WorkSample { work: Box::new(work), times: games as f64 / P::Decision::n_games(N_DECISIONS, N_SAMPLES) as f64 }
}

/// Searches for a gene beside others.
fn found<P: Problem>(settings: &Settings<P>, genes: Vec<Tree<P>>) -> Result<WorkSample<'_>> {
    let rated = P::Decision::rated(&indifferent(), &sampling(settings), Workers::ALONE)?;
    let dataset = DataSet::new(&rated, Workers::ALONE);
    let n_decisions = dataset.n_decisions();
    let mut round = Round { number: 0, dataset, genes: Vec::new(), gains: Vec::new(), fit: Fit::default() };
    genes.into_iter().for_each(|gene| round.push_new(gene));
    // The sizes of the searches, gene by gene, in decisions.
    let searched: usize = (0..Settings::end(settings))
        .map(|gene| settings.window.min(settings.decisions[settings.round_of(gene).0]))
        .sum();
    let work = move || {
        let residual = round.residual();
        let price = (settings.node_cost, &Price::beside(settings, round.genes.iter()));
        let window = Window::new(&round.dataset, 0..n_decisions, &round.gains, &residual, price);
        let sample = round.sample(settings, 0..n_decisions, Seed(1));
        let cases = sample.as_ref().map(|sample| sample.window(&round, &residual, price));
        let mut rng = Seed(2).rng();
        let found = genes::search(&mut rng, settings, &round.genes, &window, cases.as_ref(), Workers::ALONE)?;
        found.best(&window, Workers::ALONE);
        Ok(())
    };
    Ok(WorkSample { work: Box::new(work), times: searched as f64 / n_decisions as f64 })
}

/// Few decisions, with few rollouts.
fn sampling<P: Problem>(settings: &Settings<P>) -> Sampling<'_, P> {
    Sampling { n_decisions: N_DECISIONS, n_samples: N_SAMPLES, ..settings.sampling(0, [Seed(1), Seed(2)]) }
}

fn n_rounds<P: Problem>(settings: &Settings<P>) -> std::ops::Range<usize> {
    0..settings.genes.len().min(settings.round_of(Settings::end(settings) - 1).0 + 1)
}
