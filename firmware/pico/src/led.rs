//! The one LED on the board: a short flash for each decision.
#![allow(unsafe_code)]

use core::sync::atomic::{AtomicU32, Ordering};

use cortex_m::peripheral::SYST;
use cortex_m::peripheral::syst::SystClkSource;
use cortex_m_rt::exception;
use embedded_hal::digital::OutputPin;
use rp2040_hal::gpio::bank0::Gpio25;
use rp2040_hal::gpio::{FunctionNull, Pin, PullDown};
use rp2040_hal::pac::SIO;

const MASK: u32 = 1 << 25;
const FLASH_MILLISECONDS: u32 = 120;

/// Milliseconds that the LED stays on. A flash that begins while the interrupt counts down may be lost, which does no
/// harm.
static REST: AtomicU32 = AtomicU32::new(0);

/// Makes the pin an output, dark, and starts a tick every millisecond.
pub fn start(pin: Pin<Gpio25, FunctionNull, PullDown>, mut tick: SYST, cycles_per_second: u32) {
    let _ = pin.into_push_pull_output().set_low();
    tick.set_clock_source(SystClkSource::Core);
    tick.set_reload(cycles_per_second / 1000 - 1);
    tick.clear_current();
    tick.enable_counter();
    tick.enable_interrupt();
}

/// Flashes once.
pub fn flash() {
    REST.store(FLASH_MILLISECONDS, Ordering::Relaxed);
}

#[exception]
fn SysTick() {
    let rest = REST.load(Ordering::Relaxed);
    REST.store(rest.saturating_sub(1), Ordering::Relaxed);
    // SAFETY: setting and clearing a pin affects no other, and only the LED uses this one.
    let gpio = unsafe { &*SIO::ptr() };
    if rest > 0 {
        gpio.gpio_out_set().write(|w| unsafe { w.bits(MASK) });
    } else {
        gpio.gpio_out_clr().write(|w| unsafe { w.bits(MASK) });
    }
}
