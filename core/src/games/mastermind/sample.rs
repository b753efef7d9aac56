//! Fills a memory with the codes that are consistent with a history: all of them if they fit, else a uniform sample.

use core::ops::ControlFlow;

use rand_core::Rng;

use super::{Code, History, StoredCode, consistent::ConsistentCodes};
use crate::random;

/// For sizes with at most this many codes, enumerating the consistent ones is faster than rejection sampling.
const FEW: u32 = 1 << 16;
/// Rejection sampling continues while at least one drawn code in this many fits.
const WORTHWHILE: u32 = 500;
/// A pseudo-count of fitting codes, so that a few early failures do not end the sampling.
const PSEUDO_COUNT: u32 = 8;

/// What was gathered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Gathered {
    /// The number of codes at the memory's beginning.
    pub n_codes: usize,
    /// Whether those are all that fit.
    pub is_all: bool,
}

/// Fills the memory. The codes are in numeric order if they are all there are.
pub(super) fn gather<E: StoredCode>(rng: &mut impl Rng, history: &History, memory: &mut [E]) -> Gathered {
    if history.size().n_codes() > FEW && draw(rng, history, memory) {
        return Gathered { n_codes: memory.len(), is_all: false };
    }
    walk(rng, history, memory)
}

/// Draws random codes and keeps those that fit, while that is worthwhile; tells whether the memory is full.
fn draw<E: StoredCode>(rng: &mut impl Rng, history: &History, memory: &mut [E]) -> bool {
    let mut n_drawn = 0;
    for (n_kept, place) in (0..).zip(memory.iter_mut()) {
        loop {
            if n_drawn >= WORTHWHILE * (n_kept + PSEUDO_COUNT) {
                return false;
            }
            n_drawn += 1;
            let code = Code::random(rng, history.size());
            if history.admits(code) {
                *place = E::of(code);
                break;
            }
        }
    }
    true
}

/// Enumerates all codes that fit. Not inlined, so that its stack frame is gone when guesses are evaluated. Once the
/// memory is full, reservoir sampling keeps the sample uniform.
#[inline(never)]
fn walk<E: StoredCode>(rng: &mut impl Rng, history: &History, memory: &mut [E]) -> Gathered {
    let mut n_seen: u32 = 0;
    let _ = ConsistentCodes::new(history).each(|code| {
        let place = match memory.get_mut(n_seen as usize) {
            Some(place) => Some(place),
            None => memory.get_mut(random::below(rng, n_seen.wrapping_add(1)) as usize),
        };
        if let Some(place) = place {
            *place = E::of(code);
        }
        n_seen += 1;
        ControlFlow::Continue(())
    });
    let is_all = n_seen as usize <= memory.len();
    Gathered { n_codes: memory.len().min(n_seen as usize), is_all }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::mastermind::{CodeSize, Feedback};
    use crate::random::Seed;
    use std::collections::BTreeMap;
    use std::vec::Vec;

    fn history(size: CodeSize, entries: &[(&str, &str)]) -> History {
        let mut history = History::new(size);
        for (guess, secret) in entries {
            let (guess, secret): (Code, Code) = (guess.parse().unwrap(), secret.parse().unwrap());
            history.push(guess, Feedback::between(guess, secret)).unwrap();
        }
        history
    }

    #[test]
    fn codes_that_have_room_are_all_there_in_order() {
        let history = history(CodeSize::CLASSIC, &[("1122", "3456"), ("3345", "3456")]);
        let expected: Vec<Code> = Code::all(CodeSize::CLASSIC).filter(|&code| history.admits(code)).collect();
        let mut memory = [Code::default(); 300];
        let gathered = gather(&mut Seed(1).rng(), &history, &mut memory);
        assert_eq!(gathered, Gathered { n_codes: expected.len(), is_all: true });
        assert_eq!(&memory[..expected.len()], expected);
    }

    /// How often each code is in a sample of 10.
    fn counts(history: &History, n_samples: u64) -> BTreeMap<Code, u32> {
        let mut counts = BTreeMap::new();
        for seed in (0..n_samples).map(Seed) {
            let mut memory = [Code::default(); 10];
            let gathered = gather(&mut seed.rng(), history, &mut memory);
            assert_eq!(gathered, Gathered { n_codes: 10, is_all: false });
            memory.into_iter().for_each(|code| *counts.entry(code).or_insert(0) += 1);
        }
        assert!(counts.keys().all(|&code| history.admits(code)));
        counts
    }

    #[test]
    fn a_walked_sample_is_uniform() {
        // 81 codes have none of the three colours, and each is in a sample of 10 with a chance of 10/81.
        let counts = counts(&history(CodeSize::CLASSIC, &[("1123", "4444")]), 8100);
        assert_eq!(counts.len(), 81);
        let chi_square: f64 = counts.values().map(|&count| (f64::from(count) - 1000.0).powi(2) / 1000.0).sum();
        // With 80 degrees of freedom: above 125 once in a thousand seeds.
        assert!(chi_square < 125.0, "{chi_square}");
    }

    #[test]
    fn drawn_samples_fit_and_differ() {
        let size = CodeSize::new(7, 10).unwrap();
        let counts = counts(&history(size, &[("1122334", "5678912")]), 20);
        assert!(counts.len() > 190, "{}", counts.len());
    }
}
