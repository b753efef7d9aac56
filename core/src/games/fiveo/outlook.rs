//! The outlook of a column: exactly what it can still become with its free places and the unseen cards. Computed with
//! sets of ranks.
//!
//! Hands of equal ranks form a ladder: pair, two pairs, trips, full house, quads. "Can be a pair" means *at least* a
//! pair on this ladder; a column that can become trips also counts as one that can be two pairs. Straights and flushes
//! are not on the ladder; a straight flush is both. Nothing here branches, so a loop over many columns vectorises.

use crate::cards::{Cards, Multiplicity, Ranks, Runs};

/// The cards that a seat has not seen, with their ranks counted.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct UnseenCards {
    cards: Cards,
    by_rank: Multiplicity,
    n: f32,
}

impl UnseenCards {
    /// Prepares a set of unseen cards.
    #[cfg_attr(feature = "lanes", inline(always))]
    pub fn new(cards: Cards) -> UnseenCards {
        UnseenCards { cards, by_rank: cards.multiplicity(), n: cards.len() as f32 }
    }

    /// The cards.
    #[cfg_attr(feature = "lanes", inline(always))]
    pub const fn cards(&self) -> Cards {
        self.cards
    }

    /// Their ranks, by how many cards of each are unseen.
    #[cfg_attr(feature = "lanes", inline(always))]
    pub const fn by_rank(&self) -> &Multiplicity {
        &self.by_rank
    }

    /// The number of cards.
    #[cfg_attr(feature = "lanes", inline(always))]
    pub const fn n(&self) -> f32 {
        self.n
    }
}

/// A column of one to five cards and what it may still get.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Outlook {
    /// The column's ranks.
    pub held: Multiplicity,
    /// The unseen cards' ranks.
    pub unseen: Multiplicity,
    /// How many cards are unseen.
    pub n_unseen: f32,
    /// How many cards the column still gets.
    pub n_free: u16,
    /// Whether all its cards are of one suit.
    pub one_suit: bool,
    /// The unseen ranks of that suit; meaningless if the column has two suits.
    pub suit_unseen: Ranks,
}

impl Outlook {
    /// The outlook of a column of one to five cards.
    #[cfg_attr(feature = "lanes", inline(always))]
    pub fn new(cards: Cards, unseen: &UnseenCards) -> Outlook {
        Outlook {
            held: cards.multiplicity(),
            unseen: unseen.by_rank,
            n_unseen: unseen.n,
            n_free: 5u16.saturating_sub(cards.len() as u16),
            one_suit: cards.is_one_suit(),
            suit_unseen: (unseen.cards & cards.suit_of_lowest()).ranks(),
        }
    }

    /// Whether the column can still hold a pair or more of equal ranks.
    #[cfg_attr(feature = "lanes", inline(always))]
    pub fn can_be_pair(&self) -> bool {
        let Outlook { held, unseen, n_free, .. } = *self;
        held.twice.any() | (n_free >= 1) & (held.once & unseen.once).any() | (n_free >= 2) & unseen.twice.any()
    }

    /// Whether it can still hold two pairs or more.
    #[cfg_attr(feature = "lanes", inline(always))]
    pub fn can_be_two_pairs(&self) -> bool {
        let Outlook { held, unseen, n_free, .. } = *self;
        let pairable = (held.once - held.twice) & unseen.once;
        let new_pairs = unseen.twice - held.once;
        let with_a_pair = (n_free >= 1) & pairable.any() | (n_free >= 2) & new_pairs.any();
        let without = (n_free >= 2) & pairable.several()
            | (n_free >= 3) & pairable.any() & new_pairs.any()
            | (n_free >= 4) & new_pairs.several();
        held.twice.several() | held.twice.any() & with_a_pair | without | self.can_be_trips()
    }

    /// Whether it can still hold three of a kind or more.
    #[cfg_attr(feature = "lanes", inline(always))]
    pub fn can_be_trips(&self) -> bool {
        let Outlook { held, unseen, n_free, .. } = *self;
        held.thrice.any()
            | (n_free >= 1) & (held.twice & unseen.once).any()
            | (n_free >= 2) & (held.once & unseen.twice).any()
            | (n_free >= 3) & unseen.thrice.any()
    }

    /// Whether it can still be a full house or four of a kind.
    #[cfg_attr(feature = "lanes", inline(always))]
    pub fn can_be_full_house(&self) -> bool {
        self.completes_full_house() | self.can_be_quads()
    }

    /// Whether it can still be four of a kind.
    #[cfg_attr(feature = "lanes", inline(always))]
    pub fn can_be_quads(&self) -> bool {
        let Outlook { held, unseen, n_free, .. } = *self;
        held.four_times.any()
            | (n_free >= 1) & (held.thrice & unseen.once).any()
            | (n_free >= 2) & (held.twice & unseen.twice).any()
            | (n_free >= 3) & (held.once & unseen.thrice).any()
            | (n_free >= 4) & unseen.four_times.any()
    }

    /// Whether the column can become three of a rank and two of another. Every card held must then have one of these
    /// two ranks, and the free places are exactly enough.
    #[cfg_attr(feature = "lanes", inline(always))]
    fn completes_full_house(&self) -> bool {
        let (triple, double) = self.full_house_ranks();
        let Outlook { held, unseen, .. } = *self;
        let two_ranks = triple.any() & double.any() & (triple | double).several();
        let one_rank =
            triple.any() & (unseen.twice - held.once).any() | double.any() & (unseen.thrice - held.once).any();
        two_ranks & !held.once.three_or_more() | one_rank & !held.once.several()
    }

    /// The held ranks that can be a full house's triple, and those that can be its pair.
    #[cfg_attr(feature = "lanes", inline(always))]
    fn full_house_ranks(&self) -> (Ranks, Ranks) {
        let Outlook { held, unseen, .. } = *self;
        let triple = held.thrice | held.twice & unseen.once | held.once & unseen.twice;
        let double = held.twice | held.once & unseen.once;
        (triple - held.four_times, double - held.thrice)
    }

    /// The runs that the column can still become.
    #[cfg_attr(feature = "lanes", inline(always))]
    pub(super) fn runs(&self, available: Ranks) -> Runs {
        self.held.once.runs_within(self.held.once | available)
    }

    /// Whether it can still be a straight.
    #[cfg_attr(feature = "lanes", inline(always))]
    pub fn can_be_straight(&self) -> bool {
        self.held.twice.is_empty() & self.runs(self.unseen.once).any()
    }

    /// Whether it can still be a flush.
    #[cfg_attr(feature = "lanes", inline(always))]
    pub fn can_be_flush(&self) -> bool {
        self.one_suit & (self.suit_unseen.len() as u16 >= self.n_free)
    }

    /// Whether it can still be a straight flush.
    #[cfg_attr(feature = "lanes", inline(always))]
    pub fn can_be_straight_flush(&self) -> bool {
        self.one_suit & self.runs(self.suit_unseen).any()
    }

    /// Cards missing for a straight; 6 if it cannot be one.
    #[cfg_attr(feature = "lanes", inline(always))]
    pub fn num_for_straight(&self) -> u16 {
        if self.can_be_straight() { self.n_free } else { 6 }
    }

    /// Cards missing for a flush; 6 if it cannot be one.
    #[cfg_attr(feature = "lanes", inline(always))]
    pub fn num_for_flush(&self) -> u16 {
        if self.can_be_flush() { self.n_free } else { 6 }
    }

    /// How many unseen cards bring the column nearer to a straight; none if it cannot be one or is one.
    #[cfg_attr(feature = "lanes", inline(always))]
    pub fn n_missing_for_straight(&self) -> u32 {
        let ranks = self.runs(self.unseen.once).ranks() - self.held.once;
        self.unseen.count_of(ranks.only_if(self.held.twice.is_empty()))
    }

    /// How many unseen cards bring the column nearer to a flush; none if it cannot be one or is one.
    #[cfg_attr(feature = "lanes", inline(always))]
    pub fn n_missing_for_flush(&self) -> u32 {
        self.suit_unseen.only_if(self.can_be_flush() & (self.n_free > 0)).len()
    }

    /// How many unseen cards bring the column nearer to a straight flush; none if it cannot be one or is one.
    #[cfg_attr(feature = "lanes", inline(always))]
    pub fn n_missing_for_straight_flush(&self) -> u32 {
        let ranks = (self.runs(self.suit_unseen).ranks() - self.held.once) & self.suit_unseen;
        ranks.only_if(self.one_suit).len()
    }

    /// How many unseen cards would make the column's first pair with a held card.
    #[cfg_attr(feature = "lanes", inline(always))]
    pub fn n_missing_for_pair(&self) -> u32 {
        self.unseen.count_of(self.held.once.only_if(self.held.twice.is_empty() & (self.n_free >= 1)))
    }

    /// How many unseen cards bring the column nearer to its first three of a kind: cards of a held rank that can still
    /// occur three times. If the column has a pair, only pairs' ranks count.
    #[cfg_attr(feature = "lanes", inline(always))]
    pub fn n_missing_for_trips(&self) -> u32 {
        let Outlook { held, unseen, n_free, .. } = *self;
        let second = (held.once & unseen.twice).only_if((n_free >= 2) & held.twice.is_empty());
        let third = (held.twice & unseen.once).only_if((n_free >= 1) & held.twice.any());
        unseen.count_of((second | third).only_if(held.thrice.is_empty()))
    }

    /// How many unseen cards of held ranks bring the column nearer to a full house; none if it cannot be one or is one.
    #[cfg_attr(feature = "lanes", inline(always))]
    pub fn n_missing_for_full_house(&self) -> u32 {
        let Outlook { held, unseen, n_free, .. } = *self;
        let (triple, double) = self.full_house_ranks();
        // If a column has two ranks, the other one is the pair; if it has one rank, a new rank must be.
        let any_new_pair = (unseen.twice - held.once).any();
        let to_triple = triple - held.thrice;
        let to_double = double - held.twice;
        let ranks = to_double | to_triple.only_if(held.once.several() | any_new_pair);
        unseen.count_of(ranks.only_if(self.completes_full_house() & (n_free > 0)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::{Card, cards};
    use crate::games::fiveo::{Category, Strength};
    use crate::random::{self, Seed};
    use std::vec::Vec;

    /// All hands that a column can become, by trying every choice of unseen cards.
    fn completions(cards: Cards, unseen: Cards) -> Vec<Cards> {
        let mut hands = std::vec![(cards, 0)];
        let deck: Vec<Card> = unseen.iter().collect();
        for _ in cards.len()..5 {
            hands = hands
                .into_iter()
                .flat_map(|(hand, from)| {
                    deck.iter().enumerate().skip(from).map(move |(at, &card)| (hand.with(card), at + 1))
                })
                .collect();
        }
        hands.into_iter().map(|(hand, _)| hand).collect()
    }

    fn on_the_ladder(hand: Cards) -> Option<Category> {
        let category = Strength::of(hand).category();
        let equal_ranks = !matches!(category, Category::Straight | Category::Flush | Category::StraightFlush);
        equal_ranks.then_some(category)
    }

    #[test]
    fn every_answer_agrees_with_trying_all_completions() {
        use Category::{Flush, FullHouse, Pair, Quads, Straight, StraightFlush, Trips, TwoPairs};
        let mut rng = Seed(11).rng();
        for round in 0..4_000 {
            let mut deck = Card::ALL;
            random::shuffle(&mut rng, &mut deck);
            let n_cards = 1 + round % 5;
            // Half the columns are of few ranks or one suit, so that rare hands come up; the unseen cards are few, so
            // that much is out of reach.
            match round % 4 {
                0 => deck.sort_by_key(|card| u8::from(card.rank().index() > 3)),
                1 => deck[..26].sort_by_key(|card| card.suit()),
                _ => {}
            }
            let cards: Cards = deck[..n_cards].iter().copied().collect();
            let n_unseen = 5 + (round * 7) % 9;
            let unseen: Cards = deck[n_cards..n_cards + n_unseen].iter().copied().collect();
            let outlook = Outlook::new(cards, &UnseenCards::new(unseen));
            let hands = completions(cards, unseen);

            let ladder = |least| hands.iter().any(|&hand| on_the_ladder(hand) >= Some(least));
            let is = |kinds: &[Category]| hands.iter().any(|&hand| kinds.contains(&Strength::of(hand).category()));
            let says = std::format!("{cards:?} with {unseen:?}");
            assert_eq!(outlook.can_be_pair(), ladder(Pair), "pair: {says}");
            assert_eq!(outlook.can_be_two_pairs(), ladder(TwoPairs), "two pairs: {says}");
            assert_eq!(outlook.can_be_trips(), ladder(Trips), "trips: {says}");
            assert_eq!(outlook.can_be_full_house(), ladder(FullHouse), "full house: {says}");
            assert_eq!(outlook.can_be_quads(), ladder(Quads), "quads: {says}");
            assert_eq!(outlook.can_be_straight(), is(&[Straight, StraightFlush]), "straight: {says}");
            assert_eq!(outlook.can_be_flush(), is(&[Flush, StraightFlush]), "flush: {says}");
            assert_eq!(outlook.can_be_straight_flush(), is(&[StraightFlush]), "straight flush: {says}");

            let used = |kinds: &[Category]| {
                let used = hands.iter().filter(|&&hand| kinds.contains(&Strength::of(hand).category()));
                (used.fold(Cards::EMPTY, |used, &hand| used | hand) - cards).len()
            };
            assert_eq!(outlook.n_missing_for_straight(), used(&[Straight, StraightFlush]), "straight: {says}");
            assert_eq!(outlook.n_missing_for_flush(), used(&[Flush, StraightFlush]), "flush: {says}");
            assert_eq!(outlook.n_missing_for_straight_flush(), used(&[StraightFlush]), "straight flush: {says}");
            let missing = if cards.len() < 5 { 5 - cards.len() } else { 0 };
            assert_eq!(u32::from(outlook.num_for_flush()), if outlook.can_be_flush() { missing } else { 6 });
            assert_eq!(u32::from(outlook.num_for_straight()), if outlook.can_be_straight() { missing } else { 6 });

            let full_houses: Vec<&Cards> =
                hands.iter().filter(|&&hand| Strength::of(hand).category() == FullHouse).collect();
            let held_in_full_houses =
                (full_houses.iter().fold(Cards::EMPTY, |used, &&hand| used | hand) - cards).of_ranks(cards.ranks());
            assert_eq!(outlook.n_missing_for_full_house(), held_in_full_houses.len(), "full house: {says}");
        }
    }

    #[test]
    fn outs_of_a_pair_and_of_trips_are_the_held_ranks() {
        for (column, pair, trips) in
            [("Kc", 3, 3), ("Kc 5d", 6, 6), ("Kc Kd", 0, 2), ("Kc Kd 5h 9s", 0, 2), ("Kc 5d 9h 2s", 12, 0)]
        {
            let own = cards(column);
            let outlook = Outlook::new(own, &UnseenCards::new(Cards::ALL - own));
            assert_eq!((outlook.n_missing_for_pair(), outlook.n_missing_for_trips()), (pair, trips), "{column}");
        }
    }
}
