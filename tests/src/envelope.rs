//! A champion's bytes built by hand, valid or not, from the documented layout only.

use crc::{CRC_32_ISO_HDLC, Crc};

/// A payload's parts, unchecked.
#[derive(Clone, Debug)]
pub struct Payload {
    /// The name's bytes, UTF-8 or not.
    pub name: Vec<u8>,
    /// 0 for column, 1 for board.
    pub scoring: u8,
    /// The vocabulary's version.
    pub vocabulary: u8,
    /// The tree's nodes.
    pub tree: Vec<u8>,
    /// The constants.
    pub constants: Vec<f32>,
    /// The seed of the run.
    pub seed: u64,
    /// The generation.
    pub generation: u32,
    /// Opponent, wins, ties and losses.
    pub record: Vec<(u8, [u32; 3])>,
}

impl Payload {
    /// A valid payload: the tree is the whole number 1.
    pub fn plain() -> Payload {
        Payload {
            name: b"plain".to_vec(),
            scoring: 1,
            vocabulary: 1,
            tree: vec![17],
            constants: vec![0.5],
            seed: 1,
            generation: 2,
            record: vec![(1, [10, 0, 5])],
        }
    }

    /// The payload in postcard's wire format.
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        list(&mut bytes, &self.name);
        bytes.extend([self.scoring, self.vocabulary]);
        list(&mut bytes, &self.tree);
        varint(&mut bytes, self.constants.len() as u64);
        bytes.extend(self.constants.iter().flat_map(|constant| constant.to_le_bytes()));
        varint(&mut bytes, self.seed);
        varint(&mut bytes, self.generation.into());
        varint(&mut bytes, self.record.len() as u64);
        for (opponent, counts) in &self.record {
            bytes.push(*opponent);
            counts.iter().for_each(|&count| varint(&mut bytes, count.into()));
        }
        bytes
    }

    /// The payload in a valid envelope.
    pub fn sealed(&self) -> Vec<u8> {
        seal(1, 1, &self.bytes())
    }
}

/// Any payload in an envelope with the right length and checksum. The payload is shorter than 64 KiB.
pub fn seal(version: u8, game: u8, payload: &[u8]) -> Vec<u8> {
    let mut bytes = b"PIPS".to_vec();
    bytes.extend([version, game]);
    bytes.extend((payload.len() as u16).to_le_bytes());
    bytes.extend(payload);
    bytes.extend(Crc::<u32>::new(&CRC_32_ISO_HDLC).checksum(&bytes).to_le_bytes());
    bytes
}

fn list(bytes: &mut Vec<u8>, items: &[u8]) {
    varint(bytes, items.len() as u64);
    bytes.extend(items);
}

/// Seven bits per byte, the lowest first; the high bit means that more follow.
fn varint(bytes: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
}
