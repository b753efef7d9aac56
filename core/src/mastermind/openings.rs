//! The first guess of every size.

use super::{Code, Objective, Size};

/// The first guess.
pub fn opening(size: Size, objective: Objective) -> Code {
    let word = match (size.pegs(), size.colors(), objective) {
        (4, 6, Objective::Minimax) => 0x1122,
        (4, 6, Objective::Entropy) => 0x1234,
        (4, 6, _) => 0x1123,
        (5, _, Objective::Minimax) => 0x11223,
        (7, 10, _) => 0x1123456,
        (pegs, ..) => 0x11223344 >> (32 - 4 * pegs),
    };
    Code::from_word(word)
}
