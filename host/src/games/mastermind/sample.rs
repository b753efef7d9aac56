//! Cracks a sample of secrets, each in a game of its own, and times the games. The report did so with a hundred random
//! secrets of each size.

use std::time::Instant;

use pipsqueak_core::games::mastermind::{Code, CodeSize, Feedback, History};
use pipsqueak_core::random::Seed;
use pipsqueak_lab::games::mastermind::exhaustive::GuessHistogram;
use pipsqueak_lab::games::mastermind::{Codebreaker, Method};
use pipsqueak_lab::workers::Workers;

/// A game against a secret.
pub struct SingleGame {
    /// The secret.
    pub secret: Code,
    /// The first guess.
    pub first: Code,
    /// The number of guesses, if the secret was found.
    pub n_guesses: Option<usize>,
    /// How long the codebreaker took.
    pub seconds: f64,
}

/// The secrets and how they are cracked.
pub struct Sample {
    /// The size of codes.
    pub size: CodeSize,
    /// How guesses are chosen.
    pub method: Method,
    /// The number of random secrets; `None` for every code once.
    pub n_secrets: Option<u32>,
    /// Determines the random secrets and guesses, game by game.
    pub seed: Seed,
    /// Whether the first guess is a random code, as in the report, instead of the best one.
    pub random_first: bool,
}

impl Sample {
    /// The games, or those begun before the workers were asked to stop.
    pub fn games(&self, workers: Workers<'_>, done: &(impl Fn() + Sync)) -> Vec<SingleGame> {
        let codebreaker = Codebreaker::new(self.method.clone(), self.size);
        let secrets = (0..self.n_secrets.unwrap_or(self.size.n_codes())).take_while(|_| !workers.must_stop());
        workers.map_with(
            secrets,
            || codebreaker.clone(),
            |codebreaker, number| {
                let game = self.game(codebreaker, number);
                done();
                game
            },
        )
    }

    fn game(&self, codebreaker: &mut Codebreaker, number: u32) -> SingleGame {
        let seed = self.seed.derive(u64::from(number));
        let secret = match self.n_secrets {
            Some(_) => Code::random(&mut seed.derive(0).rng(), self.size),
            None => Code::at(number, self.size),
        };
        let first = self.random_first.then(|| Code::random(&mut seed.derive(2).rng(), self.size));
        let start = Instant::now();
        let mut history = History::new(self.size);
        let n_guesses = crack(codebreaker, &mut history, first, secret, seed.derive(1));
        let first = history.entries().first().map_or(secret, |entry| entry.guess);
        SingleGame { secret, first, n_guesses, seconds: start.elapsed().as_secs_f64() }
    }
}

/// The number of guesses for a secret, if it is found at all.
fn crack(
    codebreaker: &mut Codebreaker,
    history: &mut History,
    mut first: Option<Code>,
    secret: Code,
    chance: Seed,
) -> Option<usize> {
    while !history.is_cracked() {
        let guess = match first.take() {
            Some(guess) => guess,
            None => codebreaker.guess(history, chance).ok()?,
        };
        history.push(guess, Feedback::between(guess, secret)).ok()?;
    }
    Some(history.len())
}

/// The guesses of some games.
pub fn histogram(games: &[SingleGame]) -> GuessHistogram {
    games.iter().map(|game| GuessHistogram::of(game.n_guesses)).fold(GuessHistogram::default(), GuessHistogram::merged)
}

/// The mean time of some games.
pub fn mean_seconds(games: &[SingleGame]) -> f64 {
    games.iter().map(|game| game.seconds).sum::<f64>() / games.len().max(1) as f64
}

/// The games as comma-separated values.
pub fn csv(games: &[SingleGame]) -> String {
    let row = |SingleGame { secret, first, n_guesses, seconds }: &SingleGame| {
        let n_guesses = n_guesses.map_or(String::new(), |n_guesses| n_guesses.to_string());
        format!("{secret},{first},{n_guesses},{seconds:.6}\n")
    };
    "secret,first_guess,guesses,seconds\n".to_owned() + &games.iter().map(row).collect::<String>()
}
