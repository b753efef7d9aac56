//! Evolution: from chance to a champion. Knows trees and what makes them fit, but no game: what it needs of one is a
//! [`Problem`], and a game that has none has no evolved players.
//!
//! ```text
//! settings, state -> engine -> events: a generation, the champion      (no file, clock or terminal)
//! command: options, folder, progress, Ctrl-C -> engine
//! ```

mod command;
pub mod engine;
mod folder;
mod limits;
mod log;
mod method;
pub mod multigene;
mod problem;
mod report;
mod selection;
#[cfg(test)]
mod toy;
pub mod whole_trees;

pub use command::{Options, run};
pub use limits::MOST;
pub use log::{Quantities, Row};
pub use method::{Finals, Method, Outline, State};
pub use problem::{
    Champion, Choice, Decision, Fitness, Judged, Player, Problem, Published, Sampling, Setting, Settings, Stop,
};
