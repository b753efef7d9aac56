//! A bad line: bytes get lost, changed, doubled, and new ones come from nowhere.

use pipsqueak_core::chance::{self, Chance, Seed};

/// What a line does to the bytes that pass it.
pub struct Noise {
    rng: Chance,
    /// How often something happens to a byte.
    rate: f64,
    /// Bytes that were harmed.
    pub n_faults: u64,
}

impl Noise {
    /// A line on which something happens to a byte with this chance, one of four things in equal shares.
    pub fn new(seed: Seed, rate: f64) -> Noise {
        Noise { rng: seed.rng(), rate, n_faults: 0 }
    }

    /// What comes out at the other end.
    pub fn pass(&mut self, bytes: &[u8]) -> Vec<u8> {
        let mut passed = Vec::new();
        for &byte in bytes {
            if !chance::happens(&mut self.rng, self.rate) {
                passed.push(byte);
                continue;
            }
            self.n_faults += 1;
            match chance::below(&mut self.rng, 4) {
                0 => {}
                1 => passed.push(byte ^ 1 << chance::below(&mut self.rng, 8)),
                2 => passed.extend([byte, byte]),
                _ => passed.extend([chance::below(&mut self.rng, 256) as u8, byte]),
            }
        }
        passed
    }
}
