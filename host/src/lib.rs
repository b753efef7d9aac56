//! The desktop side of Pipsqueak: evolution, leagues, games in the terminal, boards on a cable, and the page. Everything that plays
//! is in `pipsqueak-core`; this crate adds files, threads, the clock, the screen and the line.

// They panic where nobody reads or the disk is full: see `system/output.rs`.
#![deny(clippy::print_stdout, clippy::print_stderr)]

pub mod arena;
pub mod board;
mod cli;
pub mod evolve;
pub mod games;
pub mod plot;
pub mod port;
pub mod replay;
pub mod show;
pub mod study;
mod system;
pub mod terminal;
pub mod trees;
mod web;

use std::ffi::OsString;
use std::process::ExitCode;

use games::Registry;
use system::signals::{INTERRUPTED, Interrupted};
use system::{carried, output};
use terminal::text;

pub use system::carried::CarriedFile;
pub use system::instruction_set::InstructionSet;

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
    match InstructionSet::choose_from_environment().and_then(|()| cli::run(registry, &command, &matches)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if output::is_closed(&error) => ExitCode::SUCCESS,
        Err(error) if error.is::<Interrupted>() => ExitCode::from(INTERRUPTED),
        Err(error) => match error.downcast_ref() {
            Some(error) => usage(error),
            None => failed(&error),
        },
    }
}

fn failed(error: &anyhow::Error) -> ExitCode {
    // One line: whatever would command a terminal or begin another comes from somebody's names of files.
    output::note(format_args!("pipsqueak: {}", text::name(&format!("{error:#}"), usize::MAX)));
    ExitCode::FAILURE
}

/// Says what is wrong with a command line, or what was asked about it.
fn usage(error: &clap::Error) -> ExitCode {
    let told = if error.use_stderr() {
        output::note(error.render().to_string().trim_end());
        Ok(())
    } else {
        output::text(error.render())
    };
    match told {
        Err(error) if !output::is_closed(&error) => failed(&error),
        _ => ExitCode::from(error.exit_code() as u8),
    }
}
