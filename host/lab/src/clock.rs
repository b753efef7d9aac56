//! A clock that the caller passes in: the laboratory never reads the system clock.

use pipsqueak_core::search::Clock;

/// Starts a clock that counts microseconds from now. A clock that returns [`u32::MAX`] ends every search that has a
/// time limit.
pub type StartClock = fn() -> Box<dyn Clock>;

/// A clock that stands still, for searches without a time limit.
pub fn no_clock() -> Box<dyn Clock> {
    struct Still;
    impl Clock for Still {
        fn micros(&mut self) -> u32 {
            0
        }
    }
    Box::new(Still)
}
