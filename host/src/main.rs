//! The `pipsqueak` command.

use std::env;
use std::process::ExitCode;

fn main() -> ExitCode {
    pipsqueak::run(pipsqueak::games::ALL, env::args_os())
}
