//! What the desktop and the page have in common beside the core: records, words, levels, memory for players. Knows
//! allocation and text; knows no file, thread, port, terminal or clock, so that it runs in a browser too.
//!
//! Invariant: no `std`. A page that carries it carries backtraces and the names in them, a tenth of all that it fetches.
#![forbid(unsafe_code)]
#![deny(missing_docs)]

pub mod checkers;
mod failure;
pub mod fiveo;
pub mod hex;
pub mod json;
pub mod json_lines;
pub mod mastermind;
pub mod text;
pub mod workers;

pub use failure::{Failure, Result};

/// The champions' region of a board that is in this process.
pub type RamFlash = pipsqueak_app::RamFlash<Box<pipsqueak_app::RegionBytes>>;

/// The name of the champion that every board comes with, in the games that have one.
pub const SHIPPED: &str = "champion";
