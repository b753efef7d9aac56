//! How many cards would put one column ahead of another.

use super::{Outlook, Strength};
use crate::cards::Ranks;

impl Outlook {
    /// How many unseen cards, if one of them came next, would make the column stronger than `other`; none if it is full.
    #[inline]
    pub fn n_to_beat(&self, other: Strength) -> u32 {
        if self.n_free == 0 {
            return 0;
        }
        let mut n_cards = 0;
        for rank in self.unseen.once.iter() {
            let held = self.held.with(rank);
            // Cards of a rank differ only by the one, if any, that goes on with the column's suit.
            let is_suited = self.one_suit & self.suit_unseen.contains(rank);
            if Strength::of_held(held, false) > other {
                n_cards += self.unseen.count_of(Ranks::EMPTY.with(rank));
            } else if is_suited && Strength::of_held(held, true) > other {
                n_cards += 1;
            }
        }
        n_cards
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::{Card, Cards, cards};
    use crate::chance::{self, Seed};
    use crate::fiveo::Unseen;

    #[test]
    fn it_is_the_count_of_single_cards_that_win() {
        let mut rng = Seed(23).rng();
        for round in 0..4_000 {
            let mut deck = Card::ALL;
            chance::shuffle(&mut rng, &mut deck);
            // Columns of one suit or of neighbouring ranks come up often enough for straights and flushes to decide.
            match round % 3 {
                0 => deck[..26].sort_by_key(|card| card.suit()),
                1 => deck[..12].sort_by_key(|card| card.rank().index()),
                _ => {}
            }
            let column: Cards = deck[..1 + round % 5].iter().copied().collect();
            let other: Cards = deck[5..6 + round / 5 % 5].iter().copied().collect();
            let unseen: Cards = deck[10..12 + round % 40].iter().copied().collect();
            let wins = |card: &Card| Strength::of(column.with(*card)) > Strength::of(other);
            let expected = if column.len() == 5 { 0 } else { unseen.iter().filter(wins).count() as u32 };
            let outlook = Outlook::new(column, &Unseen::new(unseen));
            assert_eq!(outlook.n_to_beat(Strength::of(other)), expected, "{column:?} v {other:?} with {unseen:?}");
        }
    }

    #[test]
    fn four_hearts_beat_a_straight_with_the_hearts_that_are_left() {
        let own = cards("2h 5h 9h Jh");
        let other = cards("4c 5d 6s 7c 8d");
        let outlook = Outlook::new(own, &Unseen::new(Cards::ALL - own - other));
        assert_eq!(outlook.n_to_beat(Strength::of(other)), 9);
    }
}
