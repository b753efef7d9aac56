//! Leagues: many games between many players.

pub mod lockstep;
