//! Trains the judge of the Monte-Carlo player: `train_judge OUT [JUDGE]` plays games, by the judge that is given or else
//! by the shipped champion, looks at each after a random move, and fits for every round the network that tells best who
//! will win. The shipped judge is the second of two such trainings; the first was by an earlier form of this program.

use std::{env, fs};

use anyhow::{Context, Result};
use pipsqueak::contender::{Contender, Kind};
use pipsqueak::league::trees::{Ready, Trees};
use pipsqueak::rollout::judge::{Bench, Judge, N_FEATURES, N_HIDDEN, N_WEIGHTS, majority};
use pipsqueak_core::chance::{self, Chance, Seed};
use pipsqueak_core::fiveo::players::{Baseline, Strategy};
use pipsqueak_core::fiveo::{Column, Table};
use pipsqueak_core::game::{Game, Seat, Turn};

/// Tables to learn from in each round, each seen from both seats; every tenth is kept for the test.
const N_TABLES: usize = 250_000;
const N_EPOCHS: usize = 5;
/// Samples between two steps of the weights.
const STEP: usize = 128;
/// How much it counts to tell each column's winner, beside the game's.
const COLUMNS: f32 = 0.3;
/// Moves in a hundred that are random, up to the one after which a table is looked at.
const ASTRAY: u32 = 8;
/// Games that are played together.
const BATCH: usize = 256;

fn main() -> Result<()> {
    let mut arguments = env::args().skip(1);
    let out = arguments.next().context("usage: train_judge OUT [JUDGE]")?;
    let policy = match arguments.next() {
        Some(path) => Policy::Judge(Box::new(read_judge(&path)?)),
        None => match Contender::named("champion")?.kind {
            Kind::Evolved(champion) => Policy::Tree(Box::new(Ready::from(&*champion))),
            _ => unreachable!("the champion is a tree"),
        },
    };
    let mut weights = Vec::new();
    for round in 0..4 {
        let mut samples = samples(&policy, round, Seed(77).derive(round));
        let scale = Scale::of(&samples);
        samples.iter_mut().for_each(|sample| scale.apply(sample));
        let mut network = train(&samples, round);
        scale.fold_into(&mut network);
        weights.extend(network);
    }
    fs::write(&out, weights.iter().flat_map(|weight| weight.to_le_bytes()).collect::<Vec<u8>>())?;
    Ok(())
}

fn read_judge(path: &str) -> Result<Judge> {
    let bytes = fs::read(path).with_context(|| format!("{path} cannot be read"))?;
    let weights: Vec<f32> = bytes.as_chunks().0.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect();
    let weights: &[f32; N_WEIGHTS] = weights.as_slice().try_into().with_context(|| format!("{path} is no judge"))?;
    Ok(Judge::new(weights))
}

/// Who plays the games; a baseline sits across the table in every other batch.
enum Policy {
    Tree(Box<Ready>),
    Judge(Box<Judge>),
}

/// A table as a seat saw it, and how it ended: 1 for what the seat won, 0 for what it lost.
struct Sample {
    features: [[f32; N_FEATURES]; 5],
    columns: [f32; 5],
    game: f32,
}

/// Tables after random moves of a round.
fn samples(policy: &Policy, round: u64, seed: Seed) -> Vec<Sample> {
    let mut rng = seed.rng();
    let (mut trees, mut bench) = (Trees::default(), Bench::default());
    let mut samples = Vec::new();
    for batch in 0..N_TABLES.div_ceil(BATCH) as u64 {
        let seeds: Vec<Seed> = (0..BATCH as u64).map(|game| seed.derive(batch * BATCH as u64 + game)).collect();
        let mut tables: Vec<Table> = seeds.iter().map(|&seed| Table::deal(seed)).collect();
        let strategy = if batch % 4 == 1 { Strategy::Tactician } else { Strategy::FullStrategy };
        let baseline_seat = (batch % 2 == 1).then_some(Seat::BOTH[(batch / 4 % 2) as usize]);
        let mut baselines: Vec<Baseline> =
            seeds.iter().map(|&seed| Baseline::new(strategy, seed, Seat::First)).collect();
        let look_after = round * 10 + u64::from(chance::below(&mut rng, 10));
        for number in 0..40 {
            let seat = Seat::BOTH[(number % 2) as usize];
            let mut games = Vec::new();
            for game in 0..BATCH {
                if number <= look_after && chance::below(&mut rng, 100) < ASTRAY {
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
                Policy::Judge(judge) => bench.play(judge, seat, &mut tables, &games),
            }
            if number == look_after {
                for table in &tables {
                    samples.extend(Seat::BOTH.map(|seat| Sample {
                        features: bench.features(seat, table),
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

fn play_at_random(rng: &mut Chance, table: &mut Table, seat: Seat) {
    let open: Vec<Column> = table.open(seat).iter().collect();
    if let Some(column) = chance::pick(rng, &open) {
        table.play(column).expect("the column is open");
    }
}

/// What makes features of mean 0 and deviation 1.
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

    /// Makes a network of scaled features one of plain features.
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
fn train(samples: &[Sample], round: u64) -> Vec<f32> {
    let (test, learn) = samples.split_at(samples.len() / 10);
    let mut rng = Seed(5).derive(round).rng();
    let mut network = vec![0.0; N_NUMBERS];
    for place in (0..N_INPUTS).chain(N_INPUTS + N_HIDDEN..N_NUMBERS - 1) {
        network[place] = (chance::below(&mut rng, 2001) as f32 / 1000.0 - 1.0) * 0.3;
    }
    let (mut gradient, mut mean, mut square) = (vec![0.0; N_NUMBERS], vec![0.0; N_NUMBERS], vec![0.0; N_NUMBERS]);
    let n_steps = N_EPOCHS * learn.len() / STEP;
    for step in 1..=n_steps {
        for _ in 0..STEP {
            let sample = &learn[chance::below(&mut rng, learn.len() as u32) as usize];
            add_gradient(&network, sample, &mut gradient);
        }
        let rate = 0.003 * (1.0 - step as f32 / n_steps as f32).max(0.02);
        let (first, second) = (1.0 - 0.9f32.powi(step as i32), 1.0 - 0.999f32.powi(step as i32));
        for place in 0..N_NUMBERS {
            let slope = std::mem::take(&mut gradient[place]) / STEP as f32;
            mean[place] = 0.9 * mean[place] + 0.1 * slope;
            square[place] = 0.999 * square[place] + 0.001 * slope * slope;
            network[place] -= rate * (mean[place] / first) / ((square[place] / second).sqrt() + 1e-8);
        }
        if step % (n_steps / N_EPOCHS).max(1) == 0 {
            println!("round {round}, step {step}: loss {:.4} on games kept for the test", loss(&network, test));
        }
    }
    network
}

/// The chance to win a column, and the hidden units on the way there.
fn forward(network: &[f32], features: &[f32; N_FEATURES]) -> (f32, [f32; N_HIDDEN]) {
    let (inputs, rest) = network.split_at(N_INPUTS);
    let mut log_odds = rest[2 * N_HIDDEN];
    let mut hidden = [0.0; N_HIDDEN];
    for (at, weights) in inputs.as_chunks::<N_FEATURES>().0.iter().enumerate() {
        // Eight sums side by side become vector code.
        let mut sums = [0.0; 8];
        for feature in 0..N_FEATURES {
            sums[feature % 8] += weights[feature] * features[feature];
        }
        hidden[at] = (sums.iter().sum::<f32>() + rest[at]).max(0.0);
        log_odds += hidden[at] * rest[N_HIDDEN + at];
    }
    (1.0 / (1.0 + (-log_odds).exp()), hidden)
}

/// Adds the slope of a sample's cross-entropy: the game's, and a share of its columns'.
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
