//! The display of 5 x 5 LEDs: one row is lit at a time, a millisecond each.
#![allow(unsafe_code)]

use cortex_m_rt::exception;
use nrf52833_pac::{P0, P1};
use pipsqueak_app::Picture;
use pipsqueak_kit::{Display, Led, Wiring};

/// Lit by a high pin, all of port 0.
const ROW_PINS: [u32; 5] = [21, 22, 15, 24, 19];
/// Lit by a low pin, all of port 0 but the fourth.
const COLUMN_PINS: [u32; 5] = [28, 11, 31, 5, 30];
/// The column of port 1.
const ON_PORT_1: usize = 3;

const ROWS: u32 = bits(ROW_PINS, 0b11111);
const COLUMNS_0: u32 = bits(COLUMN_PINS, 0b11111 & !(1 << ON_PORT_1));
const COLUMNS_1: u32 = bits(COLUMN_PINS, 1 << ON_PORT_1);

/// The wiring equals the picture.
const WIRING: Wiring<5, 5> = [row(0), row(1), row(2), row(3), row(4)];

static DISPLAY: Display<5> = Display::new();

const fn row(y: u8) -> [Led; 5] {
    [Some((0, y)), Some((1, y)), Some((2, y)), Some((3, y)), Some((4, y))]
}

/// The bits of those of five pins that are selected.
const fn bits([first, second, third, fourth, fifth]: [u32; 5], named: u32) -> u32 {
    (named & 1) << first
        | (named >> 1 & 1) << second
        | (named >> 2 & 1) << third
        | (named >> 3 & 1) << fourth
        | (named >> 4 & 1) << fifth
}

/// Makes the pins outputs, all dark.
pub fn prepare(port_0: &P0, port_1: &P1) {
    // SAFETY: one bit per pin, and only the display uses these pins.
    port_0.outclr.write(|w| unsafe { w.bits(ROWS) });
    port_0.outset.write(|w| unsafe { w.bits(COLUMNS_0) });
    port_1.outset.write(|w| unsafe { w.bits(COLUMNS_1) });
    port_0.dirset.write(|w| unsafe { w.bits(ROWS | COLUMNS_0) });
    port_1.dirset.write(|w| unsafe { w.bits(COLUMNS_1) });
}

/// Shows a picture from now on.
pub fn show(picture: Picture) {
    DISPLAY.show(picture, &WIRING);
}

/// Lights the next row. Called every millisecond, by an interrupt.
fn refresh() {
    let (row, lit) = DISPLAY.next();
    let lit_0 = bits(COLUMN_PINS, lit & !(1 << ON_PORT_1));
    let lit_1 = bits(COLUMN_PINS, lit & 1 << ON_PORT_1);
    // SAFETY: setting and clearing pins affects only those named, so it needs no owner of a whole port.
    let (port_0, port_1) = unsafe { (&*P0::ptr(), &*P1::ptr()) };
    // Dark while the columns change, so that no LED of the next row glows with this one's.
    port_0.outclr.write(|w| unsafe { w.bits(ROWS) });
    port_0.outset.write(|w| unsafe { w.bits(COLUMNS_0 & !lit_0) });
    port_0.outclr.write(|w| unsafe { w.bits(lit_0) });
    port_1.outset.write(|w| unsafe { w.bits(COLUMNS_1 & !lit_1) });
    port_1.outclr.write(|w| unsafe { w.bits(lit_1) });
    port_0.outset.write(|w| unsafe { w.bits(bits(ROW_PINS, 1 << row)) });
}

#[exception]
fn SysTick() {
    refresh();
}
