//! No output overwrites an input: checked once, for every command, before it begins. Knows which options name an output
//! file; every other value may name an input.

use std::any::TypeId;
use std::ffi::OsStr;
use std::path::{Path, PathBuf, absolute};

use anyhow::{Result, ensure};
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command};

use crate::run::CHAMPION;
use crate::system::files;

/// The options that name a file to write, whatever the command.
const OUTPUTS: [&str; 8] = ["hex", "out", "pdn", "plot", "read", "renew", "transcript", "uf2"];

/// Refuses a command line whose output would overwrite an input.
pub fn check(command: &Command, matches: &ArgMatches) -> Result<()> {
    if let Some((name, inner)) = matches.subcommand() {
        return command.find_subcommand(name).map_or(Ok(()), |command| check(command, inner));
    }
    let values: Vec<(&str, &OsStr)> = command
        .get_arguments()
        .filter(|argument| may_name_a_file(argument))
        .map(|argument| argument.get_id().as_str())
        .filter(|id| matches.value_source(id) == Some(ValueSource::CommandLine))
        .flat_map(|id| matches.get_raw(id).into_iter().flatten().map(move |value| (id, value)))
        .collect();
    for (id, output) in values.iter().filter(|(id, _)| OUTPUTS.contains(id)) {
        let others = values.iter().filter(|(other, _)| other != id);
        for (_, other) in others {
            let is_read = is_read(Path::new(output), other);
            let [output, other] = [output, other].map(|value| Path::new(value).display());
            ensure!(!is_read, "--{id} {output} would overwrite the input {other}: write to another file");
        }
    }
    Ok(())
}

/// Numbers and choices are not file names, even if files of these names exist.
fn may_name_a_file(argument: &Arg) -> bool {
    let kind = argument.get_value_parser().type_id();
    let is_text = [TypeId::of::<String>(), TypeId::of::<PathBuf>()].iter().any(|text| kind == *text);
    is_text && argument.get_possible_values().is_empty()
}

/// Whether a value refers to this file: by its path, as the champion of a run's folder, or as a port's file, which may
/// not exist until the command runs.
fn is_read(file: &Path, value: &OsStr) -> bool {
    let named = Path::new(value);
    let mut parts = value.to_str().into_iter().flat_map(|text| text.match_indices(':').map(|(at, _)| &text[at + 1..]));
    files::is_same(file, named) || files::is_same(file, &named.join(CHAMPION)) || parts.any(|part| leads_to(part, file))
}

/// Whether two paths lead to the same file, or would if it existed.
fn leads_to(path: impl AsRef<Path>, file: &Path) -> bool {
    let is_written_alike = matches!((absolute(&path), absolute(file)), (Ok(one), Ok(other)) if one == other);
    is_written_alike || files::is_same(path.as_ref(), file)
}
