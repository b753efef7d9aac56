//! Which moves are legal, and what they do to a board. Knows the board; knows no draw rules, notation or players.

use super::board::{Board, Side};
use super::moves::{Effect, MAX_JUMPS, MAX_MOVES, Move};
use super::square::{Direction, Squares};

/// Receives moves as they are found.
trait Sink {
    /// Takes a step, or a capture whose effect no other capture can have.
    fn push(&mut self, found: Move);
    /// Takes a capture; one with the same jumps in another order may have come before.
    fn push_capture(&mut self, found: Move);
}

/// A sink for every capture path.
struct Paths<F>(F);

impl<F: FnMut(Move)> Sink for Paths<F> {
    #[inline(always)]
    fn push(&mut self, found: Move) {
        (self.0)(found);
    }

    #[inline(always)]
    fn push_capture(&mut self, found: Move) {
        (self.0)(found);
    }
}

/// A slice that moves are written into. Of the captures with the same start and the same effect it keeps one.
struct List<'r> {
    room: &'r mut [Move],
    n_moves: usize,
    is_full: bool,
}

impl Sink for List<'_> {
    #[inline]
    fn push(&mut self, found: Move) {
        match self.room.get_mut(self.n_moves) {
            Some(place) => {
                *place = found;
                self.n_moves += 1;
            }
            None => self.is_full = true,
        }
    }

    /// Only a king that jumps around a closed circuit can take the same pieces in two orders, and a circuit has four
    /// jumps.
    fn push_capture(&mut self, found: Move) {
        if found.n_jumps() >= 4 {
            let known = self.room.get(..self.n_moves).unwrap_or_default();
            let is_same = |other: &Move| other.from() == found.from() && other.effect() == found.effect();
            if known.iter().any(is_same) {
                return;
            }
        }
        self.push(found);
    }
}

/// What the side to move can do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AvailableMoves {
    /// Nothing: the game is lost.
    None,
    /// It may choose among steps.
    Steps,
    /// It must jump.
    Jumps,
}

/// Black's men move in directions 0 and 1, White's in 2 and 3; kings also move in the other two.
const BLACK_FORWARD: u32 = Direction::DownRight as u32;
const WHITE_FORWARD: u32 = Direction::UpRight as u32;

/// All four directions, a side's forward ones first.
#[inline(always)]
const fn ways<const FORWARD: u32>() -> [Direction; 4] {
    [
        Direction::numbered(FORWARD),
        Direction::numbered(FORWARD + 1),
        Direction::numbered(FORWARD ^ 2),
        Direction::numbered((FORWARD ^ 2) + 1),
    ]
}

/// The squares from which a side can jump, by direction.
struct Jumps {
    /// For each forward direction, the squares from which a piece of the side could jump, occupied or not.
    forward: [Squares; 2],
    /// For each backward direction, the kings of the side that can jump.
    backward: [Squares; 2],
    /// The pieces that can jump.
    jumpers: Squares,
}

/// Generic over the side's forward direction, so that directions and masks are constants for the compiler.
impl Board {
    #[inline(always)]
    fn jumps<const FORWARD: u32>(&self, own: Squares, others: Squares) -> Jumps {
        let [left, right, back_left, back_right] = ways::<FORWARD>();
        let empty = self.empty();
        let forward = [left, right].map(|way| others.jumped_from(empty, way));
        let [a, b] = forward;
        let mut jumpers = own & (a | b);
        let mut backward = [Squares::NONE; 2];
        let kings = own & self.kings;
        if !kings.is_empty() {
            backward = [back_left, back_right].map(|way| kings & others.jumped_from(empty, way));
            let [a, b] = backward;
            jumpers = jumpers | a | b;
        }
        Jumps { forward, backward, jumpers }
    }

    /// The pieces that can step in each direction, if there is nothing to jump.
    #[inline(always)]
    fn steppers<const FORWARD: u32>(&self, own: Squares) -> [Squares; 4] {
        let [left, right, back_left, back_right] = ways::<FORWARD>();
        let (empty, kings) = (self.empty(), own & self.kings);
        let [a, b] = [left, right].map(|way| own & empty.seen_from(way));
        if kings.is_empty() {
            return [a, b, Squares::NONE, Squares::NONE];
        }
        let [c, d] = [back_left, back_right].map(|way| kings & empty.seen_from(way));
        [a, b, c, d]
    }

    /// Whether the side to move has something to jump, and so must.
    #[inline]
    pub fn must_jump(&self) -> bool {
        let jumps = match self.turn {
            Side::Black => self.jumps::<BLACK_FORWARD>(self.black, self.white),
            Side::White => self.jumps::<WHITE_FORWARD>(self.white, self.black),
        };
        !jumps.jumpers.is_empty()
    }

    /// What the side to move can do.
    #[inline]
    pub fn available_moves(&self) -> AvailableMoves {
        if self.must_jump() {
            return AvailableMoves::Jumps;
        }
        let [a, b, c, d] = match self.turn {
            Side::Black => self.steppers::<BLACK_FORWARD>(self.black),
            Side::White => self.steppers::<WHITE_FORWARD>(self.white),
        };
        if (a | b | c | d).is_empty() { AvailableMoves::None } else { AvailableMoves::Steps }
    }

    /// Writes the legal moves and says how many there are; `None` if there are more than fit.
    pub fn moves(&self, room: &mut [Move]) -> Option<usize> {
        let mut list = List { room, n_moves: 0, is_full: false };
        match self.turn {
            Side::Black => self.list::<BLACK_FORWARD>(self.black, self.white, &mut list),
            Side::White => self.list::<WHITE_FORWARD>(self.white, self.black, &mut list),
        }
        (!list.is_full).then_some(list.n_moves)
    }

    /// How many legal moves there are.
    pub fn n_moves(&self) -> usize {
        self.moves(&mut [Move::default(); MAX_MOVES]).unwrap_or(MAX_MOVES)
    }

    /// Hands over every legal move, and of a capture every path: a king that can go round the same pieces in two orders
    /// does so twice. That is how published programs count; a search has no use for it.
    #[inline]
    pub fn each_path(&self, found: impl FnMut(Move)) {
        match self.turn {
            Side::Black => self.list::<BLACK_FORWARD>(self.black, self.white, &mut Paths(found)),
            Side::White => self.list::<WHITE_FORWARD>(self.white, self.black, &mut Paths(found)),
        }
    }

    #[inline(always)]
    fn list<const FORWARD: u32>(&self, own: Squares, others: Squares, list: &mut impl Sink) {
        let jumps = self.jumps::<FORWARD>(own, others);
        if !jumps.jumpers.is_empty() {
            return self.list_captures::<FORWARD>(own, &jumps, list);
        }
        for (way, steppers) in ways::<FORWARD>().into_iter().zip(self.steppers::<FORWARD>(own)) {
            for from in steppers {
                list.push(Move::step(from, way));
            }
        }
    }

    /// If a man lands on a square from which no man could jump again, its capture is complete. Only the other men, and
    /// kings, are followed jump by jump.
    #[inline(always)]
    fn list_captures<const FORWARD: u32>(&self, own: Squares, jumps: &Jumps, list: &mut impl Sink) {
        let [left, right, ..] = ways::<FORWARD>();
        let [a, b] = jumps.forward;
        let men = own - self.kings;
        for (way, from) in [(left, men & a), (right, men & b)] {
            for from in from {
                let begun = Move::capture(from).jump(way);
                if (a | b).contains(begun.landing(way)) {
                    self.jump_on(begun, begun.landing(way).alone(), self.others(), self.empty(), list);
                } else {
                    list.push(begun);
                }
            }
        }
        let [c, d] = jumps.backward;
        for from in own & self.kings & (a | b | c | d) {
            let empty = self.empty() | from.alone();
            self.jump_on(Move::capture(from), from.alone(), self.others(), empty, list);
        }
    }

    /// Follows every continuation of a capture; at most [`MAX_JUMPS`] deep, as each jump removes a target.
    fn jump_on(&self, begun: Move, at: Squares, targets: Squares, empty: Squares, list: &mut impl Sink) {
        let ways = match (self.kings.contains(begun.from()), self.turn) {
            (true, _) => 0..4,
            (false, Side::Black) => BLACK_FORWARD..BLACK_FORWARD + 2,
            (false, Side::White) => WHITE_FORWARD..WHITE_FORWARD + 2,
        };
        let mut goes_on = false;
        for way in ways.map(Direction::numbered) {
            if at.meets(targets.jumped_from(empty, way)) && begun.n_jumps() < MAX_JUMPS {
                goes_on = true;
                let over = at.toward(way);
                self.jump_on(begun.jump(way), over.toward(way), targets - over, empty, list);
            }
        }
        if !goes_on && begun.is_capture() {
            list.push_capture(begun);
        }
    }

    /// The number of moves that [`each_path`](Board::each_path) passes on.
    #[inline]
    pub(super) fn n_paths(&self) -> u32 {
        match self.turn {
            Side::Black => self.count_paths::<BLACK_FORWARD>(self.black, self.white),
            Side::White => self.count_paths::<WHITE_FORWARD>(self.white, self.black),
        }
    }

    #[inline(always)]
    fn count_paths<const FORWARD: u32>(&self, own: Squares, others: Squares) -> u32 {
        let jumps = self.jumps::<FORWARD>(own, others);
        if jumps.jumpers.is_empty() {
            return self.steppers::<FORWARD>(own).iter().map(|steppers| steppers.len()).sum();
        }
        let [left, right, ..] = ways::<FORWARD>();
        let [a, b] = jumps.forward;
        let landings = (own & a).toward(left).toward(left) | (own & b).toward(right).toward(right);
        if !jumps.jumpers.meets(self.kings) && !landings.meets(a | b) {
            // Men that jump once each: two may land on the same square, so the jumps are counted and not the squares.
            return (own & a).len() + (own & b).len();
        }
        let mut n_paths = 0;
        self.list_captures::<FORWARD>(own, &jumps, &mut Paths(|_| n_paths += 1));
        n_paths
    }

    /// The board after a legal move of this board.
    #[inline]
    #[must_use]
    pub fn after(&self, chosen: Move) -> Board {
        let Effect { to, taken } = chosen.effect();
        let (from, to) = (chosen.from().alone(), to.alone());
        let kings = if self.kings.meets(from) { (self.kings ^ from) | to } else { self.kings };
        let kings = (kings - taken) | (to & self.turn.crowning_row());
        match self.turn {
            Side::Black => {
                Board { black: (self.black - from) | to, white: self.white - taken, kings, turn: Side::White }
            }
            Side::White => {
                Board { white: (self.white - from) | to, black: self.black - taken, kings, turn: Side::Black }
            }
        }
    }

    /// The legal move with the effect of a move that came from outside.
    pub fn find(&self, wanted: Move) -> Option<Move> {
        let mut room = [Move::default(); MAX_MOVES];
        let n_moves = self.moves(&mut room)?;
        let is_twin = |found: &Move| {
            found.is_capture()
                && wanted.is_capture()
                && found.from() == wanted.from()
                && found.effect() == wanted.effect()
        };
        room.get(..n_moves)?.iter().copied().find(|found| *found == wanted || is_twin(found))
    }
}
