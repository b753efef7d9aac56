//! A position: a board and the counters of the draw rules. The search works on it. Knows no notation and no players.

use core::fmt;

use serde::{Deserialize, Serialize};

use super::board::{Board, BoardError, Side};
use super::legal::AvailableMoves;
use super::moves::{MAX_MOVES, Move};
use super::square::Squares;
use crate::search::{self, NodeStatus, PositionHash, TableKey};

/// When a game is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum DrawRule {
    /// After 50 plies without a jump.
    #[default]
    Report,
    /// When a position occurs for the third time, or after 40 moves of each side without a capture or a man's advance.
    Tournament,
}

impl DrawRule {
    /// The plies without a jump (`Report`) or without progress (`Tournament`) after which the game is drawn.
    pub const fn limit(self) -> u8 {
        match self {
            DrawRule::Report => 50,
            DrawRule::Tournament => 80,
        }
    }
}

/// A board, the plies since the last jump and since the last progress (a jump or a man's move), and the draw rule.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    board: Board,
    since_jump: u8,
    since_progress: u8,
    rule: DrawRule,
}

/// The serialised form of a position, not yet validated; squares are numbered as in [`Squares::to_numbered`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct RawPosition {
    black: u32,
    white: u32,
    kings: u32,
    white_moves: bool,
    since_jump: u8,
    since_progress: u8,
    rule: DrawRule,
}

impl Position {
    /// The position at the beginning of a game.
    pub const START: Position = Position::new(Board::START, DrawRule::Report);

    /// A position in which no plies count toward a draw yet.
    pub const fn new(board: Board, rule: DrawRule) -> Position {
        Position { board, since_jump: 0, since_progress: 0, rule }
    }

    /// The pieces and whose move it is.
    #[inline]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The rule for draws.
    #[inline]
    pub const fn rule(&self) -> DrawRule {
        self.rule
    }

    /// Plies since the last jump, up to 255.
    #[inline]
    pub const fn since_jump(&self) -> u8 {
        self.since_jump
    }

    /// Plies since the last jump or move of a man, up to 255.
    #[inline]
    pub const fn since_progress(&self) -> u8 {
        self.since_progress
    }

    /// The plies that count toward a draw.
    #[inline]
    const fn idle_turns(&self) -> u8 {
        match self.rule {
            DrawRule::Report => self.since_jump,
            DrawRule::Tournament => self.since_progress,
        }
    }

    /// Whether the draw rule's limit of plies is reached.
    #[inline]
    pub const fn is_idle_draw(&self) -> bool {
        self.idle_turns() >= self.rule.limit()
    }

    /// The position after a legal move.
    #[inline]
    #[must_use]
    pub fn after(&self, chosen: Move) -> Position {
        let is_man = !self.board.kings().contains(chosen.from());
        let (since_jump, since_progress) = match (chosen.is_capture(), is_man) {
            (true, _) => (0, 0),
            (false, true) => (self.since_jump.saturating_add(1), 0),
            (false, false) => (self.since_jump.saturating_add(1), self.since_progress.saturating_add(1)),
        };
        Position { board: self.board.after(chosen), since_jump, since_progress, rule: self.rule }
    }

    /// Two independent hashes of the pieces and the side to move. The draw counters are not part of them.
    #[inline]
    pub fn hash(&self) -> PositionHash {
        let Board { black, white, kings, turn } = self.board;
        let [black, white, kings] = [black, white, kings].map(Squares::bits);
        let turn = turn as u32;
        let first = finish(
            black.wrapping_mul(0x9e37_79b1)
                ^ white.wrapping_mul(0x85eb_ca77).rotate_left(11)
                ^ kings.wrapping_mul(0xc2b2_ae3d).rotate_left(22)
                ^ turn.wrapping_mul(0x27d4_eb2f),
        );
        let second = finish(
            black.rotate_left(7).wrapping_mul(0xcc9e_2d51)
                ^ white.rotate_left(19).wrapping_mul(0x1b87_3593)
                ^ kings.wrapping_mul(0x1656_67b1)
                ^ turn.wrapping_mul(0xe654_6b64 | 1),
        );
        PositionHash([first, second])
    }
}

/// Within this many plies of a draw, the number of plies left is part of the transposition table's key.
const URGENT_TURNS: u8 = 16;

/// Mixes a word's bits, so that each depends on all.
#[inline]
const fn finish(mut word: u32) -> u32 {
    word ^= word >> 15;
    word = word.wrapping_mul(0x85eb_ca6b);
    word ^= word >> 13;
    word = word.wrapping_mul(0xc2b2_ae35);
    word ^ word >> 16
}

impl search::Position for Position {
    type Move = Move;

    const MAX_MOVES: usize = MAX_MOVES;

    #[inline]
    fn moves(&self, room: &mut [Move]) -> Option<usize> {
        self.board.moves(room)
    }

    #[inline]
    fn after(&self, chosen: Move) -> Position {
        Position::after(self, chosen)
    }

    #[inline]
    fn status(&self) -> NodeStatus {
        match self.board.available_moves() {
            AvailableMoves::None => NodeStatus::NoMoves,
            AvailableMoves::Steps => NodeStatus::Quiet,
            AvailableMoves::Jumps => NodeStatus::Captures,
        }
    }

    #[inline]
    fn is_threatened(&self) -> bool {
        self.board.passed().must_jump()
    }

    #[inline]
    fn hash(&self) -> PositionHash {
        Position::hash(self)
    }

    /// Close to a draw, a board's score depends on the plies that are left, so each number of plies has its own key.
    #[inline]
    fn table_key(&self, hash: PositionHash) -> TableKey {
        let PositionHash([index, lock]) = hash;
        let urgency = u32::from(self.idle_turns().saturating_sub(self.rule.limit() - URGENT_TURNS));
        TableKey { index: index ^ urgency.wrapping_mul(0x9e37_79b1), lock: lock ^ urgency.wrapping_mul(0x85eb_ca77) }
    }

    #[inline]
    fn is_drawn(&self) -> bool {
        self.is_idle_draw()
    }

    #[inline]
    fn n_reversible(&self) -> usize {
        usize::from(self.since_progress)
    }

    #[inline]
    fn side(&self) -> usize {
        self.board.turn().index()
    }

    #[inline]
    fn tag(chosen: Move) -> u8 {
        chosen.tag()
    }

    #[inline]
    fn gain(chosen: Move) -> u8 {
        chosen.n_jumps() as u8
    }
}

impl From<Position> for RawPosition {
    fn from(position: Position) -> RawPosition {
        let Position { board, since_jump, since_progress, rule } = position;
        let [black, white, kings] = [board.black, board.white, board.kings].map(Squares::to_numbered);
        RawPosition { black, white, kings, white_moves: board.turn == Side::White, since_jump, since_progress, rule }
    }
}

impl TryFrom<RawPosition> for Position {
    type Error = BoardError;

    fn try_from(raw: RawPosition) -> Result<Position, BoardError> {
        let [black, white, kings] = [raw.black, raw.white, raw.kings].map(Squares::from_numbered);
        let turn = if raw.white_moves { Side::White } else { Side::Black };
        let board = Board::new(black, white, kings, turn)?;
        Ok(Position { board, since_jump: raw.since_jump, since_progress: raw.since_progress, rule: raw.rule })
    }
}

impl fmt::Display for Position {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", self.board)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Position as _;
    use std::collections::BTreeSet;
    use std::vec::Vec;

    #[test]
    fn near_a_draw_the_table_key_depends_on_the_count_of_plies() {
        let hashes = |first: bool| (0..32).map(move |bit| if first { [1 << bit, 0] } else { [0, 1 << bit] });
        let hashes: Vec<[u32; 2]> = hashes(true).chain(hashes(false)).chain([[0, 0]]).collect();
        for (rule, limit) in [(DrawRule::Report, 50), (DrawRule::Tournament, 80)] {
            let mut keys = BTreeSet::new();
            for idle_turns in 0..=limit {
                let start = Position::new(Board::START, rule);
                let position = Position { since_jump: idle_turns, since_progress: idle_turns, ..start };
                for &hash in &hashes {
                    let TableKey { index, lock } = position.table_key(PositionHash(hash));
                    // Far from a draw the count is not in the key, so that table entries are shared.
                    assert!(idle_turns > limit - 16 || [index, lock] == hash);
                    keys.insert([index, lock]);
                }
            }
            assert_eq!(keys.len(), hashes.len() * 17);
        }
    }
}
