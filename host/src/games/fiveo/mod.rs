//! Five-O on the desktop: who can be named, games in lockstep, rollouts, records, the table in the terminal.

pub mod contender;
pub mod lockstep;
pub mod monte_carlo;
mod picture;
pub mod play;
pub mod rollout;
mod scene;
pub mod transcript;
pub mod trees;
pub mod words;
