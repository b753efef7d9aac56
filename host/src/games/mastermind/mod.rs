//! The `mastermind` commands: crack one code, count what a strategy needs for all codes, find the best strategy. What
//! plays is in core; here are the memory it plays in, threads, files and people.

mod blame;
mod command;
mod machine;
mod optimal;
mod picture;
pub mod play;
pub mod record;
mod scene;
pub mod search;
mod solve;
mod table;
pub mod whole;

pub use blame::contradiction;
pub use command::{Options, SizeOptions, run};
pub use machine::{Machine, Method};
pub use optimal::{Found, find_optimal};
