//! The champions' region in memory that behaves as the micro:bit's flash does, to run the application without one:
//! pages of 1024 bytes are erased to ones, words of four bytes are written, and a write can only clear bits.

use core::borrow::BorrowMut;

use embedded_storage::nor_flash::{
    ErrorType, NorFlash, NorFlashErrorKind, ReadNorFlash, check_erase, check_read, check_write,
};

use crate::MappedFlash;
use crate::slots::REGION;

/// The region's bytes.
pub type RegionBytes = [u8; REGION as usize];

/// The region in memory of this kind: a board's static variable, or a box.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RamFlash<B> {
    bytes: B,
    n_changes: u64,
}

impl<B: From<RegionBytes>> RamFlash<B> {
    /// Blank flash.
    pub fn new() -> RamFlash<B> {
        RamFlash::holding([0xFF; REGION as usize].into())
    }
}

impl<B: From<RegionBytes>> Default for RamFlash<B> {
    fn default() -> RamFlash<B> {
        RamFlash::new()
    }
}

impl<B> RamFlash<B> {
    /// Flash with this content.
    pub fn holding(bytes: B) -> RamFlash<B> {
        RamFlash { bytes, n_changes: 0 }
    }

    /// The number of erasures and writes.
    pub fn n_changes(&self) -> u64 {
        self.n_changes
    }
}

impl<B: BorrowMut<RegionBytes>> RamFlash<B> {
    /// All bytes of the region.
    pub fn image(&self) -> &[u8] {
        self.bytes.borrow()
    }

    fn part(&mut self, offset: u32, length: usize) -> Result<&mut [u8], NorFlashErrorKind> {
        let start = offset as usize;
        self.bytes.borrow_mut().get_mut(start..start.wrapping_add(length)).ok_or(NorFlashErrorKind::OutOfBounds)
    }
}

impl<B> ErrorType for RamFlash<B> {
    type Error = NorFlashErrorKind;
}

impl<B: BorrowMut<RegionBytes>> ReadNorFlash for RamFlash<B> {
    const READ_SIZE: usize = 1;

    fn read(&mut self, offset: u32, bytes: &mut [u8]) -> Result<(), NorFlashErrorKind> {
        check_read(self, offset, bytes.len())?;
        let part = self.part(offset, bytes.len())?;
        // Not copy_from_slice, which panics if lengths differ: they do not, but a linker cannot know.
        bytes.iter_mut().zip(part).for_each(|(byte, held)| *byte = *held);
        Ok(())
    }

    fn capacity(&self) -> usize {
        REGION as usize
    }
}

impl<B: BorrowMut<RegionBytes>> NorFlash for RamFlash<B> {
    const WRITE_SIZE: usize = 4;
    const ERASE_SIZE: usize = 1024;

    fn erase(&mut self, from: u32, to: u32) -> Result<(), NorFlashErrorKind> {
        check_erase(self, from, to)?;
        self.part(from, to.saturating_sub(from) as usize)?.fill(0xFF);
        self.n_changes += 1;
        Ok(())
    }

    fn write(&mut self, offset: u32, bytes: &[u8]) -> Result<(), NorFlashErrorKind> {
        check_write(self, offset, bytes.len())?;
        self.part(offset, bytes.len())?.iter_mut().zip(bytes).for_each(|(held, byte)| *held &= byte);
        self.n_changes += 1;
        Ok(())
    }
}

impl<B: BorrowMut<RegionBytes>> MappedFlash for RamFlash<B> {
    fn look<R>(&mut self, offset: u32, length: usize, reader: impl FnOnce(&[u8]) -> R) -> Result<R, NorFlashErrorKind> {
        check_read(self, offset, length)?;
        Ok(reader(self.part(offset, length)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Flash = RamFlash<RegionBytes>;

    #[test]
    fn a_write_clears_bits_and_only_an_erase_sets_them() {
        let mut flash = Flash::new();
        flash.write(1024, &[0x0F; 4]).unwrap();
        flash.write(1024, &[0xF5; 4]).unwrap();
        assert_eq!(flash.image()[1023..1029], [0xFF, 5, 5, 5, 5, 0xFF]);
        flash.erase(1024, 2048).unwrap();
        assert_eq!(flash.image()[1024], 0xFF);
        assert_eq!(flash.n_changes(), 3);
    }

    #[test]
    fn pages_and_words_are_whole_and_within_the_region() {
        let mut flash = Flash::new();
        assert_eq!(flash.erase(512, 1024), Err(NorFlashErrorKind::NotAligned));
        assert_eq!(flash.write(2, &[0; 4]), Err(NorFlashErrorKind::NotAligned));
        assert_eq!(flash.write(REGION, &[0; 4]), Err(NorFlashErrorKind::OutOfBounds));
        assert_eq!(flash.read(REGION - 1, &mut [0; 2]), Err(NorFlashErrorKind::OutOfBounds));
        assert_eq!(flash.n_changes(), 0);
    }
}
