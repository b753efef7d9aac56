//! The `pipsqueak` command as it is released.

use std::env;
use std::process::ExitCode;

use pipsqueak::EmbeddedFile;

/// What `build.rs` was told to put in.
static CARRIED: &[EmbeddedFile] = include!(concat!(env!("OUT_DIR"), "/carried.rs"));

fn main() -> ExitCode {
    pipsqueak::run_with_embedded(pipsqueak::ALL, CARRIED, env::args_os())
}
