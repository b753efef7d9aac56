//! Usage errors in words: a number out of range is answered with the range in the option's help.

use std::error::Error as _;
use std::ffi::OsString;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command, Error};

/// The starts of the messages of number parsers, which speak of digits and of Rust's ranges.
const OF_PARSERS: [&str; 4] = ["invalid digit", "number too", "cannot parse integer", "invalid float"];

/// The error with its message in words, where the parser's own message is not meant for people.
pub fn in_words(command: &Command, arguments: &[OsString], error: Error) -> Error {
    if error.kind() == ErrorKind::InvalidUtf8 {
        return Error::raw(error.kind(), "an argument is not valid text; rename the file, or name its folder\n");
    }
    let (Some(ContextValue::String(name)), Some(ContextValue::String(value))) =
        (error.get(ContextKind::InvalidArg), error.get(ContextKind::InvalidValue))
    else {
        return error;
    };
    let said = error.source().map(ToString::to_string).unwrap_or_default();
    let is_of_parser = said.contains(" is not in ") || OF_PARSERS.iter().any(|start| said.starts_with(start));
    let argument = called(command, arguments).get_arguments().find(|argument| argument.to_string() == *name);
    match argument.and_then(range) {
        Some(range) if is_of_parser => {
            Error::raw(error.kind(), format!("{name} takes a number from {range}, not {value:?}\n"))
        }
        _ => error,
    }
}

/// The command that the arguments call.
fn called<'c>(command: &'c Command, arguments: &[OsString]) -> &'c Command {
    arguments.iter().skip(1).map_while(|word| word.to_str()).fold(command, |command, word| {
        let inner = if command.has_subcommands() { command.find_subcommand(word) } else { None };
        inner.unwrap_or(command)
    })
}

/// The range at the end of an option's help, such as "1 to 512".
fn range(argument: &Arg) -> Option<String> {
    let help = argument.get_help()?.to_string();
    Some(help.trim_end().strip_suffix(']')?.rsplit_once('[')?.1.to_owned())
}

/// The command with all its options taking what begins with a minus sign and a digit as a value, so that the message
/// is about the value.
pub fn with_negative_numbers(command: Command) -> Command {
    let command = command.mut_args(|argument| {
        let is_valued = argument.get_long().is_some() && argument.get_action().takes_values();
        if is_valued { argument.allow_negative_numbers(true) } else { argument }
    });
    command.mut_subcommands(with_negative_numbers)
}
