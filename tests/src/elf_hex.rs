//! Firmware files, and the flash content that a tool makes of one: for tests that need no real firmware.

use std::collections::BTreeMap;

use ihex::Record;

/// An ELF file of one segment for this processor: 40 is ARM.
pub fn elf(machine: u8, address: u32, content: &[u8]) -> Vec<u8> {
    let mut bytes = vec![0x7F, b'E', b'L', b'F', 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, machine, 0];
    let words = |bytes: &mut Vec<u8>, words: &[u32]| bytes.extend(words.iter().flat_map(|word| word.to_le_bytes()));
    // Version, entry, program headers, section headers, flags; then sizes and counts of headers.
    words(&mut bytes, &[1, 0, 52, 0, 0, 52 | 32 << 16, 1 | 40 << 16, 0]);
    let length = content.len() as u32;
    // A loaded segment: where it lies in the file, its virtual address in RAM, its physical one in flash.
    words(&mut bytes, &[1, 84, 0x2000_0000, address, length, length, 5, 4]);
    bytes.extend(content);
    bytes
}

/// The flash content of an Intel HEX text: the bytes by their addresses.
pub fn flashed(text: &str) -> BTreeMap<usize, u8> {
    let mut flash = BTreeMap::new();
    let mut upper = 0;
    for record in ihex::Reader::new(text) {
        match record.expect("a well-formed record") {
            Record::ExtendedLinearAddress(high) => upper = usize::from(high) << 16,
            Record::Data { offset, value } => flash.extend((upper + usize::from(offset)..).zip(value)),
            Record::EndOfFile => {}
            other => panic!("{other:?} is not needed"),
        }
    }
    flash
}
