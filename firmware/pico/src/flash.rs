//! The last 32 KB of the flash chip, for champions. Offset 0 is the region's beginning.
//!
//! The program itself is in the same chip, which cannot be read while it is written. So a write runs from RAM, calls
//! nothing but the chip's ROM, and disables interrupts.
#![allow(unsafe_code)]

use core::mem::transmute;
use core::slice;

use embedded_storage::nor_flash::{
    ErrorType, NorFlash, NorFlashErrorKind, ReadNorFlash, check_erase, check_read, check_write,
};
use pipsqueak_app::MappedFlash;
use pipsqueak_app::slots::REGION;
use rp2040_hal::rom_data;

/// The address of the memory-mapped chip.
const MAPPED: u32 = 0x1000_0000;
/// The linker script keeps the firmware below it.
const START: u32 = 2048 * 1024 - REGION;
const SECTOR: u32 = 4096;
const PAGE: u32 = 256;
const WORD: u32 = 4;

/// The region.
pub struct Flash {
    _private: (),
}

impl Flash {
    /// The region. There must be only one.
    pub fn new() -> Flash {
        Flash { _private: () }
    }
}

impl ErrorType for Flash {
    type Error = NorFlashErrorKind;
}

impl ReadNorFlash for Flash {
    const READ_SIZE: usize = 1;

    fn read(&mut self, offset: u32, bytes: &mut [u8]) -> Result<(), NorFlashErrorKind> {
        check_read(self, offset, bytes.len())?;
        for (address, byte) in (MAPPED + START + offset..).zip(bytes) {
            // SAFETY: an address within the region, which is memory of plain bytes. Volatile, because it is changed
            // behind the compiler's back.
            *byte = unsafe { (address as *const u8).read_volatile() };
        }
        Ok(())
    }

    fn capacity(&self) -> usize {
        REGION as usize
    }
}

impl NorFlash for Flash {
    const WRITE_SIZE: usize = WORD as usize;
    const ERASE_SIZE: usize = SECTOR as usize;

    fn erase(&mut self, from: u32, to: u32) -> Result<(), NorFlashErrorKind> {
        check_erase(self, from, to)?;
        for sector in from / SECTOR..to / SECTOR {
            detached(&Rom::find(), START + sector * SECTOR, None);
        }
        Ok(())
    }

    fn write(&mut self, offset: u32, bytes: &[u8]) -> Result<(), NorFlashErrorKind> {
        check_write(self, offset, bytes.len())?;
        let (words, _) = bytes.as_chunks::<{ WORD as usize }>();
        for (at, word) in (offset..).step_by(WORD as usize).zip(words) {
            // The chip programs whole pages; bytes of ones leave the flash unchanged.
            let mut page = [0xFF; PAGE as usize];
            page.iter_mut().skip((at % PAGE) as usize).zip(word).for_each(|(place, &byte)| *place = byte);
            detached(&Rom::find(), START + at / PAGE * PAGE, Some(&page));
            let mut written = [0; WORD as usize];
            self.read(at, &mut written)?;
            if written != *word {
                return Err(NorFlashErrorKind::Other);
            }
        }
        Ok(())
    }
}

impl MappedFlash for Flash {
    fn look<R>(&mut self, offset: u32, length: usize, reader: impl FnOnce(&[u8]) -> R) -> Result<R, NorFlashErrorKind> {
        check_read(self, offset, length)?;
        // SAFETY: bytes within the region, as was checked. Nothing writes there while the reader runs: writing needs
        // this flash, which is borrowed until then.
        Ok(reader(unsafe { slice::from_raw_parts((MAPPED + START + offset) as *const u8, length) }))
    }
}

/// The functions for use while the flash cannot be read: the ROM's, and the start code in RAM that makes the flash
/// readable again.
struct Rom {
    connect: unsafe extern "C" fn(),
    leave_reading: unsafe extern "C" fn(),
    erase: unsafe extern "C" fn(u32, usize, u32, u8),
    program: unsafe extern "C" fn(u32, *const u8, usize),
    flush: unsafe extern "C" fn(),
    start_code: [u32; 64],
}

impl Rom {
    fn find() -> Rom {
        // SAFETY: the chip's first 256 bytes are the start code, by the linker script.
        let start_code = unsafe { (MAPPED as *const [u32; 64]).read_volatile() };
        Rom {
            connect: rom_data::connect_internal_flash::ptr(),
            leave_reading: rom_data::flash_exit_xip::ptr(),
            erase: rom_data::flash_range_erase::ptr(),
            program: rom_data::flash_range_program::ptr(),
            flush: rom_data::flash_flush_cache::ptr(),
            start_code,
        }
    }
}

/// Programs a page, or erases a sector if there is none.
fn detached(rom: &Rom, offset: u32, page: Option<&[u8; PAGE as usize]>) {
    let page = page.map_or(core::ptr::null(), |page| page.as_ptr());
    // SAFETY: interrupts are off, the other core and the DMA were never started, and the callers name a page or sector
    // of the region only. The start code is position-independent and returns to its caller; a function's address is odd
    // where it is Thumb code.
    cortex_m::interrupt::free(|_| unsafe {
        let resume_reading = transmute::<usize, unsafe extern "C" fn()>(rom.start_code.as_ptr().addr() | 1);
        from_ram(rom, resume_reading, offset, page);
    });
}

/// Is in RAM, by its section, and must call nothing that is not.
#[inline(never)]
#[unsafe(link_section = ".data.from_ram")]
unsafe fn from_ram(rom: &Rom, resume_reading: unsafe extern "C" fn(), offset: u32, page: *const u8) {
    /// The ROM then erases sector by sector.
    const NO_BLOCKS: (u32, u8) = (1 << 31, 0);
    // SAFETY: the order is the manual's; the caller is responsible for the arguments.
    unsafe {
        (rom.connect)();
        (rom.leave_reading)();
        if page.is_null() {
            (rom.erase)(offset, SECTOR as usize, NO_BLOCKS.0, NO_BLOCKS.1);
        } else {
            (rom.program)(offset, page, PAGE as usize);
        }
        (rom.flush)();
        resume_reading();
    }
}
