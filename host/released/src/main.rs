//! The `pipsqueak` command as it is released.

use std::env;
use std::process::ExitCode;

use pipsqueak::CarriedFile;

/// What `build.rs` was told to put in.
static CARRIED: &[CarriedFile] = include!(concat!(env!("OUT_DIR"), "/carried.rs"));

fn main() -> ExitCode {
    pipsqueak::run_carrying(pipsqueak::ALL, CARRIED, env::args_os())
}
