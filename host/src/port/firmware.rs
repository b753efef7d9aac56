//! Where the micro:bit's firmware is: named, or built from the source tree that this program comes from. Knows cargo and
//! rustup; does not know what is in the firmware.

use std::ffi::OsString;
use std::io::{self, IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::{env, thread};

use anyhow::{Context, Result, ensure};

use crate::system::output;

/// What the board's processor is called.
const TARGET: &str = "thumbv6m-none-eabi";
/// The source, in the tree that this program was built from.
const SOURCE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../firmware/microbit");
/// What a person may have set for other builds, and what would spoil this one.
const FOREIGN: [&str; 5] =
    ["RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS", "CARGO_BUILD_RUSTFLAGS", "CARGO_BUILD_TARGET", "RUSTDOCFLAGS"];

/// The firmware's ELF file: the one that is named, or the one that is built.
pub fn find(named: Option<&Path>) -> Result<PathBuf> {
    if let Some(named) = named {
        ensure!(named.is_file(), "there is no firmware {}", named.display());
        return Ok(named.to_owned());
    }
    let source = Path::new(SOURCE);
    ensure!(source.is_dir(), "the firmware's source is not at {SOURCE}: name a built one with --firmware ELF");
    let source = source.canonicalize().unwrap_or_else(|_| source.to_owned());
    install_target(&source)?;
    build(&source)
}

/// Installs the board's standard library where it is missing.
fn install_target(source: &Path) -> Result<()> {
    let asked = tool("rustc", source).args(["--print", "target-libdir", "--target", TARGET]).output();
    let asked = asked.context("rustc is not installed: install Rust from https://rustup.rs")?;
    if Path::new(String::from_utf8_lossy(&asked.stdout).trim()).is_dir() {
        return Ok(());
    }
    output::note(format_args!("pipsqueak: installing the Rust target {TARGET}"));
    let added = tool("rustup", source).args(["target", "add", TARGET]).output();
    let added = added.with_context(|| format!("rustup is missing: install the Rust target {TARGET} by hand"))?;
    let told = String::from_utf8_lossy(&added.stderr);
    ensure!(added.status.success(), "the Rust target {TARGET} cannot be installed: {}", complaint(&told));
    Ok(())
}

/// Builds the firmware, or finds that it is built already.
fn build(source: &Path) -> Result<PathBuf> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"));
    let mut command = tool(cargo, source);
    command.args(["build", "--release", "--locked", "--message-format", "json-render-diagnostics"]);
    // Who watches sees cargo at work; for others its words are kept until they are needed.
    let is_watched = io::stderr().is_terminal();
    let (status, said, complaints) = run(command, is_watched)?;
    ensure!(
        status.success(),
        "the firmware cannot be built: {} (cargo build --release in {} tells more)",
        complaint(&complaints),
        source.display()
    );
    executable(&said).context("cargo built the firmware and did not say where it is")
}

/// A tool that runs in the source's folder, which says what is built for which processor.
fn tool(program: impl Into<OsString>, source: &Path) -> Command {
    let mut command = Command::new(program.into());
    command.current_dir(source).stdin(Stdio::null());
    for name in FOREIGN {
        command.env_remove(name);
    }
    command
}

/// Runs a command and gives all that it says; what it tells a person is shown at once if there is one.
fn run(mut command: Command, is_watched: bool) -> Result<(ExitStatus, String, String)> {
    let aside = if is_watched { Stdio::inherit() } else { Stdio::piped() };
    let started = command.stdout(Stdio::piped()).stderr(aside).spawn();
    let mut child = started.context("cargo is not installed: install Rust from https://rustup.rs")?;
    let [said, complaints] = [reader(child.stdout.take()), reader(child.stderr.take())];
    let said = said.recv().ok().zip(complaints.recv().ok()).context("what cargo says cannot be read")?;
    Ok((child.wait()?, said.0, said.1))
}

/// Reads from aside, so that neither stream has to wait for the other.
fn reader(stream: Option<impl Read + Send + 'static>) -> mpsc::Receiver<String> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut stream) = stream {
            let _ = stream.read_to_end(&mut bytes);
        }
        // Whoever does not wait any more does not need it.
        let _ = sender.send(String::from_utf8_lossy(&bytes).into_owned());
    });
    receiver
}

/// The program among cargo's messages.
fn executable(messages: &str) -> Option<PathBuf> {
    let messages = messages.lines().filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok());
    let mut programs = messages.filter_map(|message| Some(PathBuf::from(message.get("executable")?.as_str()?)));
    programs.next_back()
}

/// The line that says most: the first error, or the last line.
fn complaint(text: &str) -> &str {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let error = lines.clone().find(|line| line.starts_with("error"));
    error.or_else(|| lines.next_back()).unwrap_or("no reason is given")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_program_is_named_by_cargos_last_artifact() {
        let messages = concat!(
            "{\"reason\":\"compiler-artifact\",\"executable\":null}\n",
            "{\"reason\":\"compiler-artifact\",\"executable\":\"/a/microbit\"}\n",
            "{\"reason\":\"build-finished\",\"success\":true}\n",
        );
        assert_eq!(executable(messages), Some(PathBuf::from("/a/microbit")));
        assert_eq!(executable("Compiling\n{\"executable\":null}\n"), None);
    }

    #[test]
    fn the_first_error_is_told_in_one_line() {
        assert_eq!(
            complaint("   Compiling a\nerror[E0425]: no b\n --> c\nerror: could not compile\n"),
            "error[E0425]: no b"
        );
        assert_eq!(complaint("warning: x\nkilled\n"), "killed");
        assert_eq!(complaint(""), "no reason is given");
    }

    #[test]
    fn a_firmware_that_is_not_there_is_refused() {
        assert!(find(Some(Path::new("/nowhere/microbit.elf"))).is_err());
    }
}
