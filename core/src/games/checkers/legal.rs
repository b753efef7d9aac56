//! Which moves are legal, and what they do to a board. Knows the board; knows no draw rules, notation or players.

use super::board::{Board, Side};
use super::moves::{Effect, MAX_JUMPS, MAX_MOVES, Move};
use super::square::{Direction, Squares};

/// Where moves go as they are found.
trait Sink {
    /// Takes a step, or a capture that no other one can be like.
    fn push(&mut self, found: Move);
    /// Takes a capture; another order of the same jumps may have been taken before.
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

/// Room that moves are written into, captures that begin, end and take alike only once.
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

    /// Only a king that can go round in a circle takes the same pieces in two orders, and a circle has four jumps.
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

/// Black's men go the ways numbered 0 and 1, White's 2 and 3; the other two are a king's.
const BLACK_FORWARD: u32 = Direction::DownRight as u32;
const WHITE_FORWARD: u32 = Direction::UpRight as u32;

/// All ways, a side's own first.
#[inline(always)]
const fn ways<const FORWARD: u32>() -> [Direction; 4] {
    [
        Direction::numbered(FORWARD),
        Direction::numbered(FORWARD + 1),
        Direction::numbered(FORWARD ^ 2),
        Direction::numbered((FORWARD ^ 2) + 1),
    ]
}

/// Where a side could jump from, each of the four ways, its own ways first.
struct Jumps {
    /// Where anything of the side could stand and jump.
    forward: [Squares; 2],
    /// Where a king of the side stands and can jump backward.
    backward: [Squares; 2],
    /// The pieces that can jump.
    jumpers: Squares,
}

/// Everything below is made for each side on its own, so that ways and masks are known when it is compiled.
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

    /// The pieces that can step each way, if there is nothing to jump.
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

    /// A man that lands where no man could jump on is done; only the others, and kings, are followed jump by jump.
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

    /// Follows every way to go on jumping; at most [`MAX_JUMPS`] deep, as each jump leaves fewer to take.
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

    /// How many moves [`each_path`](Board::each_path) hands over.
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

    /// The legal move that does what this one, from outside, would do.
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
