//! The codes that fit a history, in the memory at hand: all of them if they have room, else a uniform sample.

use core::ops::ControlFlow;

use rand_core::Rng;

use super::{Code, Entry, History, walk::Walk};
use crate::chance;

/// Up to this many codes in all, walking is quicker than drawing at random.
const FEW: u32 = 1 << 16;
/// Drawing goes on while at least one code in so many fits.
const WORTHWHILE: u32 = 500;
/// Codes that may fail to fit before that is judged.
const PATIENCE: u32 = 8;

/// What was gathered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Gathered {
    /// How many codes lie at the memory's beginning.
    pub n_codes: usize,
    /// Whether those are all that fit.
    pub is_all: bool,
}

/// Fills the memory. The codes are in numeric order if they are all there are.
pub(super) fn gather<E: Entry>(rng: &mut impl Rng, history: &History, memory: &mut [E]) -> Gathered {
    if history.size().n_codes() > FEW && draw(rng, history, memory) {
        return Gathered { n_codes: memory.len(), is_all: false };
    }
    walk(rng, history, memory)
}

/// Draws random codes and keeps those that fit, while that is worthwhile; tells whether the memory is full.
fn draw<E: Entry>(rng: &mut impl Rng, history: &History, memory: &mut [E]) -> bool {
    let mut n_drawn = 0;
    for (n_kept, place) in (0..).zip(memory.iter_mut()) {
        loop {
            if n_drawn >= WORTHWHILE * (n_kept + PATIENCE) {
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

/// Walks through all codes that fit; once the memory is full, the n-th takes a place with its fair chance.
fn walk<E: Entry>(rng: &mut impl Rng, history: &History, memory: &mut [E]) -> Gathered {
    let mut n_seen: u32 = 0;
    let _ = Walk::new(history).each(|code| {
        let place = match memory.get_mut(n_seen as usize) {
            Some(place) => Some(place),
            None => memory.get_mut(chance::below(rng, n_seen.wrapping_add(1)) as usize),
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
