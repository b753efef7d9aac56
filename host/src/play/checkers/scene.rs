//! What there is to see: the game, who plays it, what was played. Knows no screen.

use pipsqueak_core::games::checkers::pdn::Short;
use pipsqueak_core::games::checkers::{Board, Ending, Game, MAX_MOVES, Move, Side, Squares};

use super::{Rival, START};

/// A game as it is shown.
pub struct Scene {
    /// The person's colour.
    pub person: Side,
    /// The opponent.
    pub rival: Rival,
    /// Which game of the series it is, counted from 1.
    pub number: u32,
    /// Whether no game follows.
    pub is_last: bool,
    /// Games won, lost and drawn before this one.
    pub score: [u32; 3],
    game: Game,
    moves: Vec<Move>,
}

impl Scene {
    /// A new game.
    pub fn new(person: Side, rival: Rival, number: u32, score: [u32; 3]) -> Scene {
        Scene { person, rival, number, is_last: false, score, game: Game::new(START), moves: Vec::new() }
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The board.
    pub fn board(&self) -> &Board {
        self.game.position().board()
    }

    /// What was played.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// What the side to move may play.
    pub fn legal(&self) -> Vec<Move> {
        let mut room = [Move::default(); MAX_MOVES];
        let n_moves = self.board().moves(&mut room).unwrap_or(0);
        room[..n_moves].to_vec()
    }

    /// A move was made.
    pub fn witness(&mut self, chosen: Move) {
        if self.game.make(chosen).is_ok() {
            self.moves.push(chosen);
        }
    }

    /// Takes moves back until it is the person's turn again, with another choice.
    pub fn take_back(&mut self) {
        let is_persons = |n_moves: usize| n_moves.is_multiple_of(2) == (self.person == Side::Black);
        let earlier = (0..self.moves.len()).rev().find(|&n_moves| is_persons(n_moves));
        let kept: Vec<Move> = self.moves[..earlier.unwrap_or(self.moves.len())].to_vec();
        (self.game, self.moves) = (Game::new(START), Vec::new());
        kept.into_iter().for_each(|chosen| self.witness(chosen));
    }

    /// Whether there is anything of the person's to take back.
    pub fn can_take_back(&self) -> bool {
        self.moves.len() > usize::from(self.person == Side::White)
    }

    /// The moves in words, each as short as it can be on its board.
    pub fn words(&self) -> Vec<String> {
        let mut board = *START.board();
        let word = |&chosen: &Move| {
            let word = Short(&board, chosen).to_string();
            board = board.after(chosen);
            word
        };
        self.moves.iter().map(word).collect()
    }

    /// The squares of the last move: the last thing that happened.
    pub fn fresh(&self) -> Squares {
        self.moves.last().map_or(Squares::NONE, |chosen| chosen.path().collect())
    }

    /// How many pieces a side has lost.
    pub fn lost(&self, side: Side) -> u32 {
        12 - self.board().pieces(side).len()
    }

    /// Games won, lost and drawn, with this one if it is over.
    pub fn score_with_end(&self) -> [u32; 3] {
        let [won, lost, drawn] = self.score;
        match self.game.ending().map(Ending::winner) {
            None => self.score,
            Some(Some(side)) if side == self.person => [won + 1, lost, drawn],
            Some(Some(_)) => [won, lost + 1, drawn],
            Some(None) => [won, lost, drawn + 1],
        }
    }

    /// How the game ended, in words.
    pub fn verdict(&self) -> Option<String> {
        Some(match self.game.ending()? {
            Ending::Won(side) if side == self.person => "You win!".to_owned(),
            Ending::Won(side) => format!("{side} wins: you have no move."),
            Ending::Idle => "A draw: 50 turns without a jump.".to_owned(),
            Ending::Repeated => "A draw: the position came for the third time.".to_owned(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::Level;
    use super::*;

    fn played(person: Side, n_moves: usize) -> Scene {
        let mut scene = Scene::new(person, Rival::Program(Level::Easy), 1, [0; 3]);
        for _ in 0..n_moves {
            let first = scene.legal()[0];
            scene.witness(first);
        }
        scene
    }

    #[test]
    fn taking_back_gives_the_person_another_choice() {
        for (person, n_moves, kept) in
            [(Side::Black, 2, 0), (Side::Black, 5, 4), (Side::White, 3, 1), (Side::White, 2, 1), (Side::White, 1, 1)]
        {
            let mut scene = played(person, n_moves);
            assert_eq!(scene.can_take_back(), kept < n_moves, "{person} {n_moves}");
            scene.take_back();
            assert_eq!(scene.moves().len(), kept, "{person} {n_moves}");
            assert_eq!(scene.board().turn(), person);
        }
    }
}
