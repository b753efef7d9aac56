//! A simulated flash memory that behaves like a board's, even in a power cut: only words are written, writing clears
//! bits and never sets one, erasing affects a whole page, and an interrupted operation is done in part.

use std::cell::RefCell;
use std::rc::Rc;

use embedded_storage::nor_flash::{ErrorType, NorFlash, NorFlashError, NorFlashErrorKind, ReadNorFlash};
use pipsqueak_app::MappedFlash;
use pipsqueak_app::slots::REGION;

const PAGE: usize = 1024;
const WORD: usize = 4;

/// What an operation that a power cut interrupts leaves behind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tear {
    /// It had not begun.
    Before,
    /// It had just ended.
    After,
    /// Random bytes are changed, chosen by this number; in the others some bits.
    Amid(u32),
}

/// A flash memory. Its clones share the memory: one stays with the test when a board's power is cut.
#[derive(Clone, Debug)]
pub struct Flash(Rc<RefCell<FlashArray>>);

#[derive(Debug)]
struct FlashArray {
    bytes: Vec<u8>,
    n_operations: usize,
    cut: Option<(usize, Tear)>,
    is_dead: bool,
}

/// The power is off, or the board misuses its flash.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoPower;

impl NorFlashError for NoPower {
    fn kind(&self) -> NorFlashErrorKind {
        NorFlashErrorKind::Other
    }
}

impl Flash {
    /// A memory full of this byte: 0xFF as in new hardware, 0x00 as in the emulator.
    pub fn blank(byte: u8) -> Flash {
        Flash::holding(vec![byte; REGION as usize])
    }

    /// A memory with this content.
    pub fn holding(bytes: Vec<u8>) -> Flash {
        Flash(Rc::new(RefCell::new(FlashArray { bytes, n_operations: 0, cut: None, is_dead: false })))
    }

    /// Its content.
    pub fn content(&self) -> Vec<u8> {
        self.0.borrow().bytes.clone()
    }

    /// Erased pages and written words so far.
    pub fn n_operations(&self) -> usize {
        self.0.borrow().n_operations
    }

    /// Cuts the power in the operation after this many more.
    pub fn cut_after(&self, n_operations: usize, tear: Tear) {
        let memory = &mut *self.0.borrow_mut();
        memory.cut = Some((memory.n_operations + n_operations, tear));
    }

    /// The same content, with the power on again.
    #[must_use]
    pub fn powered_again(&self) -> Flash {
        Flash::holding(self.content())
    }
}

impl FlashArray {
    /// Does one operation on a part of the memory, or as much of it as happens before the power cut.
    fn operate(&mut self, start: usize, after: &[u8]) -> Result<(), NoPower> {
        self.check()?;
        let cut = self.cut.filter(|(number, _)| *number == self.n_operations);
        let place = self.bytes.get_mut(start..start + after.len()).ok_or(NoPower)?;
        self.n_operations += 1;
        match cut {
            None | Some((_, Tear::After)) => place.copy_from_slice(after),
            Some((_, Tear::Before)) => {}
            Some((_, Tear::Amid(choice))) => {
                let mut state = choice.wrapping_mul(2_654_435_761) | 1;
                for (byte, &after) in place.iter_mut().zip(after) {
                    state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    let done = [0x00, 0xFF, (state >> 8) as u8, (state >> 16) as u8][(state >> 24) as usize % 4];
                    *byte = *byte & !done | after & done;
                }
            }
        }
        self.is_dead = cut.is_some();
        self.check()
    }

    fn check(&self) -> Result<(), NoPower> {
        if self.is_dead { Err(NoPower) } else { Ok(()) }
    }
}

impl ErrorType for Flash {
    type Error = NoPower;
}

impl ReadNorFlash for Flash {
    const READ_SIZE: usize = 1;

    fn read(&mut self, offset: u32, bytes: &mut [u8]) -> Result<(), NoPower> {
        let memory = self.0.borrow();
        memory.check()?;
        let start = offset as usize;
        bytes.copy_from_slice(memory.bytes.get(start..start + bytes.len()).ok_or(NoPower)?);
        Ok(())
    }

    fn capacity(&self) -> usize {
        REGION as usize
    }
}

impl NorFlash for Flash {
    const WRITE_SIZE: usize = WORD;
    const ERASE_SIZE: usize = PAGE;

    fn erase(&mut self, from: u32, to: u32) -> Result<(), NoPower> {
        assert!((from as usize).is_multiple_of(PAGE) && (to as usize).is_multiple_of(PAGE));
        (from as usize..to as usize).step_by(PAGE).try_for_each(|page| self.0.borrow_mut().operate(page, &[0xFF; PAGE]))
    }

    fn write(&mut self, offset: u32, bytes: &[u8]) -> Result<(), NoPower> {
        assert!((offset as usize).is_multiple_of(WORD) && bytes.len().is_multiple_of(WORD));
        for (place, word) in (offset as usize..).step_by(WORD).zip(bytes.chunks(WORD)) {
            let memory = &mut *self.0.borrow_mut();
            let before = memory.bytes.get(place..place + WORD).ok_or(NoPower)?;
            let after: Vec<u8> = before.iter().zip(word).map(|(before, byte)| before & byte).collect();
            memory.operate(place, &after)?;
        }
        Ok(())
    }
}

impl MappedFlash for Flash {
    fn look<R>(&mut self, offset: u32, length: usize, reader: impl FnOnce(&[u8]) -> R) -> Result<R, NoPower> {
        let memory = self.0.borrow();
        memory.check()?;
        let start = offset as usize;
        Ok(reader(memory.bytes.get(start..start + length).ok_or(NoPower)?))
    }
}
