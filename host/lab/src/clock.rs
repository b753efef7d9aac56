//! A clock that the caller hands in: the laboratory reads none of its own.

use pipsqueak_core::search::Clock;

/// Starts a clock that counts microseconds from now. A clock that says [`u32::MAX`] ends every search that is limited by time.
pub type StartClock = fn() -> Box<dyn Clock>;

/// A clock that stands still, where nothing is limited by time.
pub fn no_clock() -> Box<dyn Clock> {
    struct Still;
    impl Clock for Still {
        fn micros(&mut self) -> u32 {
            0
        }
    }
    Box::new(Still)
}
