//! Random bytes, for noisy lines.

use pipsqueak_core::random::{self, Seed};

pub use pipsqueak::port::noise::NoisyTransport;

/// Random bytes, up to a thousand at a time.
pub fn samples(seed: Seed) -> impl Iterator<Item = Vec<u8>> {
    let mut rng = seed.rng();
    std::iter::from_fn(move || {
        let n_bytes = 1 + random::below(&mut rng, 1000);
        Some((0..n_bytes).map(|_| random::below(&mut rng, 256) as u8).collect())
    })
}
