//! The picture that a panel of 5 x 5 lights shows, handed from the program to the interrupt that drives the lights.

use core::sync::atomic::{AtomicU32, Ordering};

use pipsqueak_app::Picture;

/// A picture that may change at any moment. A change that falls between its two halves shows for one refresh, which
/// nobody sees.
pub struct Lights {
    steady: AtomicU32,
    blinking: AtomicU32,
}

impl Lights {
    /// No light.
    pub const fn new() -> Lights {
        Lights { steady: AtomicU32::new(0), blinking: AtomicU32::new(0) }
    }

    /// Shows a picture from now on.
    pub fn show(&self, picture: Picture) {
        self.steady.store(bits(picture.steady), Ordering::Relaxed);
        self.blinking.store(bits(picture.blinking), Ordering::Relaxed);
    }

    /// The lights that are on at a moment: bit `5 * row + column`. Blinking ones change about four times a second.
    pub fn at(&self, millisecond: u32) -> u32 {
        let steady = self.steady.load(Ordering::Relaxed);
        let is_blink_on = (millisecond / 256).is_multiple_of(2);
        if is_blink_on { steady | self.blinking.load(Ordering::Relaxed) } else { steady }
    }
}

impl Default for Lights {
    fn default() -> Self {
        Self::new()
    }
}

fn bits(rows: [u8; 5]) -> u32 {
    rows.iter().rev().fold(0, |bits, &row| bits << 5 | u32::from(row & 0b11111))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_follow_each_other_and_blinking_lights_go_on_and_off() {
        let lights = Lights::new();
        lights.show(Picture { steady: [0b00001, 0, 0, 0, 0b10000], blinking: [0b00010, 0, 0, 0, 0] });
        assert_eq!(lights.at(0), 1 | 1 << 24 | 2);
        assert_eq!(lights.at(256), 1 | 1 << 24);
        assert_eq!(lights.at(512), 1 | 1 << 24 | 2);
    }
}
