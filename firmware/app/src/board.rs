//! What the application needs of a board besides its line and its flash.

use crate::Picture;

/// A board.
pub trait Board {
    /// Its name, in 12 bytes at most.
    const NAME: &'static str;
    /// The frequency of [`ticks`](Board::ticks).
    const TICKS_PER_SECOND: u32;

    /// A clock that counts up and wraps around.
    fn ticks(&mut self) -> u32;

    /// The stack's high-water mark in bytes; 0 if it is not measured.
    fn stack_high_water(&mut self) -> u32;

    /// Bytes of static variables; 0 if they are not known.
    fn static_ram(&mut self) -> u32;

    /// Shows a picture until the next one.
    fn show(&mut self, picture: Picture);
}
