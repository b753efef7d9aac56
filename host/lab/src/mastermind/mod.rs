//! Mastermind: records, and codebreakers with their memory.

mod codebreaker;
pub mod record;

pub use codebreaker::{Codebreaker, Method};
