//! The program with a fourth game in its registry: nothing else differs.

use std::env;
use std::process::ExitCode;

use pipsqueak_tests::nim::REGISTRY;

fn main() -> ExitCode {
    pipsqueak::run(REGISTRY, env::args_os())
}
