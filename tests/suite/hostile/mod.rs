//! Hostile input and conditions: names that command a terminal, forged files, disks and memory that run short, programs
//! that are killed. One file for each kind.

mod checkpoints;
#[cfg(target_os = "linux")]
mod faults;
mod leftovers;
mod names;
mod records;
mod shortage;
