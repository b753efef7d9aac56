//! `checkers analyse`: the best move of a position.

use std::time::Instant;

use anyhow::{Result, anyhow};
use pipsqueak_core::games::checkers::pdn::ShortMove;
use pipsqueak_core::games::checkers::players::EngineKind;
use pipsqueak_core::games::checkers::{Board, DrawRule, Game, Move, Position};
use pipsqueak_core::search::{LIMIT, Limits, Score, WIN};
use pipsqueak_lab::games::checkers::engine::Engine;
use serde::Serialize;

use super::{board_of, micros, seconds};
use crate::system::{clock, output, progress, signals};

/// The options of `analyse`.
#[derive(clap::Args)]
pub struct Options {
    /// The position as a PDN FEN, such as "W:W18,24,K10:B12,16"; the start if not given
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// Seconds to think; 1 if no limit is given [above 0, up to 3600]
    #[arg(long, value_name = "S", value_parser = seconds, group = "limit", allow_negative_numbers = true)]
    time: Option<f64>,
    /// Search to this depth [1 to 100]
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u8).range(1..=i64::from(Limits::MAX_DEPTH)),
          group = "limit", allow_negative_numbers = true)]
    depth: Option<u8>,
    /// Number of positions to search [1 to 18446744073709551615]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), group = "limit",
          allow_negative_numbers = true)]
    nodes: Option<u64>,
    /// Megabytes for the transposition table [0 to 4096]
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(0..=4_096))]
    table: u32,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Analysis {
    fen: String,
    best: Option<String>,
    /// Hundredths of a man, for the side to move.
    score: Score,
    /// The number of moves of both sides to a forced end, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    ends_in: Option<i16>,
    depth: u8,
    nodes: u64,
    seconds: f64,
    line: Vec<String>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    interrupted: bool,
}

/// Runs the command.
pub fn run(options: &Options) -> Result<()> {
    let board = board_of(options.fen.as_deref())?;
    let position = Position::new(board, DrawRule::Report);
    let engine = Engine::try_new(EngineKind::Expert, options.table as usize * 1_000_000, clock::interruptible);
    let mut engine = engine
        .map_err(|_| anyhow!("there is no memory for a table of {} MB: name fewer with --table", options.table))?;
    let start = Instant::now();
    signals::stop_at_the_first()?;
    let bar = progress::bar(0, "{spinner} searching for {elapsed}; Ctrl-C gives the best move so far");
    let found = engine.think(Game::new(position).view(), limits(options));
    bar.finish_and_clear();
    let seconds = start.elapsed().as_secs_f64();
    let line = found.best.map_or(Vec::new(), |best| engine.principal_variation(&position, best));
    let analysis = Analysis {
        fen: board.to_string(),
        best: found.best.map(|best| ShortMove(&board, best).to_string()),
        score: found.score,
        ends_in: (found.score.abs() > LIMIT).then_some(WIN - found.score.abs()),
        depth: found.depth,
        nodes: found.nodes,
        seconds,
        line: words(board, &line),
        interrupted: signals::stop_is_wanted(),
    };
    if options.json {
        output::json(&analysis)?;
    } else {
        output::text(told(&board, &analysis))?;
    }
    signals::ended()
}

fn limits(options: &Options) -> Limits {
    let limits = match (options.time, options.depth, options.nodes) {
        (_, Some(depth), _) => Limits::of_depth(depth),
        (_, _, Some(nodes)) => Limits::of_nodes(nodes),
        (time, ..) => Limits::of_micros(micros(time.unwrap_or(1.0))),
    };
    // A search without a time limit would never read the clock, and so never stop.
    Limits { micros: limits.micros.min(u32::MAX - 1), ..limits }
}

/// Each move in the shortest notation that is unambiguous.
fn words(mut board: Board, line: &[Move]) -> Vec<String> {
    let word = |&chosen: &Move| {
        let word = ShortMove(&board, chosen).to_string();
        board = board.after(chosen);
        word
    };
    line.iter().map(word).collect()
}

fn told(board: &Board, analysis: &Analysis) -> String {
    let Some(best) = &analysis.best else { return format!("{} has no move and has lost.\n", board.turn()) };
    let score = match analysis.ends_in {
        Some(n_moves) if analysis.score > 0 => format!("{} wins in {n_moves} moves", board.turn()),
        Some(n_moves) => format!("{} loses in {n_moves} moves", board.turn()),
        None => format!("{:+.2} men for {}", f64::from(analysis.score) / 100.0, board.turn()),
    };
    let Analysis { depth, nodes, seconds, line, .. } = analysis;
    let interrupted = if analysis.interrupted { ", interrupted" } else { "" };
    let speed = *nodes as f64 / seconds.max(1e-9) / 1e6;
    format!(
        "best   {best}\nscore  {score}\ndepth  {depth}{interrupted}\nnodes  {nodes} in {seconds:.2} s, {speed:.1} million/s\nline   {}\n",
        line.join(" ")
    )
}
