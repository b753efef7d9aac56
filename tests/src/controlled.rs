//! Emulators that are scripts, as a user would start them, with their commands for tests: the Pico's and the micro:bit
//! v2's `emulate`.

use std::fs;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::Duration;

use pipsqueak::port::{Port, Transport};
use pipsqueak_app::GAMES;
use tempfile::TempDir;

/// The script of a folder of `firmware`.
pub fn script(board: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../firmware").join(board).join("emulate")
}

/// An emulated board, and the line to it once it is connected.
pub struct Controlled {
    child: Child,
    said: BufReader<ChildStdout>,
    port: String,
    line: Option<Box<dyn Transport>>,
    flash: PathBuf,
    _folder: TempDir,
}

/// The emulator's counters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Counts {
    /// Flash operations.
    pub operations: u64,
    /// Bytes that were lost because the line's buffer was full.
    pub lost: u64,
    /// Instructions.
    pub instructions: u64,
    /// Resets.
    pub resets: u64,
}

impl Controlled {
    /// Starts a board with this firmware and a copy of this flash, and connects to it.
    pub fn start(board: &str, firmware: &Path, flash: Option<&Path>, more: &[&str]) -> Controlled {
        let mut controlled = Controlled::launch(board, firmware, flash, more);
        let port = Port::named(&controlled.port).expect("the emulator names a port");
        controlled.line = Some(port.open(None, GAMES).expect("the emulator can be reached"));
        controlled
    }

    /// Starts a board without connecting to its port.
    pub fn launch(board: &str, firmware: &Path, flash: Option<&Path>, more: &[&str]) -> Controlled {
        let folder = tempfile::tempdir().expect("a folder that goes away");
        let file = folder.path().join("flash");
        if let Some(flash) = flash {
            fs::copy(flash, &file).expect("a file can be copied");
        }
        let mut child = Command::new(script(board))
            .arg(firmware)
            .arg("--flash")
            .arg(&file)
            .arg("--control")
            .args(more)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the emulator's script can be started");
        let mut said = BufReader::new(child.stdout.take().expect("the output is a pipe"));
        let mut line = String::new();
        said.read_line(&mut line).expect("the emulator says something");
        let port = line.split_whitespace().find(|word| word.starts_with("tcp:")).map(str::to_owned);
        let port = port.unwrap_or_else(|| panic!("no port in {line:?}: {}", complaint(&mut child)));
        Controlled { child, said, port, line: None, flash: file, _folder: folder }
    }

    /// The port's name.
    pub fn port(&self) -> &str {
        &self.port
    }

    /// Sends a command, and waits until it is done.
    pub fn order(&mut self, command: &str) {
        self.ask(command);
    }

    /// Reads the counters.
    pub fn counts(&mut self) -> Counts {
        let told = self.ask("counts");
        let numbers: Vec<u64> = told.split_whitespace().filter_map(|word| word.parse().ok()).collect();
        let [operations, lost, instructions, resets] = numbers[..] else { panic!("{told:?}") };
        Counts { operations, lost, instructions, resets }
    }

    /// Sends a command; returns its output.
    pub fn ask(&mut self, command: &str) -> String {
        let stdin = self.child.stdin.as_mut().expect("the input is a pipe");
        writeln!(stdin, "{command}").expect("the emulator listens");
        let mut told = String::new();
        loop {
            let mut line = String::new();
            assert_ne!(
                self.said.read_line(&mut line).expect("the emulator says something"),
                0,
                "{command}: it has ended"
            );
            if line.starts_with("done") {
                return told;
            }
            told += &line;
        }
    }

    /// Writes the flash to a file.
    pub fn save_flash(&mut self, file: &Path) {
        fs::copy(&self.flash, file).expect("a file can be copied");
    }

    /// Waits until the emulator ends by itself; returns its status and its error output.
    pub fn ended(&mut self) -> (Option<i32>, String) {
        let status = self.child.wait().expect("the emulator ends");
        (status.code(), complaint(&mut self.child))
    }
}

fn complaint(child: &mut Child) -> String {
    let _ = child.wait();
    let mut text = String::new();
    if let Some(mut errors) = child.stderr.take() {
        let _ = errors.read_to_string(&mut text);
    }
    text
}

impl Drop for Controlled {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Transport for Controlled {
    fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.line.as_mut().ok_or(io::ErrorKind::NotConnected)?.send(bytes)
    }

    fn receive(&mut self, buffer: &mut [u8], wait: Duration) -> io::Result<usize> {
        self.line.as_mut().ok_or(io::ErrorKind::NotConnected)?.receive(buffer, wait)
    }
}
