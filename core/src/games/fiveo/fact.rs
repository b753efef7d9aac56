//! Facts: what terminals compute about columns, and how a fact becomes a number for a tree. For one column, or for many
//! side by side.

use super::chances::HitSource;
use super::features::{ColumnFeatures, FeatureLanes};

/// What a terminal computes about a column, and how that becomes a number for a tree.
///
/// For many columns the facts are first stored, in 16 bits where these are enough, and converted in a second loop: the
/// widest number in a loop decides how many columns a vector holds.
pub(super) trait Fact {
    /// The stored form.
    type StackValue: Copy + Default;

    fn kept(self) -> Self::StackValue;

    fn number(kept: Self::StackValue, column: &ColumnFeatures, hits: &impl HitSource) -> f32;
}

/// The number of one fact.
#[inline(always)]
pub(super) fn number<F: Fact>(fact: F, column: &ColumnFeatures, hits: &impl HitSource) -> f32 {
    F::number(fact.kept(), column, hits)
}

/// The number of a fact about each column.
#[inline(always)]
pub(super) fn each<F: Fact, const LANES: usize>(
    lanes: &FeatureLanes<LANES>,
    hits: &impl HitSource,
    values: &mut [f32; LANES],
    ask: impl Fn(&ColumnFeatures) -> F,
) {
    let mut kept = [F::StackValue::default(); LANES];
    for (lane, kept) in kept.iter_mut().enumerate() {
        *kept = ask(&lanes.get(lane)).kept();
    }
    numbers::<F, LANES>(kept, lanes, hits, values);
}

/// The numbers of what was kept of each column.
#[inline(always)]
pub(super) fn numbers<F: Fact, const LANES: usize>(
    kept: [F::StackValue; LANES],
    lanes: &FeatureLanes<LANES>,
    hits: &impl HitSource,
    values: &mut [f32; LANES],
) {
    for (lane, value) in values.iter_mut().enumerate() {
        *value = F::number(kept[lane], &lanes.get(lane), hits);
    }
}

impl Fact for bool {
    type StackValue = u16;

    #[inline(always)]
    fn kept(self) -> u16 {
        u16::from(self)
    }

    #[inline(always)]
    fn number(kept: u16, _: &ColumnFeatures, _: &impl HitSource) -> f32 {
        if kept != 0 { 1.0 } else { 0.0 }
    }
}

impl Fact for u16 {
    type StackValue = u16;

    #[inline(always)]
    fn kept(self) -> u16 {
        self
    }

    #[inline(always)]
    fn number(kept: u16, _: &ColumnFeatures, _: &impl HitSource) -> f32 {
        f32::from(kept)
    }
}

/// Counts of cards and categories are below 64.
impl Fact for u32 {
    type StackValue = u16;

    #[inline(always)]
    fn kept(self) -> u16 {
        self as u16
    }

    #[inline(always)]
    fn number(kept: u16, _: &ColumnFeatures, _: &impl HitSource) -> f32 {
        f32::from(kept)
    }
}

impl Fact for f32 {
    type StackValue = f32;

    #[inline(always)]
    fn kept(self) -> f32 {
        self
    }

    #[inline(always)]
    fn number(kept: f32, _: &ColumnFeatures, _: &impl HitSource) -> f32 {
        kept
    }
}

/// A difference of strengths, in sixteenths of a category.
pub(super) struct Sixteenths(pub i16);

impl Fact for Sixteenths {
    type StackValue = i16;

    #[inline(always)]
    fn kept(self) -> i16 {
        self.0
    }

    #[inline(always)]
    fn number(kept: i16, _: &ColumnFeatures, _: &impl HitSource) -> f32 {
        f32::from(kept) / 16.0
    }
}

/// A number of unseen cards that reaches a tree as the chance that one of them is drawn next: that is all a tree can ask
/// of a set of cards.
pub(super) struct NextCard(pub u32);

impl Fact for NextCard {
    type StackValue = u16;

    #[inline(always)]
    fn kept(self) -> u16 {
        self.0.kept()
    }

    #[inline(always)]
    fn number(kept: u16, column: &ColumnFeatures, _: &impl HitSource) -> f32 {
        f32::from(kept) / column.own.n_unseen
    }
}

/// A number of unseen cards that reaches a tree as the chance that one of them comes to the seat's column in time.
pub(super) struct InTime(pub u32);

impl Fact for InTime {
    type StackValue = u16;

    #[inline(always)]
    fn kept(self) -> u16 {
        self.0.kept()
    }

    #[inline(always)]
    fn number(kept: u16, column: &ColumnFeatures, hits: &impl HitSource) -> f32 {
        column.own.chance_of_one(hits, u32::from(kept), u32::from(column.decision.draws))
    }
}
