//! Soft floats: sums and products for boards without floating-point instructions, the same to the bit as everywhere else, and
//! quicker for the numbers that are common in trees.

use super::Constants;
use super::evaluate::StackValue;

const SIGN: u32 = 1 << 31;
/// Bits of a fraction; the bit above them is 1 in every normal number, and not written.
const FRACTION: u32 = 23;
const LEADING: u32 = 1 << FRACTION;
const MAX_EXPONENT: u32 = 0xFF;
const BIAS: u32 = 127;
const ONE: u32 = 1f32.to_bits();

/// Whether float operations are library calls; otherwise the hardware is faster.
const IS_SOFT: bool = cfg!(any(target_abi = "eabi", test));

/// A number's bits. With floating-point instructions they are as fast as the float, where LLVM chooses the registers.
#[derive(Clone, Copy)]
pub struct Bits(u32);

impl StackValue for Bits {
    const ZERO: Bits = Bits(0);

    #[inline(always)]
    fn of(number: f32) -> Bits {
        Bits(number.to_bits())
    }

    #[inline(always)]
    fn number(self) -> f32 {
        f32::from_bits(self.0)
    }

    #[inline(always)]
    fn is_zero(self) -> bool {
        self.0 == 0
    }

    #[inline(always)]
    fn and(self, other: Bits) -> Bits {
        Bits(self.0 & other.0)
    }

    #[inline(always)]
    fn or(self, other: Bits) -> Bits {
        Bits(self.0 | other.0)
    }

    #[inline(always)]
    fn sum(self, other: Bits) -> Bits {
        Bits(within_limit(sum(self.0, other.0)))
    }

    #[inline(always)]
    fn product(self, other: Bits) -> Bits {
        Bits(within_limit(product(self.0, other.0)))
    }
}

/// Clamps a number to the limit. Without the sign, the bits have the order of the numbers.
fn within_limit(bits: u32) -> u32 {
    bits & SIGN | (bits & !SIGN).min(Constants::LIMIT.to_bits())
}

/// The sum of two numbers' bits. Adding zero is common in trees, so it is the fast path.
#[cfg_attr(target_abi = "eabi", inline(never))]
fn sum(x: u32, y: u32) -> u32 {
    let machines = || (f32::from_bits(x) + f32::from_bits(y)).to_bits();
    if !IS_SOFT {
        return machines();
    }
    let (large, small) = if x & !SIGN >= y & !SIGN { (x, y) } else { (y, x) };
    let (mut exponent, small_exponent) = (exponent_of(large), exponent_of(small));
    if small_exponent == 0 || exponent >= MAX_EXPONENT - 1 {
        // Two zeros may differ in their signs; numbers that are not normal have rules of their own.
        return if is_zero(small) && !is_zero(large) { large } else { machines() };
    }
    let gap = exponent - small_exponent;
    if gap > FRACTION + 2 {
        // The small number is less than half of the last bit, even just below a power of two, where bits are half as
        // large.
        return large;
    }
    // Guard, round and sticky bits are enough to round correctly.
    let (large_fraction, small_fraction) = (fraction_of(large) << 3, fraction_of(small) << 3);
    let shifted = small_fraction >> gap | u32::from(small_fraction & ((1 << gap) - 1) != 0);
    let mut sum;
    if (x ^ y) & SIGN == 0 {
        sum = large_fraction + shifted;
        if sum >= LEADING << 4 {
            sum = sum >> 1 | sum & 1;
            exponent += 1;
        }
    } else {
        sum = large_fraction - shifted;
        if sum == 0 {
            return 0;
        }
        while sum < LEADING << 3 {
            sum <<= 1;
            exponent -= 1;
            if exponent == 0 {
                return machines();
            }
        }
    }
    let (fraction, rest) = (sum >> 3, sum & 7);
    let up = u32::from(rest > 4 || rest == 4 && fraction & 1 == 1);
    large & SIGN | (((exponent - 1) << FRACTION) + fraction + up)
}

/// The product of two numbers' bits. Factors of 0 and 1 are seen at once; the others are multiplied in halves of twelve bits, because a board
/// has no wide multiplication.
#[cfg_attr(target_abi = "eabi", inline(never))]
fn product(x: u32, y: u32) -> u32 {
    let machines = || (f32::from_bits(x) * f32::from_bits(y)).to_bits();
    if !IS_SOFT {
        return machines();
    }
    let sign = (x ^ y) & SIGN;
    if is_zero(x) || is_zero(y) {
        // Zero times anything is zero: no value here is infinite.
        return if is_finite(x) && is_finite(y) { sign } else { machines() };
    }
    if y == ONE {
        return x;
    }
    if x == ONE {
        return y;
    }
    let [x_exponent, y_exponent] = [x, y].map(exponent_of);
    // One too low, so that the leading bit of the fraction makes up for it.
    let exponent = (x_exponent + y_exponent).wrapping_sub(BIAS + 1);
    let is_plain = x_exponent != 0 && y_exponent != 0 && is_finite(x) && is_finite(y);
    if !is_plain || exponent >= MAX_EXPONENT - 2 {
        // Results that are too small or too large to be normal have rules of their own.
        return machines();
    }
    let halves = |fraction: u32| (fraction >> 12, fraction & 0xFFF);
    let ((x_high, x_low), (y_high, y_low)) = (halves(fraction_of(x)), halves(fraction_of(y)));
    // The product has 47 or 48 bits: those above the lowest 24, and the lowest 24.
    let low = x_low * y_low;
    let middle = x_high * y_low + x_low * y_high + (low >> 12);
    let high = x_high * y_high + (middle >> 12);
    let rest = (middle & 0xFFF) << 12 | low & 0xFFF;
    let (fraction, rest, exponent) = match high & LEADING {
        0 => (high << 1 | rest >> FRACTION, rest << 1 & 0xFF_FFFF, exponent),
        _ => (high, rest, exponent + 1),
    };
    // To the nearest, and to the even one of two that are as near. A carry out of the fraction raises the exponent.
    let half = LEADING;
    let up = u32::from(rest > half || rest == half && fraction & 1 == 1);
    sign | ((exponent << FRACTION) + fraction + up)
}

#[inline(always)]
const fn is_zero(bits: u32) -> bool {
    bits << 1 == 0
}

#[inline(always)]
const fn is_finite(bits: u32) -> bool {
    exponent_of(bits) != MAX_EXPONENT
}

#[inline(always)]
const fn exponent_of(bits: u32) -> u32 {
    bits >> FRACTION & MAX_EXPONENT
}

/// The fraction of a normal number, with the bit that is not written.
#[inline(always)]
const fn fraction_of(bits: u32) -> u32 {
    bits & (LEADING - 1) | LEADING
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Seed;
    use rand_core::Rng;

    fn check(left: f32, right: f32) {
        let (x, y) = (left.to_bits(), right.to_bits());
        assert_eq!(product(x, y), (left * right).to_bits(), "{left:e} * {right:e}");
        assert_eq!(sum(x, y), (left + right).to_bits(), "{left:e} + {right:e}");
    }

    #[test]
    fn sums_and_products_are_the_machines() {
        let edges = [
            0.0,
            1.0,
            2.0,
            1.5,
            0.1,
            7.0,
            1e6,
            16_777_215.0,
            1.0 + f32::EPSILON,
            f32::MIN_POSITIVE,
            1e-45,
            1e-30,
            1e-20,
            1e19,
            1e20,
            f32::MAX,
        ];
        let signed = || edges.into_iter().flat_map(|edge| [edge, -edge]);
        signed().for_each(|left| signed().for_each(|right| check(left, right)));
        let mut rng = Seed(1).rng();
        let mut n_checked = 0;
        while n_checked < 2_000_000 {
            let word = rng.next_u64();
            // Any bits; numbers of a tree's size; fractions of few bits, whose products lie halfway between numbers.
            let size = |bits: u32| bits & 0x87FF_FFFF | 0x3800_0000;
            let few = |bits: u32| size(bits) & 0xFFFF_F000;
            let (low, high) = (word as u32, (word >> 32) as u32);
            for (left, right) in [(low, high), (size(low), size(high)), (few(low), few(high)), (size(low), few(high))] {
                let (left, right) = (f32::from_bits(left), f32::from_bits(right));
                if left.is_finite() && right.is_finite() {
                    check(left, right);
                    n_checked += 1;
                }
            }
        }
    }

    #[test]
    fn nothing_times_infinity_is_no_number() {
        for zero in [0f32, -0.0] {
            for infinite in [f32::INFINITY, f32::NEG_INFINITY, f32::NAN] {
                for (left, right) in [(zero, infinite), (infinite, zero)] {
                    assert!(f32::from_bits(product(left.to_bits(), right.to_bits())).is_nan(), "{left} * {right}");
                }
            }
        }
    }
}
