//! The laboratory: evolution, the arena, statistics, plots, rollouts, records and explanations, and each game's part of them.
//! Programs, pages and notebooks use it; `docs/lab.md` is its guide.
//!
//! It knows no file, clock, terminal, command line, signal, server or process. The caller passes in what it needs:
//! [`Workers`](workers::Workers) to share work, a [`StartClock`](clock::StartClock) for time, and an
//! [`Observer`](evolve::engine::Observer) for a run's events.
//!
//! ```text
//! workers, clock, choice          how work is shared; time that is handed in; enums with names
//! arena                           pairings, deals in both seats, tallies with intervals
//! evolve                          settings -> engine -> champion; knows no game, only a Problem
//! study, plot, show, trees        statistics and reports; charts; drawings of champions; trees as text
//! game_tree                       minimax and alpha-beta, node by node, as text and drawings
//! json_lines, text, hex           records; names made safe; files for a board's drive
//! games/G                         what joins a game with all of these
//! ```

#![forbid(unsafe_code)]

pub mod arena;
pub mod choice;
pub mod clock;
pub mod evolve;
pub mod game_tree;
pub mod games;
pub mod hex;
pub mod instruction_set;
pub mod json_lines;
pub mod plot;
pub mod show;
pub mod study;
pub mod text;
pub mod trees;
pub mod workers;

mod failure;

pub use failure::{Failure, Result};

/// The champions' region of flash of a board simulated in this process.
pub type RamFlash = pipsqueak_app::RamFlash<Box<pipsqueak_app::RegionBytes>>;

/// The name of the champion that every board comes with, in the games that have one.
pub const SHIPPED: &str = "champion";

/// The guide, whose code is compiled and run as a documentation test.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/lab.md")]
pub mod guide {}
