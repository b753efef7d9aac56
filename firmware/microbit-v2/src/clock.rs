//! Time: a 16 MHz counter to measure with, and a tick every millisecond, which refreshes the lights.
#![allow(unsafe_code)]

use cortex_m::peripheral::SYST;
use cortex_m::peripheral::syst::SystClkSource;
use cortex_m_rt::exception;
use nrf52833_pac::{CLOCK, TIMER0};

use crate::matrix;

/// The 16 MHz counter.
pub struct Clock {
    timer: TIMER0,
}

impl Clock {
    /// How fast it counts.
    pub const TICKS_PER_SECOND: u32 = 16_000_000;
    /// How fast the processor runs.
    const CYCLES_PER_SECOND: u32 = 64_000_000;

    /// Starts everything that tells time.
    pub fn start(oscillator: CLOCK, timer: TIMER0, mut tick: SYST) -> Clock {
        // The crystal is exact enough for 115200 baud at any temperature. Should it not start, the built-in oscillator
        // goes on, and the line is merely worse.
        //
        // SAFETY (here and below): values that the manual gives for registers without names for their values.
        oscillator.tasks_hfclkstart.write(|w| unsafe { w.bits(1) });
        for _ in 0..1_000_000 {
            if oscillator.events_hfclkstarted.read().bits() != 0 {
                break;
            }
        }
        timer.bitmode.write(|w| w.bitmode()._32bit());
        timer.prescaler.write(|w| unsafe { w.bits(0) });
        timer.tasks_start.write(|w| unsafe { w.bits(1) });

        tick.set_clock_source(SystClkSource::Core);
        tick.set_reload(Self::CYCLES_PER_SECOND / 1000 - 1);
        tick.clear_current();
        tick.enable_counter();
        tick.enable_interrupt();
        Clock { timer }
    }

    /// What it shows.
    pub fn ticks(&mut self) -> u32 {
        // SAFETY: the only value of a task.
        self.timer.tasks_capture[0].write(|w| unsafe { w.bits(1) });
        self.timer.cc[0].read().bits()
    }
}

#[exception]
fn SysTick() {
    matrix::refresh();
}
