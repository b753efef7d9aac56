//! The horizon effect: what a search believes at each depth, with and without quiescence, and the line that it expects.

use pipsqueak_core::games::checkers::{Board, Move, Position};
use pipsqueak_core::search::LIMIT;

use super::game_tree::{CheckersTree, Evaluation, line_text};
use crate::game_tree::{Budget, Search, Settings, Stopped};

/// A position that shows the effect.
#[derive(Clone, Copy, Debug)]
pub struct Example {
    /// Its name.
    pub name: &'static str,
    /// The position.
    pub fen: &'static str,
    /// How deep to look.
    pub depth: u8,
    /// What there is to see.
    pub about: &'static str,
}

/// The shipped examples.
pub const EXAMPLES: &[Example] = &[
    Example {
        name: "half an exchange",
        fen: "W:W17,18,26:B9,10,20",
        depth: 9,
        about: "Stopped after the first capture of an exchange, the search believes that a man is won.",
    },
    Example {
        name: "a king for two men",
        fen: "B:W18,19,K3:B9,K26",
        depth: 11,
        about: "26-23 attacks two men and looks best at depths 3 to 8, with and without quiescence. White gives both for the king, and then catches the last man.\n\
                Quiescence follows captures alone: the quiet moves between them keep the loss behind the horizon.",
    },
];

/// What a search believes at a depth.
#[derive(Clone, PartialEq, Debug)]
pub struct Belief {
    /// The value for the side to move.
    pub value: i32,
    /// The same in men.
    pub men: f64,
    /// The same as people read it.
    pub value_text: String,
    /// The principal variation.
    pub line: Vec<Move>,
    /// The same as people read it.
    pub line_text: Vec<String>,
    /// Nodes visited.
    pub nodes: u64,
}

/// The search at a depth: stopped at it, and with quiescence.
#[derive(Clone, PartialEq, Debug)]
pub struct Look {
    /// The depth.
    pub depth: u8,
    /// Without and with quiescence.
    pub beliefs: [Belief; 2],
}

/// What a search believes at a depth.
///
/// # Errors
/// It was stopped before its end.
pub fn look(position: &Position, depth: u8, evaluation: &Evaluation, budget: Budget<'_>) -> Result<Look, Stopped> {
    let Budget { nodes, must_stop } = budget;
    let mut believe = |quiescence: bool| {
        let (evaluation, board) = (evaluation.prepare(), *position.board());
        let tree = CheckersTree { evaluation, quiescence, max: board.turn() };
        let mut search = Search::new(&tree, SETTINGS, None, Budget { nodes, must_stop: &mut *must_stop }, ());
        let (value, line) = search.run(position, depth)?;
        let line = line.to_vec();
        Ok(belief(&tree, board, value, line, search.counts.nodes))
    };
    Ok(Look { depth, beliefs: [believe(false)?, believe(true)?] })
}

/// Alpha-beta with killers and history: without a table the line is whole.
const SETTINGS: Settings = Settings { prunes: true, orders_by_evaluation: false, has_killers: true };

fn belief(tree: &CheckersTree<'_>, board: Board, value: i32, line: Vec<Move>, nodes: u64) -> Belief {
    let (men, value_text) = (tree.evaluation.men(value), tree.evaluation.text(value));
    Belief { value, men, value_text, line_text: line_text(board, &line), line, nodes }
}

/// The belief of a search, stopped at its depth, that most overrates the position, and what its move is really worth.
#[derive(Clone, PartialEq, Debug)]
pub struct Illusion {
    /// The depth at which it is held.
    pub depth: u8,
    /// Whether quiescence holds it too.
    pub survives_quiescence: bool,
    /// The belief.
    pub belief: Belief,
    /// The same move, searched as deep as the deepest look, with quiescence. Its line shows why.
    pub truth: Belief,
}

/// The worst illusion among the looks, if possible one that quiescence holds too; `None` if no belief is above the deepest one by half a man or more.
pub fn illusion(position: &Position, looks: &[Look], evaluation: &Evaluation, budget: Budget<'_>) -> Option<Illusion> {
    let deepest = looks.last()?;
    let held = looks.iter().flat_map(|look| [0, 1].map(|place| (look, place)));
    let worst = held.max_by(|one, other| {
        let men = |(look, place): &(&Look, usize)| look.beliefs[*place].men;
        men(one).total_cmp(&men(other)).then(one.1.cmp(&other.1))
    });
    let (look, place) = worst.filter(|(look, place)| look.beliefs[*place].men >= deepest.beliefs[1].men + 0.5)?;
    let belief = look.beliefs[place].clone();
    let truth = belief_after(position, *belief.line.first()?, deepest.depth, evaluation, budget).ok()?;
    Some(Illusion { depth: look.depth, survives_quiescence: place == 1, belief, truth })
}

/// What the search believes of a move, with quiescence.
fn belief_after(
    position: &Position,
    chosen: Move,
    depth: u8,
    evaluation: &Evaluation,
    budget: Budget<'_>,
) -> Result<Belief, Stopped> {
    let (prepared, board) = (evaluation.prepare(), *position.board());
    let tree = CheckersTree { evaluation: prepared, quiescence: true, max: board.turn().other() };
    let Budget { nodes, must_stop } = budget;
    let mut search = Search::new(&tree, SETTINGS, None, Budget { nodes, must_stop: &mut *must_stop }, ());
    let (value, line) = search.run(&position.after(chosen), depth.saturating_sub(1))?;
    let line: Vec<Move> = [&[chosen], line].concat();
    // A forced end is one move farther away from here.
    let is_forced = value.abs() > i32::from(LIMIT);
    let value = if is_forced { value - value.signum() } else { value };
    Ok(belief(&tree, board, -value, line, search.counts.nodes))
}

/// The depths at which a search changes its mind: another first move than one depth before, or a value that differs by half a man or
/// more. `place` is 0 without quiescence, 1 with it.
pub fn turning_points(looks: &[Look], place: usize) -> Vec<u8> {
    let beliefs = |pair: &[Look]| [pair[0].beliefs[place].clone(), pair[1].beliefs[place].clone()];
    let is_turn = |pair: &&[Look]| {
        let [before, after] = beliefs(pair);
        before.line.first() != after.line.first() || (before.men - after.men).abs() >= 0.5
    };
    looks.windows(2).filter(is_turn).map(|pair| pair[1].depth).collect()
}
