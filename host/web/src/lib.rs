//! Everything of the page that decides: games, players, records, explanations, a board, and the line to one. Knows no
//! document, port or file; what enters and leaves is bytes and JSON, through [`exports`] alone.
//!
//! ```text
//! page (JavaScript) ── worker ── exports ── games ── core, shared     a table to play at
//!                                   ├────── board ── firmware/app     the board inside the page
//!                                   └────── line  ── core::link       the way to any board
//! ```
#![deny(missing_docs)]

mod board;
mod clock;
mod exports;
pub mod games;
pub mod line;

pub use board::PageBoard;
