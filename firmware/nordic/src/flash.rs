//! The champions' 32 KB of the flash. Offset 0 is the region's beginning.
#![allow(unsafe_code)]

use core::slice;

use embedded_storage::nor_flash::{
    ErrorType, NorFlash, NorFlashErrorKind, ReadNorFlash, check_erase, check_read, check_write,
};
use pipsqueak_app::MappedFlash;
use pipsqueak_app::slots::REGION;

use crate::pac::NVMC;

const WORD: u32 = 4;

/// The region, which begins at an address above the firmware, and is erased in pages of this many bytes.
pub struct Flash<const START: u32, const PAGE: u32> {
    controller: NVMC,
}

impl<const START: u32, const PAGE: u32> Flash<START, PAGE> {
    /// The region, through the chip's flash controller.
    pub fn new(controller: NVMC) -> Self {
        Flash { controller }
    }
}

impl<const START: u32, const PAGE: u32> ErrorType for Flash<START, PAGE> {
    type Error = NorFlashErrorKind;
}

impl<const START: u32, const PAGE: u32> ReadNorFlash for Flash<START, PAGE> {
    const READ_SIZE: usize = 1;

    fn read(&mut self, offset: u32, bytes: &mut [u8]) -> Result<(), NorFlashErrorKind> {
        check_read(self, offset, bytes.len())?;
        for (address, byte) in (START + offset..).zip(bytes) {
            // SAFETY: an address within the region, which is memory of plain bytes. Volatile, because the controller
            // changes it behind the compiler's back.
            *byte = unsafe { (address as *const u8).read_volatile() };
        }
        Ok(())
    }

    fn capacity(&self) -> usize {
        REGION as usize
    }
}

impl<const START: u32, const PAGE: u32> NorFlash for Flash<START, PAGE> {
    const WRITE_SIZE: usize = WORD as usize;
    const ERASE_SIZE: usize = PAGE as usize;

    fn erase(&mut self, from: u32, to: u32) -> Result<(), NorFlashErrorKind> {
        check_erase(self, from, to)?;
        for page in from / PAGE..to / PAGE {
            erase_page(&self.controller, START + page * PAGE);
        }
        Ok(())
    }

    fn write(&mut self, offset: u32, bytes: &[u8]) -> Result<(), NorFlashErrorKind> {
        check_write(self, offset, bytes.len())?;
        let (words, _) = bytes.as_chunks();
        for (n_words, &word) in (0..).zip(words) {
            let address = START + offset + n_words * WORD;
            let word = u32::from_le_bytes(word);
            write_word(&self.controller, address, word);
            // SAFETY: as in `read`; a whole word, aligned, as was checked.
            if unsafe { (address as *const u32).read_volatile() } != word {
                return Err(NorFlashErrorKind::Other);
            }
        }
        Ok(())
    }
}

impl<const START: u32, const PAGE: u32> MappedFlash for Flash<START, PAGE> {
    fn look<R>(&mut self, offset: u32, length: usize, reader: impl FnOnce(&[u8]) -> R) -> Result<R, NorFlashErrorKind> {
        check_read(self, offset, length)?;
        // SAFETY: bytes within the region, as was checked. Nothing writes there while the reader runs: writing needs
        // this flash, which is borrowed until then.
        Ok(reader(unsafe { slice::from_raw_parts((START + offset) as *const u8, length) }))
    }
}

/// One operation of the flash, with a symbol of its own: tests stop the emulator here to cut the power. The processor
/// stalls meanwhile, for 20 to 90 ms.
#[inline(never)]
#[unsafe(no_mangle)]
extern "C" fn erase_page(controller: &NVMC, address: u32) {
    controller.config.write(|w| w.wen().een());
    // SAFETY: the callers name a page of the region only, where no code lies.
    controller.erasepage().write(|w| unsafe { w.bits(address) });
    finish(controller);
}

/// As [`erase_page`]: one operation, with a symbol of its own.
#[inline(never)]
#[unsafe(no_mangle)]
extern "C" fn write_word(controller: &NVMC, address: u32, word: u32) {
    controller.config.write(|w| w.wen().wen());
    // SAFETY: the callers name an aligned word of the region only, where no code and no variable lies.
    unsafe { (address as *mut u32).write_volatile(word) };
    finish(controller);
}

fn finish(controller: &NVMC) {
    while controller.ready.read().ready().is_busy() {}
    controller.config.write(|w| w.wen().ren());
}
