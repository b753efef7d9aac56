//! One run in many processes, over MPI. `cargo test` leaves it out; `tests/run` installs Open MPI, builds the program
//! with the feature `mpi` and runs it.
#![cfg(unix)]

mod batch;
mod refusals;
mod same_bytes;
