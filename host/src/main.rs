//! The `pipsqueak` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    pipsqueak::run()
}
