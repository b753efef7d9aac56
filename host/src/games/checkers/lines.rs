//! The best moves of a position, each with its score and the expected play: for `analyse`, hints and explanations.

use std::time::Instant;

use pipsqueak_core::games::checkers::pdn::ShortMove;
use pipsqueak_core::games::checkers::{Board, Ending, MAX_MOVES, Move, Side, View};
use pipsqueak_core::search::{LIMIT, Limits, Score, SearchResult, WIN};
use pipsqueak_lab::games::checkers::engine::Engine;

/// A move with the play that is expected after it.
pub struct Line {
    /// Its place among all moves, the best being 1.
    pub place: usize,
    /// The move, and those that are expected to follow.
    pub moves: Vec<Move>,
    /// Hundredths of a man, for the side that makes the move.
    pub score: Score,
}

/// Searches a position for its best moves, the best first: at most this many, and `listed` besides. The best is searched
/// within the limits, the others all together within the same again. All scores are in hundredths of a man.
pub fn best(
    engine: &mut Engine,
    view: &View,
    limits: Limits,
    n_lines: usize,
    listed: Option<Move>,
) -> (SearchResult<Move>, Vec<Line>) {
    let found = think(engine, view, limits);
    let Some(best) = found.best else { return (found, Vec::new()) };
    let moves = engine.principal_variation(view.position(), best);
    let mut lines = vec![Line { place: 1, moves, score: found.score }];
    if n_lines > 1 || listed.is_some_and(|listed| listed != best) {
        let compared = compare(engine, view, best, found.depth, Allowance::new(limits, 1));
        // The deeper search of all moves found none that is better than the best.
        let line = |(place, line): (usize, Line)| Line { place, score: line.score.min(found.score), ..line };
        lines.extend((2..).zip(compared).map(line));
    }
    lines.retain(|line| line.place <= n_lines || line.moves.first() == listed.as_ref());
    let n_parts = 4 * lines.len() as u32;
    lines.iter_mut().for_each(|line| follow(engine, view, line, found.depth, Allowance::new(limits, n_parts)));
    (found, lines)
}

/// Lengthens a line that the table does not have, as of a player without one: the positions after it are searched, each a ply
/// less deep.
fn follow(engine: &mut Engine, view: &View, line: &mut Line, depth: u8, mut allowance: Allowance) {
    if line.moves.len() > 2 {
        return;
    }
    let mut view = line.moves.iter().fold(view.clone(), |view, &chosen| view.after(chosen));
    for depth in (1..=depth).rev().skip(line.moves.len()) {
        let found = if view.ending().is_none() { allowance.think(engine, &view, depth) } else { return };
        let Some(best) = found.best.filter(|_| found.depth > 0) else { return };
        line.moves.push(best);
        view = view.after(best);
    }
}

/// All moves but the best, in the order of their scores: searched to one common depth, the deepest up to that of the best that
/// is reached for all of them.
fn compare(engine: &mut Engine, view: &View, best: Move, depth: u8, mut allowance: Allowance) -> Vec<Line> {
    let mut room = [Move::default(); MAX_MOVES];
    let n_moves = view.position().board().moves(&mut room).unwrap_or(0);
    let others: Vec<Move> = room[..n_moves].iter().copied().filter(|&other| other != best).collect();
    let mut at = |depth| -> Option<Vec<Line>> {
        others.iter().map(|&other| after(engine, view, other, depth, &mut allowance)).collect()
    };
    let mut lines = (0..depth.max(1)).map_while(&mut at).last().unwrap_or_default();
    lines.sort_by_key(|line| -i32::from(line.score));
    lines
}

/// A move, and what the opponent's search to a depth makes of it; `None` if it does not get there.
fn after(engine: &mut Engine, view: &View, chosen: Move, depth: u8, allowance: &mut Allowance) -> Option<Line> {
    let view = view.clone().after(chosen);
    if let Some(ending) = view.ending() {
        let score = if matches!(ending, Ending::Won(_)) { WIN - 1 } else { 0 };
        return Some(Line { place: 0, moves: vec![chosen], score });
    }
    let found = allowance.think(engine, &view, depth);
    let is_forced = found.score.abs() > LIMIT;
    if found.depth < depth && !is_forced {
        return None;
    }
    let line = found.best.map_or(Vec::new(), |best| engine.principal_variation(view.position(), best));
    // A forced end is one move farther away from here.
    let score = if is_forced { found.score - found.score.signum() } else { found.score };
    Some(Line { place: 0, moves: [vec![chosen], line].concat(), score: -score })
}

/// What is left of some limits for several searches, one after another.
struct Allowance {
    limits: Limits,
    start: Instant,
}

impl Allowance {
    /// An equal part of the limits, one of `n_parts`, from now on.
    fn new(limits: Limits, n_parts: u32) -> Allowance {
        let limits = Limits { nodes: limits.nodes / u64::from(n_parts), micros: limits.micros / n_parts, ..limits };
        Allowance { limits, start: Instant::now() }
    }

    /// A search to a depth, within what is left.
    fn think(&mut self, engine: &mut Engine, view: &View, depth: u8) -> SearchResult<Move> {
        let spent = u32::try_from(self.start.elapsed().as_micros()).unwrap_or(u32::MAX);
        let micros = match self.limits.micros {
            u32::MAX => u32::MAX,
            micros => micros.saturating_sub(spent),
        };
        let found = think(engine, view, Limits { depth, micros, ..self.limits });
        self.limits.nodes = self.limits.nodes.saturating_sub(found.nodes);
        found
    }
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
        (Some(1), _) => format!("{leader} wins in 1 move"),
        (Some(n_moves), _) => format!("{leader} wins in {n_moves} moves"),
        (None, 0) => "the sides are level".to_owned(),
        (None, lead) => format!("{leader} is ahead by {:.2} men", f64::from(lead) / 100.0),
    }
}

/// The lines of a position, one in a row of at most 76 characters: the move, the score for its side, the play. The move that
/// was played is marked.
pub fn rows(board: Board, lines: &[Line], played: Option<Move>) -> Vec<String> {
    let row = |line: &Line| {
        let words = words(board, &line.moves);
        let (first, rest) = words.split_first().map_or(("", &[][..]), |(first, rest)| (first.as_str(), rest));
        let score = match ends_in(line.score) {
            Some(n_moves) if line.score > 0 => format!("wins in {n_moves}"),
            Some(n_moves) => format!("loses in {n_moves}"),
            None => format!("{:+.2}", f64::from(line.score) / 100.0),
        };
        let mut row = format!("{}. {first:9} {score:>11} ", line.place);
        if played.is_some() && line.moves.first() == played.as_ref() {
            row += " (played)";
        }
        for word in rest {
            if row.len() + 1 + word.len() > 76 {
                break;
            }
            row += &format!(" {word}");
        }
        row
    };
    lines.iter().map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_is_told_for_the_side_that_is_ahead() {
        for (score, expected) in [
            (WIN - 1, "Black wins in 1 move"),
            (2 - WIN, "White wins in 2 moves"),
            (0, "the sides are level"),
            (-150, "White is ahead by 1.50 men"),
        ] {
            assert_eq!(told(score, Side::Black), expected);
        }
    }
}
