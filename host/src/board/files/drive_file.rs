//! Firmware and champions as one file for a board's drive. Knows each board's file format; knows no drives.

use std::path::Path;

use anyhow::{Context, Result};
use pipsqueak_lab::hex::{self, Piece};

use super::{elf, uf2, universal_hex};
use crate::port::firmware::{Format, Model};

/// The file's bytes for boards with the same file format: their firmware, or the named one, with these champions, of
/// different games, in their slots.
pub fn bytes(models: &[&Model], firmware: Option<&Path>, champions: &[Vec<u8>]) -> Result<Vec<u8>> {
    let parts = models.iter().map(|model| Ok((*model, pieces(model, firmware, champions)?)));
    let parts: Vec<(&Model, Vec<Piece>)> = parts.collect::<Result<_>>()?;
    match &parts[..] {
        [(Model { format: Format::Uf2, .. }, pieces)] => uf2::file(pieces),
        [(_, pieces)] => Ok(hex::text(pieces).into_bytes()),
        _ => {
            let number = |format| match format {
                Format::Hex(number) => Ok(number),
                Format::Uf2 => Err(anyhow::anyhow!("no file is for a Pico and others")),
            };
            let sections = parts.into_iter().map(|(model, pieces)| Ok((number(model.format)?, pieces)));
            Ok(universal_hex::text(&sections.collect::<Result<Vec<_>>>()?).into_bytes())
        }
    }
}

fn pieces(model: &Model, firmware: Option<&Path>, champions: &[Vec<u8>]) -> Result<Vec<Piece>> {
    let elf = model.firmware.read(firmware)?;
    let name = || firmware.map_or(format!("the {}", model.firmware.name), |file| file.display().to_string());
    let mut pieces = elf::segments(model, &elf).with_context(name)?;
    for champion in champions {
        pieces.extend(hex::stored(model.champions, champion)?);
    }
    Ok(pieces)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ihex::Record;
    use std::collections::BTreeMap;

    /// The flash after the text is written to it.
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
        let places = [
            &[(0, 1)][..],
            &[(0xFFF8, 40)],
            &[(0x3_8000, 333), (5, 16), (0x3_9000, 16)],
            &[(0, 70_000), (0x2_0000, 3)],
        ];
        for places in places {
            let piece = |&(address, n_bytes): &(u32, u32)| Piece {
                address,
                bytes: (0..n_bytes).map(|byte| byte as u8).collect(),
            };
            let pieces: Vec<Piece> = places.iter().map(piece).collect();
            let expected = pieces.iter().flat_map(|piece| (piece.address..).zip(piece.bytes.iter().copied()));
            assert_eq!(flashed(&hex::text(&pieces)), expected.collect());
        }
    }
}
