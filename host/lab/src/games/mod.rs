//! Each game's part of the laboratory: its named players, its fast backend, its records, its evolution.

pub mod checkers;
pub mod fiveo;
pub mod mastermind;
