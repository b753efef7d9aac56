//! Objectives: four ways to evaluate a guess by how its possible answers split the codes that are left into parts.
//!
//! **A cost that never falls.** The four objectives are written as costs that grow code by code (largest part, `n log2
//! n`, codes that open no new part, squares). So one loop serves all, and a guess is abandoned as soon as it costs more
//! than the best. The logarithms are fixed-point with 36 bits, so that ties are the same on every machine.

use core::fmt;
use core::str::FromStr;

use serde::{Deserialize, Serialize};

use super::{CodeSize, Feedback, StoredCode, logs};

/// What a solver optimises.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Objective {
    /// The largest part as small as possible (Knuth).
    Minimax,
    /// The answer as informative as possible.
    Entropy,
    /// As many parts as possible.
    Parts,
    /// The part that the secret falls into as small as possible on average.
    Expected,
}

impl Objective {
    /// All four.
    pub const ALL: [Objective; 4] = [Objective::Minimax, Objective::Entropy, Objective::Parts, Objective::Expected];

    /// As it is named on a command line.
    pub const fn name(self) -> &'static str {
        match self {
            Objective::Minimax => "minimax",
            Objective::Entropy => "entropy",
            Objective::Parts => "parts",
            Objective::Expected => "expected",
        }
    }
}

impl fmt::Display for Objective {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

impl FromStr for Objective {
    type Err = UnknownObjective;

    fn from_str(name: &str) -> Result<Objective, UnknownObjective> {
        Objective::ALL.into_iter().find(|objective| objective.name() == name).ok_or(UnknownObjective)
    }
}

/// No objective has this name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownObjective;

impl fmt::Display for UnknownObjective {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("the strategies are minimax, entropy, parts and expected")
    }
}

impl core::error::Error for UnknownObjective {}

/// An objective as a cost.
pub(super) trait Measure {
    /// The cost after one more code, whose part has `n_before` codes so far.
    fn raise(cost: u64, n_before: u32) -> u64;
    /// No guess costs less with this many codes.
    fn least(n_codes: u32, size: CodeSize) -> u64;
    /// Costs of this many codes that differ by no more than this are equal.
    fn tolerance(_n_codes: u32) -> u64 {
        0
    }
}

/// The size of the largest part.
pub(super) struct Minimax;
/// The sum of `n log2 n`: the entropy is the logarithm of the number of codes less their mean of this.
pub(super) struct Entropy;
/// The codes that open no part of their own.
pub(super) struct Parts;
/// The sum of squares.
pub(super) struct Expected;

impl Measure for Minimax {
    #[inline]
    fn raise(cost: u64, n_before: u32) -> u64 {
        cost.max(u64::from(n_before) + 1)
    }

    fn least(n_codes: u32, size: CodeSize) -> u64 {
        u64::from(n_codes.div_ceil(size.n_answers().max(1)))
    }
}

impl Measure for Entropy {
    #[inline]
    fn raise(cost: u64, n_before: u32) -> u64 {
        cost.wrapping_add(logs::step(n_before))
    }

    fn least(_n_codes: u32, _size: CodeSize) -> u64 {
        0
    }

    /// Entropies within 1e-9 of each other.
    fn tolerance(n_codes: u32) -> u64 {
        u64::from(n_codes) * ((1 << logs::FRACTION) / 1_000_000_000)
    }
}

impl Measure for Parts {
    #[inline]
    fn raise(cost: u64, n_before: u32) -> u64 {
        cost + u64::from(n_before > 0)
    }

    fn least(n_codes: u32, size: CodeSize) -> u64 {
        u64::from(n_codes.saturating_sub(size.n_answers()))
    }
}

impl Measure for Expected {
    #[inline]
    fn raise(cost: u64, n_before: u32) -> u64 {
        cost + 2 * u64::from(n_before) + 1
    }

    fn least(n_codes: u32, _size: CodeSize) -> u64 {
        u64::from(n_codes)
    }
}

/// The number of codes between two comparisons with the bound.
const STRETCH: usize = 4;

/// What a guess costs, if that is less than the bound.
#[inline]
pub(super) fn cost<M: Measure, E: StoredCode>(guess: E, codes: &[E], bound: u64) -> Option<u64> {
    if codes.len() < 256 { counted::<M, E, u8>(guess, codes, bound) } else { counted::<M, E, u32>(guess, codes, bound) }
}

/// As [`cost`], with counts of this type, which must hold the number of codes minus one. Small counts are cleared
/// faster.
#[inline]
fn counted<M: Measure, E: StoredCode, N: Count>(guess: E, codes: &[E], bound: u64) -> Option<u64> {
    let probe = guess.probe();
    let mut counts = [N::default(); Feedback::N_INDICES];
    let mut cost = 0;
    for stretch in codes.chunks(STRETCH) {
        for code in stretch {
            if let Some(count) = counts.get_mut(code.answer(&probe).index()) {
                cost = M::raise(cost, count.increase());
            }
        }
        if cost >= bound {
            return None;
        }
    }
    Some(cost)
}

/// A small or a large number.
trait Count: Copy + Default {
    /// Adds one and gives what it was before.
    fn increase(&mut self) -> u32;
}

impl Count for u8 {
    #[inline]
    fn increase(&mut self) -> u32 {
        let before = *self;
        *self = before.wrapping_add(1);
        u32::from(before)
    }
}

impl Count for u32 {
    #[inline]
    fn increase(&mut self) -> u32 {
        let before = *self;
        *self = before.wrapping_add(1);
        before
    }
}
