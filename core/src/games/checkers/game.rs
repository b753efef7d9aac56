//! A game from its opening to its end: whose turn it is, what may be played, when it is drawn. Knows no players.

use core::fmt;

use super::board::{Board, Side};
use super::moves::{MAX_MOVES, Move};
use super::position::{DrawRule, Position};
use super::view::View;
use crate::game::{self, Points, Seat, Turn};
use crate::random::{self, Seed};

/// How many random moves open a dealt game.
const OPENING_MOVES: u8 = 6;

/// A game at some moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    view: View,
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// The other side has no move.
    Won(Side),
    /// Too many turns without progress.
    Idle,
    /// The position occurred for the third time.
    Repeated,
}

impl Ending {
    /// The winner, if there is one.
    pub const fn winner(self) -> Option<Side> {
        match self {
            Ending::Won(side) => Some(side),
            Ending::Idle | Ending::Repeated => None,
        }
    }
}

impl Game {
    /// A game that begins with this position.
    pub const fn new(position: Position) -> Game {
        Game { view: View::new(position) }
    }

    /// What the side to move sees.
    pub const fn view(&self) -> &View {
        &self.view
    }

    /// The position.
    pub const fn position(&self) -> &Position {
        self.view.position()
    }

    /// How the game ended, if it did.
    pub fn ending(&self) -> Option<Ending> {
        self.view.ending()
    }

    /// Makes a move; a refused one changes nothing.
    pub fn make(&mut self, wanted: Move) -> Result<(), IllegalMove> {
        if self.ending().is_some() {
            return Err(IllegalMove::GameOver);
        }
        let board = self.position().board();
        let Some(chosen) = board.find(wanted) else {
            let is_step = !wanted.is_capture();
            return Err(if is_step && board.must_jump() { IllegalMove::MustJump } else { IllegalMove::NotPossible });
        };
        self.view = self.view.clone().after(chosen);
        Ok(())
    }

    /// A game after random moves from the start, never one that is already over.
    pub fn opened(seed: Seed, rule: DrawRule) -> Game {
        let mut rng = seed.rng();
        let mut game = Game::new(Position::new(Board::START, rule));
        for _ in 0..OPENING_MOVES {
            let mut room = [Move::default(); MAX_MOVES];
            let n_moves = game.position().board().moves(&mut room).unwrap_or(0);
            let legal = room.get(..n_moves).unwrap_or_default();
            if let Some(chosen) = random::pick(&mut rng, legal) {
                let _ = game.make(chosen);
            }
        }
        game
    }
}

/// Continues a game from the view of the side to move.
impl From<View> for Game {
    fn from(view: View) -> Game {
        Game { view }
    }
}

/// Black is the first seat. A win is worth two points, a draw one to each.
impl game::Game for Game {
    type Move = Move;
    type View = View;
    type Illegal = IllegalMove;

    /// All randomness is consumed at the deal: it draws the opening.
    fn deal(seed: Seed) -> Game {
        Game::opened(seed, DrawRule::Report)
    }

    fn turn(&self) -> Turn<View> {
        let seat = |side| match side {
            Side::Black => Seat::First,
            Side::White => Seat::Second,
        };
        match self.ending() {
            None => Turn::Of(seat(self.position().board().turn()), self.view.clone()),
            Some(Ending::Won(Side::Black)) => Turn::Over(Points([2, 0])),
            Some(Ending::Won(Side::White)) => Turn::Over(Points([0, 2])),
            Some(Ending::Idle | Ending::Repeated) => Turn::Over(Points([1, 1])),
        }
    }

    fn play(&mut self, chosen: Move) -> Result<(), IllegalMove> {
        self.make(chosen)
    }
}

/// Why a move was refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IllegalMove {
    /// The game is over.
    GameOver,
    /// There is something to jump.
    MustJump,
    /// No piece can move like that.
    NotPossible,
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            IllegalMove::GameOver => "the game is over",
            IllegalMove::MustJump => "a jump must be taken",
            IllegalMove::NotPossible => "no piece can move like that",
        })
    }
}

impl core::error::Error for IllegalMove {}
