//! Greedy: the column that is strongest after placing.

use rand_core::Rng;

use super::baseline;
use crate::games::fiveo::{Column, Strength, TableView};

#[inline(always)]
pub(super) fn choose(rng: &mut impl Rng, view: &TableView) -> Column {
    baseline::best(rng, view.open(), |column| Strength::of(view.own(column).with(view.card())))
}
