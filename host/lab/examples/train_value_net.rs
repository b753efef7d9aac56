//! Trains the value network of the Monte-Carlo player: `train_value_net OUT` plays games, takes a table after a random
//! move of each, and fits for every round the network that best predicts the winner. The shipped champion plays the
//! games of the first training, and the network of each training plays those of the next. The result is the shipped
//! network, byte for byte; on two cores it takes three minutes and 0.8 GB.

use std::{env, fs};

use anyhow::{Context, Result};
use pipsqueak_core::game::{Game, Seat, Turn};
use pipsqueak_core::games::fiveo::players::{Baseline, BaselineKind};
use pipsqueak_core::games::fiveo::{Column, Table};
use pipsqueak_core::random::{self, GameRng, Seed};
use pipsqueak_lab::games::fiveo::players::FiveOPlayer;
use pipsqueak_lab::games::fiveo::rollout::value_net::{Inference, N_FEATURES, N_HIDDEN, N_WEIGHTS, ValueNet, majority};
use pipsqueak_lab::games::fiveo::trees::{CompiledPlayer, TreeEvaluator};
use pipsqueak_lab::workers::{Threads, Workers};

/// Training tables in each round, each seen from both seats; every tenth is kept for the test.
pub const N_TABLES: usize = 250_000;
const N_EPOCHS: usize = 5;
const N_TRAININGS: u64 = 3;
/// The batch size, in samples.
const STEP: usize = 128;
/// The weight of predicting each column's winner, beside the game's.
const COLUMNS: f32 = 0.3;
/// Random moves, in percent, before the table is taken.
const ASTRAY: u32 = 8;
/// The opponents, batch by batch; `None` is the policy itself. Weak players are among them, so that the network learns
/// tables that are far ahead.
const OPPONENTS: [Option<BaselineKind>; 8] = [
    None,
    Some(BaselineKind::Tactician),
    None,
    Some(BaselineKind::FullStrategy),
    None,
    Some(BaselineKind::Random),
    None,
    Some(BaselineKind::WeightedPairing),
];
/// Games that are played together.
const BATCH: usize = 256;

fn main() -> Result<()> {
    let out = env::args().nth(1).context("usage: train_value_net OUT")?;
    let threads = Threads::new(None)?;
    fs::write(out, trained(N_TABLES, Workers::new(&threads))?)?;
    Ok(())
}

/// The value network's bytes after all trainings, each round's from `n_tables` tables.
pub fn trained(n_tables: usize, workers: Workers<'_>) -> Result<Vec<u8>> {
    let champion = FiveOPlayer::named("champion", None)?.kind;
    let champion = champion.tree().context("the champion is a tree")?;
    let mut policy = Policy::Tree(Box::new(CompiledPlayer::from(champion)));
    let mut bytes = Vec::new();
    for training in 1..=N_TRAININGS {
        let networks = workers.map(0..4, |round| {
            let name = format!("training {training}, round {round}");
            network(&policy, round, n_tables, Seed(77).derive(training).derive(round), &name)
        });
        let weights: Vec<f32> = networks.concat();
        bytes = weights.iter().flat_map(|weight| weight.to_le_bytes()).collect();
        let weights = weights.as_slice().try_into().context("the networks have the value network's size")?;
        policy = Policy::ValueNet(Box::new(ValueNet::new(weights)));
    }
    Ok(bytes)
}

/// A network for one round, from tables of the policy's games.
fn network(policy: &Policy, round: u64, n_tables: usize, seed: Seed, name: &str) -> Vec<f32> {
    let mut samples = samples(policy, round, n_tables, seed);
    let scale = Scale::of(&samples);
    samples.iter_mut().for_each(|sample| scale.apply(sample));
    let mut network = train(&samples, seed.derive(u64::MAX), name);
    scale.fold_into(&mut network);
    network
}

/// The player of the games.
enum Policy {
    Tree(Box<CompiledPlayer>),
    ValueNet(Box<ValueNet>),
}

/// A table from a seat's point of view, and its result: 1 for a win, 0 for a loss.
struct Sample {
    features: [[f32; N_FEATURES]; 5],
    columns: [f32; 5],
    game: f32,
}

/// Tables after random moves of a round.
fn samples(policy: &Policy, round: u64, n_tables: usize, seed: Seed) -> Vec<Sample> {
    let mut rng = seed.rng();
    let (mut trees, mut inference) = (TreeEvaluator::default(), Inference::default());
    let mut samples = Vec::new();
    for batch in 0..n_tables.div_ceil(BATCH) as u64 {
        let seeds: Vec<Seed> = (0..BATCH as u64).map(|game| seed.derive(batch * BATCH as u64 + game)).collect();
        let mut tables: Vec<Table> = seeds.iter().map(|&seed| Table::deal(seed)).collect();
        let n_opponents = OPPONENTS.len() as u64;
        let opponent = OPPONENTS[(batch % n_opponents) as usize];
        let baseline_seat = opponent.map(|_| Seat::BOTH[(batch / n_opponents % 2) as usize]);
        let mut baselines: Vec<Baseline> = opponent
            .map_or(Vec::new(), |kind| seeds.iter().map(|&seed| Baseline::new(kind, seed, Seat::First)).collect());
        let look_after = round * 10 + u64::from(random::below(&mut rng, 10));
        for number in 0..40 {
            let seat = Seat::BOTH[(number % 2) as usize];
            let mut games = Vec::new();
            for game in 0..BATCH {
                if number <= look_after && random::below(&mut rng, 100) < ASTRAY {
                    play_at_random(&mut rng, &mut tables[game], seat);
                } else if baseline_seat == Some(seat) {
                    if let Turn::Of(_, view) = tables[game].turn() {
                        let column = baselines[game].column(&view);
                        tables[game].play(column).expect("the column is open");
                    }
                } else {
                    games.push(game);
                }
            }
            match policy {
                Policy::Tree(tree) => trees.play(tree, seat, &mut tables, &games),
                Policy::ValueNet(net) => {
                    let columns = inference.columns(net, games.iter().map(|&game| tables[game].seen_by(seat)));
                    for (&game, &column) in games.iter().zip(columns) {
                        tables[game].play(column).expect("the column is open");
                    }
                }
            }
            if number == look_after {
                for table in &tables {
                    samples.extend(Seat::BOTH.map(|seat| Sample {
                        features: inference.features(table.seen_by(seat)),
                        columns: [0.0; 5],
                        game: 0.0,
                    }));
                }
            }
        }
        let n_before = samples.len() - 2 * BATCH;
        for (seen, table) in samples[n_before..].as_chunks_mut::<2>().0.iter_mut().zip(&tables) {
            for (sample, seat) in seen.iter_mut().zip(Seat::BOTH) {
                let won = |winner: Option<Seat>| winner.map_or(0.5, |winner| f32::from(u8::from(winner == seat)));
                sample.columns = Column::ALL.map(|column| won(table.column_winner(column)));
                sample.game = won(table.points().winner());
            }
        }
    }
    samples
}

fn play_at_random(rng: &mut GameRng, table: &mut Table, seat: Seat) {
    let open: Vec<Column> = table.open(seat).iter().collect();
    if let Some(column) = random::pick(rng, &open) {
        table.play(column).expect("the column is open");
    }
}

/// Normalises features to mean 0 and deviation 1.
struct Scale {
    means: [f32; N_FEATURES],
    deviations: [f32; N_FEATURES],
}

impl Scale {
    fn of(samples: &[Sample]) -> Scale {
        let n = (5 * samples.len()) as f64;
        let (mut sums, mut squares) = ([0.0; N_FEATURES], [0.0; N_FEATURES]);
        for features in samples.iter().flat_map(|sample| &sample.features) {
            for ((sum, square), feature) in sums.iter_mut().zip(&mut squares).zip(features) {
                *sum += f64::from(*feature);
                *square += f64::from(*feature).powi(2);
            }
        }
        let means = sums.map(|sum| sum / n);
        let deviations = std::array::from_fn(|at| {
            let deviation = (squares[at] / n - means[at] * means[at]).max(0.0).sqrt();
            if deviation < 1e-4 { 1.0 } else { deviation as f32 }
        });
        Scale { means: means.map(|mean| mean as f32), deviations }
    }

    fn apply(&self, sample: &mut Sample) {
        for features in &mut sample.features {
            for (at, feature) in features.iter_mut().enumerate() {
                *feature = (*feature - self.means[at]) / self.deviations[at];
            }
        }
    }

    /// Turns a network of scaled features into one of plain features.
    fn fold_into(&self, network: &mut [f32]) {
        let (inputs, rest) = network.split_at_mut(N_INPUTS);
        for (hidden, weights) in inputs.chunks_exact_mut(N_FEATURES).enumerate() {
            for (at, weight) in weights.iter_mut().enumerate() {
                *weight /= self.deviations[at];
                rest[hidden] -= *weight * self.means[at];
            }
        }
    }
}

/// A network's numbers: the inputs' weights, the hidden units' biases, the outputs' weights, the bias.
const N_INPUTS: usize = N_HIDDEN * N_FEATURES;
const N_NUMBERS: usize = N_WEIGHTS / 4;

/// Adam (Kingma and Ba 2015) with a rate that falls to zero.
fn train(samples: &[Sample], seed: Seed, name: &str) -> Vec<f32> {
    let (test, learn) = samples.split_at(samples.len() / 10);
    let mut rng = seed.rng();
    let mut network = vec![0.0; N_NUMBERS];
    for place in (0..N_INPUTS).chain(N_INPUTS + N_HIDDEN..N_NUMBERS - 1) {
        network[place] = (random::below(&mut rng, 2001) as f32 / 1000.0 - 1.0) * 0.3;
    }
    let (mut gradient, mut mean, mut square) = (vec![0.0; N_NUMBERS], vec![0.0; N_NUMBERS], vec![0.0; N_NUMBERS]);
    // The decay of the first steps' moments, by multiplication: a library's power may differ in the last bit.
    let (mut old_mean, mut old_square) = (1.0, 1.0);
    let n_steps = N_EPOCHS * learn.len() / STEP;
    for step in 1..=n_steps {
        for _ in 0..STEP {
            let sample = &learn[random::below(&mut rng, learn.len() as u32) as usize];
            add_gradient(&network, sample, &mut gradient);
        }
        let rate = 0.003 * (1.0 - step as f32 / n_steps as f32).max(0.02);
        (old_mean, old_square) = (0.9 * old_mean, 0.999 * old_square);
        for place in 0..N_NUMBERS {
            let slope = std::mem::take(&mut gradient[place]) / STEP as f32;
            mean[place] = 0.9 * mean[place] + 0.1 * slope;
            square[place] = 0.999 * square[place] + 0.001 * slope * slope;
            network[place] -=
                rate * (mean[place] / (1.0 - old_mean)) / ((square[place] / (1.0 - old_square)).sqrt() + 1e-8);
        }
        if step % (n_steps / N_EPOCHS).max(1) == 0 {
            println!("{name}, step {step}: loss {:.4} on games kept for the test", loss(&network, test));
        }
    }
    network
}

/// The chance to win a column, and the hidden units.
fn forward(network: &[f32], features: &[f32; N_FEATURES]) -> (f32, [f32; N_HIDDEN]) {
    let (inputs, rest) = network.split_at(N_INPUTS);
    let mut log_odds = rest[2 * N_HIDDEN];
    let mut hidden = [0.0; N_HIDDEN];
    for (at, weights) in inputs.as_chunks::<N_FEATURES>().0.iter().enumerate() {
        // Eight partial sums become vector code.
        let mut sums = [0.0; 8];
        for feature in 0..N_FEATURES {
            sums[feature % 8] += weights[feature] * features[feature];
        }
        hidden[at] = (sums.iter().sum::<f32>() + rest[at]).max(0.0);
        log_odds += hidden[at] * rest[N_HIDDEN + at];
    }
    (1.0 / (1.0 + libm::expf(-log_odds)), hidden)
}

/// Adds the gradient of a sample's cross-entropy: the game's, and a share of its columns'.
fn add_gradient(network: &[f32], sample: &Sample, gradient: &mut [f32]) {
    let judged = sample.features.map(|features| forward(network, &features));
    let chances = judged.map(|(chance, _)| chance);
    let won = majority(&chances).clamp(1e-4, 1.0 - 1e-4);
    let game_slope = (won - sample.game) / (won * (1.0 - won));
    let (outputs, output_gradient) = (&network[N_INPUTS + N_HIDDEN..], gradient.split_at_mut(N_INPUTS));
    let (input_gradient, rest_gradient) = output_gradient;
    for (column, (chance, hidden)) in judged.iter().enumerate() {
        let if_it_were = |chance| {
            let mut chances = chances;
            chances[column] = chance;
            majority(&chances)
        };
        let leverage = if_it_were(1.0) - if_it_were(0.0);
        let slope = game_slope * leverage * chance * (1.0 - chance) + COLUMNS * (chance - sample.columns[column]);
        rest_gradient[2 * N_HIDDEN] += slope;
        let rows = input_gradient.as_chunks_mut::<N_FEATURES>().0.iter_mut();
        for (at, row) in rows.enumerate().filter(|(at, _)| hidden[*at] > 0.0) {
            rest_gradient[N_HIDDEN + at] += slope * hidden[at];
            let slope = slope * outputs[at];
            rest_gradient[at] += slope;
            for (sum, feature) in row.iter_mut().zip(&sample.features[column]) {
                *sum += slope * feature;
            }
        }
    }
}

/// The mean cross-entropy of the games' results.
fn loss(network: &[f32], samples: &[Sample]) -> f32 {
    let of_one = |sample: &Sample| {
        let won = majority(&sample.features.map(|features| forward(network, &features).0)).clamp(1e-5, 1.0 - 1e-5);
        -(sample.game * won.ln() + (1.0 - sample.game) * (1.0 - won).ln())
    };
    samples.iter().map(of_one).sum::<f32>() / samples.len().max(1) as f32
}
