//! Mastermind.

mod code;
mod feedback;
mod guesses;
mod history;
mod logs;
mod objective;
mod openings;
mod sample;
mod size;
mod solver;
mod walk;

pub use code::{Code, CodeError};
pub use feedback::{Entry, Feedback, FeedbackError, Probe, Profile};
pub use history::{History, HistoryError, MAX_GUESSES, Round};
pub use objective::{Objective, UnknownObjective};
pub use openings::opening;
pub use size::{Size, SizeError};
pub use solver::{Budget, Contradiction, Solver, best_guess, exact_work};
pub use walk::{Walk, count};
