//! Seeds, the one random number generator, and the few distributions that the games need. Knows no cards and no clock.

use rand_core::{Rng, SeedableRng};
use rand_xorshift::XorShiftRng;
use serde::{Deserialize, Serialize};

/// The generator that everything in the project draws from.
pub type GameRng = XorShiftRng;

/// Where a random stream begins. A seed and a number give another seed, so that every game, generation and player
/// has a stream of its own that can be found again without replaying the others.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seed(pub u64);

impl Seed {
    /// The seed of part number `part` of what this seed stands for.
    #[inline]
    #[must_use]
    pub const fn derive(self, part: u64) -> Seed {
        // SplitMix64's finaliser (Steele, Lea, Flood 2014) over both words: neighbouring parts give unrelated seeds.
        let mut mixed = self.0 ^ part.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        Seed(mixed ^ mixed >> 31)
    }

    /// A generator that begins here.
    #[inline]
    pub fn rng(self) -> GameRng {
        let mut bytes = [0; 16];
        let (low, high) = bytes.split_at_mut(8);
        low.copy_from_slice(&self.derive(0).0.to_le_bytes());
        high.copy_from_slice(&self.derive(1).0.to_le_bytes());
        XorShiftRng::from_seed(bytes)
    }
}

/// A uniform number below `bound`; 0 for a bound of 0.
#[inline]
pub fn below(rng: &mut impl Rng, bound: u32) -> u32 {
    // Lemire's method: the high word of a product is uniform once the few low words that would be counted once too
    // often are drawn again. At most one draw in 2^32 / bound is repeated, so 32 tries are never used up.
    let mut product = u64::from(rng.next_u32()) * u64::from(bound);
    if (product as u32) < bound {
        let threshold = bound.wrapping_neg() % bound;
        for _ in 0..32 {
            if product as u32 >= threshold {
                break;
            }
            product = u64::from(rng.next_u32()) * u64::from(bound);
        }
    }
    (product >> 32) as u32
}

/// True with this probability.
pub fn happens(rng: &mut impl Rng, probability: f64) -> bool {
    f64::from(rng.next_u32()) < probability * 4_294_967_296.0
}

/// One of the items; `None` of none.
pub fn pick<T: Copy>(rng: &mut impl Rng, items: &[T]) -> Option<T> {
    items.get(below(rng, items.len() as u32) as usize).copied()
}

/// Puts the items into random order (Fisher and Yates).
#[inline]
pub fn shuffle<T>(rng: &mut impl Rng, items: &mut [T]) {
    for last in (1..items.len()).rev() {
        let other = below(rng, last as u32 + 1) as usize;
        items.swap(last, other);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_below_a_bound_are_uniform() {
        let mut rng = Seed(5).rng();
        let mut counts = [0u32; 7];
        for _ in 0..70_000 {
            counts[below(&mut rng, 7) as usize] += 1;
        }
        // Chi-square with 6 degrees of freedom: above 22.5 once in a thousand seeds.
        let chi_square: f64 = counts.iter().map(|&count| (f64::from(count) - 10_000.0).powi(2) / 10_000.0).sum();
        assert!(chi_square < 22.5, "{counts:?}");
    }

    #[test]
    fn a_bound_of_zero_or_one_gives_zero() {
        let mut rng = Seed(1).rng();
        assert_eq!((below(&mut rng, 0), below(&mut rng, 1)), (0, 0));
        assert_eq!(pick::<u8>(&mut rng, &[]), None);
    }

    #[test]
    fn all_orders_of_four_items_come_up_equally_often() {
        let mut rng = Seed(9).rng();
        let mut counts = std::collections::BTreeMap::new();
        for _ in 0..24_000 {
            let mut items = [0, 1, 2, 3];
            shuffle(&mut rng, &mut items);
            *counts.entry(items).or_insert(0u32) += 1;
        }
        assert_eq!(counts.len(), 24);
        assert!(counts.values().all(|count| (850..1150).contains(count)), "{counts:?}");
    }

    #[test]
    fn neighbouring_seeds_and_parts_differ() {
        let seeds: std::collections::BTreeSet<u64> =
            (0..100).flat_map(|seed| (0..100).map(move |part| Seed(seed).derive(part).0)).collect();
        assert_eq!(seeds.len(), 10_000);
    }

    #[test]
    fn parts_of_seed_zero_are_the_published_numbers_of_splitmix64() {
        let numbers = [0xe220_a839_7b1d_cdaf, 0x6e78_9e6a_a1b9_65f4, 0x06c4_5d18_8009_454f];
        assert_eq!([0, 1, 2].map(|part| Seed(0).derive(part).0), numbers);
    }

    /// Gives these words, one after the other, and then zeros.
    struct Words(std::vec::Vec<u32>);

    impl rand_core::TryRng for Words {
        type Error = core::convert::Infallible;

        fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
            Ok(if self.0.is_empty() { 0 } else { self.0.remove(0) })
        }

        fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
            Ok(u64::from(self.try_next_u32()?) | u64::from(self.try_next_u32()?) << 32)
        }

        fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Self::Error> {
            bytes.fill(0);
            Ok(())
        }
    }

    #[test]
    fn a_word_that_would_be_counted_once_too_often_is_drawn_again() {
        // 2^32 is 1 more than a multiple of 3 and 4 more than one of 6: word 0 is too much of three numbers, words 0 and
        // 1 * 2^32 / 6 rounded up, whose low parts are 0 and 2, are too much of six.
        for (bound, words, drawn) in [
            (3, [0, 0xFFFF_FFFF], 2),
            (3, [1, 0xFFFF_FFFF], 0),
            (6, [0, 0xFFFF_FFFF], 5),
            (6, [715_827_883, 0xFFFF_FFFF], 5),
            (6, [715_827_884, 0xFFFF_FFFF], 1),
            // 6 times this is 2 * 2^32 + 4, and a low part of 4 is not too much.
            (6, [1_431_655_766, 0xFFFF_FFFF], 2),
            (6, [1, 0xFFFF_FFFF], 0),
        ] {
            assert_eq!(below(&mut Words(words.to_vec()), bound), drawn, "{bound} {words:?}");
        }
        // The retry loop is bounded.
        assert_eq!(below(&mut Words(std::vec::Vec::new()), 3), 0);
    }

    #[test]
    fn what_is_certain_happens_and_what_is_impossible_does_not() {
        for word in [0, 1, 0x7FFF_FFFF, 0x8000_0000, u32::MAX] {
            let happens = |probability| happens(&mut Words(std::vec![word]), probability);
            assert_eq!((happens(0.0), happens(1.0)), (false, true));
            assert_eq!(happens(0.5), word < 0x8000_0000);
        }
    }
}
