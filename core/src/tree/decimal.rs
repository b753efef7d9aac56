//! Constants in and out of text, exactly: a word becomes the nearest `f32`, and an `f32` the shortest text that reads back.
//!
//! The standard library does the same faster and for all numbers, with tables that take more room in what a page fetches
//! than all players of a game. Here a number is its decimal digits, doubled and halved until it is what is asked for.

use core::fmt::{self, Write};

use heapless::Vec;

use super::Constants;

/// The significant digits that a word may have.
const MOST_GIVEN: usize = 64;

/// The least `f32` takes 112 digits in full. A word of 64 digits that stands for as little is at most 52 digits longer once
/// it has been doubled into millions.
const MOST_DIGITS: usize = 128;

/// Binary digits of a mantissa, with the one that is not stored.
const MANTISSA: u32 = 24;
/// The least exponent of two that a whole mantissa is multiplied with.
const LEAST_EXPONENT: i32 = -149;

/// A number that is not negative: `0.d1 d2 d3 …` times ten to the power of `point`. The first digit and the last are not 0.
#[derive(Clone, Default)]
struct Decimal {
    digits: Vec<u8, MOST_DIGITS>,
    point: i32,
}

impl Decimal {
    /// Doubles it. Digits beyond the room are lost, which never happens (`MOST_DIGITS`).
    fn double(&mut self) {
        let mut carry = 0;
        for digit in self.digits.iter_mut().rev() {
            let doubled = 2 * *digit + carry;
            (carry, *digit) = (doubled / 10, doubled % 10);
        }
        if carry > 0 {
            let _ = self.digits.insert(0, carry);
            self.point += 1;
        }
        self.trim();
    }

    fn halve(&mut self) {
        let mut rest = 0;
        for digit in self.digits.iter_mut() {
            let whole = 10 * rest + *digit;
            (*digit, rest) = (whole / 2, whole % 2);
        }
        if rest > 0 {
            let _ = self.digits.push(5);
        }
        if self.digits.first() == Some(&0) {
            self.digits.remove(0);
            self.point -= 1;
        }
    }

    fn trim(&mut self) {
        while self.digits.last() == Some(&0) {
            self.digits.pop();
        }
    }

    /// The whole number below it. It must be less than 2^32.
    fn whole(&self) -> u32 {
        (0..self.n_whole()).fold(0, |whole: u32, at| whole.wrapping_mul(10).wrapping_add(self.digit(at).into()))
    }

    /// The nearest whole number, of two the even one. It must be less than 2^32.
    fn rounded(&self) -> u32 {
        let (whole, n_whole) = (self.whole(), self.n_whole());
        let is_up = match self.digit(n_whole) {
            _ if self.point < 0 => false,
            5 => self.digits.len() > n_whole + 1 || whole % 2 == 1,
            next => next > 5,
        };
        whole + u32::from(is_up)
    }

    fn n_whole(&self) -> usize {
        usize::try_from(self.point).unwrap_or(0)
    }

    fn digit(&self, at: usize) -> u8 {
        self.digits.get(at).copied().unwrap_or(0)
    }

    /// The number with so many digits, or fewer.
    fn shortened(&self, n_digits: usize) -> Decimal {
        let mut shorter = self.clone();
        shorter.digits.truncate(n_digits);
        // Halves go up, as in the standard library.
        let mut carry = u8::from(self.digit(n_digits) >= 5);
        for digit in shorter.digits.iter_mut().rev() {
            (carry, *digit) = ((*digit + carry) / 10, (*digit + carry) % 10);
        }
        if carry > 0 {
            shorter.digits.clear();
            let _ = shorter.digits.push(1);
            shorter.point += 1;
        }
        shorter.trim();
        shorter
    }

    /// The nearest `f32`; `f32::MAX` for all that a constant may not be.
    fn nearest(mut self) -> f32 {
        if self.digits.is_empty() || self.point < -50 {
            return 0.0;
        }
        if self.point > 7 {
            return f32::MAX;
        }
        let mut exponent = 0;
        while exponent > LEAST_EXPONENT && self.whole() < 1 << (MANTISSA - 1) {
            self.double();
            exponent -= 1;
        }
        // Rounding up can fill one more digit, and the float takes that as well: it is a power of two.
        self.rounded() as f32 * power_of_two(exponent)
    }
}

/// Two to the power of something from -149 to 0: a product of two, because the least is not a normal number.
fn power_of_two(exponent: i32) -> f32 {
    let normal = |exponent: i32| f32::from_bits(((exponent + 127) as u32) << 23);
    normal(exponent / 2) * normal(exponent - exponent / 2)
}

/// The number that a word is: digits with a point or without, a sign before them and an exponent behind. `None` if it is no
/// number, or one of more than 64 digits; what is too large for a constant is larger than [`Constants::LIMIT`].
pub fn parse(word: &str) -> Option<f32> {
    let (sign, rest) = match word.as_bytes() {
        [b'-', rest @ ..] => (-1.0, rest),
        [b'+', rest @ ..] => (1.0, rest),
        rest => (1.0, rest),
    };
    let mut decimal = Decimal::default();
    let (mut n_seen, mut has_point, mut at) = (0, false, 0);
    for &byte in rest {
        match byte {
            b'.' if !has_point => has_point = true,
            b'0'..=b'9' => {
                n_seen += 1;
                let is_leading = byte == b'0' && decimal.digits.is_empty();
                decimal.point += i32::from(!has_point && !is_leading) - i32::from(has_point && is_leading);
                if !is_leading {
                    decimal.digits.push(byte - b'0').ok()?;
                }
            }
            _ => break,
        }
        at += 1;
    }
    if n_seen == 0 || decimal.digits.len() > MOST_GIVEN {
        return None;
    }
    decimal.trim();
    decimal.point += match rest.get(at..).unwrap_or_default() {
        [] => 0,
        [b'e' | b'E', digits @ ..] => core::str::from_utf8(digits).ok()?.parse::<i16>().ok()?.into(),
        _ => return None,
    };
    Some(sign * decimal.nearest())
}

/// A constant as the shortest text that reads back as itself, always with a point or an exponent.
pub fn shortest(constant: f32) -> impl fmt::Display {
    fmt::from_fn(move |formatter: &mut fmt::Formatter<'_>| {
        if constant.is_sign_negative() {
            formatter.write_char('-')?;
        }
        let constant = constant.abs().min(Constants::LIMIT);
        let exact = exact(constant);
        let reads_back = |shorter: &Decimal| shorter.clone().nearest() == constant;
        let shorter = (1..=9).map(|n_digits| exact.shortened(n_digits)).find(reads_back).unwrap_or(exact);
        write_digits(formatter, &shorter)
    })
}

/// All digits of a number that is not negative and at most a million.
fn exact(number: f32) -> Decimal {
    let (stored, mantissa) = (number.to_bits() >> 23, number.to_bits() & ((1 << 23) - 1));
    let (mut mantissa, exponent) = if stored == 0 { (mantissa, 1) } else { (mantissa | 1 << 23, stored) };
    let mut decimal = Decimal::default();
    while mantissa > 0 {
        let _ = decimal.digits.insert(0, (mantissa % 10) as u8);
        mantissa /= 10;
    }
    decimal.point = decimal.digits.len() as i32;
    decimal.trim();
    // A million is less than a whole mantissa, so the exponent is negative.
    (exponent as i32 - 150..0).for_each(|_| decimal.halve());
    decimal
}

fn write_digits(out: &mut fmt::Formatter<'_>, decimal: &Decimal) -> fmt::Result {
    let (digits, point, n_whole) = (&decimal.digits, &decimal.point, decimal.n_whole());
    let write = |out: &mut fmt::Formatter<'_>, digits: &[u8]| {
        digits.iter().try_for_each(|digit| out.write_char(char::from(b'0' + digit)))
    };
    match digits.split_first() {
        None => out.write_str("0.0"),
        // As the standard library has it.
        Some((first, rest)) if *point < -3 => {
            write(out, &[*first])?;
            if !rest.is_empty() {
                out.write_char('.')?;
            }
            write(out, rest)?;
            write!(out, "e{}", point - 1)
        }
        Some(_) => {
            let (whole, rest) = digits.split_at_checked(n_whole).unwrap_or((digits, &[]));
            write(out, if whole.is_empty() { &[0] } else { whole })?;
            (whole.len()..n_whole).try_for_each(|_| out.write_char('0'))?;
            out.write_char('.')?;
            (*point..0).try_for_each(|_| out.write_char('0'))?;
            write(out, if rest.is_empty() { &[0] } else { rest })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::string::ToString;

    /// Numbers that a constant may be.
    fn constant() -> impl Strategy<Value = f32> {
        prop_oneof![
            (0u32..=Constants::LIMIT.to_bits()).prop_map(f32::from_bits),
            -1e6f32..1e6,
            -10f32..10.0,
            (-1_000_000i32..=1_000_000).prop_map(|thousandths| thousandths as f32 / 1000.0),
        ]
    }

    #[test]
    fn words_that_are_no_numbers_are_none() {
        for word in ["", "-", ".", "+.", "e3", "1e", "1.2.3", "1x", "--1", "inf", "nan", "infinity", "1e5.5", "1_0"] {
            assert_eq!(parse(word), None, "{word}");
        }
        assert_eq!(parse(&"1".repeat(65)), None);
    }

    #[test]
    fn what_is_too_large_is_told_apart_and_what_is_too_small_is_nothing() {
        for word in ["1e7", "99999999999", "1e300", "1e9999"] {
            assert!(parse(word).unwrap() > Constants::LIMIT, "{word}");
        }
        for word in ["0", "-0", "0.000", "1e-300", "0e5000", "1e-46"] {
            assert_eq!(parse(word), Some(0.0), "{word}");
        }
    }

    #[test]
    fn hard_halves_are_decided_by_every_digit() {
        // Half-way between two neighbours, just below, and just above; the last as the C library's test suites have them.
        for word in [
            "8388608.5",
            "8388609.5",
            "0.500000029802322387695312",
            "0.500000029802322387695313",
            "7.0064923216240853e-46",
            "7.0064923216240854e-46",
            "1.17549421069244107548702944485e-38",
            "999999.96875",
            "1.1754943508222875e-38",
        ] {
            assert_eq!(parse(word), word.parse().ok(), "{word}");
        }
    }

    proptest! {
        #[test]
        fn text_is_that_of_the_standard_library_and_reads_back(constant in constant()) {
            let text = shortest(constant).to_string();
            prop_assert_eq!(parse(&text).map(f32::to_bits), Some(constant.to_bits()), "{}", &text);
            prop_assert_eq!(text, std::format!("{constant:?}"));
        }

        #[test]
        fn numbers_are_those_of_the_standard_library(word in r"[-+]?[0-9]{0,5}\.?[0-9]{0,20}(e-?[0-4]?[0-9])?") {
            let expected = word.parse::<f32>().ok();
            match parse(&word) {
                Some(value) if value.abs() > Constants::LIMIT => prop_assert!(expected.unwrap().abs() > Constants::LIMIT),
                value => prop_assert_eq!(value.map(f32::to_bits), expected.map(f32::to_bits)),
            }
        }
    }
}
