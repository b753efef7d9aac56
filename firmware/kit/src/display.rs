//! The picture on a display of 5 x 5 LEDs, passed from the program to the interrupt that drives one wired row after
//! another. The program does the work, once per picture; the interrupt, a thousand times per second, only looks it up.

use core::sync::atomic::{AtomicU32, AtomicUsize, Ordering};

use pipsqueak_app::Picture;

/// Milliseconds between two changes of a blinking LED: about two blinks a second. A power of two, because a division
/// is long on a small processor.
const HALF_BLINK: u32 = 256;

/// A display wired as this many rows of LEDs, in any order.
pub struct Display<const ROWS: usize> {
    /// A change between two words is visible for one refresh, which is too short to see.
    rows: [Row; ROWS],
    /// Only the interrupt uses it.
    row: AtomicUsize,
    millisecond: AtomicU32,
}

/// An LED's column and row in the picture; `None` where a wired row has no LED.
pub type Led = Option<(u8, u8)>;

/// A wired row: bit `n` for its `n`-th LED.
struct Row {
    steady: AtomicU32,
    blinking: AtomicU32,
}

/// For each wired row and each of its LEDs, the position in the picture.
pub type Wiring<const ROWS: usize, const COLUMNS: usize> = [[Led; COLUMNS]; ROWS];

impl<const ROWS: usize> Display<ROWS> {
    /// All dark.
    pub const fn new() -> Self {
        let rows = [const { Row { steady: AtomicU32::new(0), blinking: AtomicU32::new(0) } }; ROWS];
        Display { rows, row: AtomicUsize::new(0), millisecond: AtomicU32::new(0) }
    }

    /// Shows a picture from now on.
    pub fn show<const COLUMNS: usize>(&self, picture: Picture, wiring: &Wiring<ROWS, COLUMNS>) {
        for (row, wiring) in self.rows.iter().zip(wiring) {
            row.steady.store(wired(wiring, picture.steady), Ordering::Relaxed);
            row.blinking.store(wired(wiring, picture.blinking), Ordering::Relaxed);
        }
    }

    /// The next wired row and its LEDs that are on: bit `n` for its `n`-th. Called every millisecond, by one interrupt.
    pub fn next(&self) -> (usize, u32) {
        let now = self.millisecond.load(Ordering::Relaxed).wrapping_add(1);
        self.millisecond.store(now, Ordering::Relaxed);
        let number = self.row.load(Ordering::Relaxed);
        let (number, row) = match self.rows.get(number + 1) {
            Some(row) => (number + 1, Some(row)),
            None => (0, self.rows.first()),
        };
        self.row.store(number, Ordering::Relaxed);
        let Some(Row { steady, blinking }) = row else { return (0, 0) };
        let blinks = if now & HALF_BLINK == 0 { blinking.load(Ordering::Relaxed) } else { 0 };
        (number, steady.load(Ordering::Relaxed) | blinks)
    }
}

impl<const ROWS: usize> Default for Display<ROWS> {
    fn default() -> Self {
        Self::new()
    }
}

fn wired(wiring: &[Led], picture: [u8; 5]) -> u32 {
    let is_on =
        |&led: &Led| led.is_some_and(|(x, y)| picture.get(usize::from(y)).is_some_and(|row| row >> (x & 7) & 1 != 0));
    wiring.iter().rev().fold(0, |leds, led| leds << 1 | u32::from(is_on(led)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_light_is_found_where_it_is_wired_and_blinking_ones_go_on_and_off() {
        // The left half of the picture's first row and the rightmost LED of its last.
        let wiring = [[Some((0, 0)), Some((1, 0))], [None, Some((4, 4))]];
        let leds = Display::new();
        leds.show(Picture { steady: [0b00001, 0, 0, 0, 0b10000], blinking: [0b00010, 0, 0, 0, 0] }, &wiring);
        let mut seen = [0; 2];
        for millisecond in 1..=1024 {
            let (row, columns) = leds.next();
            seen[row] += 1;
            match row {
                0 => assert_eq!(columns, if millisecond / 256 % 2 == 0 { 0b11 } else { 0b01 }),
                _ => assert_eq!(columns, 0b10),
            }
        }
        assert_eq!(seen, [512, 512]);
    }
}
