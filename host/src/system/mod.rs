//! What the operating system gives: files and locks, output, threads and processes, signals, a clock, a terminal that shows progress,
//! and what is built for other machines.

pub mod artefact;
pub mod carried;
pub mod clock;
pub mod ending;
pub mod files;
pub mod lock;
pub mod output;
pub mod processes;
pub mod progress;
pub mod records;
pub mod signals;
pub mod threads;
pub mod transcript;
