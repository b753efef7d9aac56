//! Helpers that the integration tests share.

/// The guide, whose example is compiled and run as a documentation test.
#[cfg(doctest)]
#[doc = include_str!("../../docs/extending.md")]
pub mod extending {}
