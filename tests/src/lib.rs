//! Helpers that the integration tests share. Uses core and the command only from outside, as any user does.

pub mod bad_champions;
pub mod binary;
#[cfg(unix)]
pub mod boards;
#[cfg(unix)]
pub mod changed;
pub mod checkers_champions;
pub mod checkers_reference;
pub mod checkers_terminals;
pub mod checkers_worths;
#[cfg(unix)]
pub mod cluster;
pub mod conformance;
#[cfg(unix)]
pub mod controlled;
pub mod defmt_log;
pub mod device;
pub mod documented;
pub mod elf_hex;
pub mod emulated;
pub mod envelope;
pub mod evolved;
pub mod fake_board;
#[cfg(target_os = "linux")]
pub mod faults;
pub mod fiveo_reference;
pub mod flash;
pub mod gdb;
pub mod king_walks;
#[cfg(unix)]
pub mod lights;
pub mod mastermind_views;
pub mod nim;
pub mod noise;
pub mod noisy;
pub mod notation;
pub mod positions;
pub mod runs;
pub mod served;
pub mod terminal;
#[cfg(target_os = "linux")]
pub mod visitors;

/// The amount of work of a test: the first number, or the second in a long run (`tests/run --long`).
pub fn sized<T>(quick: T, long: T) -> T {
    if std::env::var_os("PIPSQUEAK_LONG").is_some() { long } else { quick }
}

/// The guide, whose example is compiled and run as a documentation test.
#[cfg(doctest)]
#[doc = include_str!("../../docs/extending.md")]
pub mod extending {}
