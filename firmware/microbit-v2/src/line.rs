//! The serial line's pins and its interrupt.
#![allow(unsafe_code)]

use nrf52833_pac::{Interrupt, NVIC, P0, P1, UART0, interrupt};
use pipsqueak_nordic::Uart;

/// Of port 0.
const OUTPUT: usize = 6;
/// Of port 1.
const INPUT: usize = 8;
/// The bit of a pin selector that means port 1.
const PORT_1: u32 = 1 << 5;

/// Starts the line.
pub fn start(registers: UART0, port_0: &P0, port_1: &P1) -> Uart {
    // SAFETY: one bit for one pin, which only this line uses.
    port_0.outset.write(|w| unsafe { w.bits(1 << OUTPUT) });
    port_0.pin_cnf[OUTPUT].write(|w| w.dir().output());
    port_1.pin_cnf[INPUT].write(|w| w.dir().input().input().connect());
    let line = Uart::start(registers, OUTPUT as u32, PORT_1 | INPUT as u32);
    // SAFETY: the handler below is ready for it, and no critical section relies on its being off.
    unsafe { NVIC::unmask(Interrupt::UARTE0_UART0) };
    line
}

#[interrupt]
fn UARTE0_UART0() {
    Uart::receive();
}
