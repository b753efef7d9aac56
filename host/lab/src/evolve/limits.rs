//! The limits of the numbers in `run.toml`.

use std::ops::RangeInclusive;

/// How many trees a generation may have.
pub const POPULATION: RangeInclusive<u64> = 2..=100_000;

/// The greatest count of games, deals, rounds, decisions, samples or drawn trees: a longer run would not end, and a
/// champion's record could not hold the count.
pub const MOST: u64 = 10_000_000;

/// What a result may count in a fitness.
pub const WEIGHT: RangeInclusive<u64> = 0..=1_000;

/// Games of a player, half in each seat.
pub const GAMES: RangeInclusive<u64> = 2..=MOST;

/// All games of a run: more would take years.
pub const MOST_GAMES: u64 = 1_000_000_000_000;
