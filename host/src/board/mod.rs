//! A board as the host sees it: somebody to ask. Knows the link's messages and how long to wait for an answer; does not
//! know what the line is made of.

mod client;
mod error;
mod player;

pub use client::{Client, Decision, LinkCounts, Patience};
pub use error::LinkError;
pub use player::{BoardPlayer, Times};
