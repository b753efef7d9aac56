//! What the boards share below the application. Knows no board's registers or pins.
#![no_std]
#![deny(missing_docs)]

#[cfg(feature = "board")]
pub mod fault;
mod lights;
mod ring;
#[cfg(feature = "board")]
pub mod stack;

pub use lights::{Light, Lights, Wiring};
pub use ring::Ring;
