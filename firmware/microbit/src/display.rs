//! The display of 5 x 5 LEDs, which are wired as 3 rows of 9: one row is lit at a time, a millisecond each.
#![allow(unsafe_code)]

use cortex_m_rt::exception;
use nrf51_pac::GPIO;
use pipsqueak_app::Picture;
use pipsqueak_kit::{Display, Led, Wiring};

/// Nine pins from 4, lit by a low one.
const FIRST_COLUMN: u32 = 4;
const COLUMNS: u32 = 0b1_1111_1111 << FIRST_COLUMN;
/// Three pins from 13, lit by a high one.
const FIRST_ROW: u32 = 13;
const ROWS: u32 = 0b111 << FIRST_ROW;

/// From the schematic of the micro:bit 1.5.
const WIRING: Wiring<3, 9> = [
    [at(0, 0), at(2, 0), at(4, 0), at(4, 3), at(3, 3), at(2, 3), at(1, 3), at(0, 3), at(1, 2)],
    [at(4, 2), at(0, 2), at(2, 2), at(1, 0), at(3, 0), at(3, 4), at(1, 4), None, None],
    [at(2, 4), at(4, 4), at(0, 4), at(0, 1), at(1, 1), at(2, 1), at(3, 1), at(4, 1), at(3, 2)],
];

static DISPLAY: Display<3> = Display::new();

const fn at(x: u8, y: u8) -> Led {
    Some((x, y))
}

/// Makes the pins outputs, all dark.
pub fn prepare(gpio: &GPIO) {
    // SAFETY: one bit per pin, and only the display uses these pins.
    gpio.outclr.write(|w| unsafe { w.bits(ROWS) });
    gpio.outset.write(|w| unsafe { w.bits(COLUMNS) });
    gpio.dirset.write(|w| unsafe { w.bits(ROWS | COLUMNS) });
}

/// Shows a picture from now on.
pub fn show(picture: Picture) {
    DISPLAY.show(picture, &WIRING);
}

/// Lights the next row. Called every millisecond, by an interrupt.
fn refresh() {
    let (row, lit) = DISPLAY.next();
    let lit = lit << FIRST_COLUMN;
    // SAFETY: setting and clearing pins affects only those named, so it needs no owner of the whole port.
    let gpio = unsafe { &*GPIO::ptr() };
    // Dark while the columns change, so that no LED of the next row glows with this one's.
    gpio.outclr.write(|w| unsafe { w.bits(ROWS) });
    gpio.outset.write(|w| unsafe { w.bits(COLUMNS & !lit) });
    gpio.outclr.write(|w| unsafe { w.bits(lit) });
    gpio.outset.write(|w| unsafe { w.bits(1 << FIRST_ROW << row) });
}

#[exception]
fn SysTick() {
    refresh();
}
