//! `checkers perft`: counts the leaf nodes at a depth.

use std::time::Instant;

use anyhow::Result;
use pipsqueak_core::games::checkers::{Board, MAX_DEPTH, Move, perft};
use pipsqueak_lab::workers::Workers;
use serde::Serialize;

use super::board_of;
use crate::system::output;
use crate::system::threads::{self, Machine};

/// The options of `perft`.
#[derive(clap::Args)]
pub struct Options {
    /// Depth in moves; a multi-jump capture is one move, and each distinct path through it counts separately [1 to 32]
    #[arg(value_parser = clap::value_parser!(u8).range(1..=i64::from(MAX_DEPTH)), allow_negative_numbers = true)]
    depth: u8,
    /// The position as a PDN FEN, such as "W:W18,24,K10:B12,16"; the start if not given
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// Count the leaves after each first move
    #[arg(long)]
    divide: bool,
    /// Threads to use; all cores if not given [1 to 512]
    #[arg(long, value_name = "N", value_parser = threads::parser())]
    threads: Option<usize>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Count {
    depth: u8,
    leaves: u64,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<Vec<Part>>,
}

#[derive(Serialize)]
struct Part {
    #[serde(rename = "move")]
    chosen: String,
    leaves: u64,
}

/// Runs the command.
pub fn run(options: &Options) -> Result<()> {
    let board = board_of(options.fen.as_deref())?;
    let machine = Machine::new(options.threads)?;
    let (workers, start) = (machine.workers(), Instant::now());
    let parts: Vec<Part> = paths(&board)
        .into_iter()
        .map(|chosen| Part {
            chosen: chosen.to_string(),
            leaves: count(&board.after(chosen), options.depth - 1, workers),
        })
        .collect();
    let leaves = parts.iter().map(|part| part.leaves).sum();
    let divide = options.divide.then_some(parts);
    let count = Count { depth: options.depth, leaves, seconds: start.elapsed().as_secs_f64(), divide };
    if options.json {
        return output::json(&count);
    }
    for part in count.divide.iter().flatten() {
        output::line(format_args!("{:12} {}", part.chosen, part.leaves))?;
    }
    let speed = count.leaves as f64 / count.seconds.max(1e-9) / 1e6;
    let Count { depth, leaves, seconds, .. } = count;
    output::line(format_args!("depth {depth}: {leaves} leaves in {seconds:.3} s, {speed:.0} million/s"))
}

/// The moves to count; every path of a capture is one.
fn paths(board: &Board) -> Vec<Move> {
    let mut paths = Vec::new();
    board.each_path(|path| paths.push(path));
    paths
}

/// Counts the leaves, shared among the threads while there are enough.
fn count(board: &Board, depth: u8, workers: Workers<'_>) -> u64 {
    const WORTH_SHARING: u8 = 7;
    if depth < WORTH_SHARING {
        return perft(board, depth);
    }
    workers.map(paths(board), |chosen| count(&board.after(chosen), depth - 1, workers)).into_iter().sum()
}
