//! Five-O: records, words, and why an evolved player chose a column.

pub mod card_text;
pub mod record;
pub mod why;
