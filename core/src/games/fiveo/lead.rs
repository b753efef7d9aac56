//! The number of cards that would put one column ahead of another.

use super::{FeatureLanes, Outlook, Strength};
use crate::cards::Ranks;

/// The most candidates of a column: the ranks that it holds, at most four, and those that complete a straight, at most
/// two.
const MOST_CANDIDATES: usize = 6;

/// Which ranks put a column ahead if its next card has one of them. Computed without branches, so that a loop over
/// columns vectorises.
#[derive(Clone, Copy)]
struct Ahead {
    /// Ranks still to be tried: those that may make a pair or better, or a straight.
    candidates: Ranks,
    /// Ranks that put the column ahead in any suit.
    any: Ranks,
    /// Ranks that put the column ahead in the column's suit.
    suited: Ranks,
}

impl Ahead {
    /// Decides for the ranks that would only add a kicker; the other ranks become candidates.
    #[cfg_attr(feature = "lanes", inline(always))]
    fn new(column: &Outlook, other: Strength) -> Ahead {
        let Outlook { held, unseen, n_free, .. } = *column;
        let new = unseen.once - held.once;
        let makes_straight = column.runs(unseen.once).ranks().only_if((n_free == 1) & held.twice.is_empty());
        let candidates = (held.once | makes_straight) & unseen.once;
        let plain = Strength::of_held(held, false).raised_above(other) & new;
        let flush = Strength::flush_of(held.once).raised_above(other) & new;
        Ahead { candidates, any: plain - candidates, suited: flush.only_if(n_free == 1) }
    }

    /// Decides for the lowest candidate.
    #[cfg_attr(feature = "lanes", inline(always))]
    fn try_next(&mut self, column: &Outlook, other: Strength) {
        let rank = self.candidates.lowest();
        self.candidates = self.candidates - rank;
        let held = column.held.with(rank);
        self.any = self.any | rank.only_if(Strength::of_held(held, false) > other);
        let is_suited = Strength::of_held(held, true) > other;
        self.suited = (self.suited - rank) | rank.only_if(is_suited & (column.n_free == 1));
    }

    /// The number of unseen cards that put the column ahead.
    #[cfg_attr(feature = "lanes", inline(always))]
    fn count(&self, column: &Outlook) -> u32 {
        let suited = (self.suited & column.suit_unseen).only_if(column.one_suit);
        // The cards of a rank in `any` include the one of the column's suit: it must not count twice.
        let n_cards = column.unseen.count_of(self.any) + (suited - self.any).len();
        if column.n_free > 0 { n_cards } else { 0 }
    }
}

impl Outlook {
    /// The number of unseen cards that would make the column stronger than `other` as its next card; 0 if it is full.
    #[cfg_attr(feature = "lanes", inline(always))]
    pub fn n_to_beat(&self, other: Strength) -> u32 {
        if self.n_free == 0 {
            return 0;
        }
        let mut ahead = Ahead::new(self, other);
        while ahead.candidates.any() {
            ahead.try_next(self, other);
        }
        ahead.count(self)
    }
}

impl<const LANES: usize> FeatureLanes<LANES> {
    /// In every lane, [`Outlook::n_to_beat`] for the player's column against the opponent's hand.
    #[cfg_attr(feature = "lanes", inline(always))]
    pub(super) fn n_for_own_to_beat(&self) -> [u16; LANES] {
        n_to_beat(|lane| self.get(lane).own, |lane| self.get(lane).opponent_strength)
    }

    /// In every lane, [`Outlook::n_to_beat`] for the opponent's column against the player's hand.
    #[cfg_attr(feature = "lanes", inline(always))]
    pub(super) fn n_for_opponent_to_beat(&self) -> [u16; LANES] {
        n_to_beat(|lane| self.get(lane).opponent, |lane| self.get(lane).own_strength)
    }
}

/// The loop over candidates is outside and the loop over lanes inside: the other order would not vectorise.
#[cfg_attr(feature = "lanes", inline(always))]
fn n_to_beat<const LANES: usize>(column: impl Fn(usize) -> Outlook, other: impl Fn(usize) -> Strength) -> [u16; LANES] {
    let [mut candidates, mut any, mut suited] = [[Ranks::EMPTY; LANES]; 3];
    for lane in 0..LANES {
        let ahead = Ahead::new(&column(lane), other(lane));
        candidates[lane] = ahead.candidates;
        any[lane] = ahead.any;
        suited[lane] = ahead.suited;
    }
    for _ in 0..MOST_CANDIDATES {
        for lane in 0..LANES {
            let mut ahead = Ahead { candidates: candidates[lane], any: any[lane], suited: suited[lane] };
            ahead.try_next(&column(lane), other(lane));
            candidates[lane] = ahead.candidates;
            any[lane] = ahead.any;
            suited[lane] = ahead.suited;
        }
    }
    let mut counts = [0; LANES];
    for lane in 0..LANES {
        let ahead = Ahead { candidates: candidates[lane], any: any[lane], suited: suited[lane] };
        counts[lane] = ahead.count(&column(lane)) as u16;
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::{Card, Cards, cards};
    use crate::games::fiveo::UnseenCards;
    use crate::random::{self, Seed};

    #[test]
    fn n_to_beat_agrees_with_trying_every_unseen_card() {
        let mut rng = Seed(23).rng();
        for round in 0..4_000 {
            let mut deck = Card::ALL;
            random::shuffle(&mut rng, &mut deck);
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
            let outlook = Outlook::new(column, &UnseenCards::new(unseen));
            assert_eq!(outlook.n_to_beat(Strength::of(other)), expected, "{column:?} v {other:?} with {unseen:?}");
        }
    }

    #[test]
    fn four_hearts_beat_a_straight_with_the_hearts_that_are_left() {
        let own = cards("2h 5h 9h Jh");
        let other = cards("4c 5d 6s 7c 8d");
        let outlook = Outlook::new(own, &UnseenCards::new(Cards::ALL - own - other));
        assert_eq!(outlook.n_to_beat(Strength::of(other)), 9);
    }
}
