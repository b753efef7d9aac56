//! Feedback (black and white pegs), for two codes or, faster, for one guess against many codes.
//!
//! An answer is stored as its blacks and its hits. A hit is a black or a white peg. The number of hits depends on
//! colours and not on places: for each colour, it is the smaller of the two codes' numbers of pegs.

use core::fmt;

use serde::{Deserialize, Serialize};

use super::{Code, CodeSize};

/// Blacks (right colour, right place) and whites (right colour, wrong place).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "(u8, u8)", into = "(u8, u8)")]
pub struct Feedback(u8);

impl Feedback {
    /// Every index is below this.
    pub const N_INDICES: usize = 81;

    /// Checks an answer from outside: some size must have it.
    pub const fn new(blacks: u8, whites: u8) -> Result<Feedback, FeedbackError> {
        if blacks > CodeSize::MAX_PEGS || whites > CodeSize::MAX_PEGS || blacks + whites > CodeSize::MAX_PEGS {
            return Err(FeedbackError::TooMany(CodeSize::MAX_PEGS));
        }
        Ok(Feedback::of(blacks as u32, (blacks + whites) as u32))
    }

    /// Checks an answer from outside for a game of this size.
    pub const fn checked(blacks: u8, whites: u8, size: CodeSize) -> Result<Feedback, FeedbackError> {
        match Feedback::new(blacks, whites) {
            Ok(feedback) => match feedback.check(size) {
                Ok(()) => Ok(feedback),
                Err(error) => Err(error),
            },
            Err(_) => Err(FeedbackError::TooMany(size.pegs())),
        }
    }

    /// Whether a game of this size can have the answer, and if not, why.
    pub const fn check(self, size: CodeSize) -> Result<(), FeedbackError> {
        if self.hits() > size.pegs() {
            return Err(FeedbackError::TooMany(size.pegs()));
        }
        if self.hits() == size.pegs() && self.whites() == 1 {
            return Err(FeedbackError::LoneWhite(size.pegs() - 1));
        }
        Ok(())
    }

    /// The answer to a guess for a secret; the same with the two exchanged.
    pub fn between(guess: Code, secret: Code) -> Feedback {
        Probe::new(guess).answer(secret)
    }

    /// The answer that ends a game of this size.
    pub const fn all_black(size: CodeSize) -> Feedback {
        Feedback::of(size.pegs() as u32, size.pegs() as u32)
    }

    #[inline]
    const fn of(blacks: u32, hits: u32) -> Feedback {
        Feedback((blacks * 9 + hits) as u8)
    }

    /// Right colour, right place.
    #[inline]
    pub const fn blacks(self) -> u8 {
        self.0 / 9
    }

    /// Right colour, wrong place.
    #[inline]
    pub const fn whites(self) -> u8 {
        self.hits() - self.blacks()
    }

    /// Blacks and whites.
    #[inline]
    pub const fn hits(self) -> u8 {
        self.0 % 9
    }

    /// A distinct number for each answer, below [`Feedback::N_INDICES`].
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Feedback {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} black, {} white", self.blacks(), self.whites())
    }
}

impl fmt::Debug for Feedback {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}b{}w", self.blacks(), self.whites())
    }
}

impl From<Feedback> for (u8, u8) {
    fn from(feedback: Feedback) -> (u8, u8) {
        (feedback.blacks(), feedback.whites())
    }
}

impl TryFrom<(u8, u8)> for Feedback {
    type Error = FeedbackError;

    fn try_from((blacks, whites): (u8, u8)) -> Result<Feedback, FeedbackError> {
        Feedback::new(blacks, whites)
    }
}

/// Why there is no such answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FeedbackError {
    /// More blacks and whites than this many pegs.
    TooMany(u8),
    /// All pegs but one are black, so the last cannot be white.
    LoneWhite(u8),
}

impl fmt::Display for FeedbackError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FeedbackError::TooMany(pegs) => write!(formatter, "blacks and whites together cannot exceed {pegs}"),
            FeedbackError::LoneWhite(blacks) => {
                write!(formatter, "with {blacks} black, the remaining peg cannot be white")
            }
        }
    }
}

impl core::error::Error for FeedbackError {}

/// The form of a code in a solver's memory, and how its answer to a guess is computed.
pub trait StoredCode: Copy + Default {
    /// A guess prepared for comparison with many codes.
    type Probe;

    /// The code as it is kept.
    fn of(code: Code) -> Self;
    /// The code.
    fn code(self) -> Code;
    /// The code with one more peg at its end. It must have room for one.
    #[must_use]
    fn followed_by(self, color: u8) -> Self;
    /// Prepares a guess.
    fn probe(self) -> Self::Probe;
    /// The answer to the guess if this is the secret.
    fn answer(self, probe: &Self::Probe) -> Feedback;
}

/// A guess and how often it has each colour.
#[derive(Clone, Copy, Debug)]
pub struct Probe {
    code: Code,
    counts: [u8; 16],
}

impl Probe {
    fn new(code: Code) -> Probe {
        let mut counts = [0; 16];
        each_nibble(code, |color| counts[color] += 1);
        Probe { code, counts }
    }

    #[inline]
    fn answer(&self, secret: Code) -> Feedback {
        let mut left = self.counts;
        let mut hits = 0;
        each_nibble(secret, |color| {
            let hit = u8::from(left[color] > 0);
            left[color] -= hit;
            hits += u32::from(hit);
        });
        Feedback::of(self.code.blacks(secret), hits)
    }
}

/// Calls with every colour of a code; the mask keeps it within arrays of 16.
#[inline]
fn each_nibble(code: Code, mut call: impl FnMut(usize)) {
    let mut word = code.word();
    while word != 0 {
        call((word & 15) as usize);
        word >>= 4;
    }
}

/// The compact form: four bytes per code, for boards.
impl StoredCode for Code {
    type Probe = Probe;

    fn of(code: Code) -> Code {
        code
    }

    fn code(self) -> Code {
        self
    }

    #[inline]
    fn followed_by(self, color: u8) -> Code {
        Code::followed_by(self, color)
    }

    fn probe(self) -> Probe {
        Probe::new(self)
    }

    #[inline]
    fn answer(self, probe: &Probe) -> Feedback {
        probe.answer(self)
    }
}

/// The fast form: sixteen bytes per code. Besides the pegs it has a byte for each colour, with one bit set for each peg
/// of that colour. The hits are then the bits that two codes have in common.
///
/// ```text
/// low word    colours 4 3 2 1 (a byte each), pegs (four bytes)
/// high word   colours 12 … 5
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Profile {
    low: u64,
    high: u64,
}

impl StoredCode for Profile {
    type Probe = Profile;

    fn of(code: Code) -> Profile {
        code.colors().fold(Profile::default(), Profile::followed_by)
    }

    #[inline]
    fn followed_by(self, color: u8) -> Profile {
        let place = 8 * ((u32::from(color) + 3) & 7);
        let (word, is_low) = if color <= 4 { (self.low, true) } else { (self.high, false) };
        // Bits set from the lowest up: the number that follows is the next bit.
        let bit = ((word >> place & 0xff) + 1) << place;
        let pegs = Code::followed_by(self.code(), color).word();
        let low = self.low & !u64::from(u32::MAX) | u64::from(pegs);
        if is_low { Profile { low: low | bit, ..self } } else { Profile { low, high: self.high | bit } }
    }

    #[inline]
    fn code(self) -> Code {
        Code::from_word(self.low as u32)
    }

    #[inline]
    fn probe(self) -> Profile {
        self
    }

    #[inline]
    fn answer(self, probe: &Profile) -> Feedback {
        let hits = ((self.low & probe.low) >> 32).count_ones() + (self.high & probe.high).count_ones();
        Feedback::of(probe.code().blacks(self.code()), hits)
    }
}
