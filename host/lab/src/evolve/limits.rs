//! How large the numbers in `run.toml` may be.

use std::ops::RangeInclusive;

/// How many trees a generation may have.
pub const POPULATION: RangeInclusive<u64> = 2..=100_000;

/// No count of games, deals, rounds, decisions, samples or drawn trees may be greater: such a run would not end, and a
/// champion's record could not hold it.
pub const MOST: u64 = 10_000_000;

/// Games of a player, half in each seat.
pub const GAMES: RangeInclusive<u64> = 2..=MOST;

/// All games of a run: more take years.
pub const MOST_GAMES: u64 = 1_000_000_000_000;
