//! Firmware and champion as one Intel HEX file, to be copied to the board's drive. Knows where champions lie in the
//! micro:bit's flash; knows no files and no ELF.

use core::fmt::Write;

use pipsqueak_app::GAMES;
use pipsqueak_app::games::champions_of;
use pipsqueak_app::slots::{self, Slot};
use pipsqueak_core::champion;

use crate::{Failure, Result};

/// Where the champions' region of flash begins on the micro:bit.
pub const FLASH_BASE: u32 = 0x38000;

/// Data bytes per record, as other tools write them.
const ROW: usize = 16;
/// The type of data records.
pub const DATA: u8 = 0;
/// The type of the end-of-file record.
pub const END: u8 = 1;
/// The type of extended linear address records.
const UPPER: u8 = 4;

/// Bytes that belong at an address.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piece {
    /// The address of the first.
    pub address: u32,
    /// The bytes.
    pub bytes: Vec<u8>,
}

/// The text of the HEX file: the firmware's pieces, and the champion in its game's slot. The champion is checked first.
pub fn combine(mut firmware: Vec<Piece>, champion: &[u8]) -> Result<String> {
    let ends = firmware.iter().map(|piece| u64::from(piece.address) + piece.bytes.len() as u64);
    match ends.max() {
        None => return Err("there is nothing in the firmware for the board's flash".into()),
        Some(end) if end > FLASH_BASE.into() => return Err("the firmware reaches into the champions' flash".into()),
        Some(_) => {}
    }
    firmware.extend(stored(FLASH_BASE, champion)?);
    Ok(text(&firmware))
}

/// The champion in its game's first slot of a flash region at this address. The champion is checked first. The second
/// slot's header is blank, so that no older champion there takes precedence.
pub fn stored(region: u32, champion: &[u8]) -> Result<[Piece; 2]> {
    let (game, _) = champion::open(champion).map_err(|error| Failure(format!("this is not a champion: {error}")))?;
    let spec = champions_of(GAMES, game).ok_or("boards have no champions of this game")?;
    if let Err(refusal) = (spec.check)(champion, &mut Default::default()) {
        return Err(Failure(format!("a board would not accept this champion: {refusal}")));
    }
    let header = slots::header(Slot::first(spec.place), 1, champion).ok_or("the champion has no room in a slot")?;
    let [first, second] = Slot::both(spec.place).map(|slot| region + slot.offset());
    let mut bytes = [&header[..], champion].concat();
    bytes.resize(bytes.len().next_multiple_of(4), 0xFF);
    Ok([Piece { address: first, bytes }, Piece { address: second, bytes: vec![0xFF; header.len()] }])
}

/// Pieces as the records of a HEX file, with its end-of-file record.
pub fn text(pieces: &[Piece]) -> String {
    let mut text = records(pieces, DATA);
    record(&mut text, END, 0, &[]);
    text
}

/// Pieces as records of addresses and of this type of data.
pub fn records(pieces: &[Piece], data: u8) -> String {
    let mut text = String::new();
    let mut upper = None;
    for piece in pieces {
        let (mut address, mut rest) = (piece.address, &piece.bytes[..]);
        while !rest.is_empty() {
            let [high, low] = [(address >> 16) as u16, address as u16];
            if upper != Some(high) {
                record(&mut text, UPPER, 0, &high.to_be_bytes());
                upper = Some(high);
            }
            let to_border = usize::from(u16::MAX - low) + 1;
            let (row, further) = rest.split_at(rest.len().min(ROW).min(to_border));
            record(&mut text, data, low, row);
            address = address.wrapping_add(row.len() as u32);
            rest = further;
        }
    }
    text
}

/// A colon, then in hexadecimal digits: byte count, offset, type, data, and the checksum that makes the sum of all
/// bytes 0.
pub fn record(text: &mut String, kind: u8, offset: u16, bytes: &[u8]) {
    let [high, low] = offset.to_be_bytes();
    let fields = [bytes.len() as u8, high, low, kind];
    let sum = fields.iter().chain(bytes).fold(0u8, |sum, byte| sum.wrapping_add(*byte));
    text.push(':');
    for byte in fields.iter().chain(bytes).chain(&[sum.wrapping_neg()]) {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02X}");
    }
    text.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_are_those_of_the_formats_own_description() {
        // Records whose checksums were computed elsewhere.
        let mut written = String::new();
        record(
            &mut written,
            DATA,
            0x0100,
            &[0x21, 0x46, 0x01, 0x36, 0x01, 0x21, 0x47, 0x01, 0x36, 0x00, 0x7E, 0xFE, 0x09, 0xD2, 0x19, 0x01],
        );
        record(&mut written, UPPER, 0, &[0xFF, 0xFF]);
        record(&mut written, END, 0, &[]);
        let expected = [":10010000214601360121470136007EFE09D2190140", ":02000004FFFFFC", ":00000001FF"];
        assert_eq!(written.lines().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn firmware_or_champions_that_do_not_fit_are_refused() {
        let firmware = |n_bytes| vec![Piece { address: 0, bytes: vec![0; n_bytes] }];
        let told = |firmware, champion: &[u8]| combine(firmware, champion).unwrap_err().to_string();
        let champion = pipsqueak_app::BUILT_IN;
        assert!(combine(firmware(FLASH_BASE as usize), champion).is_ok());
        assert!(told(firmware(FLASH_BASE as usize + 1), champion).contains("reaches into"));
        assert!(told(Vec::new(), champion).contains("nothing in the firmware"));
        assert!(told(firmware(4), b"no champion").contains("not a champion"));
        let mut damaged = champion.to_vec();
        damaged[40] ^= 1;
        assert!(told(firmware(4), &damaged).contains("not a champion"));
    }
}
