//! The simulated board: the board's application in this process. It has no thread and no clock: bytes that are sent are
//! answered at once, and a wait for more ends at once.
//!
//! **The simulated board has no clock.** `sim` answers within `send` and times out at once, so that a test of a line
//! that loses half of its frames takes no longer than a good one.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::io;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use embedded_storage::nor_flash::{ErrorType, NorFlash, NorFlashErrorKind, ReadNorFlash};
use pipsqueak_app::slots::REGION;
use pipsqueak_app::{Board, BoardGame, MappedFlash, Picture, Server};

use super::{RamFlash, Transport};
use crate::system::files;
use crate::system::lock::FileLock;

/// A simulated board.
pub struct Sim {
    server: Server<Shared, SimBoard>,
    flash: Shared,
    /// The file that keeps the flash.
    file: Option<PathBuf>,
    _lock: Option<FileLock>,
    n_saved: u64,
    answers: VecDeque<u8>,
}

impl Sim {
    /// Starts a board that plays these games. Its flash is loaded from the file, if it exists, and saved there.
    pub fn start(file: Option<&Path>, games: &'static [BoardGame]) -> Result<Sim> {
        let lock = file.map(FileLock::of).transpose()?;
        let flash = match file.filter(|file| file.exists()) {
            None => RamFlash::new(),
            Some(file) => load(file)?,
        };
        let mut sim = Sim::with_flash(flash, games);
        (sim.file, sim._lock) = (file.map(Path::to_owned), lock);
        Ok(sim)
    }

    /// Starts a board with this flash.
    pub fn with_flash(flash: RamFlash, games: &'static [BoardGame]) -> Sim {
        let flash = Shared(Rc::new(RefCell::new(flash)));
        let server = Server::new(flash.clone(), SimBoard(Instant::now()), games);
        Sim { server, flash, file: None, _lock: None, n_saved: 0, answers: VecDeque::new() }
    }

    /// The content of the flash.
    pub fn flash(&self) -> RamFlash {
        self.flash.0.borrow().clone()
    }

    /// Saves the flash after each change: a board does not lose its champion when the line is cut.
    fn keep(&mut self) -> io::Result<()> {
        let flash = self.flash.0.borrow();
        if let Some(file) = self.file.as_ref().filter(|_| flash.n_changes() != self.n_saved) {
            let why = |error| io::Error::other(format!("{} cannot be written: {error}", file.display()));
            files::replace(file, flash.image()).map_err(why)?;
            self.n_saved = flash.n_changes();
        }
        Ok(())
    }
}

/// Enough to detect that a file is too large.
const LARGEST_IMAGE: u64 = 16_000_000;

fn load(file: &Path) -> Result<RamFlash> {
    let image = files::read(file, LARGEST_IMAGE).with_context(|| format!("{} cannot be read", file.display()))?;
    let n_bytes = image.len();
    let why = || format!("{} is not an image of a board's flash: it has {n_bytes} bytes, not {REGION}", file.display());
    Ok(RamFlash::holding(Box::try_from(image).ok().with_context(why)?))
}

impl Transport for Sim {
    fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        for &byte in bytes {
            if let Some(frame) = self.server.receive(byte) {
                self.answers.extend(frame);
            }
        }
        self.keep()
    }

    fn receive(&mut self, buffer: &mut [u8], _wait: Duration) -> io::Result<usize> {
        if self.answers.is_empty() {
            return Err(io::ErrorKind::TimedOut.into());
        }
        let n_bytes = buffer.len().min(self.answers.len());
        for (place, byte) in buffer.iter_mut().zip(self.answers.drain(..n_bytes)) {
            *place = byte;
        }
        Ok(n_bytes)
    }
}

/// The board itself: a clock, and no display.
struct SimBoard(Instant);

impl Board for SimBoard {
    const NAME: &'static str = "sim";
    /// Fine enough for a move of Five-O, and coarse enough that no minute wraps it around.
    const TICKS_PER_SECOND: u32 = 10_000_000;

    fn ticks(&mut self) -> u32 {
        (self.0.elapsed().as_nanos() / 100) as u32
    }

    fn stack_high_water(&mut self) -> u32 {
        0
    }

    fn static_ram(&mut self) -> u32 {
        0
    }

    fn show(&mut self, _picture: Picture) {}
}

/// Flash that is shared by the board and the code that saves it.
#[derive(Clone)]
struct Shared(Rc<RefCell<RamFlash>>);

impl ErrorType for Shared {
    type Error = NorFlashErrorKind;
}

impl ReadNorFlash for Shared {
    const READ_SIZE: usize = RamFlash::READ_SIZE;

    fn read(&mut self, offset: u32, bytes: &mut [u8]) -> Result<(), NorFlashErrorKind> {
        self.0.borrow_mut().read(offset, bytes)
    }

    fn capacity(&self) -> usize {
        self.0.borrow().capacity()
    }
}

impl NorFlash for Shared {
    const WRITE_SIZE: usize = RamFlash::WRITE_SIZE;
    const ERASE_SIZE: usize = RamFlash::ERASE_SIZE;

    fn erase(&mut self, from: u32, to: u32) -> Result<(), NorFlashErrorKind> {
        self.0.borrow_mut().erase(from, to)
    }

    fn write(&mut self, offset: u32, bytes: &[u8]) -> Result<(), NorFlashErrorKind> {
        self.0.borrow_mut().write(offset, bytes)
    }
}

impl MappedFlash for Shared {
    fn look<R>(&mut self, offset: u32, length: usize, reader: impl FnOnce(&[u8]) -> R) -> Result<R, NorFlashErrorKind> {
        self.0.borrow_mut().look(offset, length, reader)
    }
}
