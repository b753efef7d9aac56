//! A line, a flash and a board that are opaque to the compiler.

use core::convert::Infallible;
use core::hint::black_box;

use embedded_io::{Read, Write};
use embedded_storage::nor_flash::{NorFlash, NorFlashErrorKind, ReadNorFlash};
use pipsqueak_app::{Board, MappedFlash, Picture};

/// A value that is opaque to the compiler.
pub fn any<T>(value: T) -> T {
    black_box(value)
}

/// Bytes, and a length, that are opaque to the compiler.
pub fn any_bytes<const N: usize>(bytes: &mut [u8; N]) -> &[u8] {
    let bytes = black_box(bytes);
    bytes.get(..black_box(N)).unwrap_or_default()
}

pub struct Line;

impl embedded_io::ErrorType for Line {
    type Error = Infallible;
}

impl Read for Line {
    fn read(&mut self, bytes: &mut [u8]) -> Result<usize, Infallible> {
        black_box(bytes);
        Ok(any(1))
    }
}

impl Write for Line {
    fn write(&mut self, bytes: &[u8]) -> Result<usize, Infallible> {
        black_box(bytes);
        Ok(any(1))
    }

    fn flush(&mut self) -> Result<(), Infallible> {
        Ok(())
    }
}

pub struct Flash;

impl embedded_storage::nor_flash::ErrorType for Flash {
    type Error = NorFlashErrorKind;
}

impl Flash {
    fn outcome() -> Result<(), NorFlashErrorKind> {
        if any(true) { Ok(()) } else { Err(NorFlashErrorKind::Other) }
    }
}

impl ReadNorFlash for Flash {
    const READ_SIZE: usize = 1;

    fn read(&mut self, offset: u32, bytes: &mut [u8]) -> Result<(), NorFlashErrorKind> {
        black_box((offset, bytes));
        Flash::outcome()
    }

    fn capacity(&self) -> usize {
        any(0)
    }
}

impl NorFlash for Flash {
    const WRITE_SIZE: usize = 4;
    const ERASE_SIZE: usize = 1024;

    fn erase(&mut self, from: u32, to: u32) -> Result<(), NorFlashErrorKind> {
        black_box((from, to));
        Flash::outcome()
    }

    fn write(&mut self, offset: u32, bytes: &[u8]) -> Result<(), NorFlashErrorKind> {
        black_box((offset, bytes));
        Flash::outcome()
    }
}

impl MappedFlash for Flash {
    fn look<R>(&mut self, offset: u32, length: usize, reader: impl FnOnce(&[u8]) -> R) -> Result<R, NorFlashErrorKind> {
        black_box((offset, length));
        let mut bytes = [0; 64];
        Flash::outcome().map(|()| reader(any_bytes(&mut bytes)))
    }
}

pub struct Anywhere;

impl Board for Anywhere {
    const NAME: &'static str = "probe";
    const TICKS_PER_SECOND: u32 = 1;

    fn ticks(&mut self) -> u32 {
        any(0)
    }

    fn stack_high_water(&mut self) -> u32 {
        any(0)
    }

    fn static_ram(&mut self) -> u32 {
        any(0)
    }

    fn show(&mut self, picture: Picture) {
        black_box(picture);
    }
}
