//! Fault handlers: a log line, if enabled, and a restart. The champion in flash is valid at every moment, and the host
//! asks again.
#![allow(unsafe_code)]

#[cfg(not(feature = "no-panic"))]
use core::panic::PanicInfo;

#[cfg(feature = "no-panic")]
use panic_never as _;

use cortex_m::peripheral::SCB;
use cortex_m_rt::{ExceptionFrame, exception};

/// Restarts the board.
pub fn restart() -> ! {
    SCB::sys_reset()
}

#[cfg(not(feature = "no-panic"))]
#[panic_handler]
fn panic(_info: &PanicInfo<'_>) -> ! {
    #[cfg(feature = "log")]
    defmt::error!("{}", defmt::Display2Format(_info));
    restart()
}

// SAFETY (of both): they touch nothing that the interrupted program could have left half done.
#[exception]
unsafe fn HardFault(_frame: &ExceptionFrame) -> ! {
    #[cfg(feature = "log")]
    defmt::error!("hard fault at {=u32:x}", _frame.pc());
    restart()
}

#[exception]
unsafe fn DefaultHandler(_interrupt: i16) {
    #[cfg(feature = "log")]
    defmt::error!("unexpected interrupt {=i16}", _interrupt);
    restart()
}
