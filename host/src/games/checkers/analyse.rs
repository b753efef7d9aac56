//! `checkers analyse`: the best moves of a position.

use std::time::Instant;

use anyhow::{Result, anyhow};
use pipsqueak_core::games::checkers::{Board, DrawRule, Game, Position};
use pipsqueak_core::search::{Limits, Score};
use pipsqueak_lab::games::checkers::engine::Engine;
use serde::Serialize;

use super::lines::{self, Line};
use super::named_engine::named_engine;
use super::{board_of, diagram, micros, seconds};
use crate::system::{clock, output, progress, signals};

/// The options of `analyse`.
#[derive(clap::Args)]
pub struct Options {
    /// The position as a PDN FEN, such as "W:W18,24,K10:B12,16"; the start if not given
    #[arg(value_name = "FEN")]
    position: Option<String>,
    /// The same as an option
    #[arg(long, value_name = "FEN", conflicts_with = "position")]
    fen: Option<String>,
    /// The player that analyses: expert, one of the report's, champion, a champion file or a tree
    #[arg(long, value_name = "PLAYER", default_value = "expert")]
    player: String,
    /// Show this many of the best moves, each with the expected play [1 to 20]
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=20))]
    moves: u8,
    /// Seconds to think; 1 if no limit is given [above 0, up to 3600]
    #[arg(long, value_name = "S", value_parser = seconds, group = "limit")]
    time: Option<f64>,
    /// Search to this depth [1 to 100]
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u8).range(1..=i64::from(Limits::MAX_DEPTH)),
          group = "limit")]
    depth: Option<u8>,
    /// Number of positions to search [1 to 18446744073709551615]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), group = "limit")]
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
    player: String,
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
    /// The best moves, the best first.
    moves: Vec<Choice>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    interrupted: bool,
}

/// One of the best moves, with the expected play.
#[derive(Serialize)]
struct Choice {
    score: Score,
    line: Vec<String>,
}

/// Runs the command.
pub fn run(options: &Options) -> Result<()> {
    let board = board_of(options.position.as_deref().or(options.fen.as_deref()))?;
    let position = Position::new(board, DrawRule::Report);
    let engine =
        Engine::try_new(named_engine(&options.player)?, options.table as usize * 1_000_000, clock::interruptible);
    let mut engine = engine
        .map_err(|_| anyhow!("there is no memory for a table of {} MB: name fewer with --table", options.table))?;
    let start = Instant::now();
    signals::stop_at_the_first()?;
    let bar = progress::bar(0, "{spinner} searching for {elapsed}; Ctrl-C gives the best move so far");
    let (found, lines) =
        lines::best(&mut engine, Game::new(position).view(), limits(options), usize::from(options.moves), None);
    bar.finish_and_clear();
    let choice = |line: &Line| Choice { score: line.score, line: lines::words(board, &line.moves) };
    let moves: Vec<Choice> = lines.iter().map(choice).collect();
    let line = moves.first().map_or(Vec::new(), |best| best.line.clone());
    let analysis = Analysis {
        fen: board.to_string(),
        player: engine.spec().name().to_owned(),
        best: line.first().cloned(),
        score: found.score,
        ends_in: lines::ends_in(found.score),
        depth: found.depth,
        nodes: found.nodes,
        seconds: start.elapsed().as_secs_f64(),
        line,
        moves,
        interrupted: signals::stop_is_wanted(),
    };
    if options.json {
        output::json(&analysis)?;
    } else {
        output::text(told(board, &analysis, &lines))?;
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

fn told(board: Board, analysis: &Analysis, lines: &[Line]) -> String {
    let mut text = format!("{}\n{} to move\n", diagram(&board), board.turn());
    let Some(best) = &analysis.best else { return text + &format!("{} has no move and has lost.\n", board.turn()) };
    let Analysis { score, depth, nodes, seconds, .. } = analysis;
    let interrupted = if analysis.interrupted { ", interrupted" } else { "" };
    text += &format!("best   {best}\nscore  {}\n", lines::told(*score, board.turn()));
    text += &format!("depth  {depth}{interrupted}\nnodes  {nodes}, in {seconds:.2} s with the other moves\n\n");
    text + &lines::rows(board, lines, None).join("\n") + "\n"
}
