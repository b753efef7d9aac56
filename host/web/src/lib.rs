//! Everything of the page that decides: games, players, records, explanations, a board, and sessions with any. Knows no
//! document, port or file; what enters and leaves is bytes and JSON, through [`exports`] alone.
//!
//! ```text
//! page (JavaScript) ── worker ── exports ── games ── core, shared     a table to play at
//!                                   ├────── board ── firmware/app     the board inside the page
//!                                   └────── link  ── core::link       sessions with any board
//! ```
//!
//! Invariant: no `std`, which would bring backtraces and the names in them; a panic ends the call (`exports`).
#![no_std]
#![deny(missing_docs)]

extern crate alloc;
#[cfg(not(target_family = "wasm"))]
extern crate std;

#[cfg(feature = "boards")]
mod answers;
#[cfg(feature = "boards")]
mod board;
mod exports;
#[cfg(feature = "games")]
pub mod games;
#[cfg(feature = "boards")]
pub mod link;
mod prelude;

#[cfg(feature = "boards")]
pub use board::PageBoard;
