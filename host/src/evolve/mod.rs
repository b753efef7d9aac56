//! Evolution: from chance to a champion. Knows trees and what makes them fit, but no game: what it needs of one is a
//! [`Problem`], and a game that has none has no evolved players.
//!
//! ```text
//! settings, state -> engine -> events: a generation, the champion      (no file, clock or terminal)
//! command: options, folder, progress, Ctrl-C -> engine
//! ```

mod algorithm;
mod census;
pub mod checkpoint;
mod command;
mod dataset;
pub mod engine;
pub mod folder;
mod front;
mod limits;
mod log;
pub mod multigene;
mod pace;
mod problem;
mod report;
mod selection;
mod session;
pub mod settings;
#[cfg(test)]
mod toy;
pub mod whole_trees;

pub use algorithm::{Algorithm, Finals, GeneticMaterial, State, preset, read_settings};
pub use census::Census;
pub use command::{Options, resume_run, run};
pub use limits::MOST;
pub use log::{FrontPoint, LogColumns, Row};
pub use multigene::indifferent;
pub use problem::{
    Champion, Choice, Decision, Fitness, Player, Problem, PublishedFigures, RatedDecision, Sampling, Scores, Setting,
    Settings, Stop,
};
pub use selection::{Objectives, SelectionMethod, SelectionSettings};
pub use session::RunOutput;
pub use settings::CommonSettings;
