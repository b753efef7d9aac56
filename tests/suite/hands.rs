//! All 2,598,960 five-card hands: their counts are published, their order is checked against another crate.

use std::collections::BTreeMap;

use pipsqueak_core::cards::{Card, Cards};
use pipsqueak_core::games::fiveo::{Category, Strength};

/// Calls `visit` with every hand, once as a set and once as a list.
fn every_hand(mut visit: impl FnMut(Cards, [Card; 5])) {
    let cards = Card::ALL;
    for a in 0..48 {
        for b in a + 1..49 {
            for c in b + 1..50 {
                for d in c + 1..51 {
                    let four: Cards = [a, b, c, d].into_iter().map(|index| cards[index]).collect();
                    for e in d + 1..52 {
                        visit(four.with(cards[e]), [a, b, c, d, e].map(|index| cards[index]));
                    }
                }
            }
        }
    }
}

/// A hand's strength by the crate `pokers`, which numbers a card as four times the rank plus the suit.
fn strength_elsewhere(hand: [Card; 5]) -> u16 {
    let number = |card: Card| usize::from(card.rank().index()) * 4 + card.suit() as usize;
    hand.iter().fold(pokers::Hand::default(), |hand, &card| hand + pokers::CARDS[number(card)]).evaluate()
}

#[test]
fn every_category_has_its_published_count() {
    let mut counts = BTreeMap::new();
    every_hand(|hand, _| *counts.entry(Strength::of(hand).category()).or_insert(0u32) += 1);
    let published = [
        (Category::HighCard, 1_302_540),
        (Category::Pair, 1_098_240),
        (Category::TwoPairs, 123_552),
        (Category::Trips, 54_912),
        (Category::Straight, 10_200),
        (Category::Flush, 5_108),
        (Category::FullHouse, 3_744),
        (Category::Quads, 624),
        (Category::StraightFlush, 40),
    ];
    assert_eq!(counts, BTreeMap::from(published));
}

/// Each of our strengths maps to one strength of the other crate, and both increase together: so all pairs of hands
/// compare alike.
#[test]
fn all_hands_are_ordered_as_by_an_independent_evaluator() {
    let mut elsewhere = BTreeMap::new();
    every_hand(|hand, list| {
        let theirs = strength_elsewhere(list);
        let known = *elsewhere.entry(Strength::of(hand)).or_insert(theirs);
        assert_eq!(known, theirs, "{list:?}");
    });
    assert_eq!(elsewhere.len(), 7_462);
    let ascending: Vec<u16> = elsewhere.into_values().collect();
    assert!(ascending.is_sorted_by(|weaker, stronger| weaker < stronger));
}
