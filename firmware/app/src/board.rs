//! What the application asks of a board besides its line and its flash.

use crate::Picture;

/// A board.
pub trait Board {
    /// What it is called, in 12 bytes at most.
    const NAME: &'static str;
    /// How fast [`ticks`](Board::ticks) counts.
    const TICKS_PER_SECOND: u32;

    /// A clock that counts up and wraps around.
    fn ticks(&mut self) -> u32;

    /// The most bytes of stack in use so far; 0 where that is not measured.
    fn stack_high_water(&mut self) -> u32;

    /// Bytes of static variables; 0 where they are not known.
    fn static_ram(&mut self) -> u32;

    /// Shows a picture until the next one.
    fn show(&mut self, picture: Picture);
}
