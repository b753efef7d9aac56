//! Five-O on the desktop: who can be named, games in lockstep, rollouts, records, and what evolution asks of the game.

pub mod contender;
pub mod evolve;
pub mod lockstep;
pub mod monte_carlo;
pub mod rollout;
pub mod transcript;
pub mod trees;
