//! Drivers for what the Nordic chips of both micro:bits have alike: the serial line, the flash controller, the clock.
//! Knows their registers; knows no pins of a board.
#![no_std]
#![deny(missing_docs)]

#[cfg(feature = "nrf51")]
pub use nrf51_pac as pac;
#[cfg(feature = "nrf52833")]
pub use nrf52833_pac as pac;

mod clock;
mod flash;
mod uart;

pub use clock::Clock;
pub use flash::Flash;
pub use uart::Uart;
