//! The real firmware on the emulated board. `cargo test` leaves it out; `tests/run` installs the emulator and runs it.

mod budgets;
mod firmware;
mod games;
mod killed;
