//! The games: rules, players, and each view and move as bytes. A game is one folder; none knows another.

pub mod checkers;
pub mod fiveo;
pub mod mastermind;
