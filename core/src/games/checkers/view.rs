//! The view of either side: the position with the earlier positions that the draw rules need, and its serialised form.
//!
//! ```text
//! root      position   after the last move that can never be undone (a capture, or a man's step), or where the game
//!                      began, if that is later
//! steps     list       the kings' steps since then, a byte each: (square - 1) * 4 + direction
//!                      (0 down right, 1 down left, 2 up right, 3 up left, with square 1 in the top row)
//! ```

use core::fmt;

use heapless::Vec;
use serde::{Deserialize, Serialize};

use super::game::Game;
use super::legal::AvailableMoves;
use super::moves::Move;
use super::position::{DrawRule, Position, RawPosition};
use super::square::{Direction, Square};
use super::{Ending, ID};
use crate::champion::GameId;
use crate::link::LinkGame;
use crate::search::PositionHash;

/// The most steps that a view remembers. No game has more since its last irreversible move: each king's step counts for
/// the draw, which comes after 50 of them by the report's rule and after 80 by the tournament's. A search that
/// continues beyond the draw forgets the oldest position with each further step.
pub const MAX_PAST: usize = 80;

/// A position with the earlier positions that could still be repeated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    root: Position,
    /// The tags of the steps from the root to the position.
    steps: Vec<u8, MAX_PAST>,
    position: Position,
}

impl View {
    /// A position without a past.
    pub const fn new(position: Position) -> View {
        View { root: position, steps: Vec::new(), position }
    }

    /// The position.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The position after a legal move, with its past.
    #[must_use]
    pub fn after(mut self, chosen: Move) -> View {
        let after = self.position.after(chosen);
        if after.since_progress() == 0 {
            return View::new(after);
        }
        if let (true, Some(&oldest)) = (self.steps.is_full(), self.steps.first()) {
            self.root = self.root.after(step_of(oldest));
            self.steps.remove(0);
        }
        // Cannot overflow: the oldest was removed if it was full.
        let _ = self.steps.push(chosen.tag());
        View { position: after, ..self }
    }

    /// The earlier positions that could still be repeated, oldest first.
    pub fn past(&self) -> Vec<PositionHash, MAX_PAST> {
        let (mut past, mut before) = (Vec::new(), self.root);
        for &tag in &self.steps {
            // Cannot overflow: one for each step. (Collecting them could panic.)
            let _ = past.push(before.hash());
            before = before.after(step_of(tag));
        }
        past
    }

    /// How the game ended, if it did.
    pub fn ending(&self) -> Option<Ending> {
        let board = self.position.board();
        if board.available_moves() == AvailableMoves::None {
            return Some(Ending::Won(board.turn().other()));
        }
        if self.position.is_idle_draw() {
            return Some(Ending::Idle);
        }
        (self.position.rule() == DrawRule::Tournament && self.is_third()).then_some(Ending::Repeated)
    }

    /// Whether the position has occurred three times.
    fn is_third(&self) -> bool {
        let now = self.position.hash();
        self.past().iter().filter(|&&earlier| earlier == now).count() >= 2
    }
}

/// The step that a tag stands for.
fn step_of(tag: u8) -> Move {
    Move::step(Square::at(u32::from(tag >> 2)), Direction::numbered(tag.into()))
}

/// The serialised form of a view, not checked yet.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PackedView {
    root: RawPosition,
    steps: Vec<u8, MAX_PAST>,
}

impl From<&View> for PackedView {
    fn from(view: &View) -> PackedView {
        let travelling = |&tag: &u8| (step_of(tag).from().number() - 1) << 2 | tag & 3;
        PackedView { root: view.root.into(), steps: view.steps.iter().map(travelling).collect() }
    }
}

impl TryFrom<PackedView> for View {
    type Error = ViewError;

    fn try_from(packed: PackedView) -> Result<View, ViewError> {
        let root = Position::try_from(packed.root).map_err(|_| ViewError::Pieces)?;
        let (mut steps, mut position) = (packed.steps, root);
        for place in &mut steps {
            let from = Square::new((*place >> 2) + 1).ok_or(ViewError::Steps)?;
            let wanted = Move::step(from, Direction::numbered((*place).into()));
            let step = position.board().find(wanted).filter(|_| position.board().kings().contains(from));
            position = position.after(step.ok_or(ViewError::Steps)?);
            *place = wanted.tag();
        }
        let view = View { root, steps, position };
        if view.ending().is_none() { Ok(view) } else { Err(ViewError::GameOver) }
    }
}

impl LinkGame for Game {
    const ID: GameId = ID;
    // Boards think for about a second if they are not told how long.
    const SECONDS: u16 = 5;
    const VIEW_ERRORS: &'static [ViewError] = &[ViewError::Pieces, ViewError::Steps, ViewError::GameOver];

    type ViewError = ViewError;
    type Packed = PackedView;

    fn pack(view: &View) -> PackedView {
        view.into()
    }

    fn unpack(packed: PackedView) -> Result<View, ViewError> {
        packed.try_into()
    }
}

/// Why a view from outside is impossible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ViewError {
    /// There is no such board.
    Pieces,
    /// A step before the position is not one that a king could make.
    Steps,
    /// The game is over.
    GameOver,
}

impl fmt::Display for ViewError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            ViewError::Pieces => "the pieces do not form a legal board",
            ViewError::Steps => "a move before this position is not one that a king could make",
            ViewError::GameOver => "the game is over",
        })
    }
}

impl core::error::Error for ViewError {}
