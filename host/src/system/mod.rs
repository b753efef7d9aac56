//! What the operating system gives: files, threads, signals, and a terminal that shows progress.

pub mod exit_hooks;
pub mod files;
pub mod progress;
pub mod threads;
