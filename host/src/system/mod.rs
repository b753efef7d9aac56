//! The operating system's part: files and locks, output, threads and processes, signals, a clock, progress bars, and
//! artefacts for other machines.

pub mod artefact;
pub mod choices;
pub mod clock;
pub mod embedded;
pub mod ending;
pub mod files;
pub mod live;
pub mod lock;
pub mod output;
pub mod processes;
pub mod progress;
pub mod records;
pub mod signals;
pub mod threads;
pub mod transcript;
