//! The options of every series of games.

use std::collections::hash_map::RandomState;
use std::env;
use std::hash::BuildHasher;
use std::io::{self, IsTerminal};
use std::path::PathBuf;

use clap::ValueEnum;
use pipsqueak_core::game::Seat;
use pipsqueak_core::random::Seed;

/// Which games are played, and how they are shown.
#[derive(clap::Args, Clone, Debug, Default)]
pub struct SeriesOptions {
    /// The random seed of the first game; each further game takes the next number; if not given, a random seed is chosen
    /// and shown [0 to 2^64 - 1]
    #[arg(long, value_name = "S")]
    pub seed: Option<u64>,
    /// Your seat; without it you move first, and seats change from game to game
    #[arg(long)]
    pub seat: Option<SeatName>,
    /// Plain lines instead of the full screen: for pipes and screen readers
    #[arg(long)]
    pub plain: bool,
    /// Number of games; if not given, 1 in plain mode, unlimited on the full screen [1 to 4294967295]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub games: Option<u32>,
    /// Record the games in this file, in the format that `replay` reads; an existing file is overwritten
    #[arg(long, value_name = "FILE")]
    pub transcript: Option<PathBuf>,
}

/// A seat as it is named on the command line.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum SeatName {
    /// You move first
    First,
    /// The opponent moves first
    Second,
}

/// Whether there is a terminal that can be taken over.
pub fn has_screen() -> bool {
    let is_dumb = env::var_os("TERM").is_some_and(|term| term == "dumb");
    io::stdin().is_terminal() && io::stdout().is_terminal() && !is_dumb
}

/// A random seed, short enough to be typed again.
pub fn random_seed() -> u64 {
    RandomState::new().hash_one("deal") % 1_000_000
}

impl SeriesOptions {
    /// The options with defaults applied: a random seed, and plain lines if there is no screen.
    #[must_use]
    pub fn settled(mut self) -> SeriesOptions {
        self.plain |= !has_screen();
        self.games = self.games.or(self.plain.then_some(1));
        self.seed = self.seed.or_else(|| Some(random_seed()));
        self
    }

    /// The seed of a game of the series; games are counted from 1.
    pub fn seed_of(&self, number: u32) -> Seed {
        Seed(self.seed.unwrap_or_default().wrapping_add(u64::from(number) - 1))
    }

    /// The person's seat in a game of the series.
    pub fn seat_of(&self, number: u32) -> Seat {
        match self.seat {
            Some(SeatName::First) => Seat::First,
            Some(SeatName::Second) => Seat::Second,
            None if number.is_multiple_of(2) => Seat::Second,
            None => Seat::First,
        }
    }
}
