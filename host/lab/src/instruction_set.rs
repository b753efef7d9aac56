//! The instruction sets that the hot loops are compiled for. The program contains a version for each set and uses the
//! best that the processor supports, so that one binary is fast on every machine.
//!
//! All versions give the same results to the bit: the compiler neither fuses nor reorders floating-point operations.

use std::fmt;
use std::sync::atomic::{AtomicU8, Ordering};

use multiversion::multiversion;
use multiversion::target::target_cfg_f;

/// A set of instructions beyond those that every processor of the architecture has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum InstructionSet {
    /// What every processor of the architecture has: SSE2 on x86-64, NEON on aarch64.
    Baseline,
    /// AVX2 with BMI and FMA: x86-64 since 2013.
    Avx2,
    /// AVX-512 as Ice Lake and Zen 4 have it.
    Avx512,
}

/// The set that the hot loops use, by number; [`u8::MAX`] until it is chosen.
static CHOSEN: AtomicU8 = AtomicU8::new(u8::MAX);

impl InstructionSet {
    const ALL: [InstructionSet; 3] = [InstructionSet::Baseline, InstructionSet::Avx2, InstructionSet::Avx512];

    /// The sets that this processor supports, the plainest first.
    pub fn available() -> impl DoubleEndedIterator<Item = InstructionSet> {
        InstructionSet::ALL.into_iter().filter(|set| match set {
            InstructionSet::Baseline => true,
            InstructionSet::Avx2 => has_avx2(),
            InstructionSet::Avx512 => has_avx512(),
        })
    }

    /// The set in use: the best that the processor has, unless another was chosen.
    pub fn chosen() -> InstructionSet {
        let number = usize::from(CHOSEN.load(Ordering::Relaxed));
        InstructionSet::ALL.get(number).copied().unwrap_or_else(|| {
            let best = InstructionSet::available().next_back().unwrap_or(InstructionSet::Baseline);
            best.choose();
            best
        })
    }

    /// Uses this set from now on.
    pub fn choose(self) {
        CHOSEN.store(self as u8, Ordering::Relaxed);
    }

    /// The name shown to people.
    pub const fn name(self) -> &'static str {
        match self {
            InstructionSet::Baseline => "baseline",
            InstructionSet::Avx2 => "avx2",
            InstructionSet::Avx512 => "avx512",
        }
    }
}

impl fmt::Display for InstructionSet {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}

/// Runs a closure with the chosen instructions. What it calls benefits as far as it is inlined; the closure itself must
/// be `#[inline(always)]`.
#[cfg(not(any(test, fuzzing)))]
pub fn run<T>(work: impl FnOnce() -> T) -> T {
    match InstructionSet::chosen() {
        InstructionSet::Baseline => with_baseline(work),
        InstructionSet::Avx2 => with_avx2(work),
        InstructionSet::Avx512 => with_avx512(work),
    }
}

/// Unit tests and fuzz targets have one version of the hot loops, because they are built more often than they run. The
/// suite compares all versions in the program itself.
#[cfg(any(test, fuzzing))]
pub fn run<T>(work: impl FnOnce() -> T) -> T {
    with_baseline(work)
}

/// Never inlined, so that all baseline callers share one version.
#[inline(never)]
fn with_baseline<T>(work: impl FnOnce() -> T) -> T {
    work()
}

// A version is only called where the processor supports it.

#[cfg(not(any(test, fuzzing)))]
#[multiversion(targets("x86_64+avx2+bmi1+bmi2+f16c+fma+lzcnt+movbe+popcnt"), dispatcher = "direct")]
fn with_avx2<T>(work: impl FnOnce() -> T) -> T {
    if target_cfg_f!(target_feature = "avx2") { work() } else { with_baseline(work) }
}

#[cfg(not(any(test, fuzzing)))]
#[multiversion(targets("x86_64+avx512f+avx2+bmi1+bmi2+f16c+fma+lzcnt+movbe+popcnt"), dispatcher = "direct")]
fn with_avx512<T>(work: impl FnOnce() -> T) -> T {
    if target_cfg_f!(target_feature = "avx512f") { work() } else { with_baseline(work) }
}

#[multiversion(targets("x86_64+avx2+bmi1+bmi2+f16c+fma+lzcnt+movbe+popcnt"), dispatcher = "direct")]
fn has_avx2() -> bool {
    target_cfg_f!(target_feature = "avx2")
}

#[multiversion(targets("x86_64+avx512f+avx2+bmi1+bmi2+f16c+fma+lzcnt+movbe+popcnt"), dispatcher = "direct")]
fn has_avx512() -> bool {
    target_cfg_f!(target_feature = "avx512f")
}
