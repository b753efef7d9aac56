//! Hand strength of one to five cards, without tables.

use core::fmt;

use crate::cards::{Cards, Multiplicity, Rank, Ranks};

/// The kind of a hand. A straight or a flush takes five cards.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Category {
    /// Nothing.
    HighCard,
    /// Two of a rank.
    Pair,
    /// Two of a rank and two of another.
    TwoPairs,
    /// Three of a rank.
    Trips,
    /// Five ranks in a row; the ace is high or low.
    Straight,
    /// Five of a suit.
    Flush,
    /// Three of a rank and two of another.
    FullHouse,
    /// Four of a rank.
    Quads,
    /// A straight of one suit.
    StraightFlush,
}

impl Category {
    /// All nine, the weakest first.
    pub const ALL: [Category; 9] = [
        Category::HighCard,
        Category::Pair,
        Category::TwoPairs,
        Category::Trips,
        Category::Straight,
        Category::Flush,
        Category::FullHouse,
        Category::Quads,
        Category::StraightFlush,
    ];

    /// Its name for people.
    pub const fn name(self) -> &'static str {
        match self {
            Category::HighCard => "high card",
            Category::Pair => "pair",
            Category::TwoPairs => "two pairs",
            Category::Trips => "three of a kind",
            Category::Straight => "straight",
            Category::Flush => "flush",
            Category::FullHouse => "full house",
            Category::Quads => "four of a kind",
            Category::StraightFlush => "straight flush",
        }
    }
}

impl fmt::Display for Category {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// How strong one to five cards are; a greater value is a better hand, an equal one shares the pot.
///
/// ```text
/// bits 26..29  class: 0 for a high card or a pair, which the next field tells apart; else the category less one
/// bits 13..26  the ranks of the pairs, or of the trips or quads; empty where no rank repeats
/// bits  0..13  all ranks, less the ace of a five-high straight
/// ```
///
/// Hands of different lengths compare by what they have made, then rank by rank, a missing card being below a two.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Strength(u32);

/// The three fields of a strength, each in 16 bits: vector code processes twice as many of these at once as of 32-bit
/// strengths.
#[derive(Clone, Copy, Default)]
pub(super) struct Parts {
    pub(super) class: u16,
    pub(super) lead: Ranks,
    pub(super) beside: Ranks,
}

impl Parts {
    /// Those of one to five cards of these ranks, all of one suit or not.
    ///
    /// There are no branches, so that a loop over many hands vectorises. A hand with a repeated rank has fewer than
    /// five ranks, so it cannot be taken for a straight or a flush.
    #[cfg_attr(feature = "lanes", inline(always))]
    pub(super) fn of_held(held: Multiplicity, one_suit: bool) -> Parts {
        let is_run = held.once.is_run();
        let is_flush = one_suit & held.once.five_or_more();
        let (is_two, is_three, is_four) = (held.twice.several(), held.thrice.any(), held.four_times.any());
        // Two pairs 1, trips 2, straight 3, flush 4, full house 5, quads 6, straight flush 7.
        let class = u16::from(is_two)
            + 2 * u16::from(is_three)
            + 2 * u16::from(is_three & is_two)
            + 4 * u16::from(is_four)
            + 3 * u16::from(is_run)
            + 4 * u16::from(is_flush);
        let lead = if is_three { held.thrice } else { held.twice };
        let beside = if held.once == Ranks::FIVE_HIGH { held.once - Ranks::EMPTY.with(Rank::ACE) } else { held.once };
        Parts { class, lead, beside }
    }

    /// [`Strength::sixteenths`] of the strength that they make.
    #[cfg_attr(feature = "lanes", inline(always))]
    pub(super) fn sixteenths(self) -> u16 {
        let is_made = self.lead.any() | (self.class > 0);
        let ranks = if self.lead.any() { self.lead } else { self.beside };
        16 * (self.class + u16::from(is_made)) + place_of_highest(ranks.bits())
    }

    /// The strength that they make.
    #[cfg_attr(feature = "lanes", inline(always))]
    pub(super) const fn strength(self) -> Strength {
        Strength::pack(self.class as u32, self.lead, self.beside)
    }
}

impl Strength {
    /// That of no cards.
    pub(super) const NONE: Strength = Strength(0);

    /// The strength of one to five cards (more cards have no defined strength, none is the weakest hand).
    #[cfg_attr(feature = "lanes", inline(always))]
    pub fn of(cards: Cards) -> Strength {
        let held = cards.multiplicity();
        // Of random hands 97 in 100 have nothing but pairs and take none of these branches.
        if held.thrice.any() || held.once.is_run() || cards.are_one_suit_of(held.once) {
            return Strength::of_rare(held, cards.is_one_suit());
        }
        Strength::pack(u32::from(held.twice.several()), held.twice, held.once)
    }

    /// Out of line, so that the usual hand's few instructions stay together.
    #[cold]
    #[inline(never)]
    fn of_rare(held: Multiplicity, one_suit: bool) -> Strength {
        Strength::of_held(held, one_suit)
    }

    /// The strength of one to five cards of these ranks, all of one suit or not.
    #[cfg_attr(feature = "lanes", inline(always))]
    pub(super) fn of_held(held: Multiplicity, one_suit: bool) -> Strength {
        Parts::of_held(held, one_suit).strength()
    }

    /// The strength of a flush of these ranks that is no straight.
    #[cfg_attr(feature = "lanes", inline(always))]
    pub(super) const fn flush_of(ranks: Ranks) -> Strength {
        Strength::pack(Category::Flush as u32 - 1, Ranks::EMPTY, ranks)
    }

    /// The ranks that the hand does not hold and that would put it above `other` as one more kicker.
    #[cfg_attr(feature = "lanes", inline(always))]
    pub(super) fn raised_above(self, other: Strength) -> Ranks {
        let (own, other) = (self.0, other.0);
        // All bits from the highest one in which they differ.
        let mut down = own ^ other;
        down |= down >> 1;
        down |= down >> 2;
        down |= down >> 4;
        down |= down >> 8;
        down |= down >> 16;
        let below = down >> 1;
        // Any rank above the highest differing bit wins; that bit's own rank wins if the rest is better; a hand already at
        // least as strong wins with any rank.
        let higher = !down;
        let equal = if own & below > other & below { down - below } else { 0 };
        let ranks = if own >= other { u32::MAX } else { higher | equal };
        Ranks::of_known(ranks & 0x1fff)
    }

    #[cfg_attr(feature = "lanes", inline(always))]
    const fn pack(class: u32, lead: Ranks, beside: Ranks) -> Strength {
        Strength(class << 26 | (lead.bits() as u32) << 13 | beside.bits() as u32)
    }

    /// What kind of hand it is.
    #[cfg_attr(feature = "lanes", inline(always))]
    pub fn category(self) -> Category {
        Category::ALL.get(self.category_number() as usize).copied().unwrap_or(Category::HighCard)
    }

    /// The number of the category: 0 for a high card up to 8 for a straight flush.
    #[cfg_attr(feature = "lanes", inline(always))]
    pub const fn category_number(self) -> u32 {
        // A pair has a leading rank; whatever has none and is above a high card has a class.
        (self.0 >> 26) + (self.0 >= 1 << 13) as u32
    }

    /// The highest rank of those that make the hand; the highest card where nothing is made.
    #[cfg_attr(feature = "lanes", inline(always))]
    pub fn leading_rank(self) -> Option<Rank> {
        if self.0 == 0 { None } else { Rank::new(self.place_of_leading_rank() as u8) }
    }

    /// The leading rank's index, 0 to 12; 0 too where there is no card.
    #[cfg_attr(feature = "lanes", inline(always))]
    pub(super) fn place_of_leading_rank(self) -> u16 {
        let [beside, leads] = [self.0, self.0 >> 13].map(|ranks| (ranks & 0x1fff) as u16);
        place_of_highest(if leads != 0 { leads } else { beside })
    }

    /// How strong a hand is by its category and its leading rank, in sixteenths of a category.
    #[cfg_attr(feature = "lanes", inline(always))]
    pub(super) fn sixteenths(self) -> u16 {
        16 * self.category_number() as u16 + self.place_of_leading_rank()
    }
}

/// The place of the highest of some ranks' bits; 0 too where there is none.
#[cfg_attr(feature = "lanes", inline(always))]
fn place_of_highest(ranks: u16) -> u16 {
    if cfg!(target_os = "none") {
        ranks.checked_ilog2().unwrap_or(0) as u16
    } else {
        // The exponent of a float is the index of its highest bit. Vector units can convert to floats but not search
        // for bits.
        ((f32::from(ranks | 1).to_bits() >> 23) - 127) as u16
    }
}

/// The category of up to five cards as far as equal ranks make it: no straights, no flushes.
#[cfg_attr(feature = "lanes", inline(always))]
pub(super) fn paired_category(held: Multiplicity) -> Category {
    match (held.four_times.any(), held.thrice.any(), held.twice.several(), held.twice.any()) {
        (true, ..) => Category::Quads,
        (_, true, true, _) => Category::FullHouse,
        (_, true, false, _) => Category::Trips,
        (_, _, true, _) => Category::TwoPairs,
        (.., true) => Category::Pair,
        _ => Category::HighCard,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::{Card, cards};
    use crate::random::{self, Seed};
    use std::vec::Vec;

    fn strength(text: &str) -> Strength {
        Strength::of(cards(text))
    }

    #[test]
    fn hands_are_ordered_as_in_poker() {
        let ascending = [
            "2c",
            "3c",
            "3c 2d",
            "Ac",
            "Ac 2d",
            "Ac Kd Qh Js 9c",
            "2c 2d",
            "2c 2d 3h",
            "2c 2d Ah Ks Qc",
            "Ac Ad",
            "2c 2d 3h 3s",
            "2c 2d Ah As",
            "Kc Kd Ah As",
            "2c 2d 2h",
            "Ac Ad Ah Ks Qc",
            "Ac 2d 3h 4s 5c",
            "2c 3d 4h 5s 6c",
            "Tc Jd Qh Ks Ac",
            "2c 3c 4c 5c 7c",
            "9c Jc Qc Kc Ac",
            "2c 2d 2h 3s 3c",
            "2c 2d 2h As Ac",
            "3c 3d 3h 2s 2c",
            "2c 2d 2h 2s",
            "2c 2d 2h 2s Ac",
            "Ac Ad Ah As 2c",
            "Ac 2c 3c 4c 5c",
            "Tc Jc Qc Kc Ac",
        ];
        let strengths: Vec<Strength> = ascending.iter().map(|text| strength(text)).collect();
        for (pair, texts) in strengths.windows(2).zip(ascending.windows(2)) {
            assert!(pair[0] < pair[1], "{texts:?}");
        }
    }

    #[test]
    fn four_cards_make_no_straight_and_no_flush() {
        assert_eq!(strength("2c 3c 4c 5c").category(), Category::HighCard);
        assert_eq!(strength("Ac 2c 3c 4c").category(), Category::HighCard);
    }

    #[test]
    fn the_leading_rank_is_the_one_that_makes_the_hand() {
        for (text, leading) in [
            ("Ac 9d 9h", '9'),
            ("Ac 9d 9h 4s 4c", '9'),
            ("Ac 2d 3h 4s 5c", '5'),
            ("4c 4d 4h As Ac", '4'),
            ("Kc 2d", 'K'),
        ] {
            assert_eq!(strength(text).leading_rank().unwrap().letter(), leading, "{text}");
        }
        assert_eq!(Strength::of(Cards::EMPTY).leading_rank(), None);
    }

    #[test]
    fn sixteenths_are_the_category_and_the_leading_rank_of_whole_and_parts_alike() {
        let mut rng = Seed(31).rng();
        for round in 0..20_000 {
            let mut deck = Card::ALL;
            random::shuffle(&mut rng, &mut deck);
            // Hands of one suit or of neighbouring ranks come up often enough for every category to be among them.
            match round % 3 {
                0 => deck[..20].sort_by_key(|card| card.suit()),
                1 => deck[..12].sort_by_key(|card| card.rank().index()),
                _ => {}
            }
            let hand: Cards = deck[..round % 6].iter().copied().collect();
            let strength = Strength::of(hand);
            let rank = strength.leading_rank().map_or(0, |rank| u16::from(rank.index()));
            assert_eq!(strength.sixteenths(), 16 * strength.category() as u16 + rank, "{hand:?}");
            let parts = Parts::of_held(hand.multiplicity(), hand.is_one_suit());
            assert_eq!((parts.strength(), parts.sixteenths()), (strength, strength.sixteenths()), "{hand:?}");
        }
    }
}
