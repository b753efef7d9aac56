//! The speed of cracking codes, on one thread, beside the figures of the best open-source solver that was found.
//!
//! `cargo bench -p pipsqueak-lab --bench mastermind` prints every figure; nothing here fails because of a slow machine. Each
//! answer is checked before it is timed.

use std::hint::black_box;
use std::time::{Duration, Instant};

use pipsqueak_core::games::mastermind::{Code, CodeSize, Feedback, History, Objective, Profile, StoredCode};
use pipsqueak_core::random::Seed;
use pipsqueak_lab::games::mastermind::exhaustive::crack_all;
use pipsqueak_lab::games::mastermind::{Codebreaker, Method};
use pipsqueak_lab::workers::Workers;

fn main() {
    pairs();
    whole(4, 6, 5801, 12.0);
    whole(5, 7, 87936, 1800.0);
    games(4, 6, Objective::Minimax, 200, 2.4);
    games(5, 7, Objective::Minimax, 50, 330.0);
    games(7, 10, Objective::Expected, 100, 100.0);
}

/// The least time of a piece of work in milliseconds, repeated for a second: slower runs were disturbed.
fn milliseconds(mut work: impl FnMut()) -> f64 {
    let begin = Instant::now();
    let mut best = f64::INFINITY;
    while begin.elapsed() < Duration::from_secs(1) || best.is_infinite() {
        let start = Instant::now();
        work();
        best = best.min(start.elapsed().as_secs_f64());
    }
    best * 1e3
}

/// The answer to a guess: the innermost step.
fn pairs() {
    let size = CodeSize::CLASSIC;
    let codes: Vec<Code> = Code::all(size).collect();
    let profiles: Vec<Profile> = codes.iter().map(|&code| Profile::of(code)).collect();
    fn sum<E: StoredCode>(codes: &[E]) -> usize {
        let indices = |guess: &E| {
            let probe = guess.probe();
            codes.iter().map(|code| code.answer(&probe).index()).sum::<usize>()
        };
        codes.iter().map(indices).sum()
    }
    assert_eq!(sum(&codes), sum(&profiles));
    let n_pairs = (codes.len() * codes.len()) as f64;
    let quick = milliseconds(|| consume(sum(black_box(&profiles)))) * 1e6 / n_pairs;
    let compact = milliseconds(|| consume(sum(black_box(&codes)))) * 1e6 / n_pairs;
    println!("an answer             {quick:.2} ns in 16 bytes per code, {compact:.2} ns in 4");
}

/// A whole strategy over all codes, from scratch.
fn whole(pegs: u8, colors: u8, total: u64, peer: f64) {
    let size = CodeSize::new(pegs, colors).expect("a size within the limits");
    let crack = || crack_all(size, Objective::Minimax, Workers::ALONE, &|_| ()).1.total();
    assert_eq!(crack(), total);
    let own = milliseconds(|| consume(crack()));
    println!("all codes of {size}      {own:.2} ms, the peer {peer:.0} ms: {:.2} x", own / peer);
}

/// Games from scratch against random secrets.
fn games(pegs: u8, colors: u8, objective: Objective, n_games: u64, peer: f64) {
    let size = CodeSize::new(pegs, colors).expect("a size within the limits");
    let mut codebreaker = Codebreaker::new(Method::Solver(objective), size);
    let (mut n_guesses, mut sum, mut slowest) = (0, 0.0, 0.0f64);
    for seed in (0..n_games).map(Seed) {
        let secret = Code::random(&mut seed.derive(0).rng(), size);
        let start = Instant::now();
        let mut history = History::new(size);
        while !history.is_cracked() {
            let guess = codebreaker.guess(&history, seed.derive(1)).expect("the answers are true");
            history.push(guess, Feedback::between(guess, secret)).expect("twelve guesses are enough");
        }
        let took = start.elapsed().as_secs_f64() * 1e3;
        (n_guesses, sum, slowest) = (n_guesses + history.len(), sum + took, slowest.max(took));
    }
    let (mean, guesses) = (sum / n_games as f64, n_guesses as f64 / n_games as f64);
    println!("a game of {size:<9} {mean:.2} ms, {slowest:.1} at most, {guesses:.2} guesses; to compare with {peer} ms");
}

fn consume<T>(value: T) {
    black_box(value);
}
