//! Static evaluations: the report's two evaluations, and the expert's. Knows boards; knows no search.

mod expert;
mod report;

pub use expert::Expert;
pub use report::{BetterH, Simple};
