//! A ring buffer of bytes between one interrupt that puts them in and one program that takes them out.
//!
//! A Cortex-M0 has only plain loads and stores: each of the two counters is written by one side only, after it has
//! written or read the byte.

use core::sync::atomic::{AtomicU8, AtomicUsize, Ordering};

/// Holds up to `N` bytes; `N` is a power of two.
pub struct Ring<const N: usize> {
    bytes: [AtomicU8; N],
    /// Bytes that were put in and taken out since the start. Both wrap around; their difference is the number of bytes
    /// inside.
    n_put: AtomicUsize,
    n_taken: AtomicUsize,
}

impl<const N: usize> Ring<N> {
    /// An empty ring.
    pub const fn new() -> Ring<N> {
        const { assert!(N.is_power_of_two(), "so that a counter wraps around where the ring does") };
        Ring { bytes: [const { AtomicU8::new(0) }; N], n_put: AtomicUsize::new(0), n_taken: AtomicUsize::new(0) }
    }

    /// Puts a byte in; returns it if there is no room.
    pub fn put(&self, byte: u8) -> Result<(), u8> {
        let n_put = self.n_put.load(Ordering::Relaxed);
        if n_put.wrapping_sub(self.n_taken.load(Ordering::Acquire)) >= N {
            return Err(byte);
        }
        self.bytes.get(n_put % N).ok_or(byte)?.store(byte, Ordering::Relaxed);
        self.n_put.store(n_put.wrapping_add(1), Ordering::Release);
        Ok(())
    }

    /// Takes the oldest byte out.
    pub fn take(&self) -> Option<u8> {
        let n_taken = self.n_taken.load(Ordering::Relaxed);
        if self.n_put.load(Ordering::Acquire) == n_taken {
            return None;
        }
        let byte = self.bytes.get(n_taken % N)?.load(Ordering::Relaxed);
        self.n_taken.store(n_taken.wrapping_add(1), Ordering::Release);
        Some(byte)
    }

    /// Whether there is nothing to take.
    pub fn is_empty(&self) -> bool {
        self.n_put.load(Ordering::Acquire) == self.n_taken.load(Ordering::Relaxed)
    }

    /// Takes what there is, as far as it fits, and sleeps until there is something; returns the number of bytes.
    #[cfg(feature = "board")]
    pub fn wait_into(&self, buffer: &mut [u8]) -> usize {
        while self.is_empty() && !buffer.is_empty() {
            // With interrupts off, a byte that comes between the check and the sleep still wakes the processor; it is
            // received as soon as they are on again.
            cortex_m::interrupt::free(|_| {
                if self.is_empty() {
                    cortex_m::asm::wfi();
                }
            });
        }
        self.take_into(buffer)
    }

    /// Takes what there is, as far as it fits; returns the number of bytes.
    pub fn take_into(&self, buffer: &mut [u8]) -> usize {
        let mut n_bytes = 0;
        for place in buffer {
            let Some(byte) = self.take() else { break };
            *place = byte;
            n_bytes += 1;
        }
        n_bytes
    }
}

impl<const N: usize> Default for Ring<N> {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_come_out_as_they_went_in_however_often_the_ring_wraps() {
        let ring = Ring::<8>::new();
        let mut buffer = [0; 5];
        for first in 0..200u8 {
            for byte in first..first + 5 {
                assert_eq!(ring.put(byte), Ok(()));
            }
            assert_eq!(ring.take_into(&mut buffer), 5);
            assert_eq!(buffer, core::array::from_fn(|at| first + at as u8));
            assert!(ring.is_empty());
        }
    }

    #[test]
    fn a_full_ring_refuses_and_keeps_what_it_has() {
        let ring = Ring::<4>::new();
        assert_eq!([1, 2, 3, 4, 5].map(|byte| ring.put(byte)), [Ok(()), Ok(()), Ok(()), Ok(()), Err(5)]);
        let mut buffer = [0; 8];
        assert_eq!(ring.take_into(&mut buffer), 4);
        assert_eq!(buffer[..4], [1, 2, 3, 4]);
        assert_eq!(ring.take(), None);
    }
}
