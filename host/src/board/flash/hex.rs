//! Firmware and champion as one Intel HEX: the file that a person drops on the board's drive. Knows ELF segments and
//! where the champion's slot lies; knows no files.

use anyhow::{Context, Result, bail, ensure};
use ihex::Record;
use object::Endianness;
use object::elf::{self, FileHeader32};
use object::read::elf::{FileHeader, ProgramHeader};
use pipsqueak_app::GAMES;
use pipsqueak_app::games::champions_of;
use pipsqueak_app::slots::{self, Slot};
use pipsqueak_core::champion::GameId;

use crate::port::FLASH_BASE;

/// Data bytes of one record, as every tool writes them.
const ROW: usize = 16;

/// Bytes that belong at an address.
struct Piece {
    address: u32,
    bytes: Vec<u8>,
}

/// The text of the HEX file.
pub fn combine(firmware: &[u8], game: GameId, champion: &[u8]) -> Result<String> {
    let mut pieces = segments(firmware)?;
    pieces.extend(stored(game, champion)?);
    let mut records: Vec<Record> = pieces.iter().flat_map(records_of).collect();
    records.push(Record::EndOfFile);
    Ok(ihex::create_object_file_representation(&records)?)
}

/// What the firmware puts into flash.
fn segments(firmware: &[u8]) -> Result<Vec<Piece>> {
    let header = FileHeader32::<Endianness>::parse(firmware).ok().context("this is no ELF file")?;
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

/// The champion in its game's first slot. The second slot's header is blank, so that no older champion outranks it.
fn stored(game: GameId, champion: &[u8]) -> Result<[Piece; 2]> {
    let kind = champions_of(GAMES, game).context("boards have no champions of this game")?;
    let header = slots::header(Slot::first(kind.place), 1, champion);
    let Some(header) = header else { bail!("the champion has no room in a slot") };
    let [first, second] = Slot::both(kind.place).map(|slot| FLASH_BASE + slot.offset());
    let mut bytes = [&header[..], champion].concat();
    bytes.resize(bytes.len().next_multiple_of(4), 0xFF);
    Ok([Piece { address: first, bytes }, Piece { address: second, bytes: vec![0xFF; header.len()] }])
}

/// A piece's rows, none of which crosses a border of 64 KB.
fn records_of(piece: &Piece) -> Vec<Record> {
    let mut records = Vec::new();
    let mut upper = None;
    let (mut address, mut rest) = (piece.address, &piece.bytes[..]);
    while !rest.is_empty() {
        let [high, low] = [(address >> 16) as u16, address as u16];
        if upper != Some(high) {
            records.push(Record::ExtendedLinearAddress(high));
            upper = Some(high);
        }
        let to_border = usize::from(u16::MAX - low) + 1;
        let (row, further) = rest.split_at(rest.len().min(ROW).min(to_border));
        records.push(Record::Data { offset: low, value: row.to_vec() });
        address += row.len() as u32;
        rest = further;
    }
    records
}

#[cfg(test)]
mod tests {
    use super::*;
    use pipsqueak_core::games::fiveo;
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
            let mut records = records_of(&piece);
            records.push(Record::EndOfFile);
            let flash = flashed(&ihex::create_object_file_representation(&records).unwrap());
            assert_eq!(flash.keys().copied().collect::<Vec<_>>(), (address..address + n_bytes).collect::<Vec<_>>());
            assert_eq!(flash.into_values().collect::<Vec<_>>(), bytes);
        }
    }

    #[test]
    fn what_is_no_firmware_is_refused() {
        for (bytes, told) in [
            (&b""[..], "this is no ELF file"),
            (b"\x7fELF", "this is no ELF file"),
            (b":00000001FF\n", "this is no ELF file"),
        ] {
            assert_eq!(combine(bytes, fiveo::ID, &[1]).unwrap_err().to_string(), told);
        }
        let host = std::fs::read(std::env::current_exe().unwrap()).unwrap();
        assert!(combine(&host, fiveo::ID, &[1]).is_err());
    }
}
