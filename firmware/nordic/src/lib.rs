//! What both micro:bits have alike: the Nordic chips' serial line, flash controller and clock, and the board that is made of
//! them. Knows their registers; knows no pins of a board.
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
