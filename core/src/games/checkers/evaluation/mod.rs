//! Static evaluations: the report's two, the expert's, and those that evolve. Knows boards; knows no search.

mod evolved;
mod expert;
mod polynomial;
mod report;

pub use evolved::{Evolved, LeafWork, Scoring};
pub use expert::Expert;
pub use report::{BetterH, Simple, Weights};
