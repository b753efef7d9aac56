//! Pictures for a display of 5 x 5 LEDs: the state of a game after a decision, as each game draws it.

/// The LEDs that are on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Picture {
    /// By row, the top one first; bit 0 is the leftmost LED.
    pub steady: [u8; 5],
    /// Blinking LEDs, in the same format. None of them is steady.
    pub blinking: [u8; 5],
}

impl Picture {
    /// A pip: the board is ready, and no move has been requested yet.
    pub const PIP: Picture = Picture { steady: [0b00100, 0b01110, 0b11111, 0b01110, 0b00100], blinking: [0; 5] };

    /// Three dots: a long decision is in progress.
    pub const THINKING: Picture = Picture { steady: [0; 5], blinking: [0, 0, 0b10101, 0, 0] };

    /// All dark.
    pub const DARK: Picture = Picture { steady: [0; 5], blinking: [0; 5] };
}
