//! The Monte-Carlo player: the value network's prior for the open columns, then rollouts until the best column is clear
//! or the budget is spent. Sees a view like every player; with a budget of rollouts it reads no clock.

use std::convert::Infallible;
use std::sync::LazyLock;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use pipsqueak_core::game::{Player, Seat};
use pipsqueak_core::games::fiveo::{Column, Columns, Table, TableView};
use pipsqueak_core::random::Seed;
use pipsqueak_core::search::Clock;

use crate::clock::StartClock;
use crate::games::fiveo::rollout::value_net::{N_WEIGHTS, ValueNet};
use crate::games::fiveo::rollout::{Estimate, Policy, RolloutRequest, Rollouts};

/// The player's name on command lines.
pub const NAME: &str = "monte-carlo";

/// The value network that `examples/train_value_net.rs` made.
static VALUE_NET: LazyLock<ValueNet> = LazyLock::new(|| {
    let mut weights = [0.0; N_WEIGHTS];
    for (weight, bytes) in weights.iter_mut().zip(include_bytes!("../../../../champions/value_net.bin").as_chunks().0) {
        *weight = f32::from_le_bytes(*bytes);
    }
    ValueNet::new(&weights)
});

/// Samples between two looks at the standings.
const PASS: u64 = 16;
/// The weight of the value network's prior, in samples.
const PRIOR_WEIGHT: f64 = 48.0;
/// A column is dropped when it is worse than the best by this many standard errors.
const CLEARLY: f64 = 2.0;
/// Moves that a rollout continues after the first one, by round.
const HORIZON: [u8; 4] = [4, 4, 6, 10];

/// The budget for a decision.
#[derive(Clone, Copy, Debug)]
pub enum Budget {
    /// This many rollouts: the same decision on every machine.
    Rollouts(u64),
    /// This long by this clock: for people.
    Time(Duration, StartClock),
}

impl Default for Budget {
    fn default() -> Budget {
        Budget::Rollouts(600)
    }
}

impl Budget {
    /// The budget in a player's name: `monte-carlo`, `monte-carlo:200` (rollouts per decision) or `monte-carlo:50ms`;
    /// `None` if it is another player's name.
    pub fn of_player(name: &str, clock: Option<StartClock>) -> Option<Result<Budget>> {
        let budget = name.strip_prefix(NAME)?;
        if budget.is_empty() {
            return Some(Ok(Budget::default()));
        }
        Some(Budget::parse(budget.strip_prefix(':')?, clock))
    }

    fn parse(text: &str, clock: Option<StartClock>) -> Result<Budget> {
        let number = text.strip_suffix("ms").unwrap_or(text);
        let wrong =
            || format!("{text:?} is not a valid budget: write {NAME}:200 for rollouts per decision, or {NAME}:50ms");
        let number: u64 = number.parse().ok().filter(|number| *number <= Budget::MOST).with_context(wrong)?;
        ensure!(number > 0, "{NAME} needs a budget above 0");
        if !text.ends_with("ms") {
            return Ok(Budget::Rollouts(number));
        }
        let clock =
            clock.context("a budget of time needs a clock, and there is none here: give a number of rollouts")?;
        Ok(Budget::Time(Duration::from_millis(number), clock))
    }

    /// The limit of a decision that begins now. Only a budget of time reads the clock.
    fn begin(self) -> Limit {
        match self {
            Budget::Rollouts(most) => Limit::Rollouts(most),
            Budget::Time(most, start) => Limit::Time(most, start()),
        }
    }

    /// A million rollouts take a core some minutes; a million milliseconds are a quarter of an hour.
    const MOST: u64 = 1_000_000;
}

/// The end of one decision's budget.
enum Limit {
    Rollouts(u64),
    Time(Duration, Box<dyn Clock>),
}

impl Limit {
    fn is_reached(&mut self, n_rollouts: u64) -> bool {
        match self {
            Limit::Rollouts(most) => n_rollouts >= *most,
            Limit::Time(most, clock) => Duration::from_micros(clock.micros().into()) >= *most,
        }
    }
}

/// The player at one seat of one game.
pub struct MonteCarlo {
    budget: Budget,
    seed: Seed,
    rollouts: Rollouts,
}

impl MonteCarlo {
    /// A player whose imagined cards follow from the game's seed and the seat, independent of the deck.
    pub fn new(budget: Budget, game: Seed, seat: Seat) -> MonteCarlo {
        MonteCarlo { budget, seed: game.derive(3 + seat.index() as u64), rollouts: Rollouts::default() }
    }

    /// The player's column. A forced placement is not searched.
    pub fn column(&mut self, view: &TableView) -> Column {
        if let Some(only) = view.open().only() {
            return only;
        }
        let mut limit = self.budget.begin();
        let prior = self.rollouts.prior(&VALUE_NET, view);
        let mut estimate = Estimate::of(view.open()).with_prior(&prior, PRIOR_WEIGHT);
        let policy = Policy::ValueNet(&VALUE_NET, HORIZON[round(view)]);
        let mut question = RolloutRequest::new(*view, self.seed.derive(view.n_lying().into()), 0);
        let mut n_rollouts = 0;
        while estimate.columns().len() > 1 && !limit.is_reached(n_rollouts) {
            question.columns = estimate.columns();
            question.samples = estimate.n_samples()..estimate.n_samples() + PASS;
            for answer in self.rollouts.estimate(policy, std::slice::from_ref(&question)) {
                estimate.add_all(&answer);
            }
            n_rollouts += PASS * u64::from(question.columns.len());
            estimate = estimate.among(not_clearly_worse(&estimate));
        }
        estimate.best()
    }
}

impl Player<Table> for MonteCarlo {
    type Error = Infallible;

    fn choose(&mut self, view: &TableView) -> Result<Column, Infallible> {
        Ok(self.column(view))
    }
}

/// The round that a view's card is placed in, from 0.
fn round(view: &TableView) -> usize {
    view.open().iter().next().map_or(0, |column| view.own(column).len() as usize - 1)
}

/// The columns that may still be the best.
fn not_clearly_worse(estimate: &Estimate) -> Columns {
    let best = estimate.best();
    let may_be_best = |&column: &Column| {
        let behind = estimate.mean(best) - estimate.mean(column);
        column == best || behind <= CLEARLY * estimate.standard_error_of_difference(best, column)
    };
    estimate.columns().iter().filter(may_be_best).collect()
}
