//! Time: a 16 MHz counter for measurements, and a tick every millisecond, whose handler is the board's.
//!
//! The tick also keeps the emulator's serial line awake: without it, bytes sometimes wait there for a second.
#![allow(unsafe_code)]

use cortex_m::peripheral::SYST;
use cortex_m::peripheral::syst::SystClkSource;

use crate::pac::{CLOCK, TIMER0};

/// The 16 MHz counter.
pub struct Clock {
    timer: TIMER0,
}

impl Clock {
    /// Its frequency.
    pub const TICKS_PER_SECOND: u32 = 16_000_000;

    /// Starts the counter and the tick on a processor of this speed.
    pub fn start(oscillator: CLOCK, timer: TIMER0, mut tick: SYST, cycles_per_second: u32) -> Clock {
        // The crystal is exact enough for 115200 baud at any temperature. If it does not start, the built-in oscillator
        // keeps running, and the line is merely worse.
        //
        // SAFETY (here and below): values from the manual, for registers without named values.
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
        tick.set_reload(cycles_per_second / 1000 - 1);
        tick.clear_current();
        tick.enable_counter();
        tick.enable_interrupt();
        Clock { timer }
    }

    /// The current count.
    pub fn ticks(&mut self) -> u32 {
        // SAFETY: the only value of a task.
        self.timer.tasks_capture[0].write(|w| unsafe { w.bits(1) });
        self.timer.cc[0].read().bits()
    }
}
