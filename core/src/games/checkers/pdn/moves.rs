//! Moves as text, both ways. Knows boards and their legal moves.

use core::fmt;

use crate::games::checkers::board::Board;
use crate::games::checkers::moves::{MAX_JUMPS, MAX_MOVES, Move};
use crate::games::checkers::square::Square;

/// The most squares of a move: its start and nine landings.
const MAX_SQUARES: usize = MAX_JUMPS as usize + 1;

/// Reads a move as people write it: `11-15`, `10x14` for a step too, `11x25` and `11x18x25` for a capture. Squares on the way
/// may be left out as long as only one legal move is left.
pub fn read_move(board: &Board, text: &str) -> Result<Move, MoveTextError> {
    let mut squares = [None; MAX_SQUARES];
    let mut n_squares = 0;
    for part in text.split(['-', 'x', 'X', ':']) {
        let number = part.parse::<u8>().map_err(|_| MoveTextError::NotAMove)?;
        let square = Square::new(number).ok_or(MoveTextError::NoSuchSquare(number))?;
        *squares.get_mut(n_squares).ok_or(MoveTextError::NotAMove)? = Some(square);
        n_squares += 1;
    }
    let named = squares.iter().flatten().copied();
    let (Some(from), Some(to)) = (named.clone().next(), named.clone().last()) else {
        return Err(MoveTextError::NotAMove);
    };
    if n_squares < 2 {
        return Err(MoveTextError::NotAMove);
    }
    if let Some(legal) = Move::along(named.clone()).and_then(|wanted| board.find(wanted)) {
        return Ok(legal);
    }
    let mut room = [Move::default(); MAX_MOVES];
    let n_moves = board.moves(&mut room).unwrap_or(0);
    let mut fitting = room
        .iter()
        .take(n_moves)
        .copied()
        .filter(|legal| legal.from() == from && legal.effect().to == to && passes(*legal, named.clone()));
    match (fitting.next(), fitting.next()) {
        (Some(legal), None) => Ok(legal),
        (Some(first), Some(second)) => Err(MoveTextError::Ambiguous(first, second)),
        (None, _) => Err(why_illegal(board, from, room.get(..n_moves).unwrap_or_default(), named)),
    }
}

/// Whether a move touches these squares in this order.
fn passes(legal: Move, named: impl Iterator<Item = Square>) -> bool {
    let mut path = legal.path();
    named.into_iter().all(|square| path.any(|touched| touched == square))
}

fn why_illegal(
    board: &Board,
    from: Square,
    legal: &[Move],
    named: impl Iterator<Item = Square> + Clone,
) -> MoveTextError {
    if !board.own().contains(from) {
        return MoveTextError::NoPiece(from);
    }
    let unfinished = legal.iter().find(|legal| legal.from() == from && passes(**legal, named.clone()));
    match unfinished {
        Some(&whole) => MoveTextError::Unfinished(whole),
        None if board.must_jump() => MoveTextError::MustJump,
        None => MoveTextError::Illegal,
    }
}

/// A move as PDN writes it, in the shortest form that is unambiguous on this board.
#[derive(Clone, Copy, Debug)]
pub struct ShortMove<'b>(pub &'b Board, pub Move);

impl fmt::Display for ShortMove<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ShortMove(board, chosen) = *self;
        let mut room = [Move::default(); MAX_MOVES];
        let n_moves = board.moves(&mut room).unwrap_or(0);
        let ends = |legal: Move| (legal.from(), legal.effect().to);
        let n_alike = room.iter().take(n_moves).filter(|legal| ends(**legal) == ends(chosen)).count();
        if n_alike > 1 || !chosen.is_capture() {
            return write!(formatter, "{chosen}");
        }
        write!(formatter, "{}x{}", chosen.from(), chosen.effect().to)
    }
}

/// Why a text is not a legal move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveTextError {
    /// It is not squares with `-` or `x` between them.
    NotAMove,
    /// There is no square with this number.
    NoSuchSquare(u8),
    /// The side to move has no piece there.
    NoPiece(Square),
    /// There is something to jump.
    MustJump,
    /// The capture continues.
    Unfinished(Move),
    /// Two captures are written like this.
    Ambiguous(Move, Move),
    /// No piece can move like that.
    Illegal,
}

impl fmt::Display for MoveTextError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MoveTextError::NotAMove => formatter.write_str("not a move"),
            MoveTextError::NoSuchSquare(number) => write!(formatter, "there is no square {number}"),
            MoveTextError::NoPiece(square) => write!(formatter, "the side to move has no piece on {square}"),
            MoveTextError::MustJump => formatter.write_str("a jump must be taken"),
            MoveTextError::Unfinished(whole) => write!(formatter, "the jump continues: {whole}"),
            MoveTextError::Ambiguous(first, second) => write!(formatter, "it is ambiguous: {first} or {second}"),
            MoveTextError::Illegal => formatter.write_str("no piece can move like that"),
        }
    }
}

impl core::error::Error for MoveTextError {}
