//! The common part of both micro:bits: the Nordic chips' serial line, flash controller and clock, and the board made of
//! them. Knows their registers; knows no pins of a board.
//!
//! **The drivers are our own,** over the register crates: the HAL's UART hangs in the emulator, and our drivers are
//! short. The stack lies below the statics, so that an overflow faults instead of overwriting variables.
#![no_std]
#![deny(missing_docs)]

#[cfg(feature = "nrf51")]
pub use nrf51_pac as pac;
#[cfg(feature = "nrf52833")]
pub use nrf52833_pac as pac;

mod clock;
mod flash;
mod microbit;
mod uart;

pub use clock::Clock;
pub use flash::Flash;
pub use microbit::{Model, run};
pub use uart::Uart;
