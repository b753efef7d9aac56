//! The application on a processor with hardware floats, for tests: it must decide as the processors without. Champions
//! are in RAM and lost with the power; everything else is as on a board. Knows the emulated board's line and clock.
#![no_std]
#![no_main]

mod clock;
mod usart;

use cortex_m_rt::entry;
use pipsqueak_app::slots::REGION;
use pipsqueak_app::{Board, GAMES, Picture, RamFlash, serve};
use pipsqueak_kit::{fault, stack};

use clock::Clock;
use usart::Usart;

struct Netduino(Clock);

impl Board for Netduino {
    const NAME: &'static str = "netduino";
    /// The processor's frequency; an instruction counts as a cycle.
    const TICKS_PER_SECOND: u32 = 168_000_000;

    fn ticks(&mut self) -> u32 {
        self.0.instructions()
    }

    fn stack_high_water(&mut self) -> u32 {
        stack::high_water()
    }

    fn static_ram(&mut self) -> u32 {
        stack::static_ram()
    }

    fn show(&mut self, _picture: Picture) {}
}

#[entry]
fn main() -> ! {
    let Some(core) = cortex_m::Peripherals::take() else { fault::restart() };
    let Some(memory) = cortex_m::singleton!(: [u8; REGION as usize] = [0; REGION as usize]) else { fault::restart() };
    let clock = Clock::start(core.SYST);
    let _ = serve(&mut Usart::start(), RamFlash::holding(memory), Netduino(clock), GAMES);
    // A wired line never ends.
    fault::restart()
}
