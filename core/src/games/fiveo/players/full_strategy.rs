//! Full strategy: places where an estimate of the column's worth grows most, and gives up lost columns.

use rand_core::Rng;

use super::baseline;
use super::prospect::{Prospect, State};
use crate::cards::Ranks;
use crate::games::fiveo::chances::HitSource;
use crate::games::fiveo::strength::paired_category;
use crate::games::fiveo::{Category, Column, TableView, UnseenCards};

/// What placing in a lost column is worth: better than spoiling a live one.
const DEAD_GAIN: f32 = 0.05;

#[inline(always)]
pub(super) fn choose(rng: &mut impl Rng, view: &TableView, hits: &impl HitSource) -> Column {
    let unseen = UnseenCards::new(view.unseen());
    baseline::best_estimate(
        rng,
        view.open(),
        #[cfg_attr(feature = "lanes", inline(always))]
        |column| {
            let Prospect { before, after, is_dead } = Prospect::new(view, column, &unseen);
            if is_dead { DEAD_GAIN } else { value(&after, hits) - value(&before, hits) }
        },
    )
}

/// What a column is worth, in categories.
#[inline(always)]
fn value(column: &State, hits: &impl HitSource) -> f32 {
    let category = column.strength.category_number() as f32;
    let flush = column.flush_chance(hits);
    let straight = column.straight_chance(hits);
    let draws = flush * category.max(f32::from(Category::Flush as u8))
        + (1.0 - flush) * (straight * category.max(f32::from(Category::Straight as u8)) + (1.0 - straight) * category);
    let highest = column.outlook.held.once.highest().map_or(0.0, |rank| f32::from(rank.index()));
    (group_gain(column, hits) + category).max(draws) + if column.beats { 0.3 } else { 0.0 } + 0.02 * highest
}

/// Half of what one more card of each held rank would add, times the chance that it comes.
#[inline(always)]
fn group_gain(column: &State, hits: &impl HitSource) -> f32 {
    let outlook = &column.outlook;
    let category = column.strength.category_number();
    let gains = (outlook.held.once & outlook.unseen.once).iter().map(|rank| {
        let new = paired_category(outlook.held.with(Ranks::EMPTY.with(rank))) as u32;
        let outs = outlook.unseen.count_of(Ranks::EMPTY.with(rank));
        outlook.chance_of_one(hits, outs, column.draws) * new.saturating_sub(category) as f32
    });
    0.5 * gains.fold(0.0, |sum, gain| sum + gain)
}
