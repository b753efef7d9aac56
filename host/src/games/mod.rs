//! The games of the desktop.

pub mod checkers;
pub mod fiveo;
pub mod mastermind;
pub mod play;
