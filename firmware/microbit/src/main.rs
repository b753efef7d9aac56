//! Pipsqueak on the BBC micro:bit v1. Knows the pins; the link and the games are in [`pipsqueak_app`].
#![no_std]
#![no_main]

mod display;
mod line;

#[cfg(feature = "log-rtt")]
use defmt_rtt as _;
#[cfg(feature = "log-semihosting")]
use defmt_semihosting as _;

use cortex_m_rt::entry;
use nrf51_pac::{CorePeripherals, Peripherals};
use pipsqueak_app::Picture;
use pipsqueak_kit::fault;
use pipsqueak_nordic::{Clock, Model, run};

/// Where champions lie: the last 32 KB, above the firmware in the linker script.
const CHAMPIONS: u32 = 0x38000;
const PAGE: u32 = 1024;
const CYCLES_PER_SECOND: u32 = 16_000_000;

struct Microbit;

impl Model for Microbit {
    const NAME: &'static str = "microbit-v1";

    fn show(picture: Picture) {
        display::show(picture);
    }
}

#[entry]
fn main() -> ! {
    // The only call, at the start: the peripherals are not taken yet.
    let (Some(core), Some(board)) = (CorePeripherals::take(), Peripherals::take()) else { fault::restart() };
    let Peripherals { CLOCK, GPIO, NVMC, TIMER0, UART0, .. } = board;
    display::prepare(&GPIO);
    let clock = Clock::start(CLOCK, TIMER0, core.SYST, CYCLES_PER_SECOND);
    let line = line::start(UART0, &GPIO);
    run::<Microbit, CHAMPIONS, PAGE>(line, NVMC, clock)
}
