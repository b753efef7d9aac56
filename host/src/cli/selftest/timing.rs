//! The clock: a board keeps a time limit, and its clock agrees with the host's.

use std::time::Instant;

use anyhow::{Result, ensure};
use pipsqueak_core::link::Effort;

use super::{Bench, SEED};
use crate::board::{Decider, Decision, milliseconds};
use crate::port::Port;

/// The time limit for a move, in milliseconds.
const GIVEN: u32 = 500;
/// An emulator, or a busy computer, may stall once.
const N_TRIES: usize = 3;

/// Asks every game for a move with a time limit; those that search must keep it.
pub fn run(bench: &mut Bench) -> Result<String> {
    let mut told = Vec::new();
    for game in bench.hello.games.clone() {
        let (listed, seconds) = (bench.registry.numbered(game)?, bench.seconds(game));
        let view = listed.first_view(SEED)?;
        let mut kept = None;
        for _ in 0..N_TRIES {
            let start = Instant::now();
            let Decision { ticks, info, .. } =
                bench.client.decide_bytes(game, &view, Effort::Millis(GIVEN), seconds)?;
            let host = 1000.0 * start.elapsed().as_secs_f64();
            if info.depth == 0 {
                break;
            }
            let board = milliseconds(u64::from(ticks), bench.hello.ticks_per_second);
            let verdict = verdict(board, host, matches!(bench.port, Port::Serial(_)));
            let is_kept = verdict.is_ok();
            kept = Some(verdict);
            if is_kept {
                break;
            }
        }
        if let Some(verdict) = kept {
            told.push(format!("{}: {}", listed.name(), verdict?));
        }
    }
    ensure!(!told.is_empty(), "none of the board's games takes a time limit");
    Ok(told.join("; "))
}

/// Checks the time that the board reports against its limit and the host's clock, all in milliseconds.
fn verdict(board: f64, host: f64, is_cable: bool) -> Result<String> {
    let given = f64::from(GIVEN);
    ensure!(
        (given / 2.0..=given + 50.0).contains(&board),
        "a move that was given {GIVEN} ms took {board:.0} ms by the board's clock"
    );
    ensure!(board <= 1.02 * host + 5.0, "the board's clock is too fast: {board:.0} ms there, {host:.0} ms here");
    // An emulator may be slower than its own clock; a board may not.
    ensure!(
        !is_cable || host - board < 0.1 * board + 100.0,
        "the board's clock is too slow: {board:.0} ms there, {host:.0} ms here"
    );
    Ok(format!("{board:.0} ms by the board's clock and {host:.0} ms by this computer's, where {GIVEN} were given"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_clock_is_detected() {
        assert!(verdict(500.0, 503.0, true).is_ok());
        assert!(verdict(260.0, 263.0, true).is_ok(), "an iteration that would not end is not begun");
        assert!(verdict(500.0, 900.0, false).is_ok(), "an emulator is slow");
        for (board, host) in [(500.0, 900.0), (500.0, 400.0), (100.0, 103.0), (700.0, 703.0)] {
            assert!(verdict(board, host, true).is_err(), "{board} {host}");
        }
    }
}
