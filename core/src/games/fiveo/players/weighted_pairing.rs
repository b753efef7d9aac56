//! Weighted pairing: as pairing, but prefers columns that then beat what the opponent shows opposite.

use rand_core::Rng;

use super::{baseline, pairing};
use crate::games::fiveo::{Column, Strength, TableView};

#[inline(always)]
pub(super) fn choose(rng: &mut impl Rng, view: &TableView) -> Column {
    match pairing::matching(view) {
        columns if columns.is_empty() => baseline::any(rng, view.open()),
        columns => baseline::best(
            rng,
            columns,
            #[cfg_attr(feature = "lanes", inline(always))]
            |column| {
                let beats = Strength::of(view.own(column).with(view.card())) > Strength::of(view.opponent(column));
                (beats, pairing::paired_after(view, column))
            },
        ),
    }
}
