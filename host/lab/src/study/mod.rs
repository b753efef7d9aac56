//! Studies: many runs, compared with statistics.
//!
//! ```text
//! a file -> Plan: variants and seeds -> runs -> Results: one number a run -> Report: tables, figures, tests
//! ```

mod plan;
mod report;
mod results;
mod statistics;

pub use plan::{Plan, Variant};
pub use report::{Report, Table};
pub use results::{FILE as RESULTS_FILE, Results, VariantResults, read_curve};
pub use statistics::{Comparison, Quartiles};
