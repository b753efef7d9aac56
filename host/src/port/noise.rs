//! A noisy line: bytes are lost, changed, repeated and added. For `device --selftest`, which adds noise to the line to
//! a board, and for tests.

use std::io;
use std::time::Duration;

use pipsqueak_core::random::{self, GameRng, Seed};

use super::Transport;

/// Noise for the bytes on a line.
pub struct Noise {
    rng: GameRng,
    /// The share of bytes that are affected.
    rate: f64,
}

impl Noise {
    /// Noise that affects a byte with this probability, in one of four ways with equal chances.
    pub fn new(seed: Seed, rate: f64) -> Noise {
        Noise { rng: seed.rng(), rate }
    }

    /// The bytes that arrive.
    pub fn pass(&mut self, bytes: &[u8]) -> Vec<u8> {
        let mut passed = Vec::new();
        for &byte in bytes {
            if !random::happens(&mut self.rng, self.rate) {
                passed.push(byte);
                continue;
            }
            match random::below(&mut self.rng, 4) {
                0 => {}
                1 => passed.push(byte ^ 1 << random::below(&mut self.rng, 8)),
                2 => passed.extend([byte, byte]),
                _ => passed.extend([random::below(&mut self.rng, 256) as u8, byte]),
            }
        }
        passed
    }
}

/// A transport with noise in both directions.
pub struct NoisyTransport<C> {
    transport: C,
    there: Noise,
    back: Noise,
    /// Bytes that arrived and did not fit the reader's buffer.
    arrived: Vec<u8>,
}

impl<C: Transport> NoisyTransport<C> {
    /// Adds noise to a transport.
    pub fn new(transport: C, seed: Seed, rate: f64) -> NoisyTransport<C> {
        let [there, back] = [1, 2].map(|way| Noise::new(seed.derive(way), rate));
        NoisyTransport { transport, there, back, arrived: Vec::new() }
    }

    /// The transport inside.
    pub fn inner(&mut self) -> &mut C {
        &mut self.transport
    }
}

impl<C: Transport> Transport for NoisyTransport<C> {
    fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.transport.send(&self.there.pass(bytes))
    }

    fn receive(&mut self, buffer: &mut [u8], wait: Duration) -> io::Result<usize> {
        while self.arrived.is_empty() {
            let mut bytes = [0; 64];
            match self.transport.receive(&mut bytes, wait)? {
                0 => return Ok(0),
                n_bytes => self.arrived = self.back.pass(&bytes[..n_bytes]),
            }
        }
        let n_bytes = buffer.len().min(self.arrived.len());
        buffer[..n_bytes].copy_from_slice(&self.arrived[..n_bytes]);
        self.arrived.drain(..n_bytes);
        Ok(n_bytes)
    }
}
