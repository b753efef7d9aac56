//! The page's clock. It is the browser's, and comes in where everything else does.

use std::cell::Cell;

thread_local! {
    static CLOCK: Cell<fn() -> u32> = const { Cell::new(|| 0) };
}

/// Hands in whoever tells the time, in microseconds that wrap around.
pub fn set(micros: fn() -> u32) {
    CLOCK.set(micros);
}

/// Microseconds, wrapping around; 0 as long as nobody tells the time.
pub fn micros() -> u32 {
    (CLOCK.get())()
}
