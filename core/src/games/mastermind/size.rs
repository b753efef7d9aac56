//! The size of a code: its pegs and its colours.

use core::fmt;

use serde::{Deserialize, Serialize};

/// Pegs of a code and colours to choose from, both within the limits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "(u8, u8)", into = "(u8, u8)")]
pub struct CodeSize {
    pegs: u8,
    colors: u8,
}

impl CodeSize {
    /// The most pegs.
    pub const MAX_PEGS: u8 = 8;
    /// The most colours.
    pub const MAX_COLORS: u8 = 12;
    /// The classic game: four pegs, six colours.
    pub const CLASSIC: CodeSize = CodeSize { pegs: 4, colors: 6 };

    /// A size from outside.
    pub const fn new(pegs: u8, colors: u8) -> Result<CodeSize, SizeError> {
        if pegs == 0 || pegs > CodeSize::MAX_PEGS {
            return Err(SizeError::Pegs(pegs));
        }
        if colors == 0 || colors > CodeSize::MAX_COLORS {
            return Err(SizeError::Colors(colors));
        }
        Ok(CodeSize { pegs, colors })
    }

    /// Pegs of a code: 1 to 8.
    #[inline]
    pub const fn pegs(self) -> u8 {
        self.pegs
    }

    /// Colours to choose from: 1 to 12.
    #[inline]
    pub const fn colors(self) -> u8 {
        self.colors
    }

    /// How many codes there are: at most 429,981,696.
    pub const fn n_codes(self) -> u32 {
        (self.colors as u32).pow(self.pegs as u32)
    }

    /// How many answers there are. One peg short of all blacks there can be no white.
    pub const fn n_answers(self) -> u32 {
        let pegs = self.pegs as u32;
        pegs * (pegs + 3) / 2
    }
}

impl fmt::Display for CodeSize {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}x{}", self.pegs, self.colors)
    }
}

impl From<CodeSize> for (u8, u8) {
    fn from(size: CodeSize) -> (u8, u8) {
        (size.pegs, size.colors)
    }
}

impl TryFrom<(u8, u8)> for CodeSize {
    type Error = SizeError;

    fn try_from((pegs, colors): (u8, u8)) -> Result<CodeSize, SizeError> {
        CodeSize::new(pegs, colors)
    }
}

/// Why there is no game of a size.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SizeError {
    /// Too few or too many pegs.
    Pegs(u8),
    /// Too few or too many colours.
    Colors(u8),
}

impl fmt::Display for SizeError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SizeError::Pegs(pegs) => write!(formatter, "a code has 1 to {} pegs, not {pegs}", CodeSize::MAX_PEGS),
            SizeError::Colors(colors) => {
                write!(formatter, "there are 1 to {} colours, not {colors}", CodeSize::MAX_COLORS)
            }
        }
    }
}

impl core::error::Error for SizeError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_classic_game_has_1296_codes_and_14_answers() {
        assert_eq!((CodeSize::CLASSIC.n_codes(), CodeSize::CLASSIC.n_answers()), (1296, 14));
    }

    #[test]
    fn the_largest_game_is_8x12_and_the_smallest_1x1() {
        assert_eq!(CodeSize::new(8, 12).map(CodeSize::n_codes), Ok(429_981_696));
        assert_eq!(CodeSize::new(1, 1).map(CodeSize::n_codes), Ok(1));
        assert_eq!(CodeSize::new(9, 6), Err(SizeError::Pegs(9)));
        assert_eq!(CodeSize::new(0, 6), Err(SizeError::Pegs(0)));
        assert_eq!(CodeSize::new(4, 13), Err(SizeError::Colors(13)));
        assert_eq!(CodeSize::new(4, 0), Err(SizeError::Colors(0)));
    }
}
