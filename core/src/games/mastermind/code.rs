//! A code in one word: a nibble a peg, the first peg highest, colours 1 to 12, and 0 where there is no peg.
//!
//! ```text
//! 1123   0x0000_1123      numeric order is the order in which a person would list the codes
//! ```
//!
//! Written, the colours are 1 to 9 and then J, K, L; the letters A to L mean 1 to 12 as well.

use core::fmt;
use core::str::FromStr;

use serde::{Deserialize, Serialize};

use super::CodeSize;
use crate::random;
use rand_core::Rng;

/// The lowest bit of every nibble.
const ONES: u32 = 0x1111_1111;

/// A row of one to eight pegs. The default has no pegs; it only fills unused memory.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(try_from = "u32", into = "u32")]
pub struct Code(u32);

impl Code {
    /// The code with these colours, from 1 to 12; at most eight.
    pub fn new(colors: &[u8]) -> Result<Code, CodeError> {
        colors.iter().try_fold(Code(0), |code, &color| code.with(color))
    }

    /// The code with one more peg at its end.
    pub fn with(self, color: u8) -> Result<Code, CodeError> {
        if !(1..=CodeSize::MAX_COLORS).contains(&color) {
            return Err(CodeError::Color);
        }
        if self.pegs() >= CodeSize::MAX_PEGS {
            return Err(CodeError::Length);
        }
        Ok(self.followed_by(color))
    }

    /// As [`Code::with`], for a colour and a length that are known to be valid.
    #[inline]
    pub(super) const fn followed_by(self, color: u8) -> Code {
        Code(self.0 << 4 | color as u32)
    }

    /// The code without its last peg.
    #[inline]
    pub(super) const fn shortened(self) -> Code {
        Code(self.0 >> 4)
    }

    /// The last peg's colour; 0 if there are no pegs.
    #[inline]
    pub(super) const fn last(self) -> u8 {
        (self.0 & 15) as u8
    }

    /// A code as its word is written in hexadecimal: for tables in this crate, which tests check.
    pub(super) const fn from_word(word: u32) -> Code {
        Code(word)
    }

    /// The word.
    #[inline]
    pub(super) const fn word(self) -> u32 {
        self.0
    }

    /// A code from outside, for a game of this size.
    pub fn parse(text: &str, size: CodeSize) -> Result<Code, CodeError> {
        let code: Code = text.parse()?;
        code.check(size)?;
        Ok(code)
    }

    /// Whether it is a code of this size, and if not, why.
    pub fn check(self, size: CodeSize) -> Result<(), CodeError> {
        if self.pegs() != size.pegs() {
            return Err(CodeError::WrongLength(size));
        }
        if self.colors().any(|color| color > size.colors()) {
            return Err(CodeError::WrongColor(size));
        }
        Ok(())
    }

    /// How many pegs.
    #[inline]
    pub const fn pegs(self) -> u8 {
        // The first peg has a colour, so the highest nibble in use is not 0.
        (32 - self.0.leading_zeros()).div_ceil(4) as u8
    }

    /// The colours from the first peg to the last.
    pub fn colors(self) -> impl DoubleEndedIterator<Item = u8> + Clone {
        (0..self.pegs()).rev().map(move |place| (self.0 >> (4 * u32::from(place)) & 15) as u8)
    }

    /// How many pegs have the same colour as the other code's at the same place.
    #[inline]
    pub(super) const fn blacks(self, other: Code) -> u32 {
        let differing = self.0 ^ other.0;
        let is_different = differing | differing >> 1 | differing >> 2 | differing >> 3;
        let is_peg = self.0 | self.0 >> 1 | self.0 >> 2 | self.0 >> 3;
        // The product's highest nibble is the sum of all nibbles, which is 8 at most.
        (is_peg & !is_different & ONES).wrapping_mul(ONES) >> 28
    }

    /// A code of this size, all equally likely.
    pub fn random(rng: &mut impl Rng, size: CodeSize) -> Code {
        let colors = u32::from(size.colors());
        (0..size.pegs()).fold(Code(0), |code, _| code.followed_by(1 + random::below(rng, colors) as u8))
    }

    /// The code with one peg drawn again.
    pub(super) fn redrawn(self, rng: &mut impl Rng, size: CodeSize) -> Code {
        let shift = 4 * random::below(rng, u32::from(size.pegs()));
        let color = 1 + random::below(rng, u32::from(size.colors()));
        Code(self.0 & !(15 << shift) | color << shift)
    }

    /// The code at this place of the list of all codes of a size; beyond its end the list begins again.
    pub fn at(mut place: u32, size: CodeSize) -> Code {
        // `max(1)` only removes the division's panic path.
        let colors = u32::from(size.colors()).max(1);
        (0..size.pegs()).fold(Code(0), |code, peg| {
            let color = 1 + place % colors;
            place /= colors;
            Code(code.0 | color << (4 * u32::from(peg)))
        })
    }

    /// Its place in the list of all codes of a size, if it is one of them.
    pub fn place(self, size: CodeSize) -> u32 {
        let colors = u32::from(size.colors());
        self.colors()
            .fold(0u32, |place, color| place.wrapping_mul(colors).wrapping_add(u32::from(color.wrapping_sub(1))))
    }

    /// All codes of a size in numeric order.
    pub fn all(size: CodeSize) -> impl Iterator<Item = Code> {
        (0..size.n_codes()).map(move |place| Code::at(place, size))
    }
}

/// Digits, then J, K, L; with `#` letters from A on.
impl fmt::Display for Code {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write;
        let letters = formatter.alternate();
        self.colors().try_for_each(|color| {
            let base = if letters || color > 9 { b'A' - 1 } else { b'0' };
            formatter.write_char(char::from(base + color))
        })
    }
}

impl fmt::Debug for Code {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

impl FromStr for Code {
    type Err = CodeError;

    fn from_str(text: &str) -> Result<Code, CodeError> {
        let mut code = Code(0);
        for letter in text.chars() {
            let color = match letter {
                '1'..='9' => letter as u8 - b'0',
                'A'..='L' => letter as u8 - b'A' + 1,
                'a'..='l' => letter as u8 - b'a' + 1,
                _ => return Err(CodeError::Color),
            };
            code = code.with(color)?;
        }
        if code.pegs() == 0 { Err(CodeError::Length) } else { Ok(code) }
    }
}

impl From<Code> for u32 {
    fn from(code: Code) -> u32 {
        code.0
    }
}

impl TryFrom<u32> for Code {
    type Error = CodeError;

    fn try_from(word: u32) -> Result<Code, CodeError> {
        let code = Code(word);
        if code.pegs() == 0 {
            return Err(CodeError::Length);
        }
        if code.colors().any(|color| !(1..=CodeSize::MAX_COLORS).contains(&color)) {
            return Err(CodeError::Color);
        }
        Ok(code)
    }
}

/// Why something is not a code, or not one of the game's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CodeError {
    /// A peg is not one of the twelve colours.
    Color,
    /// No peg, or more than eight.
    Length,
    /// The game's codes have another length.
    WrongLength(CodeSize),
    /// The game has fewer colours.
    WrongColor(CodeSize),
}

impl fmt::Display for CodeError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CodeError::Color => formatter.write_str("colours are written 1 to 9 and J, K, L, or A to L"),
            CodeError::Length => write!(formatter, "a code has 1 to {} pegs", CodeSize::MAX_PEGS),
            CodeError::WrongLength(size) if size.pegs() == 1 => formatter.write_str("a code has 1 peg here"),
            CodeError::WrongLength(size) => write!(formatter, "a code has {} pegs here", size.pegs()),
            CodeError::WrongColor(size) => match Code::new(&[size.colors()]) {
                Ok(last) => write!(formatter, "the colours are 1 to {last} here (or A to {last:#})"),
                Err(_) => formatter.write_str("there is no such colour"),
            },
        }
    }
}

impl core::error::Error for CodeError {}

#[cfg(test)]
mod tests {
    use super::*;
    use std::string::ToString;
    use std::vec::Vec;

    #[test]
    fn codes_are_listed_in_numeric_order() {
        let codes: Vec<Code> = Code::all(CodeSize::CLASSIC).collect();
        assert_eq!(codes.len(), 1296);
        assert_eq!((codes[0].to_string().as_str(), codes[1295].to_string().as_str()), ("1111", "6666"));
        assert!(codes.is_sorted());
        assert!((0..).zip(&codes).all(|(place, code)| code.place(CodeSize::CLASSIC) == place));
    }

    #[test]
    fn colours_beyond_nine_are_letters() {
        let code = Code::new(&[1, 9, 10, 11, 12]).unwrap();
        assert_eq!(code.to_string(), "19JKL");
        assert_eq!(std::format!("{code:#}"), "AIJKL");
        assert_eq!(["19JKL", "19jkl", "AIJKL", "aijkl"].map(|text| text.parse()), [Ok(code); 4]);
    }

    #[test]
    fn what_is_no_code_is_refused_with_the_reason() {
        let parse = |text| Code::parse(text, CodeSize::CLASSIC);
        assert_eq!(parse(""), Err(CodeError::Length));
        assert_eq!(parse("123456789"), Err(CodeError::Length));
        assert_eq!(parse("1230"), Err(CodeError::Color));
        assert_eq!(parse("12 4"), Err(CodeError::Color));
        assert_eq!(parse("123é"), Err(CodeError::Color));
        assert_eq!(parse("123M"), Err(CodeError::Color));
        assert_eq!(parse("123"), Err(CodeError::WrongLength(CodeSize::CLASSIC)));
        assert_eq!(parse("1237"), Err(CodeError::WrongColor(CodeSize::CLASSIC)));
        assert_eq!(Code::try_from(0), Err(CodeError::Length));
        assert_eq!(Code::try_from(0x1021), Err(CodeError::Color));
        assert_eq!(Code::try_from(0x112d), Err(CodeError::Color));
    }
}
