//! The logarithm to base 2 in integers, so that every machine orders entropies in the same way.

/// Bits behind the point.
pub const FRACTION: u32 = 36;
const N_KNOWN: usize = 512;

/// The logarithms of the numbers below 512, in 4 KB; that of 0 is never asked for.
static LOGS: [u64; N_KNOWN] = {
    let mut logs = [0; N_KNOWN];
    let mut number = 1;
    while number < N_KNOWN {
        logs[number] = by_squaring(number as u64);
        number += 1;
    }
    logs
};

/// The number's logarithm in units of 2^-36, with an error below six of them. That of 0 counts as 0.
#[inline]
pub fn log2(number: u32) -> u64 {
    match LOGS.get(number as usize) {
        Some(&log) => log,
        None => beyond(number),
    }
}

/// What `n log2 n` grows by from `n` to `n + 1`.
#[inline]
pub fn step(number: u32) -> u64 {
    let next = number.wrapping_add(1);
    let (before, after) = (u64::from(number).wrapping_mul(log2(number)), u64::from(next).wrapping_mul(log2(next)));
    after.wrapping_sub(before)
}

/// The logarithm of a large number: that of its leading nine bits, from the table, plus the first terms of the
/// logarithm's series for the rest. The first term left out is below 2^-46.
fn beyond(number: u32) -> u64 {
    let exponent = (number.max(1).ilog2()).saturating_sub(8);
    let leading = number >> exponent;
    let base = u64::from(leading) << exponent;
    let rest = ((u64::from(number) - base) << FRACTION) / base.max(1);
    let square = (rest * rest) >> FRACTION;
    let cube = (square * rest) >> FRACTION;
    let fourth = (square * square) >> FRACTION;
    let natural = (rest + cube / 3).wrapping_sub(square / 2 + fourth / 4);
    // 1 / ln 2 with 30 bits behind the point, and the few bits that this leaves out.
    const INVERSE: u64 = 1_549_082_005;
    let log = LOGS.get(leading as usize).copied().unwrap_or(0);
    log + (u64::from(exponent) << FRACTION) + ((natural * INVERSE) >> 30)
}

/// The binary digits one by one: squaring a number doubles its logarithm.
const fn by_squaring(number: u64) -> u64 {
    let whole = number.ilog2();
    let mut mantissa = (number as u128) << (62 - whole);
    let mut log = whole as u64;
    let mut digit = 0;
    while digit < FRACTION {
        mantissa = (mantissa * mantissa) >> 62;
        log <<= 1;
        if mantissa >> 63 != 0 {
            mantissa >>= 1;
            log |= 1;
        }
        digit += 1;
    }
    log
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_agree_with_libm() {
        let scale = (1u64 << FRACTION) as f64;
        for number in (1..5000).chain((1..=20_000).map(|step| step * 997)).chain([u32::MAX]) {
            let difference = log2(number) as f64 / scale - libm::log2(f64::from(number));
            assert!(difference.abs() < 8e-11, "{number}: {difference:e}");
        }
    }

    #[test]
    fn steps_add_up() {
        let sum: u64 = (0..3000).map(step).sum();
        assert_eq!(sum, 3000 * log2(3000));
    }
}
