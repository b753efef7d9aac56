//! Checkers: records as PDN, and how strong an opponent is.

mod level;
pub mod record;

pub use level::Level;
