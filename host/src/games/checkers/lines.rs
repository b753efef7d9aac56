//! The best moves of a position, each with its score and the expected play: for `analyse`, hints and explanations.

use pipsqueak_core::games::checkers::pdn::ShortMove;
use pipsqueak_core::games::checkers::{Board, Ending, MAX_MOVES, Move, Side, View};
use pipsqueak_core::search::{LIMIT, Limits, Score, SearchResult, WIN};
use pipsqueak_lab::games::checkers::engine::Engine;

/// A move with the play that is expected after it.
pub struct Line {
    /// The move, and those that are expected to follow.
    pub moves: Vec<Move>,
    /// Hundredths of a man, for the side that makes the move.
    pub score: Score,
}

/// Searches a position for its best moves, at most this many, the best first. The first is searched within the limits,
/// the others as deep and, all together, no longer. All scores are in hundredths of a man.
pub fn best(engine: &mut Engine, view: &View, limits: Limits, n_lines: usize) -> (SearchResult<Move>, Vec<Line>) {
    let found = think(engine, view, limits);
    let Some(best) = found.best else { return (found, Vec::new()) };
    let mut lines = vec![Line { moves: engine.principal_variation(view.position(), best), score: found.score }];
    if n_lines > 1 {
        let mut room = [Move::default(); MAX_MOVES];
        let n_moves = view.position().board().moves(&mut room).unwrap_or(0);
        let others: Vec<Move> = room[..n_moves].iter().copied().filter(|&other| other != best).collect();
        let share = Limits {
            depth: found.depth.saturating_sub(1).max(1),
            nodes: (limits.nodes / n_moves as u64).max(1),
            micros: limits.micros / n_moves as u32,
            ..limits
        };
        let mut rest: Vec<Line> = others.into_iter().map(|other| after(engine, view, other, share)).collect();
        rest.sort_by_key(|line| -i32::from(line.score));
        lines.extend(rest.into_iter().take(n_lines - 1));
    }
    (found, lines)
}

/// A move, and what the opponent's search makes of it.
fn after(engine: &mut Engine, view: &View, chosen: Move, limits: Limits) -> Line {
    let view = view.clone().after(chosen);
    if let Some(ending) = view.ending() {
        return Line { moves: vec![chosen], score: if matches!(ending, Ending::Won(_)) { WIN - 1 } else { 0 } };
    }
    let found = think(engine, &view, limits);
    let line = found.best.map_or(Vec::new(), |best| engine.principal_variation(view.position(), best));
    // A forced end is one move farther away from here.
    let score = if found.score.abs() > LIMIT { found.score - found.score.signum() } else { found.score };
    Line { moves: [vec![chosen], line].concat(), score: -score }
}

/// A search whose score is in hundredths of a man.
fn think(engine: &mut Engine, view: &View, limits: Limits) -> SearchResult<Move> {
    let found = engine.think(view, limits);
    SearchResult { score: engine.spec().hundredths(found.score), ..found }
}

/// Moves as text, each in the shortest notation that is unambiguous.
pub fn words(mut board: Board, moves: &[Move]) -> Vec<String> {
    let word = |&chosen: &Move| {
        let word = ShortMove(&board, chosen).to_string();
        board = board.after(chosen);
        word
    };
    moves.iter().map(word).collect()
}

/// The number of moves of both sides to a forced end, if there is one.
pub fn ends_in(score: Score) -> Option<i16> {
    (score.abs() > LIMIT).then_some(WIN - score.abs())
}

/// What a score for this side means.
pub fn told(score: Score, side: Side) -> String {
    let leader = if score > 0 { side } else { side.other() };
    match (ends_in(score), score.abs()) {
        (Some(n_moves), _) => format!("{leader} wins in {n_moves} moves"),
        (None, 0) => "the sides are level".to_owned(),
        (None, lead) => format!("{leader} is ahead by {:.2} men", f64::from(lead) / 100.0),
    }
}

/// The lines of a position, one in a row of at most 76 characters: the move, the score for its side, the play.
pub fn rows(board: Board, lines: &[Line]) -> Vec<String> {
    let row = |(place, line): (usize, &Line)| {
        let words = words(board, &line.moves);
        let (first, rest) = words.split_first().map_or(("", &[][..]), |(first, rest)| (first.as_str(), rest));
        let score = match ends_in(line.score) {
            Some(n_moves) if line.score > 0 => format!("wins in {n_moves}"),
            Some(n_moves) => format!("loses in {n_moves}"),
            None => format!("{:+.2}", f64::from(line.score) / 100.0),
        };
        let mut row = format!("{place}. {first:9} {score:>11} ");
        for word in rest {
            if row.len() + 1 + word.len() > 76 {
                break;
            }
            row += &format!(" {word}");
        }
        row
    };
    (1..).zip(lines).map(row).collect()
}
