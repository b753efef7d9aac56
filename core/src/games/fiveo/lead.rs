//! How many cards would put one column ahead of another.

use super::{ColumnFeatures, FeatureLanes, Outlook, Strength};
use crate::cards::{Multiplicity, Rank, Ranks};

impl Outlook {
    /// How many unseen cards, if one of them came next, would make the column stronger than `other`; none if it is full.
    #[inline]
    pub fn n_to_beat(&self, other: Strength) -> u32 {
        if self.n_free == 0 {
            return 0;
        }
        // No card makes a hand weaker.
        if Strength::of_held(self.held, self.one_suit) > other {
            return self.unseen.len();
        }
        // Only the fifth card of a suit makes more of its ranks than any other card does.
        let may_flush = self.one_suit & (self.n_free == 1);
        self.unseen.once.iter().map(|rank| self.n_of_rank_to_beat(rank, other, may_flush)).sum()
    }

    /// How many of the unseen cards of one rank do that, were there room for another card. No branches, so that a loop
    /// over many columns becomes vector code.
    #[inline(always)]
    fn n_of_rank_to_beat(&self, rank: Rank, other: Strength, may_flush: bool) -> u32 {
        let held = self.held.with(rank);
        let rank = Ranks::EMPTY.with(rank);
        // Cards of a rank differ only by the one, if any, that goes on with the column's suit; a flush beats what else
        // the same ranks make.
        let n_suited = u32::from(self.one_suit & (self.suit_unseen & rank).any());
        let Multiplicity { once, twice, thrice, four_times } = self.unseen;
        let n_cards = [once, twice, thrice, four_times].map(|ranks| u32::from((ranks & rank).any()));
        let n_cards = n_cards[0] + n_cards[1] + n_cards[2] + n_cards[3];
        let any = u32::from(Strength::of_held(held, false) > other);
        let suited = u32::from(may_flush && Strength::of_held(held, true) > other);
        any * n_cards + (1 - any) * suited * n_suited
    }
}

impl<const LANES: usize> FeatureLanes<LANES> {
    /// [`Outlook::n_to_beat`] of every lane's own column and the opponent's hand, or the other way round.
    pub(super) fn n_to_beat(&self, is_own: bool) -> [u32; LANES] {
        let mut counts = [0; LANES];
        for rank in Rank::ALL {
            for (lane, count) in counts.iter_mut().enumerate() {
                let ColumnFeatures { own, opponent, own_strength, opponent_strength, .. } = self.get(lane);
                let (column, other) = if is_own { (own, opponent_strength) } else { (opponent, own_strength) };
                *count += column.n_of_rank_to_beat(rank, other, true);
            }
        }
        for (lane, count) in counts.iter_mut().enumerate() {
            let ColumnFeatures { own, opponent, .. } = self.get(lane);
            *count *= u32::from(if is_own { own } else { opponent }.n_free > 0);
        }
        counts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::{Card, Cards, cards};
    use crate::chance::{self, Seed};
    use crate::games::fiveo::Unseen;

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
