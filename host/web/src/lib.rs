//! Everything of the page that decides: games, players, records, explanations, a board, and sessions with any. Knows no
//! document, port or file; what enters and leaves is bytes and JSON, through [`exports`] alone.
//!
//! ```text
//! page (JavaScript) ── worker ── exports ── games ── core, lab        a table to play at
//!                                   ├────── board ── firmware/app     the board inside the page
//!                                   └────── link  ── core::link       sessions with any board
//! ```
//!
//! Invariant: a panic is a bug; it traps, which ends the call, and the page says so.
#![deny(missing_docs)]

#[cfg(feature = "boards")]
mod board;
mod exports;
#[cfg(feature = "games")]
pub mod games;
#[cfg(feature = "boards")]
pub mod link;

#[cfg(feature = "boards")]
pub use board::PageBoard;
