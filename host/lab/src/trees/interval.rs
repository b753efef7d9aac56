//! Interval arithmetic for the values of a node. Rounding to the nearest float preserves the order of numbers, so the
//! ends of an interval, computed with the evaluator's own f32 arithmetic, are the ends of the result.

use pipsqueak_core::tree::Constants;

/// All numbers from one to another.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Interval {
    /// The least.
    pub least: f32,
    /// The greatest.
    pub greatest: f32,
    /// Whether only whole numbers occur.
    pub is_whole: bool,
}

impl Interval {
    /// An unknown flag.
    pub const FLAG: Interval = Interval::whole(0, 1);
    /// A probability.
    pub const CHANCE: Interval = Interval { least: 0.0, greatest: 1.0, is_whole: false };
    /// Any value of a sum or a product.
    pub const ANY: Interval = Interval { least: -Constants::LIMIT, greatest: Constants::LIMIT, is_whole: false };

    /// The whole numbers from one to another.
    pub const fn whole(least: i16, greatest: i16) -> Interval {
        Interval { least: least as f32, greatest: greatest as f32, is_whole: true }
    }

    /// One number.
    pub fn point(value: f32) -> Interval {
        Interval { least: value, greatest: value, is_whole: value.fract() == 0.0 }
    }

    /// A known flag.
    pub fn flag(is_set: bool) -> Interval {
        Interval::point(f32::from(u8::from(is_set)))
    }

    /// The only number; `None` if there are more.
    pub fn only(self) -> Option<f32> {
        (self.least == self.greatest).then_some(self.least)
    }

    /// Whether a number is in it.
    pub fn contains(self, value: f32) -> bool {
        (self.least..=self.greatest).contains(&value) && !(self.is_whole && value.fract() != 0.0)
    }

    /// The intersection, which is known not to be empty.
    #[must_use]
    pub fn and(self, other: Interval) -> Interval {
        let (least, greatest) = (self.least.max(other.least), self.greatest.min(other.greatest));
        // Empty: the node is never reached, so any interval is sound.
        if least > greatest { self } else { Interval { least, greatest, is_whole: self.is_whole || other.is_whole } }
    }

    /// The smallest interval that contains both.
    #[must_use]
    pub fn or(self, other: Interval) -> Interval {
        Interval {
            least: self.least.min(other.least),
            greatest: self.greatest.max(other.greatest),
            is_whole: self.is_whole && other.is_whole,
        }
    }

    /// The part below a number, which may be included.
    #[must_use]
    pub fn below(self, end: f32, included: bool) -> Interval {
        let end = match (included, self.is_whole) {
            (true, false) => end,
            (true, true) => end.floor(),
            (false, true) => (end.ceil() - 1.0).min(end.next_down()),
            (false, false) => end.next_down(),
        };
        self.and(Interval { least: f32::MIN, greatest: end, is_whole: false })
    }

    /// The part above a number, which may be included.
    #[must_use]
    pub fn above(self, end: f32, included: bool) -> Interval {
        let end = match (included, self.is_whole) {
            (true, false) => end,
            (true, true) => end.ceil(),
            (false, true) => (end.floor() + 1.0).max(end.next_up()),
            (false, false) => end.next_up(),
        };
        self.and(Interval { least: end, greatest: f32::MAX, is_whole: false })
    }

    /// The range of a function that is monotonic in each argument: its extremes are at the corners.
    #[must_use]
    pub fn corners(self, other: Interval, function: impl Fn(f32, f32) -> f32) -> Interval {
        let limit = Constants::LIMIT;
        let values = [self.least, self.greatest]
            .map(|left| [other.least, other.greatest].map(|right| function(left, right).clamp(-limit, limit)));
        let values = values.as_flattened();
        let (least, greatest) = values.iter().fold((f32::MAX, f32::MIN), |(a, b), &value| (a.min(value), b.max(value)));
        // Beyond 2^24 floats are whole anyway, and the limit is whole.
        Interval { least, greatest, is_whole: self.is_whole && other.is_whole }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn open_and_closed_ends_are_distinguished() {
        let count = Interval::whole(0, 6);
        assert_eq!(count.below(3.0, false), Interval::whole(0, 2));
        assert_eq!(count.below(2.5, false), Interval::whole(0, 2));
        assert_eq!(count.above(3.0, false), Interval::whole(4, 6));
        assert_eq!(count.above(3.0, true), Interval::whole(3, 6));
        assert_eq!(count.above(9.0, true), count, "an empty intersection is ignored");
        assert!(!Interval::CHANCE.below(0.5, false).contains(0.5));
        assert!(Interval::CHANCE.below(0.5, true).contains(0.5));
        let product = Interval::whole(-2, 3).corners(Interval::whole(-5, 4), |a, b| a * b);
        assert_eq!((product.least, product.greatest), (-15.0, 12.0));
    }
}
