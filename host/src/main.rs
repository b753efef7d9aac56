//! The `pipsqueak` command.

use std::env;
use std::process::ExitCode;

fn main() -> ExitCode {
    pipsqueak::run(pipsqueak::ALL, env::args_os())
}
