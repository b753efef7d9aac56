//! The micro:bit's flash as memory of this process: pages of 1024 bytes are erased to ones, words of four bytes are
//! written, and a write can only clear bits.

use embedded_storage::nor_flash::{
    ErrorType, NorFlash, NorFlashErrorKind, ReadNorFlash, check_erase, check_read, check_write,
};
use pipsqueak_app::Mapped;
use pipsqueak_app::slots::REGION;

use crate::prelude::*;

/// The region of flash that keeps champions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RamFlash {
    bytes: Vec<u8>,
    n_changes: u64,
}

impl RamFlash {
    /// Flash as it leaves the factory.
    pub fn new() -> RamFlash {
        RamFlash { bytes: vec![0xFF; REGION as usize], n_changes: 0 }
    }

    /// Flash that holds what an image says. The image has the region's size.
    pub fn from_image(image: Vec<u8>) -> Option<RamFlash> {
        (image.len() == REGION as usize).then_some(RamFlash { bytes: image, n_changes: 0 })
    }

    /// All bytes of the region.
    pub fn image(&self) -> &[u8] {
        &self.bytes
    }

    /// How often something was erased or written.
    pub fn n_changes(&self) -> u64 {
        self.n_changes
    }
}

impl Default for RamFlash {
    fn default() -> RamFlash {
        RamFlash::new()
    }
}

impl ErrorType for RamFlash {
    type Error = NorFlashErrorKind;
}

impl ReadNorFlash for RamFlash {
    const READ_SIZE: usize = 1;

    fn read(&mut self, offset: u32, bytes: &mut [u8]) -> Result<(), NorFlashErrorKind> {
        check_read(self, offset, bytes.len())?;
        bytes.copy_from_slice(&self.bytes[offset as usize..][..bytes.len()]);
        Ok(())
    }

    fn capacity(&self) -> usize {
        self.bytes.len()
    }
}

impl NorFlash for RamFlash {
    const WRITE_SIZE: usize = 4;
    const ERASE_SIZE: usize = 1024;

    fn erase(&mut self, from: u32, to: u32) -> Result<(), NorFlashErrorKind> {
        check_erase(self, from, to)?;
        self.bytes[from as usize..to as usize].fill(0xFF);
        self.n_changes += 1;
        Ok(())
    }

    fn write(&mut self, offset: u32, bytes: &[u8]) -> Result<(), NorFlashErrorKind> {
        check_write(self, offset, bytes.len())?;
        for (place, byte) in self.bytes[offset as usize..].iter_mut().zip(bytes) {
            *place &= byte;
        }
        self.n_changes += 1;
        Ok(())
    }
}

impl Mapped for RamFlash {
    fn look<R>(&mut self, offset: u32, length: usize, reader: impl FnOnce(&[u8]) -> R) -> Result<R, NorFlashErrorKind> {
        check_read(self, offset, length)?;
        Ok(reader(&self.bytes[offset as usize..][..length]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_write_clears_bits_and_only_an_erase_sets_them() {
        let mut flash = RamFlash::new();
        flash.write(1024, &[0x0F; 4]).unwrap();
        flash.write(1024, &[0xF5; 4]).unwrap();
        assert_eq!(flash.image()[1023..1029], [0xFF, 5, 5, 5, 5, 0xFF]);
        flash.erase(1024, 2048).unwrap();
        assert_eq!(flash.image()[1024], 0xFF);
    }

    #[test]
    fn pages_and_words_are_whole_and_within_the_region() {
        let mut flash = RamFlash::new();
        assert_eq!(flash.erase(512, 1024), Err(NorFlashErrorKind::NotAligned));
        assert_eq!(flash.write(2, &[0; 4]), Err(NorFlashErrorKind::NotAligned));
        assert_eq!(flash.write(REGION, &[0; 4]), Err(NorFlashErrorKind::OutOfBounds));
        assert_eq!(flash.read(REGION - 1, &mut [0; 2]), Err(NorFlashErrorKind::OutOfBounds));
        assert_eq!(flash.n_changes(), 0);
    }
}
