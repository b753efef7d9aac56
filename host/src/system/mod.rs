//! What the operating system gives: files, the output, threads, signals, instruction sets, and a terminal that shows progress.

pub mod files;
pub mod instruction_set;
pub mod output;
pub mod progress;
pub mod signals;
pub mod threads;
