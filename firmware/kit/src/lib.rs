//! What the boards share below the application. Knows no board's registers or pins.
#![no_std]
#![deny(missing_docs)]

mod lights;
mod ring;
#[cfg(feature = "stack")]
pub mod stack;

pub use lights::{Light, Lights, Wiring};
pub use ring::Ring;
