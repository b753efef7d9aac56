//! The 5 x 5 lights, which are wired as 3 rows of 9: one row is lit at a time, a millisecond each.
#![allow(unsafe_code)]

use nrf51_pac::GPIO;
use pipsqueak_app::Picture;
use pipsqueak_kit::Lights;

/// Rows are lit by a high pin, columns by a low one.
const ROW_PINS: [u32; 3] = [13, 14, 15];
const COLUMN_PINS: [u32; 9] = [4, 5, 6, 7, 8, 9, 10, 11, 12];
const ROWS: u32 = 0b111 << ROW_PINS[0];
const COLUMNS: u32 = 0b1_1111_1111 << COLUMN_PINS[0];

/// There is no light here. The picture's bits end long before.
const NONE: u8 = 31;
/// By wired row and column: the light's bit in the picture, `5 * y + x`. From the schematic of the micro:bit 1.5.
const WIRING: [[u8; 9]; 3] = [
    [at(0, 0), at(2, 0), at(4, 0), at(4, 3), at(3, 3), at(2, 3), at(1, 3), at(0, 3), at(1, 2)],
    [at(4, 2), at(0, 2), at(2, 2), at(1, 0), at(3, 0), at(3, 4), at(1, 4), NONE, NONE],
    [at(2, 4), at(4, 4), at(0, 4), at(0, 1), at(1, 1), at(2, 1), at(3, 1), at(4, 1), at(3, 2)],
];

const fn at(x: u8, y: u8) -> u8 {
    5 * y + x
}

static LIGHTS: Lights = Lights::new();

/// Makes the pins outputs, all dark.
pub fn prepare(gpio: &GPIO) {
    // SAFETY: one bit a pin, and these pins belong to the lights alone.
    gpio.outclr.write(|w| unsafe { w.bits(ROWS) });
    gpio.outset.write(|w| unsafe { w.bits(COLUMNS) });
    gpio.dirset.write(|w| unsafe { w.bits(ROWS | COLUMNS) });
}

/// Shows a picture from now on.
pub fn show(picture: Picture) {
    LIGHTS.show(picture);
}

/// Lights the next row. Called every millisecond, by an interrupt.
pub fn refresh(millisecond: u32) {
    let lights = LIGHTS.at(millisecond);
    let (Some(wiring), Some(&pin)) = (WIRING.get(millisecond as usize % 3), ROW_PINS.get(millisecond as usize % 3))
    else {
        return;
    };
    let lit = wiring.iter().rev().fold(0, |lit, &light| lit << 1 | lights >> light & 1) << COLUMN_PINS[0];
    // SAFETY: setting and clearing pins touches no others than those named, so it needs no owner of the whole port.
    let gpio = unsafe { &*GPIO::ptr() };
    // Dark while the columns change, so that no light of the next row glows with this one's.
    gpio.outclr.write(|w| unsafe { w.bits(ROWS) });
    gpio.outset.write(|w| unsafe { w.bits(COLUMNS & !lit) });
    gpio.outclr.write(|w| unsafe { w.bits(lit) });
    gpio.outset.write(|w| unsafe { w.bits(1 << pin) });
}
