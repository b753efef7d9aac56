//! The serial line's pins and its interrupt.
#![allow(unsafe_code)]

use nrf51_pac::{GPIO, Interrupt, NVIC, UART0, interrupt};
use pipsqueak_nordic::Uart;

const OUTPUT: usize = 24;
const INPUT: usize = 25;

/// Starts the line.
pub fn start(registers: UART0, gpio: &GPIO) -> Uart {
    // SAFETY: one bit for one pin, which only this line uses.
    gpio.outset.write(|w| unsafe { w.bits(1 << OUTPUT) });
    gpio.pin_cnf[OUTPUT].write(|w| w.dir().output());
    gpio.pin_cnf[INPUT].write(|w| w.dir().input().input().connect());
    let line = Uart::start(registers, OUTPUT as u32, INPUT as u32);
    // SAFETY: the handler below is ready for it, and no critical section relies on its being off.
    unsafe { NVIC::unmask(Interrupt::UART0) };
    line
}

#[interrupt]
fn UART0() {
    Uart::receive();
}
