//! The champions' region as RAM that behaves as flash does: words can only lose ones until a page is erased.

use embedded_storage::nor_flash::{
    ErrorType, NorFlash, NorFlashErrorKind, ReadNorFlash, check_erase, check_read, check_write,
};
use pipsqueak_app::Mapped;
use pipsqueak_app::slots::REGION;

/// The region.
pub struct RamFlash {
    bytes: &'static mut [u8; REGION as usize],
}

impl RamFlash {
    /// A region that holds what the memory holds.
    pub fn new(bytes: &'static mut [u8; REGION as usize]) -> RamFlash {
        RamFlash { bytes }
    }

    fn part(&mut self, offset: u32, length: usize) -> Result<&mut [u8], NorFlashErrorKind> {
        let start = offset as usize;
        self.bytes.get_mut(start..start.wrapping_add(length)).ok_or(NorFlashErrorKind::OutOfBounds)
    }
}

impl ErrorType for RamFlash {
    type Error = NorFlashErrorKind;
}

impl ReadNorFlash for RamFlash {
    const READ_SIZE: usize = 1;

    fn read(&mut self, offset: u32, bytes: &mut [u8]) -> Result<(), NorFlashErrorKind> {
        check_read(self, offset, bytes.len())?;
        let part = self.part(offset, bytes.len())?;
        bytes.iter_mut().zip(part).for_each(|(byte, held)| *byte = *held);
        Ok(())
    }

    fn capacity(&self) -> usize {
        REGION as usize
    }
}

impl NorFlash for RamFlash {
    const WRITE_SIZE: usize = 4;
    const ERASE_SIZE: usize = 1024;

    fn erase(&mut self, from: u32, to: u32) -> Result<(), NorFlashErrorKind> {
        check_erase(self, from, to)?;
        self.part(from, to.saturating_sub(from) as usize)?.fill(0xFF);
        Ok(())
    }

    fn write(&mut self, offset: u32, bytes: &[u8]) -> Result<(), NorFlashErrorKind> {
        check_write(self, offset, bytes.len())?;
        self.part(offset, bytes.len())?.iter_mut().zip(bytes).for_each(|(held, byte)| *held &= byte);
        Ok(())
    }
}

impl Mapped for RamFlash {
    fn look<R>(&mut self, offset: u32, length: usize, reader: impl FnOnce(&[u8]) -> R) -> Result<R, NorFlashErrorKind> {
        check_read(self, offset, length)?;
        Ok(reader(self.part(offset, length)?))
    }
}
