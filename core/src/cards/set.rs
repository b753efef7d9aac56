//! A set of cards in one word.

use core::fmt;
use core::ops::{BitAnd, BitOr, Sub};

use serde::{Deserialize, Serialize};

use super::{Card, Rank, Ranks};

/// A set of cards: four fields of 16 bits, one per suit, each with a bit for every rank.
///
/// ```text
/// bit 63        48 47        32 31        16 15         0
///     000AKQ…432   000AKQ…432   000AKQ…432   000AKQ…432
///       spades       hearts      diamonds      clubs
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash, Serialize, Deserialize)]
#[serde(try_from = "u64", into = "u64")]
pub struct Cards(u64);

/// The ranks that occur in a set at least once, twice, three times and four times.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Multiplicity {
    /// At least one card of the rank.
    pub once: Ranks,
    /// At least two.
    pub twice: Ranks,
    /// At least three.
    pub thrice: Ranks,
    /// All four.
    pub four_times: Ranks,
}

impl Multiplicity {
    /// The ranks held in each of four suits, by how often they are held.
    #[inline(always)]
    pub fn of_suits([clubs, diamonds, hearts, spades]: [Ranks; 4]) -> Multiplicity {
        let (minor, minors) = (clubs | diamonds, clubs & diamonds);
        let (major, majors) = (hearts | spades, hearts & spades);
        // Split the suits into two pairs: a rank held twice is found within a pair or across the pairs, a rank held three
        // times both ways.
        let (within, across) = (minors | majors, minor & major);
        Multiplicity {
            once: minor | major,
            twice: within | across,
            thrice: within & across,
            four_times: minors & majors,
        }
    }

    /// With one more card of each of these ranks.
    #[cfg_attr(feature = "lanes", inline(always))]
    #[must_use]
    pub fn with(self, new: Ranks) -> Multiplicity {
        Multiplicity {
            once: self.once | new,
            twice: self.twice | self.once & new,
            thrice: self.thrice | self.twice & new,
            four_times: self.four_times | self.thrice & new,
        }
    }

    /// How many cards.
    #[cfg_attr(feature = "lanes", inline(always))]
    pub const fn len(self) -> u32 {
        self.count_of(Ranks::ALL)
    }

    /// Whether there is none.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.once.is_empty()
    }

    /// How many cards of these ranks.
    #[cfg_attr(feature = "lanes", inline(always))]
    pub const fn count_of(self, ranks: Ranks) -> u32 {
        // Each card of a rank stands in one of the four sets. Their bits are counted together, by adding neighbours: four
        // counts and their sum would take twice as long, and vector units add what they cannot count.
        let Multiplicity { once, twice, thrice, four_times } = self;
        let ranks = ranks.bits();
        let ones = by_fours(once.bits() & ranks) + by_fours(twice.bits() & ranks);
        let more = by_fours(thrice.bits() & ranks) + by_fours(four_times.bits() & ranks);
        let by_eights = (ones & 0x0f0f) + (ones >> 4 & 0x0f0f) + (more & 0x0f0f) + (more >> 4 & 0x0f0f);
        ((by_eights + (by_eights >> 8)) & 0xff) as u32
    }
}

/// How many bits are set in each group of four.
#[cfg_attr(feature = "lanes", inline(always))]
const fn by_fours(bits: u16) -> u16 {
    let by_twos = bits - (bits >> 1 & 0x5555);
    (by_twos & 0x3333) + (by_twos >> 2 & 0x3333)
}

impl Cards {
    /// No card.
    pub const EMPTY: Cards = Cards(0);
    /// The whole deck.
    pub const ALL: Cards = Cards(0x1fff_1fff_1fff_1fff);

    const ONE_RANK: u64 = 0x0001_0001_0001_0001;

    /// The set with one more card.
    #[inline(always)]
    #[must_use]
    pub const fn with(self, card: Card) -> Cards {
        Cards(self.0 | 1 << card.place())
    }

    /// Whether the card is in the set.
    #[inline(always)]
    pub const fn contains(self, card: Card) -> bool {
        self.0 >> card.place() & 1 != 0
    }

    /// How many cards.
    #[inline(always)]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there is none.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the two sets share a card.
    #[inline(always)]
    pub const fn meets(self, other: Cards) -> bool {
        self.0 & other.0 != 0
    }

    /// The cards of these ranks.
    #[inline(always)]
    #[must_use]
    pub const fn of_ranks(self, ranks: Ranks) -> Cards {
        Cards(self.0 & Self::ONE_RANK.wrapping_mul(ranks.bits() as u64))
    }

    /// How many cards of one rank.
    #[inline(always)]
    pub const fn count_of(self, rank: Rank) -> u32 {
        (self.0 >> rank.index() & Self::ONE_RANK).count_ones()
    }

    /// The ranks held.
    #[inline(always)]
    pub const fn ranks(self) -> Ranks {
        let pairs = self.0 | self.0 >> 32;
        Ranks::of_known((pairs | pairs >> 16) as u32)
    }

    /// The ranks held in each suit, in the order of [`Suit::ALL`](super::Suit::ALL).
    #[inline(always)]
    pub const fn suits(self) -> [Ranks; 4] {
        [
            Ranks::of_known(self.0 as u32),
            Ranks::of_known((self.0 >> 16) as u32),
            Ranks::of_known((self.0 >> 32) as u32),
            Ranks::of_known((self.0 >> 48) as u32),
        ]
    }

    /// The lower and the upper half of the word, which [`Ranks::of_half`] takes apart.
    #[inline(always)]
    pub(crate) const fn halves(self) -> [u32; 2] {
        [self.0 as u32, (self.0 >> 32) as u32]
    }

    /// The ranks by how often they are held.
    #[inline(always)]
    pub const fn multiplicity(self) -> Multiplicity {
        // As `Multiplicity::of_suits`, two suits at a time: clubs with hearts, and diamonds with spades.
        let (low, high) = (self.0 as u32, (self.0 >> 32) as u32);
        let (either, both) = (low | high, low & high);
        let (within, across) = (both | both >> 16, either & either >> 16);
        Multiplicity {
            once: Ranks::of_known(either | either >> 16),
            twice: Ranks::of_known(within | across),
            thrice: Ranks::of_known(within & across),
            four_times: Ranks::of_known(both & both >> 16),
        }
    }

    /// Whether all cards are of one suit (also true of the empty set).
    #[inline(always)]
    pub fn is_one_suit(self) -> bool {
        self.0 & !self.suit_of_lowest().0 == 0
    }

    /// Whether the cards are exactly these ranks in one suit; faster than [`Cards::is_one_suit`] where the ranks are
    /// known.
    #[inline(always)]
    pub const fn are_one_suit_of(self, ranks: Ranks) -> bool {
        (ranks.bits() as u64) << (self.0.trailing_zeros() & 0x30) == self.0
    }

    /// All 13 cards of the suit of the set's lowest card; all spades for the empty set.
    #[inline(always)]
    #[must_use]
    pub fn suit_of_lowest(self) -> Cards {
        Cards(0x1fff << (self.0.trailing_zeros() & 0x30))
    }

    /// The cards, lowest place first.
    #[inline(always)]
    pub fn iter(self) -> Iter {
        Iter(self.0)
    }
}

/// The cards of a set.
#[derive(Clone, Debug)]
pub struct Iter(u64);

impl Iterator for Iter {
    type Item = Card;

    #[inline(always)]
    fn next(&mut self) -> Option<Card> {
        if self.0 == 0 {
            return None;
        }
        let card = Card::lowest_of(self.0);
        self.0 &= self.0 - 1;
        Some(card)
    }
}

impl IntoIterator for Cards {
    type Item = Card;
    type IntoIter = Iter;

    fn into_iter(self) -> Iter {
        self.iter()
    }
}

impl FromIterator<Card> for Cards {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Cards {
        cards.into_iter().fold(Cards::EMPTY, Cards::with)
    }
}

impl BitOr for Cards {
    type Output = Cards;
    #[inline(always)]
    fn bitor(self, other: Cards) -> Cards {
        Cards(self.0 | other.0)
    }
}

impl BitAnd for Cards {
    type Output = Cards;
    #[inline(always)]
    fn bitand(self, other: Cards) -> Cards {
        Cards(self.0 & other.0)
    }
}

impl Sub for Cards {
    type Output = Cards;
    #[inline(always)]
    fn sub(self, other: Cards) -> Cards {
        Cards(self.0 & !other.0)
    }
}

impl From<Cards> for u64 {
    fn from(cards: Cards) -> u64 {
        cards.0
    }
}

impl TryFrom<u64> for Cards {
    type Error = &'static str;

    fn try_from(bits: u64) -> Result<Cards, &'static str> {
        if bits & !Cards::ALL.0 == 0 {
            Ok(Cards(bits))
        } else {
            Err("a set of cards has bits that do not stand for a card")
        }
    }
}

impl fmt::Debug for Cards {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::Suit;
    use proptest::prelude::*;

    #[test]
    fn sets_are_read_from_the_bits_of_the_52_cards_and_from_no_others() {
        let read = |bit: u32| Cards::try_from(1 << bit);
        let singles: std::vec::Vec<Cards> = (0..u64::BITS).filter_map(|bit| read(bit).ok()).collect();
        assert_eq!(singles.len(), 52);
        assert!(Card::ALL.into_iter().all(|card| singles.contains(&Cards::EMPTY.with(card))));
        assert_eq!(Cards::try_from(u64::from(Cards::ALL)), Ok(Cards::ALL));
        for bit in (0..u64::BITS).filter(|&bit| read(bit).is_err()) {
            assert!(Cards::try_from(u64::from(Cards::ALL) | (1 << bit)).is_err(), "bit {bit}");
        }
    }

    proptest! {
        #[test]
        fn a_set_behaves_like_a_list_of_cards(bits: u64) {
            let set = Cards(bits & Cards::ALL.0);
            let list: std::vec::Vec<Card> = Card::ALL.into_iter().filter(|&card| set.contains(card)).collect();
            prop_assert!(set.iter().eq(list.iter().copied()));
            prop_assert_eq!(set.len() as usize, list.len());
            let multiplicity = set.multiplicity();
            prop_assert_eq!(multiplicity, Multiplicity::of_suits(set.suits()));
            prop_assert_eq!(multiplicity.len(), set.len());
            prop_assert_eq!(list.iter().fold(Multiplicity::default(), |held, card| held.with(Ranks::EMPTY.with(card.rank()))), multiplicity);
            for rank in Rank::ALL {
                let count = list.iter().filter(|card| card.rank() == rank).count();
                prop_assert_eq!(set.count_of(rank) as usize, count);
                prop_assert_eq!(set.of_ranks(Ranks::EMPTY.with(rank)).len() as usize, count);
                prop_assert_eq!(set.ranks().contains(rank), count > 0);
                let held = [multiplicity.once, multiplicity.twice, multiplicity.thrice, multiplicity.four_times];
                prop_assert_eq!(held.iter().filter(|ranks| ranks.contains(rank)).count(), count);
            }
            let suits = Suit::ALL.into_iter().filter(|&suit| list.iter().any(|card| card.suit() == suit)).count();
            prop_assert_eq!(set.is_one_suit(), suits <= 1);
            prop_assert_eq!(set.are_one_suit_of(set.ranks()), suits <= 1);
            if let Some(first) = list.first() {
                prop_assert!(set.suit_of_lowest().iter().all(|card| card.suit() == first.suit()));
                prop_assert_eq!(set.suit_of_lowest().len(), 13);
            }
        }
    }
}
