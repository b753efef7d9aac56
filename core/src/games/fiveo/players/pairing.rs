//! Pairing: joins the card to its own rank where that makes the best group; never builds straights or flushes.

use rand_core::Rng;

use super::baseline;
use crate::games::fiveo::strength::paired_category;
use crate::games::fiveo::{Category, Column, Columns, TableView};

#[inline(always)]
pub(super) fn choose(rng: &mut impl Rng, view: &TableView) -> Column {
    match matching(view) {
        columns if columns.is_empty() => baseline::any(rng, view.open()),
        columns => baseline::best(rng, columns, |column| paired_after(view, column)),
    }
}

/// The open columns that hold a card of the drawn card's rank.
#[inline(always)]
pub(super) fn matching(view: &TableView) -> Columns {
    view.open().iter().filter(|&column| view.own(column).count_of(view.card().rank()) > 0).collect()
}

/// What equal ranks make of a column once the card is placed there.
#[inline(always)]
pub(super) fn paired_after(view: &TableView, column: Column) -> Category {
    paired_category(view.own(column).with(view.card()).multiplicity())
}
