//! Full strategy: places where an estimate of the column's worth grows most, and gives up lost columns.

use rand_core::Rng;

use super::baseline;
use super::prospect::{Prospect, is_dead};
use crate::cards::{Card, Cards, Rank, Suit};
use crate::fiveo::chances::hit;
use crate::fiveo::strength::paired_category;
use crate::fiveo::{Category, Column, TableView, Unseen};

/// What placing in a lost column is worth: better than spoiling a live one.
const DEAD_GAIN: f32 = 0.05;

pub(super) fn choose(rng: &mut impl Rng, view: &TableView) -> Column {
    let unseen = Unseen::new(view.unseen());
    baseline::best_estimate(rng, view.open(), |column| {
        if is_dead(view, column) {
            DEAD_GAIN
        } else {
            value(&Prospect::after(view, column, &unseen)) - value(&Prospect::before(view, column, &unseen))
        }
    })
}

/// What a column is worth, in categories.
fn value(column: &Prospect) -> f32 {
    let category = f32::from(column.strength.category() as u8);
    let flush = column.flush_chance();
    let straight = column.straight_chance();
    let draws = flush * category.max(f32::from(Category::Flush as u8))
        + (1.0 - flush) * (straight * category.max(f32::from(Category::Straight as u8)) + (1.0 - straight) * category);
    let highest = column.cards.ranks().highest().map_or(0.0, |rank| f32::from(rank.index()));
    (group_gain(column) + category).max(draws) + if column.beats { 0.3 } else { 0.0 } + 0.02 * highest
}

/// Half of what one more card of each held rank would add, times the chance that it comes.
fn group_gain(column: &Prospect) -> f32 {
    let n_free = u32::from(column.outlook.n_free);
    if n_free == 0 {
        return 0.0;
    }
    let category = column.strength.category() as u8;
    let half_draws = column.draws + 5 * (n_free - 1);
    let gains = column.cards.ranks().iter().map(|rank| {
        let new = paired_category(with_one_more(column.cards, rank).multiplicity()) as u8;
        let outs = column.outlook.unseen.count_of(crate::cards::Ranks::EMPTY.with(rank));
        hit(outs as f32, column.outlook.n_unseen, half_draws) * f32::from(new.saturating_sub(category))
    });
    0.5 * gains.fold(0.0, |sum, gain| sum + gain)
}

/// The cards with one more of a rank, of any suit that is free.
fn with_one_more(cards: Cards, rank: Rank) -> Cards {
    let new = Suit::ALL.into_iter().map(|suit| Card::new(rank, suit)).find(|&card| !cards.contains(card));
    new.map_or(cards, |card| cards.with(card))
}
