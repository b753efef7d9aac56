//! The boards whose real firmware runs in an emulator: one list for all suites. What differs between the emulators (how
//! to reset a board, cut its power, make it fault) is here; what the boards must do is in the suites.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use object::{Object, ObjectSymbol};
use pipsqueak::board::{Client, RetryPolicy};
use pipsqueak::port::emulator::Setup;
use pipsqueak::port::{Emulator, Transport};
use pipsqueak_core::games::fiveo::ID;
use tempfile::TempDir;

use crate::controlled::Controlled;
use crate::gdb::Debugger;
use crate::{emulated, sized};

/// A board that is emulated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Model {
    /// The BBC micro:bit v1, in QEMU.
    Microbit,
    /// The BBC micro:bit v2, in a machine around unicorn.
    MicrobitV2,
    /// The Raspberry Pi Pico, in rp2040js.
    Pico,
}

/// A running board, and the line to it.
pub enum Machine {
    /// In QEMU, with a debugger's socket in a folder.
    Microbit(Emulator, TempDir),
    /// In an emulator that takes commands.
    Controlled(Box<Controlled>),
}

/// Builds the firmware in this folder of `firmware`; returns its ELF file. The target comes from the folder's
/// configuration.
pub fn built(board: &str, target: &str) -> PathBuf {
    build(board, target, "target", &[])
}

/// As [`built`], with a feature, in a target folder of its own, so that the firmware without it is not replaced.
pub fn built_with(feature: &str, board: &str, target: &str) -> PathBuf {
    let folder = format!("target/{feature}");
    build(board, target, &folder, &["--features", feature, "--target-dir", &format!("../{folder}")])
}

fn build(board: &str, target: &str, folder: &str, options: &[&str]) -> PathBuf {
    let firmware = Path::new(env!("CARGO_MANIFEST_DIR")).join("../firmware");
    let mut cargo = Command::new("cargo");
    cargo.args(["build", "--release", "--locked", "--quiet"]).args(options).current_dir(firmware.join(board));
    for foreign in ["RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS", "CARGO_BUILD_TARGET"] {
        cargo.env_remove(foreign);
    }
    assert!(cargo.status().expect("cargo is installed").success(), "the firmware {board} is built");
    firmware.join(folder).join(target).join("release").join(format!("pipsqueak-{board}"))
}

impl Model {
    /// All of them.
    pub const ALL: [Model; 3] = [Model::Microbit, Model::MicrobitV2, Model::Pico];

    /// The firmware, built once.
    pub fn firmware(self) -> PathBuf {
        static PICO: OnceLock<PathBuf> = OnceLock::new();
        static V2: OnceLock<PathBuf> = OnceLock::new();
        match self {
            Model::Microbit => emulated::firmware(),
            Model::MicrobitV2 => V2.get_or_init(|| built("microbit-v2", "thumbv7em-none-eabihf")).clone(),
            Model::Pico => PICO.get_or_init(|| built("pico", "thumbv6m-none-eabi")).clone(),
        }
    }

    /// The folder of its crate in `firmware`.
    pub fn folder(self) -> &'static str {
        match self {
            Model::Microbit => "microbit",
            Model::MicrobitV2 => "microbit-v2",
            Model::Pico => "pico",
        }
    }

    /// The amount of work of a test: the first number, or the second on an emulator that is ten times slower, or whose
    /// share of a short run is small.
    pub fn scaled<T>(self, all: T, some: T) -> T {
        match self {
            Model::Microbit => all,
            Model::MicrobitV2 => {
                let (quick, long) = (some, all);
                sized(quick, long)
            }
            Model::Pico => some,
        }
    }

    /// The erasures that empty a slot of Five-O's champions: the pages of its 4 KB.
    pub fn n_erasures(self) -> usize {
        match self {
            Model::Microbit => 4,
            Model::MicrobitV2 | Model::Pico => 1,
        }
    }

    /// A new board.
    pub fn board(self) -> Client<Machine> {
        self.board_with(None)
    }

    /// A board with the flash content of a file; the file is not changed.
    pub fn board_with(self, flash: Option<&Path>) -> Client<Machine> {
        Client::new(self.start(flash))
    }

    /// A board before any communication.
    pub fn start(self, flash: Option<&Path>) -> Machine {
        match self {
            Model::MicrobitV2 | Model::Pico => Machine::Controlled(Box::new(self.controlled(flash, &[]))),
            Model::Microbit => {
                let sockets = tempfile::tempdir().expect("a folder that goes away");
                let gdb = format!("unix:{},server=on,wait=off", gdb_of(&sockets).display());
                let extra = vec!["-gdb".into(), gdb.into()];
                let flash = flash.map(Path::to_owned);
                let setup = Setup { image: self.firmware(), flash, extra, ..Setup::default() };
                Machine::Microbit(Emulator::start(&setup).expect("the emulator starts"), sockets)
            }
        }
    }

    /// A board whose emulator takes commands, with further options for it.
    pub fn controlled(self, flash: Option<&Path>, more: &[&str]) -> Controlled {
        Controlled::start(self.folder(), &self.firmware(), flash, more)
    }

    /// As [`controlled`](Model::controlled), without a line to its port.
    pub fn launched(self, more: &[&str]) -> Controlled {
        Controlled::launch(self.folder(), &self.firmware(), None, more)
    }

    /// Uploads a champion to a board with this flash, and cuts the power in the `n`-th flash operation; writes the
    /// remaining flash to a file. `None` if the upload has fewer operations.
    pub fn cut(self, before: &Path, bytes: &[u8], n: usize, after: &Path) -> Option<()> {
        let mut client = self.board_with(Some(before));
        client.hello().expect("the board answers");
        let stopper = match client.transport() {
            Machine::Microbit(_, sockets) => {
                let gdb = gdb_of(sockets);
                Some(stop_before(&gdb, &self.firmware(), n))
            }
            Machine::Controlled(board) => {
                // Before it does anything, or in the midst of it.
                board.order(&format!("cut {n} {}", ["before", "amid"][n % 2]));
                None
            }
        };
        // A controlled emulator ends with the cut; QEMU is stopped, and the debugger says so.
        let is_cut = || stopper.as_ref().is_some_and(JoinHandle::is_finished);
        let once = RetryPolicy { reply_timeout: 60_000, max_timeouts: 1, max_sends: 1, total: 60_000 };
        let line = UntilCut { line: client.transport(), is_cut: &is_cut };
        let is_uploaded = Client::with_policy(line, once).upload(ID, bytes, |_| {}).is_ok();
        if is_uploaded {
            return None;
        }
        if let Some(stopper) = stopper {
            stopper.join().expect("the debugger does not panic").expect("the debugger is heard");
        }
        client.transport().save_flash(after);
        Some(())
    }
}

fn gdb_of(sockets: &TempDir) -> PathBuf {
    sockets.path().join("gdb")
}

/// A line that is closed when the board is stopped: a slow board is not taken for one whose power was cut.
struct UntilCut<'c> {
    line: &'c mut Machine,
    is_cut: &'c dyn Fn() -> bool,
}

impl Transport for UntilCut<'_> {
    fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.line.send(bytes)
    }

    fn receive(&mut self, buffer: &mut [u8], wait: Duration) -> io::Result<usize> {
        const SLICE: Duration = Duration::from_millis(20);
        let end = Instant::now() + wait;
        loop {
            // First, so that nothing which came before the cut is missed.
            let is_cut = (self.is_cut)();
            match self.line.receive(buffer, SLICE.min(wait)) {
                Err(error) if error.kind() == io::ErrorKind::TimedOut && is_cut => return Ok(0),
                Err(error) if error.kind() == io::ErrorKind::TimedOut && Instant::now() < end => {}
                received => return received,
            }
        }
    }
}

/// Lets a micro:bit run until it comes to its `n`-th flash operation. When this returns, the board is stopped.
fn stop_before(gdb: &Path, firmware: &Path, n: usize) -> JoinHandle<io::Result<()>> {
    let breakpoints = flash_operations(firmware);
    let mut debugger = Debugger::connect(gdb).expect("the emulator has a debugger");
    breakpoints.iter().for_each(|&address| debugger.set_breakpoint(address).expect("a breakpoint is set"));
    thread::spawn(move || {
        debugger.run()?;
        (1..n).try_for_each(|_| debugger.run_on(&breakpoints))
    })
}

/// The addresses of the micro:bit's two functions that change flash.
fn flash_operations(firmware: &Path) -> [u32; 2] {
    let bytes = fs::read(firmware).expect("the firmware can be read");
    let elf = object::File::parse(&*bytes).expect("the firmware is an ELF file");
    // The lowest bit of a function's address only marks Thumb code.
    let address =
        |name| elf.symbol_by_name(name).unwrap_or_else(|| panic!("{name} has a symbol")).address() as u32 & !1;
    ["erase_page", "write_word"].map(address)
}

impl Machine {
    /// Presses the reset button.
    pub fn reset(&mut self) {
        match self {
            Machine::Microbit(emulator, _) => emulator.reset().expect("the emulator obeys"),
            Machine::Controlled(board) => board.order("reset"),
        }
    }

    /// Makes the processor fault: there is no code among the peripherals.
    pub fn fault(&mut self) {
        const PERIPHERALS: u32 = 0x4000_0000;
        match self {
            Machine::Microbit(_, sockets) => {
                let mut debugger = Debugger::connect(&gdb_of(sockets)).expect("the emulator has a debugger");
                debugger.jump(PERIPHERALS).expect("the debugger obeys");
            }
            Machine::Controlled(board) => board.order(&format!("jump {PERIPHERALS:x}")),
        }
    }

    /// Writes the flash to a file.
    pub fn save_flash(&mut self, file: &Path) {
        match self {
            Machine::Microbit(emulator, _) => emulator.save_flash(file).expect("the flash can be saved"),
            Machine::Controlled(board) => board.save_flash(file),
        }
    }

    fn line(&mut self) -> &mut dyn Transport {
        match self {
            Machine::Microbit(emulator, _) => emulator,
            Machine::Controlled(board) => &mut **board,
        }
    }
}

/// A board behind a port, for commands. It runs as long as this exists.
pub struct OnPort {
    /// Its name on command lines.
    pub port: String,
    _board: Option<Controlled>,
}

impl Model {
    /// A new board for a command.
    pub fn on_port(self) -> OnPort {
        match self {
            Model::Microbit => OnPort { port: "qemu".to_owned(), _board: None },
            Model::MicrobitV2 => OnPort { port: "v2".to_owned(), _board: None },
            Model::Pico => {
                let board = self.launched(&[]);
                OnPort { port: board.port().to_owned(), _board: Some(board) }
            }
        }
    }
}

impl Transport for Machine {
    fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.line().send(bytes)
    }

    fn receive(&mut self, buffer: &mut [u8], wait: Duration) -> io::Result<usize> {
        self.line().receive(buffer, wait)
    }
}
