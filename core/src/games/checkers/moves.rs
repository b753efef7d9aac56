//! Moves, and which of them are legal. Knows the board; knows no draw rules, notation or players.
//!
//! A move is one word:
//!
//! ```text
//! bit 31      27 26                      9 8      5 4      0
//!     0000 0     ways, 2 bits each,        jumps    from
//!                the first lowest          0 = step
//! ```
//!
//! A jump lands two rows and two columns away, so that a piece only ever lands on the eight squares of its own kind
//! (row and column of the same parity, the same half of them), between which nine jumps are possible. No jumped piece
//! is jumped twice: a move has nine jumps at most.

use core::fmt;

use heapless::Vec;
use serde::{Deserialize, Serialize};

use super::board::{Board, Side};
use super::square::{Direction, Square, Squares};

/// No position has more legal moves. Twelve kings have at most 48 steps. Jumps: on each of the four kinds of squares any
/// number of kings has at most 14 different captures together; a test tries all arrangements.
pub const MAX_MOVES: usize = 56;

/// No move has more jumps.
pub const MAX_JUMPS: u32 = 9;

const JUMPS_SHIFT: u32 = 5;
const WAYS_SHIFT: u32 = 9;

/// A step or a whole capture. Two captures that begin, end and take alike are the same move, whatever their order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(try_from = "Path", into = "Path")]
pub struct Move(u32);

/// A move as it travels: the numbers of the squares that the piece touches.
type Path = Vec<u8, { MAX_JUMPS as usize + 1 }>;

/// What a move does to the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effect {
    /// Where the piece stands afterwards.
    pub to: Square,
    /// What it takes.
    pub taken: Squares,
}

impl Move {
    /// A step.
    #[inline]
    pub const fn step(from: Square, direction: Direction) -> Move {
        Move(from.place() | (direction as u32) << WAYS_SHIFT)
    }

    /// A capture that has not begun; no legal move.
    #[inline]
    const fn capture(from: Square) -> Move {
        Move(from.place())
    }

    /// The capture with one more jump.
    #[inline]
    const fn jump(self, direction: Direction) -> Move {
        let n_jumps = self.n_jumps();
        Move((self.0 | (direction as u32) << (WAYS_SHIFT + 2 * n_jumps)) + (1 << JUMPS_SHIFT))
    }

    /// The step or capture that touches these squares in turn; `None` if no piece could, on any board.
    pub fn along(mut squares: impl Iterator<Item = Square>) -> Option<Move> {
        let from = squares.next()?;
        let mut at = from;
        let mut capture = Move::capture(from);
        while let Some(square) = squares.next() {
            let steps = |n_steps| Direction::ALL.into_iter().find(|&way| at.reaches(square, way, n_steps));
            if let Some(way) = steps(1) {
                // A step stands alone.
                return (!capture.is_capture() && squares.next().is_none()).then_some(Move::step(from, way));
            }
            if capture.n_jumps() >= MAX_JUMPS {
                return None;
            }
            capture = capture.jump(steps(2)?);
            at = square;
        }
        capture.is_capture().then_some(capture)
    }

    /// Where a first jump this way lands.
    #[inline]
    const fn landing(self, way: Direction) -> Square {
        Square::at(self.0.wrapping_add(2 * way.stride()))
    }

    /// Where the piece stands before.
    #[inline]
    pub const fn from(self) -> Square {
        Square::at(self.0)
    }

    /// How many pieces it takes.
    #[inline]
    pub const fn n_jumps(self) -> u32 {
        self.0 >> JUMPS_SHIFT & 15
    }

    /// Whether it takes anything.
    #[inline]
    pub const fn is_capture(self) -> bool {
        self.n_jumps() != 0
    }

    /// A number below 128 that tells most moves of a position apart: from where, and which way first.
    #[inline]
    pub const fn tag(self) -> u8 {
        (self.from().place() << 2 | self.0 >> WAYS_SHIFT & 3) as u8
    }

    /// What it does to the board.
    #[inline]
    pub const fn effect(self) -> Effect {
        let mut ways = self.0 >> WAYS_SHIFT;
        let mut at = self.from().place();
        let n_jumps = self.n_jumps();
        if n_jumps == 0 {
            at = at.wrapping_add(Direction::numbered(ways).stride());
        }
        let mut taken = 0;
        let mut jumped = 0;
        while jumped < n_jumps {
            let stride = Direction::numbered(ways).stride();
            taken |= 1 << (at.wrapping_add(stride) & 31);
            at = at.wrapping_add(2 * stride);
            ways >>= 2;
            jumped += 1;
        }
        Effect { to: Square::at(at), taken: Squares::of_bits(taken) }
    }

    /// The squares that the piece touches, from first to last.
    pub fn path(self) -> impl Iterator<Item = Square> + Clone {
        let n_legs = self.n_jumps().max(1);
        let legs = if self.is_capture() { 2 } else { 1 };
        let mut at = self.from().place();
        let landings = (0..n_legs).map(move |leg| {
            let stride = Direction::numbered(self.0 >> (WAYS_SHIFT + 2 * leg)).stride();
            at = at.wrapping_add(legs * stride);
            Square::at(at)
        });
        core::iter::once(self.from()).chain(landings)
    }
}

impl From<Move> for Path {
    fn from(chosen: Move) -> Path {
        chosen.path().fold(Path::new(), |mut path, square| {
            // There is room for the longest move.
            let _ = path.push(square.number());
            path
        })
    }
}

impl TryFrom<Path> for Move {
    type Error = NoMove;

    fn try_from(path: Path) -> Result<Move, NoMove> {
        let known = path.iter().filter_map(|&number| Square::new(number));
        Move::along(known).filter(|chosen| chosen.path().count() == path.len()).ok_or(NoMove)
    }
}

/// No piece could touch these squares in turn, on any board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoMove;

impl fmt::Display for NoMove {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("no piece could touch these squares in turn")
    }
}

impl core::error::Error for NoMove {}

impl fmt::Debug for Move {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{self}")
    }
}

/// As PDN writes it with every square named: `11-15`, `11x18x25`.
impl fmt::Display for Move {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.is_capture() { "x" } else { "-" };
        for (place, square) in self.path().enumerate() {
            write!(formatter, "{}{square}", if place == 0 { "" } else { sign })?;
        }
        Ok(())
    }
}

/// Room that moves are written into.
struct List<'r> {
    room: &'r mut [Move],
    n_moves: usize,
    is_full: bool,
}

impl List<'_> {
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
pub enum Options {
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
    pub fn options(&self) -> Options {
        if self.must_jump() {
            return Options::Jumps;
        }
        let [a, b, c, d] = match self.turn {
            Side::Black => self.steppers::<BLACK_FORWARD>(self.black),
            Side::White => self.steppers::<WHITE_FORWARD>(self.white),
        };
        if (a | b | c | d).is_empty() { Options::None } else { Options::Steps }
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

    #[inline(always)]
    fn list<const FORWARD: u32>(&self, own: Squares, others: Squares, list: &mut List) {
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
    fn list_captures<const FORWARD: u32>(&self, own: Squares, jumps: &Jumps, list: &mut List) {
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
    fn jump_on(&self, begun: Move, at: Squares, targets: Squares, empty: Squares, list: &mut List) {
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

    /// How many legal moves there are.
    #[inline]
    pub fn n_moves(&self) -> usize {
        match self.turn {
            Side::Black => self.count::<BLACK_FORWARD>(self.black, self.white),
            Side::White => self.count::<WHITE_FORWARD>(self.white, self.black),
        }
    }

    #[inline(always)]
    fn count<const FORWARD: u32>(&self, own: Squares, others: Squares) -> usize {
        let jumps = self.jumps::<FORWARD>(own, others);
        if jumps.jumpers.is_empty() {
            return self.steppers::<FORWARD>(own).iter().map(|steppers| steppers.len() as usize).sum();
        }
        let [left, right, ..] = ways::<FORWARD>();
        let [a, b] = jumps.forward;
        let landings = (own & a).toward(left).toward(left) | (own & b).toward(right).toward(right);
        if !jumps.jumpers.meets(self.kings) && !landings.meets(a | b) {
            // Men that jump once each: two may land on the same square, so the jumps are counted and not the squares.
            return ((own & a).len() + (own & b).len()) as usize;
        }
        self.moves(&mut [Move::default(); MAX_MOVES]).unwrap_or(MAX_MOVES)
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
