//! `docs/commands.md` is the program's own help, page by page. Knows the command line; runs no command.
//!
//! After a change of a help text, rewrite the document and review the difference:
//!
//! ```text
//! PIPSQUEAK_REWRITE_GOLDEN=1 cargo test -p pipsqueak-tests --test suite commands_doc::
//! ```

use std::fs;

use clap::Command;
use pipsqueak::ALL;

const DOCUMENT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/commands.md");

const HEAD: &str = "\
# Commands

Every command with its whole help, generated from the program's own `--help` by `tests/suite/commands_doc.rs`, which also says how
to rewrite this file. In a clone, write `cargo run --release -- COMMAND`. [players.md](players.md) explains PLAYER and settings,
[boards.md](boards.md) explains PORT.
";

/// What the program prints for `--help`; lines that end in spaces lose them.
fn help(root: &Command, path: &[String]) -> String {
    let line = ["pipsqueak".to_owned()].into_iter().chain(path.iter().cloned()).chain(["--help".to_owned()]);
    let help = root.clone().try_get_matches_from(line).expect_err("--help ends the parsing").to_string();
    let lines: Vec<&str> = help.trim_end().lines().map(str::trim_end).collect();
    lines.join("\n")
}

/// The words of every command, each group before its members, in the order of the help.
fn paths(command: &Command, above: &[String], found: &mut Vec<Vec<String>>) {
    for below in command.get_subcommands() {
        let path = [above, &[below.get_name().to_owned()]].concat();
        found.push(path.clone());
        paths(below, &path, found);
    }
}

fn document() -> String {
    let root = pipsqueak::command_line(ALL);
    let mut commands = Vec::new();
    paths(&root, &[], &mut commands);
    let mut text = format!("{HEAD}\n```text\n{}\n```\n", help(&root, &[]));
    for path in commands {
        text += &format!("\n## {}\n\n```text\n{}\n```\n", path.join(" "), help(&root, &path));
    }
    text
}

#[test]
fn the_reference_of_commands_is_the_programs_own_help() {
    let document = document();
    if std::env::var_os("PIPSQUEAK_REWRITE_GOLDEN").is_some() {
        fs::write(DOCUMENT, &document).expect("the document can be written");
    }
    let written = fs::read_to_string(DOCUMENT).expect("the document is there").replace("\r\n", "\n");
    let differs = written.lines().zip(document.lines()).position(|(written, help)| written != help);
    assert!(
        written == document,
        "docs/commands.md differs from the help, from line {}; rewrite it as tests/suite/commands_doc.rs says",
        differs.unwrap_or_else(|| written.lines().count().min(document.lines().count())) + 1
    );
}
