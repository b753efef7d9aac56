//! The shuffled deck.

use rand_core::Rng;

use super::Card;
use crate::random;

/// All 52 cards in the order in which they are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Deck([Card; 52]);

impl Deck {
    /// A deck in random order.
    #[inline(always)]
    pub fn shuffled(rng: &mut impl Rng) -> Deck {
        let mut cards = Card::ALL;
        random::shuffle(rng, &mut cards);
        Deck(cards)
    }

    /// A deck that is drawn in this order, the rest following in the order of their suits.
    ///
    /// A card that is named twice counts where it is named first.
    pub fn in_order(first: impl IntoIterator<Item = Card>) -> Deck {
        let mut cards = Card::ALL;
        let mut n_set = 0;
        for card in first {
            if let Some(place) = cards.iter().skip(n_set).position(|&known| known == card) {
                cards[n_set..=n_set + place].rotate_right(1);
                n_set += 1;
            }
        }
        Deck(cards)
    }

    /// A deck of these cards in this order, which holds every card once.
    #[inline(always)]
    pub(crate) const fn of_all(cards: [Card; 52]) -> Deck {
        Deck(cards)
    }

    /// The card drawn after `n_drawn` others.
    #[inline(always)]
    pub fn card(&self, n_drawn: u8) -> Option<Card> {
        self.0.get(usize::from(n_drawn)).copied()
    }

    /// All cards in order.
    pub fn cards(&self) -> &[Card; 52] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::Cards;
    use crate::random::Seed;

    #[test]
    fn a_shuffled_deck_holds_every_card_once() {
        for seed in 0..100 {
            let deck = Deck::shuffled(&mut Seed(seed).rng());
            assert_eq!(deck.cards().iter().copied().collect::<Cards>(), Cards::ALL);
        }
    }

    #[test]
    fn an_ordered_deck_begins_as_told() {
        let first = [Card::ALL[51], Card::ALL[3], Card::ALL[20]];
        let deck = Deck::in_order(first);
        assert_eq!(deck.cards()[..3], first);
        assert_eq!(deck.cards().iter().copied().collect::<Cards>(), Cards::ALL);
    }
}
