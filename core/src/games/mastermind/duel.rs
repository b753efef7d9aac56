//! The duel: both players set a code and break the other's. First each sets one, then they guess in turn; a round in
//! which a code is found is the last. Fewer guesses win; the same number, or twelve rounds without a code, is a tie.
//!
//! A move is a code: a player's first is its secret, the others are guesses.
//!
//! **A duel's random seeds are in its views.** Each seat is dealt a seed of its own, from which a program sets its code and
//! draws its samples. So a game replays from its seed, and a board needs no randomness of its own.

use core::fmt;

use rand_core::Rng;
use serde::{Deserialize, Serialize};

use super::{Code, CodeError, CodeSize, Contradiction, Feedback, History, ID, MAX_GUESSES};
use crate::champion::GameId;
use crate::game::{Game, Points, Seat, Turn};
use crate::link::LinkGame;
use crate::random::Seed;

/// A duel between two seats.
#[derive(Clone, Debug)]
pub struct Duel {
    size: CodeSize,
    sides: [Side; 2],
}

/// One seat's half of the duel.
#[derive(Clone, Debug)]
struct Side {
    seed: Seed,
    secret: Option<Code>,
    /// The guesses that this seat made.
    guesses: History,
}

impl Duel {
    /// The start of the duel of this size that a seed stands for.
    pub fn new(size: CodeSize, seed: Seed) -> Duel {
        let mut rng = seed.rng();
        let sides = Seat::BOTH.map(|_| Side { seed: Seed(rng.next_u64()), secret: None, guesses: History::new(size) });
        Duel { size, sides }
    }

    /// The size of the codes.
    pub const fn size(&self) -> CodeSize {
        self.size
    }

    /// The code that a seat has set.
    pub fn secret(&self, seat: Seat) -> Option<Code> {
        self.side(seat).secret
    }

    /// The guesses that a seat has made.
    pub fn guesses(&self, seat: Seat) -> &History {
        &self.side(seat).guesses
    }

    /// Each seat's points: 1 for finding the code and 1 for every guess of the twelve that it did not need; 0 if it
    /// found none.
    pub fn points(&self) -> Points {
        Points(self.sides.each_ref().map(|side| match side.guesses.is_cracked() {
            true => (MAX_GUESSES + 1).saturating_sub(side.guesses.len()) as u8,
            false => 0,
        }))
    }

    fn side(&self, seat: Seat) -> &Side {
        let [first, second] = &self.sides;
        match seat {
            Seat::First => first,
            Seat::Second => second,
        }
    }

    fn side_mut(&mut self, seat: Seat) -> &mut Side {
        let [first, second] = &mut self.sides;
        match seat {
            Seat::First => first,
            Seat::Second => second,
        }
    }

    /// The seat to move; `None` once a round is complete in which a code was found or the last guesses were made.
    fn mover(&self) -> Option<Seat> {
        let [first, second] = &self.sides;
        let is_behind = |ahead: &Side, behind: &Side| {
            (behind.secret.is_none() && ahead.secret.is_some()) || behind.guesses.len() < ahead.guesses.len()
        };
        if is_behind(first, second) {
            return Some(Seat::Second);
        }
        let is_over = self.sides.iter().any(|side| side.guesses.is_cracked() || side.guesses.len() == MAX_GUESSES);
        (!is_over).then_some(Seat::First)
    }

    fn view(&self, seat: Seat) -> DuelView {
        let Side { seed, secret, guesses } = self.side(seat).clone();
        DuelView { seed, secret, guesses, opponent: self.guesses(seat.other()).clone() }
    }
}

impl Game for Duel {
    type Move = Code;
    type View = DuelView;
    type Illegal = Illegal;

    /// A duel of the classic size.
    fn deal(seed: Seed) -> Duel {
        Duel::new(CodeSize::CLASSIC, seed)
    }

    fn turn(&self) -> Turn<DuelView> {
        match self.mover() {
            Some(seat) => Turn::Of(seat, self.view(seat)),
            None => Turn::Over(self.points()),
        }
    }

    fn play(&mut self, code: Code) -> Result<(), Illegal> {
        let seat = self.mover().ok_or(Illegal::GameOver)?;
        code.check(self.size).map_err(Illegal::Code)?;
        let sought = self.secret(seat.other());
        let side = self.side_mut(seat);
        match (side.secret, sought) {
            (Some(_), Some(sought)) => {
                side.guesses.push(code, Feedback::between(code, sought)).map_err(|_| Illegal::GameOver)
            }
            _ => {
                side.secret = Some(code);
                Ok(())
            }
        }
    }
}

/// Why a code may not be set or guessed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Illegal {
    /// It is not a code of the game.
    Code(CodeError),
    /// The duel is over.
    GameOver,
}

impl fmt::Display for Illegal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Illegal::Code(error) => error.fmt(formatter),
            Illegal::GameOver => formatter.write_str("the game is over"),
        }
    }
}

impl core::error::Error for Illegal {}

/// All that the seat to move sees: there is no field for the other's code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DuelView {
    seed: Seed,
    secret: Option<Code>,
    guesses: History,
    opponent: History,
}

/// The serialised form of a view, not checked yet: the two histories and the code may contradict each other.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PackedView {
    seed: Seed,
    secret: Option<Code>,
    guesses: History,
    opponent: History,
}

impl DuelView {
    /// Checks a view from outside: the rules can lead to it, as far as its seat can know.
    pub fn check(seed: Seed, secret: Option<Code>, guesses: History, opponent: History) -> Result<DuelView, ViewError> {
        let size = guesses.size();
        if opponent.size() != size || secret.is_some_and(|secret| secret.check(size).is_err()) {
            return Err(ViewError::CodeSize);
        }
        // On its turn the first seat sees equally many guesses of both; the second sees one more of its opponent.
        let lead = opponent.len().checked_sub(guesses.len());
        let is_over = lead == Some(0) && opponent.is_cracked() || guesses.is_cracked() || guesses.len() == MAX_GUESSES;
        if !matches!(lead, Some(0 | 1)) || is_over {
            return Err(ViewError::Turns);
        }
        let is_true = match secret {
            Some(secret) => opponent.admits(secret),
            None => opponent.is_empty() && guesses.is_empty(),
        };
        if is_true { Ok(DuelView { seed, secret, guesses, opponent }) } else { Err(ViewError::Answers) }
    }

    /// The seat's own seed: from it a program sets its code and draws its samples.
    pub const fn seed(&self) -> Seed {
        self.seed
    }

    /// The code that the seat has set; `None` if it is to set one now.
    pub const fn secret(&self) -> Option<Code> {
        self.secret
    }

    /// The seat's own guesses.
    pub const fn guesses(&self) -> &History {
        &self.guesses
    }

    /// The opponent's guesses.
    pub const fn opponent(&self) -> &History {
        &self.opponent
    }
}

impl LinkGame for Duel {
    const ID: GameId = ID;
    // The slowest board needs up to half of it where codes are long.
    const SECONDS: u16 = 60;
    const VIEW_ERRORS: &'static [ViewError] =
        &[ViewError::CodeSize, ViewError::Turns, ViewError::Answers, ViewError::Contradiction];

    type ViewError = ViewError;
    type Packed = PackedView;

    fn pack(view: &DuelView) -> PackedView {
        let DuelView { seed, secret, guesses, opponent } = view.clone();
        PackedView { seed, secret, guesses, opponent }
    }

    fn unpack(packed: PackedView) -> Result<DuelView, ViewError> {
        DuelView::check(packed.seed, packed.secret, packed.guesses, packed.opponent)
    }
}

/// Why a view from outside is impossible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ViewError {
    /// Codes of different sizes.
    CodeSize,
    /// It is not this seat's turn.
    Turns,
    /// The opponent's guesses do not have the answers that the seat's code gives.
    Answers,
    /// No code fits all answers that the seat's guesses got.
    Contradiction,
}

impl fmt::Display for ViewError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            ViewError::CodeSize => "the codes are of different sizes",
            ViewError::Turns => "the numbers of guesses do not match a turn of this seat",
            ViewError::Answers => "the opponent's answers do not match the seat's own code",
            ViewError::Contradiction => return Contradiction.fmt(formatter),
        })
    }
}

impl core::error::Error for ViewError {}
