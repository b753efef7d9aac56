//! The clock that limits searches and rollouts.

use std::time::Instant;

use pipsqueak_core::search::Clock;

use super::signals;

/// Starts a clock that runs out once the command is asked to stop, so that no search continues after Ctrl-C.
pub fn interruptible() -> Box<dyn Clock> {
    Box::new(InterruptibleClock(Instant::now()))
}

struct InterruptibleClock(Instant);

impl Clock for InterruptibleClock {
    fn micros(&mut self) -> u32 {
        let elapsed = u32::try_from(self.0.elapsed().as_micros()).unwrap_or(u32::MAX);
        if signals::stop_is_wanted() { u32::MAX } else { elapsed }
    }
}
