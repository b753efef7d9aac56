//! A firmware with a fault that its source does not have: patches in the code of a board's ELF file, to show that an
//! emulator catches it.

use std::fs;
use std::ops::Range;

use object::{Object, ObjectSegment, ObjectSymbol};
use tempfile::TempDir;

use crate::boards::Model;
use crate::controlled::Controlled;

/// A patched firmware.
pub struct Changed {
    model: Model,
    /// Its ELF file.
    pub bytes: Vec<u8>,
}

impl Changed {
    /// A board's firmware, without a patch yet.
    pub fn new(model: Model) -> Changed {
        Changed { model, bytes: fs::read(model.firmware()).expect("the firmware can be read") }
    }

    /// The range of the file with the code in flash: the largest segment.
    fn code(&self) -> Range<usize> {
        let elf = object::File::parse(&*self.bytes).expect("the firmware is an ELF file");
        let ranges = elf.segments().map(|segment| {
            let (start, length) = segment.file_range();
            start as usize..(start + length) as usize
        });
        ranges.max_by_key(ExactSizeIterator::len).expect("the firmware has code")
    }

    /// Replaces a pattern everywhere in the code; returns the number of replacements.
    pub fn replace(&mut self, old: &[u8], new: &[u8]) -> usize {
        let code = self.code();
        self.replace_in(code, old, new)
    }

    /// Replaces a pattern in the code of a function; returns the number of replacements.
    pub fn replace_in_function(&mut self, name: &str, old: &[u8], new: &[u8]) -> usize {
        let function = self.function(name);
        self.replace_in(function, old, new)
    }

    /// Replaces the beginning of a function.
    pub fn overwrite(&mut self, name: &str, code: &[u8]) {
        let function = self.function(name);
        assert!(code.len() <= function.len(), "{name} has room for it");
        self.bytes[function][..code.len()].copy_from_slice(code);
    }

    /// Replaces a word at an address.
    pub fn set_word(&mut self, address: u32, word: u32) {
        let at = self.offset_of(address);
        self.bytes[at..at + 4].copy_from_slice(&word.to_le_bytes());
    }

    /// The address of a symbol; the lowest bit marks Thumb code.
    pub fn address(&self, name: &str) -> u32 {
        let elf = object::File::parse(&*self.bytes).expect("the firmware is an ELF file");
        elf.symbol_by_name(name).unwrap_or_else(|| panic!("{name} has a symbol")).address() as u32
    }

    /// Starts a board with it, with further options for its emulator.
    pub fn start(&self, more: &[&str]) -> (Controlled, TempDir) {
        let folder = tempfile::tempdir().expect("a folder that goes away");
        let file = folder.path().join("changed");
        fs::write(&file, &self.bytes).expect("a file can be written");
        (Controlled::start(self.model.folder(), &file, None, more), folder)
    }

    fn function(&self, name: &str) -> Range<usize> {
        let elf = object::File::parse(&*self.bytes).expect("the firmware is an ELF file");
        let symbol = elf.symbol_by_name(name).unwrap_or_else(|| panic!("{name} has a symbol"));
        let start = self.offset_of(symbol.address() as u32 & !1);
        start..start + symbol.size() as usize
    }

    fn offset_of(&self, address: u32) -> usize {
        let elf = object::File::parse(&*self.bytes).expect("the firmware is an ELF file");
        let offsets = elf.segments().filter_map(|segment| {
            let (start, length) = segment.file_range();
            let within = u64::from(address).checked_sub(segment.address()).filter(|&within| within < length)?;
            Some((start + within) as usize)
        });
        offsets.last().unwrap_or_else(|| panic!("{address:x} is in the file"))
    }

    fn replace_in(&mut self, range: Range<usize>, old: &[u8], new: &[u8]) -> usize {
        let mut n_found = 0;
        for at in range.step_by(2) {
            if self.bytes.get(at..at + old.len()) == Some(old) {
                self.bytes[at..at + old.len()].copy_from_slice(new);
                n_found += 1;
            }
        }
        n_found
    }
}
