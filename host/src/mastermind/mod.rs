//! Mastermind on the desktop.
#![allow(missing_docs)]

pub mod whole;
