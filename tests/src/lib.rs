//! Helpers that the integration tests share. Knows core from outside only, as any user of the crate does.

pub mod conformance;
pub mod envelope;
pub mod evolved;
pub mod notation;
pub mod positions;
pub mod reference;
