//! The page's logic: games, players, records, explanations, a board, and sessions with any board. Knows no document,
//! port or file; bytes and JSON go in and out, through [`exports`] only.
//!
//! ```text
//! page (JavaScript) ── worker ── exports ── games ── core, lab        a table to play at
//!                                   ├────── board ── firmware/app     the board inside the page
//!                                   ├────── link  ── core::link       sessions with any board
//!                                   └────── search ── lab              game trees step by step
//! ```
//!
//! Invariant: a panic is a bug; it traps, which ends the call, and the page reports it.
#![deny(missing_docs)]

#[cfg(feature = "boards")]
mod board;
#[cfg(any(feature = "boards", feature = "games"))]
mod clock;
mod exports;
#[cfg(feature = "games")]
pub mod games;
#[cfg(feature = "boards")]
pub mod link;
#[cfg(feature = "search")]
pub mod search;

#[cfg(feature = "boards")]
pub use board::PageBoard;
