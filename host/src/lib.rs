//! The desktop side of Pipsqueak: evolution, leagues, games in the terminal, boards on a cable, and the page. Everything that plays
//! is in `pipsqueak-core`; this crate adds files, threads, the clock, the screen and the line.

// They panic where nobody reads or the disk is full: see `system/output.rs`.
#![deny(clippy::print_stdout, clippy::print_stderr)]

pub mod board;
mod cli;
pub mod games;
pub mod port;
mod run;
mod system;
pub mod terminal;
mod web;

use std::ffi::OsString;
use std::process::ExitCode;

use anyhow::{Result, bail};
use pipsqueak_lab::instruction_set::InstructionSet;
use system::ending::Ending;
use system::{carried, output, processes, signals};

pub use cli::registry::{ALL, AnyGame, RegisteredGame, Registry};
pub use system::carried::CarriedFile;
pub use system::records;

/// All commands and their options, with what the games of the registry add to them.
pub fn command_line(registry: Registry) -> clap::Command {
    cli::command(registry)
}

/// As [`run`], in a program that carries files for other machines: boards' firmware and the page's WebAssembly.
pub fn run_carrying(
    registry: Registry,
    files: &'static [CarriedFile],
    arguments: impl IntoIterator<Item = OsString>,
) -> ExitCode {
    carried::carry(files);
    run(registry, arguments)
}

/// Reads a command line, runs the command, and says in one line what went wrong. The games are whatever the registry lists.
pub fn run(registry: Registry, arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let mut command = cli::command(registry);
    let matches = match command.try_get_matches_from_mut(arguments) {
        Ok(matches) => matches,
        Err(error) => return usage(&error),
    };
    signals::listen();
    let ended = choose_instructions().and_then(|()| cli::run(registry, &command, &matches));
    let error = ended.err();
    let Ending { status, told } = error.as_ref().map(Ending::of).unwrap_or_default();
    processes::abort_others(error.as_ref());
    told.into_iter().for_each(output::note);
    processes::finish();
    ExitCode::from(status)
}

/// The environment variable that names the instruction set to use instead of the best: to compare them.
const INSTRUCTIONS: &str = "PIPSQUEAK_INSTRUCTIONS";

/// Uses the instruction set that the environment names, if it names one.
fn choose_instructions() -> Result<()> {
    let Some(name) = std::env::var_os(INSTRUCTIONS) else { return Ok(()) };
    match InstructionSet::available().find(|set| name == *set.name()) {
        Some(set) => set.choose(),
        None => {
            let names: Vec<&str> = InstructionSet::available().map(InstructionSet::name).collect();
            bail!("{INSTRUCTIONS} is {name:?}; this processor has {}", names.join(", "));
        }
    }
    Ok(())
}

/// Says what is wrong with a command line, or what was asked about it.
fn usage(error: &clap::Error) -> ExitCode {
    // The processes of a cluster have the same command line.
    if !processes::is_first_by_launcher() {
        output::be_silent();
    }
    let told = if error.use_stderr() {
        output::note(error.render().to_string().trim_end());
        Ok(())
    } else {
        output::text(error.render())
    };
    match told {
        Err(error) if !output::is_closed(&error) => {
            let Ending { status, told } = Ending::of(&error);
            told.into_iter().for_each(output::note);
            ExitCode::from(status)
        }
        _ => ExitCode::from(error.exit_code() as u8),
    }
}
