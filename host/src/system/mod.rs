//! What the operating system gives: files, threads, signals, and a terminal that shows progress.

pub mod files;
pub mod progress;
pub mod signals;
pub mod threads;
