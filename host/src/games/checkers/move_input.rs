//! A move chosen square by square. Knows the legal moves; knows no screen.

use pipsqueak_core::games::checkers::{Move, Square, Squares};

/// The squares that were chosen so far.
#[derive(Clone, Default, Debug)]
pub struct MoveInput {
    squares: Vec<Square>,
}

/// What choosing a square did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// The move is complete.
    Done(Move),
    /// More squares are needed.
    More,
    /// No legal move goes there.
    Refused,
}

impl MoveInput {
    /// The squares so far.
    pub fn squares(&self) -> &[Square] {
        &self.squares
    }

    /// Starts again.
    pub fn clear(&mut self) {
        self.squares.clear();
    }

    /// The squares that can be chosen next: pieces that can move, then their landing squares.
    pub fn choices(&self, legal: &[Move]) -> Squares {
        self.open(legal).filter_map(|chosen| chosen.path().nth(self.squares.len())).collect()
    }

    /// The legal moves that begin with the squares so far.
    fn open<'l>(&'l self, legal: &'l [Move]) -> impl Iterator<Item = &'l Move> + Clone {
        legal.iter().filter(|chosen| self.squares.iter().copied().eq(chosen.path().take(self.squares.len())))
    }

    /// Chooses a square. It is the next square of a move, or the end of a capture if only one ends there, or another
    /// piece.
    pub fn choose(&mut self, square: Square, legal: &[Move]) -> Step {
        if let Some(whole) = self.only_one_that_ends_on(square, legal) {
            return Step::Done(whole);
        }
        if self.choices(legal).contains(square) {
            self.squares.push(square);
            return self.complete(legal).map_or(Step::More, Step::Done);
        }
        // Another piece, or the same one again to put it down.
        let was_held = self.squares.first() == Some(&square);
        self.squares.clear();
        if self.choices(legal).contains(square) && !was_held {
            self.squares.push(square);
            return Step::More;
        }
        if was_held { Step::More } else { Step::Refused }
    }

    /// The only capture from the held piece that ends there, unless another one lands there next.
    fn only_one_that_ends_on(&self, square: Square, legal: &[Move]) -> Option<Move> {
        let n_chosen = self.squares.len();
        let mut ends = self.open(legal).filter(|chosen| n_chosen > 0 && chosen.effect().to == square);
        let (whole, None) = (*ends.next()?, ends.next()) else { return None };
        let lands_next = |chosen: &Move| chosen.path().nth(n_chosen) == Some(square);
        (!self.open(legal).any(|chosen| lands_next(chosen) && *chosen != whole)).then_some(whole)
    }

    fn complete(&self, legal: &[Move]) -> Option<Move> {
        self.open(legal).find(|chosen| chosen.path().count() == self.squares.len()).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pipsqueak_core::games::checkers::{Board, MAX_MOVES, fen};

    fn legal(board: &Board) -> Vec<Move> {
        let mut room = [Move::default(); MAX_MOVES];
        let n_moves = board.moves(&mut room).unwrap();
        room[..n_moves].to_vec()
    }

    fn square(number: u8) -> Square {
        Square::new(number).unwrap()
    }

    /// Chooses squares and returns the last choice's result.
    fn choose(text: &str, numbers: &[u8]) -> Step {
        let legal = legal(&fen::parse(text).unwrap());
        let mut entry = MoveInput::default();
        numbers.iter().map(|&number| entry.choose(square(number), &legal)).last().unwrap()
    }

    fn text(step: Step) -> String {
        match step {
            Step::Done(chosen) => chosen.to_string(),
            other => format!("{other:?}"),
        }
    }

    const START: &str = "B:W21-32:B1-12";
    /// Black on 11 can jump 15, and then 22 or 23.
    const FORK: &str = "B:W15,22,23:B11";
    /// Two ways from 11 to 25, a known ambiguity of PDN collections.
    const TWO_WAYS: &str = "B:W23,22,15,14:B11,10";

    #[test]
    fn a_step_is_two_squares() {
        assert_eq!(choose(START, &[11]), Step::More);
        assert_eq!(text(choose(START, &[11, 15])), "11-15");
        assert_eq!(choose(START, &[1]), Step::Refused);
        assert_eq!(choose(START, &[11, 17]), Step::Refused);
    }

    #[test]
    fn another_piece_can_be_taken_up_instead() {
        assert_eq!(text(choose(START, &[11, 9, 14])), "9-14");
        assert_eq!(choose(START, &[11, 11]), Step::More);
        assert_eq!(choose(START, &[11, 11, 15]), Step::Refused);
    }

    #[test]
    fn a_capture_goes_square_by_square_or_straight_to_its_end() {
        assert_eq!(choose(FORK, &[11, 18]), Step::More);
        assert_eq!(text(choose(FORK, &[11, 18, 27])), "11x18x27");
        assert_eq!(text(choose(FORK, &[11, 27])), "11x18x27");
        assert_eq!(text(choose(FORK, &[11, 25])), "11x18x25");
    }

    #[test]
    fn two_paths_to_the_same_end_are_distinguished() {
        let board = fen::parse(TWO_WAYS).unwrap();
        let legal = legal(&board);
        for chosen in &legal {
            let mut entry = MoveInput::default();
            let steps: Vec<Step> = chosen.path().map(|square| entry.choose(square, &legal)).collect();
            assert!(steps.contains(&Step::Done(*chosen)), "{chosen} {steps:?}");
        }
    }
}
