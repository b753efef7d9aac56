//! The desktop side of Pipsqueak: evolution, leagues, games in the terminal, boards on a serial line, and the page.
//! Everything that plays is in `pipsqueak-core`; this crate adds files, threads, the clock, the screen and the line.

// They panic on a closed pipe or a full disk: see `system/output.rs`.
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
use system::{embedded, output, processes, signals};

pub use cli::registry::{ALL, AnyGame, AskedGame, RegisteredGame, Registry};
pub use system::embedded::EmbeddedFile;
pub use system::records;

/// All commands and their options, including those of the registry's games.
pub fn command_line(registry: Registry) -> clap::Command {
    cli::command(registry)
}

/// As [`run`], in a program with embedded files for other machines: boards' firmware and the page's WebAssembly.
pub fn run_with_embedded(
    registry: Registry,
    files: &'static [EmbeddedFile],
    arguments: impl IntoIterator<Item = OsString>,
) -> ExitCode {
    embedded::register(files);
    run(registry, arguments)
}

/// Parses a command line, runs the command, and reports a failure in one line. The games are those of the registry.
pub fn run(registry: Registry, arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let mut command = cli::command(registry);
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let matches = match command.try_get_matches_from_mut(&arguments) {
        Ok(matches) => matches,
        Err(error) => return usage(&cli::usage::in_words(&command, &arguments, error)),
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

/// The environment variable that selects another instruction set than the best, to compare them.
const INSTRUCTIONS: &str = "PIPSQUEAK_INSTRUCTIONS";

/// Selects the instruction set that the environment names, if it names one.
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

/// Prints a usage error, or the requested help.
fn usage(error: &clap::Error) -> ExitCode {
    // The processes of a cluster have the same command line, so only the first prints.
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
