//! The players of Five-O: the six baselines, written by hand, and the player that evaluates an Eval-Tree
//! ([`tree`](crate::tree)).

mod baseline;
mod evolved;
mod full_strategy;
mod greedy;
mod pairing;
mod prospect;
mod tactician;
mod weighted_pairing;

pub use baseline::{Baseline, BaselineKind, UnknownBaseline};
pub use evolved::{Evolved, Scoring};
