//! How strong one to five cards are, without tables.

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

    /// What people call it.
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
/// bits 26..30  category
/// bits 13..26  the ranks that make it: the pairs, the trips, the straight's top; all ranks where nothing is made
/// bits  0..13  the ranks beside them
/// ```
///
/// Hands of different lengths compare by what they have made, then rank by rank, a missing card being below a two.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Strength(u32);

impl Strength {
    /// The strength of one to five cards (more cards have no defined strength, none is the weakest hand).
    #[inline]
    pub fn of(cards: Cards) -> Strength {
        let held = cards.multiplicity();
        let (category, lead) = if held.twice.any() { groups(held) } else { sequence(cards, held.once) };
        // What the leading ranks do not name stands beside them. A straight's other ranks follow from its top.
        let beside = if category == Category::Straight || category == Category::StraightFlush {
            Ranks::EMPTY
        } else {
            held.once - lead
        };
        Strength((category as u32) << 26 | u32::from(lead.bits()) << 13 | u32::from(beside.bits()))
    }

    /// What kind of hand it is.
    #[inline]
    pub fn category(self) -> Category {
        Category::ALL.get((self.0 >> 26) as usize).copied().unwrap_or(Category::HighCard)
    }

    /// The highest rank of those that make the hand; the highest card where nothing is made.
    #[inline]
    pub fn leading_rank(self) -> Option<Rank> {
        let lead = self.0 >> 13 & 0x1fff;
        lead.checked_ilog2().and_then(|index| Rank::new(index as u8))
    }
}

/// The category of cards of which some share a rank, and the ranks that make it.
#[inline]
fn groups(held: Multiplicity) -> (Category, Ranks) {
    let several = held.twice.several();
    if held.four_times.any() {
        (Category::Quads, held.four_times)
    } else if held.thrice.any() {
        (if several { Category::FullHouse } else { Category::Trips }, held.thrice)
    } else {
        (if several { Category::TwoPairs } else { Category::Pair }, held.twice)
    }
}

/// The category of cards of different ranks, and the ranks that make it.
#[inline]
fn sequence(cards: Cards, ranks: Ranks) -> (Category, Ranks) {
    let flush = cards.is_one_suit() && ranks.five_or_more();
    match (ranks.top_of_run(), flush) {
        (Some(top), true) => (Category::StraightFlush, Ranks::EMPTY.with(top)),
        (Some(top), false) => (Category::Straight, Ranks::EMPTY.with(top)),
        (None, true) => (Category::Flush, ranks),
        (None, false) => (Category::HighCard, ranks),
    }
}

/// The category of up to five cards as far as equal ranks make it: no straights, no flushes.
#[inline]
pub(super) fn paired_category(held: Multiplicity) -> Category {
    if held.twice.any() { groups(held).0 } else { Category::HighCard }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::vec::Vec;

    fn strength(text: &str) -> Strength {
        Strength::of(text.split(' ').map(|card| card.parse().unwrap()).collect())
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
}
