//! Evolution: from chance to a champion. Knows trees and what makes them fit, but no game: what it needs of one is a
//! [`Problem`], and a game that has none has no evolved players.
//!
//! ```text
//! settings, state -> engine -> events: a generation, the champion      (no file, clock or terminal)
//! command: options, folder, progress, Ctrl-C -> engine
//! ```

mod command;
pub mod engine;
pub mod folder;
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
pub use method::{CommonSettings, Finals, Method, State};
pub use problem::{
    Champion, Choice, Decision, Fitness, Player, Problem, Published, RatedDecision, Sampling, Setting, Settings, Stop,
};
