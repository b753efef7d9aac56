//! Tactician: weighted pairing that first completes straights and flushes, keeps good flush and straight draws, and
//! puts useless cards into lost columns.

use rand_core::Rng;

use super::prospect::Prospect;
use super::{baseline, pairing};
use crate::games::fiveo::chances::HitSource;
use crate::games::fiveo::{Category, Column, TableView, UnseenCards};

#[inline(always)]
pub(super) fn choose(rng: &mut impl Rng, view: &TableView, hits: &impl HitSource) -> Column {
    let unseen = UnseenCards::new(view.unseen());
    let matching = pairing::matching(view);
    baseline::best_estimate(
        rng,
        view.open(),
        #[cfg_attr(feature = "lanes", inline(always))]
        |column| {
            let Prospect { before, after, is_dead } = Prospect::new(view, column, &unseen);
            let made = after.strength.category();
            if matches!(made, Category::Straight | Category::Flush | Category::StraightFlush) {
                return 300.0;
            }
            let (flush_before, straight_before) = (before.flush_chance(hits), before.straight_chance(hits));
            let good_draw = before.cards.len() >= 3 && (flush_before > 0.3 || straight_before > 0.3);
            if matching.contains(column) && !is_dead && !good_draw {
                let paired = f32::from(pairing::paired_after(view, column) as u8);
                return 100.0 + if after.beats { 10.0 } else { 0.0 } + paired;
            }
            if is_dead {
                return 20.0;
            }
            let (flush, straight) = (after.flush_chance(hits), after.straight_chance(hits));
            let turns = if after.beats && !before.beats { 1.0 } else { 0.0 };
            30.0 * flush.max(straight)
                - 25.0 * (flush_before - flush).max(0.0)
                - 25.0 * (straight_before - straight).max(0.0)
                + turns
        },
    )
}
