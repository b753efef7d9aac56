//! Cross-compiled artefacts: a board's firmware and the page's WebAssembly. They are taken from a given file, or are
//! embedded in this program, or are built by cargo from this program's source tree, with cargo's output shown. Does not
//! know what is in them.

use std::borrow::Cow;
use std::ffi::OsString;
use std::io::{self, IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::{env, thread};

use anyhow::{Context, Result, ensure};

use super::{embedded, files, output};

/// Environment variables for other builds that would break this one.
const FOREIGN: [&str; 5] =
    ["RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS", "CARGO_BUILD_RUSTFLAGS", "CARGO_BUILD_TARGET", "RUSTDOCFLAGS"];

/// The largest artefact, in bytes, including debug information.
const LARGEST: u64 = 64_000_000;

/// The tree that this program was built from; empty in a release, which must not depend on the build's path.
const ROOT: &str = env!("PIPSQUEAK_ROOT");

/// A program or library that is built for another machine.
#[derive(Clone, Copy, Debug)]
pub struct Artefact {
    /// Its name for people.
    pub name: &'static str,
    /// Its Rust target.
    pub target: &'static str,
    /// Its crate, in the source tree.
    pub source: &'static str,
    /// The name of its file in a program that embeds it.
    pub file: &'static str,
    /// The extension of its file; programs have none.
    pub ending: Option<&'static str>,
    /// What to do if the source is missing.
    pub remedy: &'static str,
}

/// Where an artefact is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Found {
    /// In a file.
    File(PathBuf),
    /// In this program.
    Embedded(&'static [u8]),
}

impl Artefact {
    /// The named file, or the embedded one, or the built one.
    pub fn find(&self, named: Option<&Path>) -> Result<Found> {
        match (named, embedded::find(self.file)) {
            (None, Some(bytes)) => Ok(Found::Embedded(bytes)),
            _ => self.file(named).map(Found::File),
        }
    }

    /// Its bytes, found in the same way.
    pub fn read(&self, named: Option<&Path>) -> Result<Cow<'static, [u8]>> {
        match self.find(named)? {
            Found::Embedded(bytes) => Ok(Cow::Borrowed(bytes)),
            Found::File(file) => {
                let bytes = files::read(&file, LARGEST);
                bytes.map(Cow::Owned).with_context(|| format!("{} cannot be read", file.display()))
            }
        }
    }

    /// Its file: the named one, or the built one.
    pub fn file(&self, named: Option<&Path>) -> Result<PathBuf> {
        let Artefact { name, source, remedy, .. } = self;
        if let Some(named) = named {
            ensure!(named.is_file(), "there is no {name} {}", named.display());
            return Ok(named.to_owned());
        }
        ensure!(!ROOT.is_empty(), "this program does not carry the {name}: {remedy}");
        let folder = Path::new(ROOT).join(source);
        let place = folder.display();
        ensure!(
            folder.is_dir(),
            "the source of the {name} is not at {place}: {remedy}, or use a release, which carries it"
        );
        let folder = folder.canonicalize().unwrap_or_else(|_| folder.clone());
        install_target(self.target, &folder)?;
        self.build(&folder)
    }

    /// Builds it, unless it is up to date.
    fn build(&self, source: &Path) -> Result<PathBuf> {
        let cargo = env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"));
        let mut command = tool(cargo, source);
        command.args(["build", "--release", "--locked", "--target", self.target]);
        command.args(["--message-format", "json-render-diagnostics"]);
        // At a terminal cargo's output is shown; otherwise it is kept for an error message.
        let is_watched = io::stderr().is_terminal();
        let (status, said, complaints) = run(command, is_watched)?;
        ensure!(
            status.success(),
            "the {} cannot be built: {} (cargo build --release in {} shows more)",
            self.name,
            complaint(&complaints),
            source.display()
        );
        made(&said, self.ending).with_context(|| format!("cargo built the {} and did not say where it is", self.name))
    }
}

/// A file of the tree that this program was built from, if it is there.
#[cfg(unix)]
pub fn in_source(file: &str) -> Option<PathBuf> {
    let path = Path::new(ROOT).join(file);
    (!ROOT.is_empty() && path.is_file()).then_some(path)
}

/// Installs the standard library for a target, if it is missing.
fn install_target(target: &str, source: &Path) -> Result<()> {
    let asked = tool("rustc", source).args(["--print", "target-libdir", "--target", target]).output();
    let asked = asked.context("rustc is not installed: install Rust from https://rustup.rs")?;
    if Path::new(String::from_utf8_lossy(&asked.stdout).trim()).is_dir() {
        return Ok(());
    }
    output::note(format_args!("pipsqueak: installing the Rust target {target}"));
    let added = tool("rustup", source).args(["target", "add", target]).output();
    let added = added.with_context(|| format!("rustup is missing: install the Rust target {target} by hand"))?;
    let told = String::from_utf8_lossy(&added.stderr);
    ensure!(added.status.success(), "the Rust target {target} cannot be installed: {}", complaint(&told));
    Ok(())
}

/// A tool that runs in the source's folder, whose configuration selects the target.
fn tool(program: impl Into<OsString>, source: &Path) -> Command {
    let mut command = Command::new(program.into());
    command.current_dir(source).stdin(Stdio::null());
    for name in FOREIGN {
        command.env_remove(name);
    }
    command
}

/// Runs a command and returns all its output; its messages are shown at once if a person is watching.
fn run(mut command: Command, is_watched: bool) -> Result<(ExitStatus, String, String)> {
    let aside = if is_watched { Stdio::inherit() } else { Stdio::piped() };
    let started = command.stdout(Stdio::piped()).stderr(aside).spawn();
    let mut child = started.context("cargo is not installed: install Rust from https://rustup.rs")?;
    let [said, complaints] = [reader(child.stdout.take()), reader(child.stderr.take())];
    let said = said.recv().ok().zip(complaints.recv().ok()).context("cargo's output cannot be read")?;
    Ok((child.wait()?, said.0, said.1))
}

/// Reads in a thread, so that neither stream blocks the other.
fn reader(stream: Option<impl Read + Send + 'static>) -> mpsc::Receiver<String> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut stream) = stream {
            let _ = stream.read_to_end(&mut bytes);
        }
        // A closed channel means that the result is not needed.
        let _ = sender.send(String::from_utf8_lossy(&bytes).into_owned());
    });
    receiver
}

/// The file among cargo's messages: the last program, or the last file with the extension.
fn made(messages: &str, ending: Option<&str>) -> Option<PathBuf> {
    let messages = messages.lines().filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok());
    let file = |message: serde_json::Value| match ending {
        None => message.get("executable")?.as_str().map(PathBuf::from),
        Some(ending) => {
            let mut names = message.get("filenames")?.as_array()?.iter().filter_map(serde_json::Value::as_str);
            names.find(|name| name.ends_with(ending)).map(PathBuf::from)
        }
    };
    messages.filter_map(file).next_back()
}

/// The most useful line: the first error, or the last line.
fn complaint(text: &str) -> &str {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let error = lines.clone().find(|line| line.starts_with("error"));
    error.or_else(|| lines.next_back()).unwrap_or("no reason is given")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_is_named_by_cargos_last_artefact_of_its_kind() {
        let messages = concat!(
            "{\"reason\":\"compiler-artifact\",\"executable\":null,\"filenames\":[\"/a/libweb.rlib\",\"/a/web.wasm\"]}\n",
            "{\"reason\":\"compiler-artifact\",\"executable\":\"/a/microbit\",\"filenames\":[\"/a/microbit\"]}\n",
            "{\"reason\":\"build-finished\",\"success\":true}\n",
        );
        assert_eq!(made(messages, None), Some(PathBuf::from("/a/microbit")));
        assert_eq!(made(messages, Some(".wasm")), Some(PathBuf::from("/a/web.wasm")));
        assert_eq!(made("Compiling\n{\"executable\":null}\n", None), None);
        assert_eq!(made("{\"filenames\":[\"/a/b.rlib\"]}\n", Some(".wasm")), None);
    }

    #[test]
    fn the_first_error_is_reported_in_one_line() {
        assert_eq!(
            complaint("   Compiling a\nerror[E0425]: no b\n --> c\nerror: could not compile\n"),
            "error[E0425]: no b"
        );
        assert_eq!(complaint("warning: x\nkilled\n"), "killed");
        assert_eq!(complaint(""), "no reason is given");
    }

    #[test]
    fn missing_files_are_reported_with_what_to_do() {
        let nowhere = Artefact {
            name: "firmware",
            target: "none",
            source: "/nowhere/source",
            file: "none",
            ending: None,
            remedy: "name one",
        };
        let refused = |named| nowhere.find(named).unwrap_err().to_string();
        assert_eq!(refused(Some(Path::new("/nowhere/elf"))), "there is no firmware /nowhere/elf");
        let told = "the source of the firmware is not at /nowhere/source: name one, or use a release, which carries it";
        assert_eq!(refused(None), told);
    }
}
