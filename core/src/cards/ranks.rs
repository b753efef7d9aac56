//! A set of ranks, and the straights in it.

use core::ops::{BitAnd, BitOr, Sub};

use super::Rank;

/// A set of ranks: bit `i` for the rank with index `i`.
///
/// Sets compare by their highest rank, then the next, and so on: exactly as poker compares kickers, a missing one
/// being below a two.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub struct Ranks(u16);

impl Ranks {
    /// No rank.
    pub const EMPTY: Ranks = Ranks(0);

    /// All thirteen.
    pub const ALL: Ranks = Ranks(Ranks::ALL_BITS);

    /// Five, four, three, two and the ace.
    pub const FIVE_HIGH: Ranks = Ranks(0x100f);

    const ALL_BITS: u16 = 0x1fff;

    /// The set of bits that are known to be ranks.
    #[inline(always)]
    pub(crate) const fn of_known(bits: u32) -> Ranks {
        Ranks(bits as u16)
    }

    /// The ranks of the two suits of half a set of cards, clubs and diamonds or hearts and spades.
    #[inline(always)]
    pub(crate) const fn of_half(half: u32) -> [Ranks; 2] {
        [Ranks(half as u16), Ranks((half >> 16) as u16)]
    }

    /// Bit `i` for the rank with index `i`.
    #[inline(always)]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// How many ranks.
    #[inline(always)]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there is none.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether there is at least one.
    #[inline(always)]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// Whether there are two or more.
    #[inline(always)]
    pub const fn several(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Whether there are three or more.
    #[inline(always)]
    pub const fn three_or_more(self) -> bool {
        self.without_lowest().several()
    }

    /// Whether there are five or more, without counting them.
    #[inline(always)]
    pub const fn five_or_more(self) -> bool {
        let three_less = self.without_lowest().without_lowest().without_lowest();
        three_less.several()
    }

    #[inline(always)]
    const fn without_lowest(self) -> Ranks {
        Ranks(self.0 & self.0.wrapping_sub(1))
    }

    /// The highest rank.
    #[inline(always)]
    pub fn highest(self) -> Option<Rank> {
        self.0.checked_ilog2().and_then(|index| Rank::new(index as u8))
    }

    /// Whether the rank is in the set.
    #[inline(always)]
    pub const fn contains(self, rank: Rank) -> bool {
        self.0 >> rank.index() & 1 != 0
    }

    /// The set with one more rank.
    #[inline(always)]
    #[must_use]
    pub const fn with(self, rank: Rank) -> Ranks {
        Ranks(self.0 | 1 << rank.index())
    }

    /// The lowest rank alone.
    #[inline(always)]
    #[must_use]
    pub const fn lowest(self) -> Ranks {
        Ranks(self.0 & self.0.wrapping_neg())
    }

    /// The set itself or, where the answer is no, the empty set. By bits, because a branch around what is asked of the set
    /// would keep a loop over many columns from becoming vector code.
    #[inline(always)]
    #[must_use]
    pub const fn only_if(self, yes: bool) -> Ranks {
        Ranks(self.0 & (yes as u16).wrapping_neg())
    }

    /// The ranks, lowest first.
    #[cfg_attr(feature = "lanes", inline(always))]
    pub fn iter(self) -> impl Iterator<Item = Rank> {
        let mut rest = self;
        core::iter::from_fn(move || {
            let rank = Rank::new(rest.0.trailing_zeros() as u8)?;
            rest = rest.without_lowest();
            Some(rank)
        })
    }

    /// The five-rank runs whose ranks are all in `available` and that contain all of these ranks.
    ///
    /// Written on a strip of 14 places with the ace at both ends:
    ///
    /// ```text
    /// place  0 1 2 3 4 5 6 7 8 9 10 11 12 13
    /// rank   A 2 3 4 5 6 7 8 9 T J  Q  K  A
    /// ```
    ///
    /// bit `s` of the result says that the run of the places `s..=s+4` will do.
    #[cfg_attr(feature = "lanes", inline(always))]
    pub const fn runs_within(self, available: Ranks) -> Runs {
        let have = strip(available);
        let starts = have & have >> 1 & have >> 2 & have >> 3 & have >> 4;
        // An ace is in the first run and in the last.
        let ace = self.0 >> Rank::ACE.index();
        let with_ace = 0x201 | ace.wrapping_sub(1);
        Runs(starts & starts_around((self.0 << 1) & 0x1fff) & with_ace)
    }

    /// Whether these are five neighbouring ranks and no other; the ace is high or low.
    #[inline(always)]
    pub const fn is_run(self) -> bool {
        // Five neighbouring bits are 31 times the lowest of them.
        let lowest = self.0 & self.0.wrapping_neg();
        self.0 == lowest.wrapping_mul(0b11111) && self.any() || self.0 == Ranks::FIVE_HIGH.0
    }
}

/// The starts of the runs of five places that cover all the marked places.
///
/// A start will do if no marked place is below it and none is above its fifth place. Shifts alone find both, so that a
/// loop over many columns becomes vector code.
#[cfg_attr(feature = "lanes", inline(always))]
const fn starts_around(places: u16) -> u16 {
    const STARTS: u16 = 0x3ff;
    let up_to_lowest = places ^ places.wrapping_sub(1);
    let mut too_low = places >> 5;
    too_low |= too_low >> 1;
    too_low |= too_low >> 2;
    too_low |= too_low >> 4;
    too_low |= too_low >> 8;
    up_to_lowest & !too_low & STARTS
}

#[inline(always)]
const fn strip(ranks: Ranks) -> u16 {
    ranks.0 << 1 | ranks.0 >> Rank::ACE.index()
}

/// A set of five-rank runs, from `A2345` to `TJQKA`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Runs(u16);

impl Runs {
    /// Whether there is one.
    #[inline(always)]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// All ranks of all the runs.
    #[cfg_attr(feature = "lanes", inline(always))]
    pub const fn ranks(self) -> Ranks {
        let places = self.0 | self.0 << 1 | self.0 << 2 | self.0 << 3 | self.0 << 4;
        Ranks((places >> 1 | (places & 1) << Rank::ACE.index()) & Ranks::ALL_BITS)
    }

    /// The ranks of each run, the lowest first.
    #[inline(always)]
    pub fn iter(self) -> impl Iterator<Item = Ranks> {
        let mut rest = self.0;
        core::iter::from_fn(move || {
            let lowest = Runs(rest & rest.wrapping_neg());
            rest &= rest.wrapping_sub(1);
            lowest.any().then(|| lowest.ranks())
        })
    }
}

impl BitOr for Ranks {
    type Output = Ranks;
    #[inline(always)]
    fn bitor(self, other: Ranks) -> Ranks {
        Ranks(self.0 | other.0)
    }
}

impl BitAnd for Ranks {
    type Output = Ranks;
    #[inline(always)]
    fn bitand(self, other: Ranks) -> Ranks {
        Ranks(self.0 & other.0)
    }
}

impl Sub for Ranks {
    type Output = Ranks;
    #[inline(always)]
    fn sub(self, other: Ranks) -> Ranks {
        Ranks(self.0 & !other.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn runs() -> impl Iterator<Item = [u8; 5]> + Clone {
        core::iter::once([12, 0, 1, 2, 3]).chain((0..9).map(|low| [low, low + 1, low + 2, low + 3, low + 4]))
    }

    #[test]
    fn runs_agree_with_their_definition_for_all_small_sets() {
        for bits in (0..=Ranks::ALL_BITS).filter(|bits| bits.count_ones() <= 5) {
            let held = Ranks(bits);
            for gaps in [0u16, 0x10, 0x421, 0x1001, 0x888] {
                let available = Ranks(Ranks::ALL_BITS & !gaps | bits);
                let expected = runs()
                    .map(|run| run.iter().fold(0, |set, rank| set | 1u16 << rank))
                    .filter(|run| bits & !run == 0 && run & !available.0 == 0);
                let found = held.runs_within(available);
                assert!(found.iter().map(Ranks::bits).eq(expected.clone()), "{bits:b} in {available:?}");
                assert_eq!(found.ranks().bits(), expected.fold(0, |all, run| all | run));
            }
        }
    }

    #[test]
    fn the_highest_rank_and_runs_are_found() {
        for bits in 0..=Ranks::ALL_BITS {
            let ranks = Ranks(bits);
            assert_eq!(ranks.highest(), ranks.iter().last());
            assert_eq!(ranks.several(), ranks.len() >= 2);
            assert_eq!(ranks.three_or_more(), ranks.len() >= 3);
            assert_eq!(ranks.five_or_more(), ranks.len() >= 5);
            let is_run = runs().any(|run| run.iter().fold(0, |set, rank| set | 1u16 << rank) == bits);
            assert_eq!(ranks.is_run(), is_run);
        }
    }
}
