//! The firmware's ELF file as what a board's flash holds. Knows ELF segments; knows no files.

use anyhow::{Context, Result, ensure};
use object::Endianness;
use object::elf::{self, FileHeader32};
use object::read::elf::{FileHeader, ProgramHeader};
use pipsqueak_shared::hex::Piece;

use crate::port::firmware::Model;

/// The flash from its first address to the firmware's last; what the firmware leaves out is blank.
pub fn image(model: &Model, firmware: &[u8]) -> Result<Vec<u8>> {
    let mut image = Vec::new();
    for Piece { address, bytes } in segments(model, firmware)? {
        let first = (address - model.flash) as usize;
        let end = first + bytes.len();
        image.resize(image.len().max(end), 0xFF);
        image[first..end].copy_from_slice(&bytes);
    }
    Ok(image)
}

/// What the firmware puts into flash.
pub fn segments(model: &Model, firmware: &[u8]) -> Result<Vec<Piece>> {
    let header = FileHeader32::<Endianness>::parse(firmware).ok().context("this is not an ELF file")?;
    let endian = header.endian()?;
    ensure!(header.e_machine(endian) == elf::EM_ARM, "this ELF file is not for the board's processor");
    let mut pieces = Vec::new();
    for segment in header.program_headers(endian, firmware)? {
        let bytes = segment.data(endian, firmware).ok().context("a segment is cut off")?;
        if segment.p_type(endian) == elf::PT_LOAD && !bytes.is_empty() {
            let address = segment.p_paddr(endian);
            let end = u64::from(address) + bytes.len() as u64;
            ensure!(address >= model.flash, "this firmware is not for the {}: its addresses do not match", model.title);
            ensure!(end <= u64::from(model.champions), "the firmware reaches into the champions' flash");
            pieces.push(Piece { address, bytes: bytes.to_vec() });
        }
    }
    ensure!(!pieces.is_empty(), "there is nothing in this ELF file for the board's flash");
    Ok(pieces)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::port::firmware::MODELS;

    #[test]
    fn what_is_no_firmware_is_refused() {
        for model in MODELS {
            for bytes in [&b""[..], b"\x7fELF", b":00000001FF\n"] {
                assert_eq!(segments(model, bytes).unwrap_err().to_string(), "this is not an ELF file");
            }
            let host = std::fs::read(std::env::current_exe().unwrap()).unwrap();
            assert!(segments(model, &host).is_err());
        }
    }
}
