//! The baselines' common parts: their names, their random numbers, and how ties are broken.
//!
//! **Estimates that differ by rounding are ties.** Full-strategy and tactician compare f32 estimates; within 1e-5 they
//! count as equal and chance decides.

use core::convert::Infallible;
use core::fmt;
use core::str::FromStr;

use rand_core::Rng;

use super::{full_strategy, greedy, pairing, tactician, weighted_pairing};
use crate::game::{Player, Seat};
use crate::games::fiveo::{Column, Columns, HitSource, NoCache, Table, TableView};
use crate::random::{self, GameRng, Seed};

/// A hand-written way to play.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum BaselineKind {
    /// Any open column.
    Random,
    /// The strongest column after placing.
    Greedy,
    /// Builds pairs, trips, full houses and quads only.
    Pairing,
    /// Pairing, preferring columns that then beat the opponent's column.
    WeightedPairing,
    /// Weighs the chances of every kind of hand and gives up lost columns.
    FullStrategy,
    /// Weighted pairing that keeps good flush and straight draws and puts useless cards into lost columns.
    Tactician,
}

impl BaselineKind {
    /// All six, the weakest first.
    pub const ALL: [BaselineKind; 6] = [
        BaselineKind::Random,
        BaselineKind::Greedy,
        BaselineKind::Pairing,
        BaselineKind::WeightedPairing,
        BaselineKind::FullStrategy,
        BaselineKind::Tactician,
    ];

    /// The name on command lines and in files.
    pub const fn name(self) -> &'static str {
        match self {
            BaselineKind::Random => "random",
            BaselineKind::Greedy => "greedy",
            BaselineKind::Pairing => "pairing",
            BaselineKind::WeightedPairing => "weighted-pairing",
            BaselineKind::FullStrategy => "full-strategy",
            BaselineKind::Tactician => "tactician",
        }
    }
}

impl fmt::Display for BaselineKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}

impl FromStr for BaselineKind {
    type Err = UnknownBaseline;

    fn from_str(name: &str) -> Result<BaselineKind, UnknownBaseline> {
        BaselineKind::ALL.into_iter().find(|kind| kind.name() == name).ok_or(UnknownBaseline)
    }
}

/// A name that no baseline has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownBaseline;

impl fmt::Display for UnknownBaseline {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("there is no baseline of this name")
    }
}

impl core::error::Error for UnknownBaseline {}

/// A baseline at the table, with the random numbers that break its ties.
#[derive(Clone, Debug)]
pub struct Baseline {
    kind: BaselineKind,
    rng: GameRng,
}

impl Baseline {
    /// A baseline for one seat of one game. Its random numbers follow from the game's seed and the seat, and tell it nothing
    /// about the deck, which comes from another stream.
    #[inline(always)]
    pub fn new(kind: BaselineKind, game: Seed, seat: Seat) -> Baseline {
        Baseline { kind, rng: game.derive(1 + seat.index() as u64).rng() }
    }

    /// The column that the baseline chooses. A forced placement is made without evaluation.
    #[inline(always)]
    pub fn column(&mut self, view: &TableView) -> Column {
        match self.column_at_once(view) {
            Some(column) => column,
            None => self.column_alone(view),
        }
    }

    /// As [`Baseline::column`], with the given source of hit probabilities.
    #[inline(always)]
    pub fn column_with(&mut self, view: &TableView, hits: &impl HitSource) -> Column {
        match self.column_at_once(view) {
            Some(column) => column,
            None => self.weighed_column(view, hits),
        }
    }

    /// The column if the choice does not depend on the cards: the only open one, or any one for `Random`.
    #[inline(always)]
    fn column_at_once(&mut self, view: &TableView) -> Option<Column> {
        let open = view.open();
        match (open.only(), self.kind) {
            (None, BaselineKind::Random) => Some(any(&mut self.rng, open)),
            (only, _) => only,
        }
    }

    /// [`Baseline::weighed_column`] without a cache. Not inlined: otherwise the random baseline would save registers
    /// for code that it never runs.
    #[inline(never)]
    fn column_alone(&mut self, view: &TableView) -> Column {
        self.weighed_column(view, &NoCache)
    }

    #[inline(always)]
    fn weighed_column(&mut self, view: &TableView, hits: &impl HitSource) -> Column {
        let rng = &mut self.rng;
        match self.kind {
            BaselineKind::Random => any(rng, view.open()),
            BaselineKind::Greedy => greedy::choose(rng, view),
            BaselineKind::Pairing => pairing::choose(rng, view),
            BaselineKind::WeightedPairing => weighted_pairing::choose(rng, view),
            BaselineKind::FullStrategy => full_strategy::choose(rng, view, hits),
            BaselineKind::Tactician => tactician::choose(rng, view, hits),
        }
    }
}

impl Player<Table> for Baseline {
    type Error = Infallible;

    #[inline]
    fn choose(&mut self, view: &TableView) -> Result<Column, Infallible> {
        Ok(self.column(view))
    }
}

/// A random one of the columns; the first column if the set is empty, which no view allows.
#[inline(always)]
pub(super) fn any(rng: &mut impl Rng, columns: Columns) -> Column {
    let choice = random::below(rng, columns.len()) as usize;
    columns.in_order().get(choice).copied().unwrap_or(Column::First)
}

/// One of the columns with the greatest score, ties being broken by chance.
#[inline(always)]
pub(super) fn best<S: PartialOrd>(rng: &mut impl Rng, columns: Columns, score: impl Fn(Column) -> S) -> Column {
    best_by(rng, columns, score, |score, best| score.partial_cmp(best))
}

/// As [`best`], for estimates: what differs by no more than rounding counts as equal.
#[inline(always)]
pub(super) fn best_estimate(rng: &mut impl Rng, columns: Columns, score: impl Fn(Column) -> f32) -> Column {
    const ROUNDING: f32 = 1e-5;
    best_by(rng, columns, score, |score, best| {
        if (score - best).abs() <= ROUNDING { Some(core::cmp::Ordering::Equal) } else { score.partial_cmp(best) }
    })
}

#[inline(always)]
fn best_by<S>(
    rng: &mut impl Rng,
    columns: Columns,
    score: impl Fn(Column) -> S,
    compare: impl Fn(&S, &S) -> Option<core::cmp::Ordering>,
) -> Column {
    use core::cmp::Ordering::{Equal, Greater};
    let mut ties = Columns::NONE;
    let mut best = None;
    for column in columns.iter() {
        let score = score(column);
        match best.as_ref().map_or(Some(Greater), |best| compare(&score, best)) {
            Some(Greater) => {
                ties = Columns::NONE.with(column);
                best = Some(score);
            }
            Some(Equal) => ties = ties.with(column),
            _ => {}
        }
    }
    ties.only().unwrap_or_else(|| any(rng, ties))
}
