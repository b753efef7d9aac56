//! The `pipsqueak` command as it is released.

use std::env;
use std::process::ExitCode;

use pipsqueak::EmbeddedFile;

/// The files that `build.rs` embeds.
static EMBEDDED: &[EmbeddedFile] = include!(concat!(env!("OUT_DIR"), "/embedded.rs"));

fn main() -> ExitCode {
    pipsqueak::run_with_embedded(pipsqueak::ALL, EMBEDDED, env::args_os())
}
