//! A clock that counts instructions if the emulator counts them (`-icount`); otherwise it counts time, in an
//! unspecified unit.

use core::sync::atomic::{AtomicU32, Ordering};

use cortex_m::peripheral::SYST;
use cortex_m::peripheral::syst::SystClkSource;
use cortex_m_rt::exception;

/// The counter has 24 bits.
const TURN: u32 = 1 << 24;
/// The instructions of the calibration loop.
const TRIAL: u32 = 1_000_000;

/// How often the counter has wrapped around.
static N_TURNS: AtomicU32 = AtomicU32::new(0);

/// The clock.
pub struct Clock {
    /// The counts of the calibration loop.
    a_trial: u64,
}

impl Clock {
    /// Starts the counter, and measures its speed.
    pub fn start(mut counter: SYST) -> Clock {
        counter.set_clock_source(SystClkSource::Core);
        counter.set_reload(TURN - 1);
        counter.clear_current();
        counter.enable_counter();
        counter.enable_interrupt();
        let before = counted();
        // A loop of two instructions, one of which counts down by one.
        cortex_m::asm::delay(TRIAL / 2);
        Clock { a_trial: counted().wrapping_sub(before).max(1) }
    }

    /// Instructions since the start; wraps around.
    pub fn instructions(&mut self) -> u32 {
        (u128::from(counted()) * u128::from(TRIAL)).checked_div(self.a_trial.into()).unwrap_or_default() as u32
    }
}

/// The counts so far, with the turns. Read again if a turn ends meanwhile.
fn counted() -> u64 {
    loop {
        let n_turns = N_TURNS.load(Ordering::Relaxed);
        let rest = SYST::get_current();
        if N_TURNS.load(Ordering::Relaxed) == n_turns {
            return u64::from(n_turns) * u64::from(TURN) + u64::from(TURN - 1 - rest.min(TURN - 1));
        }
    }
}

#[exception]
fn SysTick() {
    N_TURNS.store(N_TURNS.load(Ordering::Relaxed).wrapping_add(1), Ordering::Relaxed);
}
