//! What the operating system gives: files and the right to them, the output, threads, processes, signals, instruction sets, a terminal that
//! shows progress,
//! and what is built for other machines.
//!
//! **One binary for all processors.** What is hot is compiled for several instruction sets, and the best that the
//! processor has is taken at run time (`host/src/system/instruction_set.rs`). It changes no result: the compiler does
//! not contract or reorder floating point. Everything below such a function must be inlined to take part; on a board,
//! where it would only take room, it is left to the compiler.

pub mod artefact;
pub mod carried;
pub mod ending;
pub mod files;
pub mod instruction_set;
pub mod lock;
pub mod output;
pub mod processes;
pub mod progress;
pub mod signals;
pub mod threads;
