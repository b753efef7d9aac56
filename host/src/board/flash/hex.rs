//! The firmware's ELF file as what the board's flash holds. Knows ELF segments; knows no files.

use anyhow::{Context, Result, ensure};
use object::Endianness;
use object::elf::{self, FileHeader32};
use object::read::elf::{FileHeader, ProgramHeader};
use pipsqueak_shared::hex::{self, Piece};

use crate::port::FLASH_BASE;

/// The text of a HEX file of firmware and champion.
pub fn combine(firmware: &[u8], champion: &[u8]) -> Result<String> {
    hex::combine(segments(firmware)?, champion)
}

/// The flash from its first address to the firmware's last; what the firmware leaves out is blank.
pub fn image(firmware: &[u8]) -> Result<Vec<u8>> {
    let mut image = Vec::new();
    for Piece { address, bytes } in segments(firmware)? {
        let (first, end) = (address as usize, address as usize + bytes.len());
        image.resize(image.len().max(end), 0xFF);
        image[first..end].copy_from_slice(&bytes);
    }
    Ok(image)
}

/// What the firmware puts into flash.
fn segments(firmware: &[u8]) -> Result<Vec<Piece>> {
    let header = FileHeader32::<Endianness>::parse(firmware).ok().context("this is not an ELF file")?;
    let endian = header.endian()?;
    ensure!(header.e_machine(endian) == elf::EM_ARM, "this ELF file is not for the micro:bit's processor");
    let mut pieces = Vec::new();
    for segment in header.program_headers(endian, firmware)? {
        let bytes = segment.data(endian, firmware).ok().context("a segment is cut off")?;
        if segment.p_type(endian) == elf::PT_LOAD && !bytes.is_empty() {
            let address = segment.p_paddr(endian);
            let end = u64::from(address) + bytes.len() as u64;
            ensure!(end <= u64::from(FLASH_BASE), "the firmware reaches into the champions' flash");
            pieces.push(Piece { address, bytes: bytes.to_vec() });
        }
    }
    ensure!(!pieces.is_empty(), "there is nothing in this ELF file for the board's flash");
    Ok(pieces)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ihex::Record;
    use std::collections::BTreeMap;

    /// What a flash tool would do with the text.
    fn flashed(text: &str) -> BTreeMap<u32, u8> {
        let mut flash = BTreeMap::new();
        let mut upper = 0;
        for record in ihex::Reader::new(text) {
            match record.unwrap() {
                Record::ExtendedLinearAddress(high) => upper = u32::from(high) << 16,
                Record::Data { offset, value } => {
                    let first = upper + u32::from(offset);
                    (first..).zip(value).for_each(|(address, byte)| assert_eq!(flash.insert(address, byte), None));
                }
                Record::EndOfFile => {}
                other => panic!("{other:?}"),
            }
        }
        flash
    }

    #[test]
    fn pieces_come_back_from_the_records() {
        for (address, n_bytes) in [(0, 1), (0xFFF8, 40), (0x3_8000, 333), (5, 16)] {
            let bytes: Vec<u8> = (0..n_bytes).map(|byte: u32| byte as u8).collect();
            let piece = Piece { address, bytes: bytes.clone() };
            let flash = flashed(&hex::text(&[piece]));
            assert_eq!(flash.keys().copied().collect::<Vec<_>>(), (address..address + n_bytes).collect::<Vec<_>>());
            assert_eq!(flash.into_values().collect::<Vec<_>>(), bytes);
        }
    }

    #[test]
    fn what_is_no_firmware_is_refused() {
        for (bytes, told) in [
            (&b""[..], "this is not an ELF file"),
            (b"\x7fELF", "this is not an ELF file"),
            (b":00000001FF\n", "this is not an ELF file"),
        ] {
            assert_eq!(combine(bytes, &[1]).unwrap_err().to_string(), told);
        }
        let host = std::fs::read(std::env::current_exe().unwrap()).unwrap();
        assert!(combine(&host, &[1]).is_err());
    }
}
