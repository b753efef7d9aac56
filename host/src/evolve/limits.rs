//! How large the numbers in `run.toml` may be.

use std::ops::RangeInclusive;

use anyhow::{Result, ensure};

/// How many trees a generation may have.
pub const POPULATION: RangeInclusive<usize> = 2..=100_000;

/// No count of games, deals, rounds, decisions, samples or drawn trees may be greater: such a run would not end, and a
/// champion's record could not hold it.
pub const MOST: u64 = 10_000_000;

/// Refuses a number of games that is not half in each seat, or too great.
pub fn check_games(name: &str, games: u64) -> Result<()> {
    ensure!(games.is_multiple_of(2) && (2..=MOST).contains(&games), "{name} must be even, from 2 to {MOST}");
    Ok(())
}
