//! The firmware's ELF file as the content of a board's flash. Knows ELF segments; knows no files.

use anyhow::{Context, Error, Result, anyhow, ensure};
use object::Endianness;
use object::elf::{self, FileFlags, FileHeader32};
use object::read::elf::{FileHeader, ProgramHeader};
use pipsqueak_lab::hex::Piece;

use crate::port::firmware::{Format, MODELS, Model};

/// The flash from its first address to the firmware's last; gaps are blank.
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

/// The firmware's segments in flash.
pub fn segments(model: &Model, firmware: &[u8]) -> Result<Vec<Piece>> {
    let header = FileHeader32::<Endianness>::parse(firmware).ok().context("this is not an ELF file")?;
    let endian = header.endian()?;
    ensure!(header.e_machine(endian) == elf::EM_ARM, "this ELF file is not for the board's processor");
    let mut pieces = Vec::new();
    for segment in header.program_headers(endian, firmware)? {
        let bytes = segment.data(endian, firmware).ok().context("a segment is cut off")?;
        if segment.p_type(endian) == elf::PT_LOAD && !bytes.is_empty() {
            pieces.push(Piece { address: segment.p_paddr(endian), bytes: bytes.to_vec() });
        }
    }
    let first = pieces.iter().map(|piece| piece.address).min();
    let first = first.context("there is nothing in this ELF file for the board's flash")?;
    let flags = header.e_flags(endian);
    if !is_for(model, flags, first) {
        return Err(foreign(model, flags, first));
    }
    for Piece { address, bytes } in &pieces {
        let end = u64::from(*address) + bytes.len() as u64;
        ensure!(end <= u64::from(model.champions), "the firmware reaches into the champions' flash");
    }
    Ok(pieces)
}

/// Whether firmware with these flags and this first address can be for a board. The flash of both micro:bits begins at
/// 0; only the v2 has a floating-point unit, and the flags tell whether one is used. Flags that do not tell are
/// accepted for either.
fn is_for(model: &Model, FileFlags(flags): FileFlags, first: u32) -> bool {
    let (soft, hard) = (flags & elf::EF_ARM_ABI_FLOAT_SOFT != 0, flags & elf::EF_ARM_ABI_FLOAT_HARD != 0);
    let other_float = if model.firmware.target.ends_with("hf") { soft } else { hard };
    (model.flash..model.champions).contains(&first) && !other_float
}

/// The error for firmware of another board, with the option that flashes it.
fn foreign(model: &Model, flags: FileFlags, first: u32) -> Error {
    let Some(right) = MODELS.into_iter().find(|other| is_for(other, flags, first)) else {
        return anyhow!("this firmware is not for the {}: its addresses do not match", model.title);
    };
    let option = match right.format {
        Format::Hex(_) => format!("--hex FILE --board {}", right.name),
        Format::Uf2 => "--uf2 FILE".to_owned(),
    };
    anyhow!("this firmware is for the {}, not for the {}: flash it with {option}", right.title, model.title)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::port::firmware::{MICROBIT, MICROBIT_V2, PICO};

    const SOFT: u32 = 0x0500_0200;
    const HARD: u32 = 0x0500_0400;

    /// An ELF file for ARM with these flags and one segment of 16 bytes.
    fn firmware(flags: u32, address: u32) -> Vec<u8> {
        let mut bytes = b"\x7fELF\x01\x01\x01\0\0\0\0\0\0\0\0\0\x02\0\x28\0".to_vec();
        let header = [1, 0, 52, 0, flags, 52 | 32 << 16, 1 | 40 << 16, 0];
        let segment = [1, 84, address, address, 16, 16, 5, 4];
        bytes.extend(header.into_iter().chain(segment).flat_map(u32::to_le_bytes));
        bytes.extend([7; 16]);
        bytes
    }

    #[test]
    fn firmware_for_another_board_is_refused_with_the_right_option() {
        let boards = [(&MICROBIT, SOFT, 0), (&MICROBIT_V2, HARD, 0), (&PICO, SOFT, 0x1000_0000)];
        let options = ["--hex FILE --board microbit-v1", "--hex FILE --board microbit-v2", "--uf2 FILE"];
        for ((right, flags, address), option) in boards.into_iter().zip(options) {
            for model in MODELS {
                let pieces = segments(model, &firmware(flags, address));
                if model.name == right.name {
                    assert_eq!(pieces.unwrap(), [Piece { address, bytes: vec![7; 16] }]);
                } else {
                    let (is, asked) = (right.title, model.title);
                    let told = format!("this firmware is for the {is}, not for the {asked}: flash it with {option}");
                    assert_eq!(pieces.unwrap_err().to_string(), told);
                }
            }
        }
        // Addresses of no board, and flags that tell nothing.
        assert!(segments(&MICROBIT, &firmware(SOFT, 0x2000_0000)).unwrap_err().to_string().contains("do not match"));
        assert!(segments(&MICROBIT, &firmware(0, 0)).is_ok() && segments(&MICROBIT_V2, &firmware(0, 0)).is_ok());
    }

    #[test]
    fn files_that_are_not_firmware_are_refused() {
        for model in MODELS {
            for bytes in [&b""[..], b"\x7fELF", b":00000001FF\n"] {
                assert_eq!(segments(model, bytes).unwrap_err().to_string(), "this is not an ELF file");
            }
            let host = std::fs::read(std::env::current_exe().unwrap()).unwrap();
            assert!(segments(model, &host).is_err());
        }
    }
}
