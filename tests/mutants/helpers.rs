//! The helpers of the suite that need no desktop. Knows core and the board's application; has no file of its own.

#[path = "../src/bad_champions.rs"]
pub mod bad_champions;
#[path = "../src/conformance.rs"]
pub mod conformance;
#[path = "../src/device.rs"]
pub mod device;
#[path = "../src/checkers_champions.rs"]
pub mod checkers_champions;
#[path = "../src/checkers_reference.rs"]
pub mod checkers_reference;
#[path = "../src/checkers_terminals.rs"]
pub mod checkers_terminals;
#[path = "../src/checkers_worths.rs"]
pub mod checkers_worths;
#[path = "../src/mastermind_views.rs"]
pub mod mastermind_views;
#[path = "../src/envelope.rs"]
pub mod envelope;
#[path = "../src/evolved.rs"]
pub mod evolved;
#[path = "../src/flash.rs"]
pub mod flash;
#[path = "../src/king_walks.rs"]
pub mod king_walks;
#[path = "../src/notation.rs"]
pub mod notation;
#[path = "../src/positions.rs"]
pub mod positions;
#[path = "../src/fiveo_reference.rs"]
pub mod fiveo_reference;

/// The amount of work of a test: always the smaller number.
pub fn sized<T>(quick: T, _: T) -> T {
    quick
}
