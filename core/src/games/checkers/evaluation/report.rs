//! The report's evaluations, in half men: a man is 2, a king 3. The report's 6000 for having everything is [`WIN`].

use crate::games::checkers::{Board, Position, Side, Squares};
use crate::search::{Evaluate, LIMIT, Score, WIN};

/// Men and kings.
#[derive(Clone, Copy, Debug, Default)]
pub struct Simple;

/// Men and kings, pieces in the centre, and pieces on their own home row.
#[derive(Clone, Copy, Debug, Default)]
pub struct BetterH;

/// The report's evaluation with other weights, each in half men.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Weights {
    /// A man.
    pub man: Score,
    /// A king.
    pub king: Score,
    /// A piece in the centre.
    pub centre: Score,
    /// A piece on its own home row.
    pub home: Score,
}

impl Weights {
    /// Those of [`Simple`].
    pub const SIMPLE: Weights = Weights { man: 2, king: 3, centre: 0, home: 0 };
    /// Those of [`BetterH`].
    pub const BETTER_H: Weights = Weights { centre: 2, home: 2, ..Weights::SIMPLE };
    /// The greatest weight: with it on everything, twelve kings stay an estimate.
    pub const MOST: Score = 200;

    fn worth(&self, board: &Board, side: Side) -> Score {
        let (pieces, kings) = (board.pieces(side), board.pieces(side) & board.kings());
        let count = |squares: Squares| squares.len() as Score;
        self.man * count(pieces - kings)
            + self.king * count(kings)
            + self.centre * count(pieces & Squares::CENTRE)
            + self.home * count(pieces & side.home())
    }
}

impl Evaluate<Position> for Weights {
    fn evaluate(&self, position: &Position) -> Score {
        let board = position.board();
        match (board.own().is_empty(), board.others().is_empty()) {
            (_, true) => WIN,
            (true, _) => -WIN,
            _ => (self.worth(board, board.turn()) - self.worth(board, board.turn().other())).clamp(-LIMIT, LIMIT),
        }
    }
}

impl Evaluate<Position> for Simple {
    fn evaluate(&self, position: &Position) -> Score {
        material(position.board())
    }
}

impl Evaluate<Position> for BetterH {
    fn evaluate(&self, position: &Position) -> Score {
        let board = position.board();
        let material = material(board);
        if material.abs() == WIN {
            return material;
        }
        material + 2 * (places(board, board.turn()) - places(board, board.turn().other()))
    }
}

fn material(board: &Board) -> Score {
    let (own, others) = (board.own(), board.others());
    if others.is_empty() {
        return WIN;
    }
    if own.is_empty() {
        return -WIN;
    }
    let worth = |pieces: Squares| (2 * pieces.len() + (pieces & board.kings()).len()) as Score;
    worth(own) - worth(others)
}

/// How many pieces stand in the centre and on their own home row.
fn places(board: &Board, side: Side) -> Score {
    let pieces = board.pieces(side);
    ((pieces & Squares::CENTRE).len() + (pieces & side.home()).len()) as Score
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::checkers::{DrawRule, fen};

    fn evaluate(text: &str) -> (Score, Score) {
        let position = Position::new(fen::parse(text).unwrap(), DrawRule::Report);
        (Simple.evaluate(&position), BetterH.evaluate(&position))
    }

    #[test]
    fn a_king_is_worth_one_and_a_half_men() {
        // No piece is in the centre or at home.
        assert_eq!(evaluate("B:BK13,9:W24"), (3, 3));
        assert_eq!(evaluate("W:BK13,9:W24"), (-3, -3));
    }

    #[test]
    fn better_h_counts_a_man_for_the_centre_and_for_home() {
        assert_eq!(evaluate("B:B14,1:W24,25"), (0, 4));
        assert_eq!(evaluate("B:B9,10:W18,30,32"), (-2, -8));
        // The other side's home row does not count.
        assert_eq!(evaluate("B:BK30:WK1"), (0, 0));
    }

    #[test]
    fn the_reports_weights_are_the_reports_evaluations() {
        for text in ["B:BK13,9:W24", "B:B14,1:W24,25", "B:B9,10:W18,30,32", "B:BK30:WK1", "B:B14:W", "W:B14:W"] {
            let position = Position::new(fen::parse(text).unwrap(), DrawRule::Report);
            let found = (Weights::SIMPLE.evaluate(&position), Weights::BETTER_H.evaluate(&position));
            assert_eq!(found, evaluate(text), "{text}");
        }
        let doubled = Weights { man: 4, king: 6, ..Weights::BETTER_H };
        let position = Position::new(fen::parse("B:BK14,1:W24").unwrap(), DrawRule::Report);
        assert_eq!(doubled.evaluate(&position), 6 + 4 - 4 + 2 * 2);
    }

    #[test]
    fn the_greatest_weights_stay_an_estimate() {
        let most = Weights { man: Weights::MOST, king: Weights::MOST, centre: Weights::MOST, home: Weights::MOST };
        let twelve = "B:BK1,K2,K3,K4,K14,K15,K16,K17,K18,K19,K20,K21:W32";
        let position = Position::new(fen::parse(twelve).unwrap(), DrawRule::Report);
        assert!((0..=LIMIT).contains(&most.evaluate(&position)));
    }

    #[test]
    fn the_start_is_balanced() {
        assert_eq!((Simple.evaluate(&Position::START), BetterH.evaluate(&Position::START)), (0, 0));
    }

    #[test]
    fn to_have_everything_is_worth_six_thousand_men() {
        assert_eq!(evaluate("B:B14:W"), (WIN, WIN));
        assert_eq!(evaluate("W:B14:W"), (-WIN, -WIN));
        assert_eq!(WIN, 2 * 6000);
    }
}
