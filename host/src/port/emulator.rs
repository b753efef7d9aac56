//! The emulated micro:bits: the real firmware on QEMU's model of the v1, or in the v2's machine of the source tree, in a
//! child process that ends with the program.
//!
//! **The emulator connects to us,** over a unix socket in a temporary folder, so no byte is lost while it starts. It
//! ends with the program, even if a signal ends that.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io;
use std::os::unix::net::{UnixListener, UnixStream};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use pipsqueak_app::slots::REGION;
use serde_json::json;
use tempfile::TempDir;

use super::qmp::Qmp;
use super::socket::Socket;
use super::{FLASH_BASE, Transport};
use crate::system::artefact::Found;
use crate::system::files;
use crate::system::lock::FileLock;
use crate::system::signals;

const PROGRAM: &str = "qemu-system-arm";
/// From util-linux: makes the kernel end a program with its parent.
const GUARD: [&str; 4] = ["setpriv", "--pdeathsig", "KILL", "--"];
const COMPLAINTS: &str = "complaints";
/// The timeout for the emulator to connect; it takes a tenth of a second.
const START: Duration = Duration::from_secs(15);

/// What an emulated board is made of.
#[derive(Clone, Debug, Default)]
pub struct Setup {
    /// The firmware: an ELF file, or an Intel HEX whose name ends in `.hex`.
    pub image: PathBuf,
    /// The bytes of an embedded ELF file instead.
    pub embedded: Option<&'static [u8]>,
    /// The content of the champions' region at the start, and again after each reset.
    pub flash: Option<PathBuf>,
    /// The script that runs the micro:bit v2's machine; without it, QEMU runs the v1's.
    pub script: Option<PathBuf>,
    /// Further arguments for the emulator.
    pub extra: Vec<OsString>,
    /// A file for what the board writes by semihosting: its log.
    pub log: Option<PathBuf>,
}

/// A running emulated board, and the line to it.
pub struct Emulator {
    line: Socket<UnixStream>,
    process: Arc<Mutex<Process>>,
    monitor: PathBuf,
}

/// What must be cleaned up: the process, and the folder of its sockets.
struct Process {
    child: Child,
    folder: Option<TempDir>,
}

impl Emulator {
    /// Starts a board.
    pub fn start(setup: &Setup) -> Result<Emulator> {
        let folder = tempfile::Builder::new()
            .prefix("pipsqueak-")
            .tempdir()
            .context("a folder for the emulator's sockets cannot be created")?;
        let place = folder.path().to_owned();
        let [serial, monitor, image] = ["serial", "monitor", "firmware.elf"].map(|name| place.join(name));
        if let Some(bytes) = setup.embedded {
            fs::write(&image, bytes).context("the firmware cannot be prepared for the emulator")?;
        }
        let image = if setup.embedded.is_some() { &image } else { &setup.image };
        // We listen and the emulator connects, so no bytes can be lost in between.
        let listener = UnixListener::bind(&serial).context("a socket for the emulator cannot be created")?;
        if setup.script.is_none() && !is_installed(PROGRAM) {
            bail!("the emulator is not installed: install the package qemu-system-arm");
        }
        let output = match &setup.log {
            Some(log) => File::create(log).context("the board's log cannot be written")?.into(),
            None => Stdio::null(),
        };
        let child = command(setup, image, &serial, &monitor)
            .stdin(Stdio::null())
            .stdout(output)
            .stderr(
                File::create(place.join(COMPLAINTS))
                    .context("a file for the emulator's error output cannot be created")?,
            )
            .spawn()
            .context("the emulator cannot be started")?;
        let process = Arc::new(Mutex::new(Process { child, folder: Some(folder) }));
        let doomed = Arc::downgrade(&process);
        signals::before_leaving(move || {
            if let Some(process) = doomed.upgrade() {
                end(&process);
            }
        });
        match accept(&listener, &process).and_then(|stream| Ok(Socket::new(stream)?)) {
            Ok(line) => Ok(Emulator { line, process, monitor }),
            Err(error) => {
                let complaint = complaint(&place).map_or(String::new(), |line| format!(": {line}"));
                end(&process);
                bail!("{error:#}{complaint}")
            }
        }
    }

    /// Writes the champions' region to a file, which is replaced as a whole. The board is paused meanwhile.
    pub fn save_flash(&mut self, file: &Path) -> Result<()> {
        let save = |new: &Path| {
            let new = std::path::absolute(new)?;
            let mut qmp = Qmp::connect(&self.monitor)?;
            qmp.execute("stop", json!({}))?;
            // As the processor sees it: the emulator's own memory map has no flash.
            qmp.execute("memsave", json!({"val": FLASH_BASE, "size": REGION, "filename": new, "cpu-index": 0}))?;
            qmp.execute("cont", json!({}))
        };
        files::replace_by(file, save)
            .with_context(|| format!("the emulator's flash cannot be saved to {}", file.display()))
    }

    /// Presses the reset button.
    pub fn reset(&mut self) -> Result<()> {
        let reset = || Qmp::connect(&self.monitor)?.execute("system_reset", json!({}));
        reset().context("the emulator cannot be reset")
    }

    /// Cuts the power.
    pub fn kill(&mut self) {
        end(&self.process);
    }

    /// Whether the emulator still runs.
    pub fn is_alive(&mut self) -> bool {
        matches!(lock(&self.process).child.try_wait(), Ok(None))
    }

    /// The emulator's error message, if it ended by itself. A crashed firmware ends it.
    fn why_ended(&self) -> Option<io::Error> {
        let complaint = complaint(lock(&self.process).folder.as_ref()?.path())?;
        Some(io::Error::other(format!("the emulator ended: {complaint}")))
    }
}

impl Drop for Emulator {
    fn drop(&mut self) {
        self.kill();
    }
}

impl Transport for Emulator {
    fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.line.send(bytes).map_err(|error| self.why_ended().unwrap_or(error))
    }

    fn receive(&mut self, buffer: &mut [u8], wait: Duration) -> io::Result<usize> {
        match self.line.receive(buffer, wait) {
            Ok(0) => self.why_ended().map_or(Ok(0), Err),
            Err(error) if error.kind() != io::ErrorKind::TimedOut => Err(self.why_ended().unwrap_or(error)),
            received => received,
        }
    }
}

/// The emulator's command, in its own process group: Ctrl-C in a terminal reaches only us, and we end it in order. On
/// Linux it ends with us even if we are killed.
fn dying_with_us(program: &OsStr) -> Command {
    let mut command = if cfg!(target_os = "linux") && is_installed(GUARD[0]) {
        let mut command = Command::new(GUARD[0]);
        command.args(&GUARD[1..]).arg(program);
        command
    } else {
        Command::new(program)
    };
    command.process_group(0);
    command
}

fn is_installed(program: &str) -> bool {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&folders).any(|folder| folder.join(program).is_file())
}

fn command(setup: &Setup, image: &Path, serial: &Path, monitor: &Path) -> Command {
    if let Some(script) = &setup.script {
        let mut command = dying_with_us(script.as_os_str());
        command.arg(image).args(["--paced", "--unix"]).arg(serial);
        setup.flash.iter().for_each(|flash| _ = command.arg("--flash").arg(flash));
        return command;
    }
    let mut command = dying_with_us(PROGRAM.as_ref());
    command.args(["-M", "microbit", "-display", "none", "-monitor", "none", "-serial"]);
    command.arg(joined(&["unix:".as_ref(), serial.as_ref()]));
    command.arg("-qmp").arg(joined(&["unix:".as_ref(), monitor.as_ref(), ",server=on,wait=off".as_ref()]));
    if image.extension().is_some_and(|extension| extension == "hex") {
        command.arg("-device").arg(joined(&["loader,file=".as_ref(), doubled(image).as_ref()]));
    } else {
        command.arg("-kernel").arg(image);
    }
    if let Some(flash) = &setup.flash {
        let address = format!(",addr={FLASH_BASE:#x},force-raw=on");
        let loader = joined(&["loader,file=".as_ref(), doubled(flash).as_ref(), address.as_ref()]);
        command.arg("-device").arg(loader);
    }
    command.args(&setup.extra);
    command
}

/// The first line that the emulator wrote to its standard error.
fn complaint(folder: &Path) -> Option<String> {
    let text = fs::read_to_string(folder.join(COMPLAINTS)).ok()?;
    text.lines().next().map(str::to_owned)
}

fn joined(parts: &[&OsStr]) -> OsString {
    parts.iter().copied().collect()
}

/// QEMU ends an option at a comma in a file name, unless the comma is doubled.
fn doubled(path: &Path) -> OsString {
    match path.to_str() {
        Some(text) => text.replace(',', ",,").into(),
        None => path.into(),
    }
}

/// Waits until the emulator connects, as long as it runs.
fn accept(listener: &UnixListener, process: &Mutex<Process>) -> Result<UnixStream> {
    listener.set_nonblocking(true)?;
    let until = Instant::now() + START;
    loop {
        match listener.accept() {
            Ok((stream, _)) => {
                stream.set_nonblocking(false)?;
                return Ok(stream);
            }
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
            Err(error) => return Err(error.into()),
        }
        if lock(process).child.try_wait()?.is_some() {
            bail!("the emulator did not start");
        }
        if Instant::now() > until {
            bail!("the emulator did not connect");
        }
        thread::sleep(Duration::from_millis(2));
    }
}

fn lock(process: &Mutex<Process>) -> std::sync::MutexGuard<'_, Process> {
    process.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ends the process and removes its folder. A process that has already ended is no error.
fn end(process: &Mutex<Process>) {
    let Process { child, folder } = &mut *lock(process);
    let _ = child.kill();
    let _ = child.wait();
    folder.take();
}

/// An emulated board whose flash is kept in a file from session to session.
pub struct PersistentEmulator {
    emulator: Emulator,
    file: Option<PathBuf>,
    _lock: Option<FileLock>,
}

impl PersistentEmulator {
    /// Starts the micro:bit v1 with the file's content, if it exists.
    pub(crate) fn start(firmware: Found, file: Option<&Path>) -> Result<PersistentEmulator> {
        let lock = file.map(FileLock::of).transpose()?;
        let flash = file.filter(|file| file.exists()).map(Path::to_owned);
        flash.as_deref().map_or(Ok(()), check_image)?;
        let emulator = Emulator::start(&Setup { flash, ..setup_of(firmware) })?;
        Ok(PersistentEmulator { emulator, file: file.map(Path::to_owned), _lock: lock })
    }

    /// Starts the micro:bit v2, whose machine keeps the file itself, after every operation of its flash.
    pub(crate) fn start_v2(script: PathBuf, firmware: Found, file: Option<&Path>) -> Result<PersistentEmulator> {
        let lock = file.map(FileLock::of).transpose()?;
        file.filter(|file| file.exists()).map_or(Ok(()), check_image)?;
        let flash = file.map(std::path::absolute).transpose()?;
        let emulator = Emulator::start(&Setup { flash, script: Some(script), ..setup_of(firmware) })?;
        Ok(PersistentEmulator { emulator, file: None, _lock: lock })
    }
}

fn setup_of(firmware: Found) -> Setup {
    match firmware {
        Found::File(image) => Setup { image, ..Setup::default() },
        Found::Embedded(bytes) => Setup { embedded: Some(bytes), ..Setup::default() },
    }
}

/// Refuses a file that cannot be a board's flash.
fn check_image(file: &Path) -> Result<()> {
    let found = fs::metadata(file).with_context(|| format!("{} cannot be read", file.display()))?;
    let n_bytes = found.len();
    if n_bytes != u64::from(REGION) {
        bail!("{} is not an image of a board's flash: it has {n_bytes} bytes, not {REGION}", file.display());
    }
    if found.permissions().readonly() {
        bail!("{} is read-only: the board could not keep its champions there", file.display());
    }
    Ok(())
}

impl Transport for PersistentEmulator {
    fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.emulator.send(bytes)
    }

    fn receive(&mut self, buffer: &mut [u8], wait: Duration) -> io::Result<usize> {
        self.emulator.receive(buffer, wait)
    }

    fn save(&mut self) -> io::Result<()> {
        match &self.file {
            Some(file) => self.emulator.save_flash(file).map_err(|error| io::Error::other(format!("{error:#}"))),
            None => Ok(()),
        }
    }

    fn close(&mut self) -> Result<()> {
        Ok(self.save()?)
    }
}
