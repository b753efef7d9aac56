//! Mastermind on the desktop.
#![allow(missing_docs)]

pub mod search;
pub mod whole;
