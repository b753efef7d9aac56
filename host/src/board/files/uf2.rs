//! UF2, the format of a Pico's drive: <https://github.com/microsoft/uf2>. Blocks of 512 bytes, each with 256 bytes for
//! an address.
//!
//! The chip's boot ROM erases a sector of 4 KB when the first of its blocks comes, which it recognises by the block's
//! number. So sectors are written whole, in ascending order; sectors without blocks are left alone.

use std::collections::BTreeMap;

use anyhow::{Context, Result};
use pipsqueak_lab::hex::Piece;

const MAGIC: [u32; 3] = [0x0A32_4655, 0x9E5D_5157, 0x0AB1_6F30];
/// The last word of the header is a family of chips.
const HAS_FAMILY: u32 = 0x2000;
const RP2040: u32 = 0xE48B_FF56;
const PAYLOAD: usize = 256;
const SECTOR: usize = 4096;
/// The size of a block; padding follows the payload.
const BLOCK: usize = 512;

/// The bytes of a file with these pieces.
pub fn file(pieces: &[Piece]) -> Result<Vec<u8>> {
    let mut sectors: BTreeMap<u32, Vec<u8>> = BTreeMap::new();
    for piece in pieces {
        for (address, &byte) in (u64::from(piece.address)..).zip(&piece.bytes) {
            let address = u32::try_from(address).ok().context("there is no such address")?;
            let place = address as usize % SECTOR;
            let sector = sectors.entry(address - place as u32).or_insert_with(|| vec![0xFF; SECTOR]);
            sector[place] = byte;
        }
    }
    let blocks = sectors.iter().flat_map(|(&start, sector)| (start..).step_by(PAYLOAD).zip(sector.chunks(PAYLOAD)));
    let n_blocks = (sectors.len() * SECTOR / PAYLOAD) as u32;
    Ok((0..).zip(blocks).flat_map(|(number, (address, payload))| block(number, n_blocks, address, payload)).collect())
}

fn block(number: u32, n_blocks: u32, address: u32, payload: &[u8]) -> Vec<u8> {
    let head = [MAGIC[0], MAGIC[1], HAS_FAMILY, address, payload.len() as u32, number, n_blocks, RP2040];
    let mut block: Vec<u8> = head.iter().flat_map(|word| word.to_le_bytes()).chain(payload.iter().copied()).collect();
    block.resize(BLOCK - 4, 0);
    block.extend(MAGIC[2].to_le_bytes());
    block
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sectors_are_whole_and_in_order_and_others_are_not_touched() {
        let pieces = [(0x101F_8000, 20), (0x1000_0100, 4000), (0x1000_0000, 256)]
            .map(|(address, n_bytes)| Piece { address, bytes: vec![7; n_bytes] });
        let bytes = file(&pieces).unwrap();
        assert_eq!(bytes.len(), 3 * 16 * BLOCK);
        let word = |block: &[u8], at: usize| u32::from_le_bytes(block[4 * at..][..4].try_into().unwrap());
        for (number, block) in bytes.chunks(BLOCK).enumerate() {
            let sector = [0x1000_0000, 0x1000_1000, 0x101F_8000][number / 16];
            let expected = [MAGIC[0], MAGIC[1], 0x2000, sector + number as u32 % 16 * 256, 256, number as u32, 48];
            assert_eq!([0, 1, 2, 3, 4, 5, 6].map(|at| word(block, at)), expected);
            assert_eq!((word(block, 7), word(block, 127)), (0xE48B_FF56, 0x0AB1_6F30));
        }
        // 256 + 4000 bytes from the start; the rest of the second sector is blank.
        let second = &bytes[16 * BLOCK..][32..][..256];
        assert!(second[..160].iter().all(|byte| *byte == 7) && second[160..].iter().all(|byte| *byte == 0xFF));
    }
}
