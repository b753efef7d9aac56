//! What the display of 5 x 5 LEDs shows: how a game stands after a decision, in whatever way the game draws it.

/// Which LEDs are on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Picture {
    /// By row, the top one first; bit 0 is the leftmost LED.
    pub steady: [u8; 5],
    /// Lights that blink, in the same way. None of them is steady.
    pub blinking: [u8; 5],
}

impl Picture {
    /// A pip: the board is ready, and nobody has asked for a move yet.
    pub const PIP: Picture = Picture { steady: [0b00100, 0b01110, 0b11111, 0b01110, 0b00100], blinking: [0; 5] };

    /// Three dots: a decision takes its time.
    pub const THINKING: Picture = Picture { steady: [0; 5], blinking: [0, 0, 0b10101, 0, 0] };

    /// All dark.
    pub const DARK: Picture = Picture { steady: [0; 5], blinking: [0; 5] };
}
