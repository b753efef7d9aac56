//! Checkers as a game tree to look at, with any evaluation at its leaves.

use std::sync::Arc;

use anyhow::{Context, Result};
use pipsqueak_core::games::checkers::evaluation::{BetterH, Evolved, Expert, Simple};
use pipsqueak_core::games::checkers::pdn::ShortMove;
use pipsqueak_core::games::checkers::{Board, MAX_MOVES, Move, Position, Side};
use pipsqueak_core::search::{self, Evaluate, LIMIT, NodeStatus, Position as _, Score, TableKey, WIN};

use super::trees::TreeEvaluation;
use crate::game_tree::GameTree;

/// A static evaluation by name.
#[derive(Clone, Debug, Default)]
pub enum Evaluation {
    /// Men and kings.
    #[default]
    Simple,
    /// Men, kings, centre and home row.
    BetterH,
    /// The expert's.
    Expert,
    /// A tree's.
    Tree(Arc<TreeEvaluation>),
}

impl Evaluation {
    /// The evaluation of this name: an engine's, the shipped champion's, or a tree as text.
    ///
    /// # Errors
    /// There is no such evaluation.
    pub fn named(name: &str) -> Result<Evaluation> {
        let unknown = || {
            format!(
                "there is no evaluation {name:?}: it is simple, better_h, expert, champion, a champion file or a tree like \"Multiply(100, Men)\""
            )
        };
        Ok(match name {
            "simple" => Evaluation::Simple,
            "better_h" => Evaluation::BetterH,
            "expert" => Evaluation::Expert,
            _ => Evaluation::from(TreeEvaluation::named(name)?.with_context(unknown)?),
        })
    }

    /// Its name.
    pub fn name(&self) -> &str {
        match self {
            Evaluation::Simple => "simple",
            Evaluation::BetterH => "better_h",
            Evaluation::Expert => "expert",
            Evaluation::Tree(tree) => &tree.name,
        }
    }

    /// The evaluation, ready for a search.
    pub fn prepare(&self) -> PreparedEvaluation<'_> {
        match self {
            Evaluation::Simple => PreparedEvaluation::Simple,
            Evaluation::BetterH => PreparedEvaluation::BetterH,
            Evaluation::Expert => PreparedEvaluation::Expert,
            Evaluation::Tree(tree) => PreparedEvaluation::Tree(Box::new(tree.eval_tree().evaluation())),
        }
    }
}

impl From<TreeEvaluation> for Evaluation {
    fn from(tree: TreeEvaluation) -> Evaluation {
        Evaluation::Tree(Arc::new(tree))
    }
}

/// An evaluation, ready for a search.
#[derive(Clone, Debug)]
pub enum PreparedEvaluation<'e> {
    /// Men and kings.
    Simple,
    /// Men, kings, centre and home row.
    BetterH,
    /// The expert's.
    Expert,
    /// A tree's.
    Tree(Box<Evolved<'e>>),
}

impl PreparedEvaluation<'_> {
    /// What a man is worth.
    const fn man(&self) -> i32 {
        match self {
            PreparedEvaluation::Simple | PreparedEvaluation::BetterH => 2,
            PreparedEvaluation::Expert | PreparedEvaluation::Tree(_) => 100,
        }
    }

    /// A score in men.
    pub fn men(&self, score: i32) -> f64 {
        f64::from(score) / f64::from(self.man())
    }

    /// A score in men, or the moves to a forced end.
    pub fn text(&self, score: i32) -> String {
        let (n_moves, men) = (i32::from(WIN) - score.abs(), self.men(score));
        match score {
            0 => "0".to_owned(),
            _ if score > i32::from(LIMIT) => format!("won in {n_moves}"),
            _ if score < -i32::from(LIMIT) => format!("lost in {n_moves}"),
            _ if self.man() == 2 => format!("{men:+.1}"),
            _ => format!("{men:+.2}"),
        }
    }
}

impl Evaluate<Position> for PreparedEvaluation<'_> {
    fn evaluate(&self, position: &Position) -> Score {
        match self {
            PreparedEvaluation::Simple => Simple.evaluate(position),
            PreparedEvaluation::BetterH => BetterH.evaluate(position),
            PreparedEvaluation::Expert => Expert.evaluate(position),
            PreparedEvaluation::Tree(tree) => tree.evaluate(position),
        }
    }
}

/// Checkers from some position; MAX is the side to move there.
#[derive(Clone, Debug)]
pub struct CheckersTree<'e> {
    /// The evaluation at the leaves, and to order moves by.
    pub evaluation: PreparedEvaluation<'e>,
    /// Whether a line that ends in the middle of a capture goes on.
    pub quiescence: bool,
    /// MAX's side.
    pub max: Side,
}

impl CheckersTree<'_> {
    /// A score of the side to move, for MAX.
    fn for_max(&self, position: &Position, score: Score) -> i32 {
        if position.board().turn() == self.max { score.into() } else { -i32::from(score) }
    }
}

impl GameTree for CheckersTree<'_> {
    type Node = Position;
    type Move = Move;

    fn branch(&self, position: &Position, depth: u8, mut add: impl FnMut(Move, Position)) {
        let goes_on = match position.status() {
            NodeStatus::NoMoves => false,
            NodeStatus::Quiet => depth > 0,
            NodeStatus::Captures => depth > 0 || self.quiescence,
        };
        if !goes_on || position.is_drawn() {
            return;
        }
        let mut room = [Move::default(); MAX_MOVES];
        let n_moves = position.board().moves(&mut room).unwrap_or(0);
        room.iter().take(n_moves).for_each(|&chosen| add(chosen, position.after(chosen)));
    }

    fn value(&self, position: &Position, ply: usize) -> i32 {
        let score = match position.status() {
            _ if position.is_drawn() => 0,
            NodeStatus::NoMoves => -(WIN - ply as Score),
            NodeStatus::Quiet | NodeStatus::Captures => self.evaluation.evaluate(position),
        };
        self.for_max(position, score)
    }

    fn estimate(&self, position: &Position) -> i32 {
        self.for_max(position, self.evaluation.evaluate(position))
    }

    fn move_text(&self, position: &Position, chosen: Move) -> String {
        ShortMove(position.board(), chosen).to_string()
    }

    fn value_text(&self, value: i32) -> String {
        self.evaluation.text(value)
    }

    fn tag(&self, chosen: Move) -> u8 {
        chosen.tag()
    }

    fn table_key(&self, position: &Position) -> Option<TableKey> {
        Some(search::Position::table_key(position, position.hash()))
    }
}

/// The moves of a line, each in the shortest notation that is unambiguous.
pub fn line_text(mut board: Board, line: &[Move]) -> Vec<String> {
    let text = |&chosen: &Move| {
        let text = ShortMove(&board, chosen).to_string();
        board = board.after(chosen);
        text
    };
    line.iter().map(text).collect()
}
