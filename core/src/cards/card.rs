//! One card. Written rank then suit, as in `Kc`; ten is `T`.

use core::fmt;
use core::str::FromStr;

use serde::{Deserialize, Serialize};

/// A card's rank, from the two to the ace.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Rank(u8);

impl Rank {
    /// All thirteen, the two first.
    pub const ALL: [Rank; 13] = {
        let mut ranks = [Rank(0); 13];
        let mut index = 0;
        while index < 13 {
            ranks[index] = Rank(index as u8);
            index += 1;
        }
        ranks
    };
    /// The lowest rank.
    pub const TWO: Rank = Rank(0);
    /// The highest rank; it also begins the lowest straight.
    pub const ACE: Rank = Rank(12);

    const LETTERS: &'static [u8; 13] = b"23456789TJQKA";

    /// The rank with this index, the two having 0 and the ace 12.
    pub const fn new(index: u8) -> Option<Rank> {
        if index < 13 { Some(Rank(index)) } else { None }
    }

    /// 0 for the two up to 12 for the ace.
    pub const fn index(self) -> u8 {
        self.0
    }

    /// How the rank is written.
    pub fn letter(self) -> char {
        Self::LETTERS.get(usize::from(self.0)).map_or('?', |&letter| char::from(letter))
    }

    fn from_letter(letter: u8) -> Option<Rank> {
        let index = Self::LETTERS.iter().position(|&known| known == letter)?;
        Rank::new(index as u8)
    }
}

/// A card's suit. Suits are equal in strength; the order only numbers them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Suit {
    /// Written `c`.
    Clubs,
    /// Written `d`.
    Diamonds,
    /// Written `h`.
    Hearts,
    /// Written `s`.
    Spades,
}

impl Suit {
    /// All four.
    pub const ALL: [Suit; 4] = [Suit::Clubs, Suit::Diamonds, Suit::Hearts, Suit::Spades];

    /// How the suit is written.
    pub fn letter(self) -> char {
        match self {
            Suit::Clubs => 'c',
            Suit::Diamonds => 'd',
            Suit::Hearts => 'h',
            Suit::Spades => 's',
        }
    }

    fn from_letter(letter: u8) -> Option<Suit> {
        Suit::ALL.into_iter().find(|suit| suit.letter() == char::from(letter))
    }
}

/// One of the 52 cards.
///
/// The byte is the card's place in a [`Cards`](super::Cards) set: `suit * 16 + rank`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Card(u8);

impl Card {
    /// All 52, suit by suit.
    pub const ALL: [Card; 52] = {
        let mut cards = [Card(0); 52];
        let mut index = 0;
        while index < 52 {
            cards[index] = Card((index / 13 * 16 + index % 13) as u8);
            index += 1;
        }
        cards
    };

    /// The card of a rank and a suit.
    pub const fn new(rank: Rank, suit: Suit) -> Card {
        Card(suit as u8 * 16 + rank.0)
    }

    /// The card's rank.
    pub const fn rank(self) -> Rank {
        Rank(self.0 & 15)
    }

    /// The card's suit.
    pub const fn suit(self) -> Suit {
        Suit::ALL[(self.0 >> 4) as usize & 3]
    }

    /// The card's place in a set.
    pub(super) const fn place(self) -> u8 {
        self.0
    }

    /// The card at a set's lowest bit; the set must not be empty.
    pub(super) const fn lowest_of(bits: u64) -> Card {
        Card(bits.trailing_zeros() as u8)
    }
}

/// A byte that is not the place of a card, or text that does not name one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseCardError;

impl fmt::Display for ParseCardError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a card is a rank of 23456789TJQKA and a suit of cdhs, as in Kc")
    }
}

impl core::error::Error for ParseCardError {}

impl TryFrom<u8> for Card {
    type Error = ParseCardError;

    fn try_from(place: u8) -> Result<Card, ParseCardError> {
        if place < 64 && place & 15 < 13 { Ok(Card(place)) } else { Err(ParseCardError) }
    }
}

impl From<Card> for u8 {
    fn from(card: Card) -> u8 {
        card.0
    }
}

impl FromStr for Card {
    type Err = ParseCardError;

    fn from_str(text: &str) -> Result<Card, ParseCardError> {
        let [rank, suit] = text.as_bytes() else { return Err(ParseCardError) };
        match (Rank::from_letter(*rank), Suit::from_letter(*suit)) {
            (Some(rank), Some(suit)) => Ok(Card::new(rank, suit)),
            _ => Err(ParseCardError),
        }
    }
}

impl fmt::Display for Card {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}{}", self.rank().letter(), self.suit().letter())
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::string::ToString;

    #[test]
    fn every_card_reads_back_from_its_text_and_its_byte() {
        for card in Card::ALL {
            assert_eq!(card.to_string().parse(), Ok(card));
            assert_eq!(Card::try_from(u8::from(card)), Ok(card));
        }
    }

    #[test]
    fn only_52_bytes_are_cards() {
        assert_eq!((0..=255).filter(|&byte| Card::try_from(byte).is_ok()).count(), 52);
    }

    #[test]
    fn other_text_is_refused() {
        for text in ["", "K", "kc", "KC", "10h", "1h", "Kcc", "é"] {
            assert_eq!(text.parse::<Card>(), Err(ParseCardError), "{text}");
        }
    }
}
