//! Evolution: from random trees to a champion. Knows trees and fitness, but no game: what it needs of a game is a
//! [`Problem`], and a game without one has no evolved players.
//!
//! ```text
//! settings, state, workers -> engine -> events: a generation, the champion
//! ```

mod algorithm;
mod census;
pub mod checkpoint;
mod dataset;
pub mod engine;
pub mod front;
mod limits;
mod log;
pub mod multigene;
mod problem;
mod selection;
pub mod settings;
pub mod task;
#[cfg(test)]
mod toy;
pub mod whole_trees;

pub use algorithm::{Algorithm, Finals, Finished, State, WorkSample, preset, read_settings};
pub use census::Census;
pub use limits::{MOST, POPULATION, WEIGHT};
pub use log::{FrontPoint, LogColumns, Row};
pub use multigene::indifferent;
pub use problem::{
    Champion, Decision, Fitness, Player, Problem, PublishedFigures, RatedDecision, Sampling, Scores, Setting, Settings,
};
pub use selection::{Objectives, SelectionMethod, SelectionSettings};
pub use settings::CommonSettings;
