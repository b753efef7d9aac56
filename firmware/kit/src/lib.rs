//! What the boards share below the application. Knows no board's registers or pins.
#![no_std]
#![deny(missing_docs)]

mod display;
#[cfg(feature = "board")]
pub mod fault;
mod ring;
#[cfg(feature = "board")]
pub mod stack;

pub use display::{Display, Led, Wiring};
pub use ring::Ring;
