//! What others may send, write or take away: names that command a terminal, files that are sealed well and wrong inside, disks
//! and memory that run short, programs that are killed. Each file is one kind of it.

mod checkpoints;
mod leftovers;
mod names;
mod records;
mod shortage;
