//! The players that search: the report's four, the expert, minimax, and the expert's search with any other evaluation.
//! Knows how each player searches and divides its time; reads no clock.

use core::fmt;
use core::str::FromStr;

use super::evaluation::{BetterH, Expert, Simple};
use super::{Move, Position, View};
use crate::search::{Clock, Evaluate, Limits, Search, SearchResult, Settings, StackSlices, TranspositionTable};

/// A player that searches: its evaluation, its search and its shares of time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EngineKind {
    /// From the report: evaluates material; takes equal shares of time.
    Simple,
    /// From the report: evaluates material, centre and home row; takes equal shares of time.
    BetterH,
    /// From the report: `Simple` with less time for positions with few moves.
    Improved,
    /// From the report: `BetterH` with less time for positions with few moves.
    ImprovedBetterH,
    /// The strongest.
    Expert,
    /// Evaluates material and searches without pruning: the weakest that searches.
    Minimax,
}

impl EngineKind {
    /// The report's four.
    pub const REPORT: [EngineKind; 4] =
        [EngineKind::Simple, EngineKind::BetterH, EngineKind::Improved, EngineKind::ImprovedBetterH];

    /// All, the report's four first. A champion's record names its opponents by their indices in this array.
    pub const ALL: [EngineKind; 6] = [
        EngineKind::Simple,
        EngineKind::BetterH,
        EngineKind::Improved,
        EngineKind::ImprovedBetterH,
        EngineKind::Expert,
        EngineKind::Minimax,
    ];

    /// The name on command lines and in files.
    pub const fn name(self) -> &'static str {
        match self {
            EngineKind::Simple => "simple",
            EngineKind::BetterH => "better_h",
            EngineKind::Improved => "improved",
            EngineKind::ImprovedBetterH => "improved_better_h",
            EngineKind::Expert => "expert",
            EngineKind::Minimax => "minimax",
        }
    }

    /// How it searches. All deepen iteratively. The report's players use alpha-beta with null-window searches, killer
    /// moves and the history heuristic, but no quiescence search, no transposition table and no reductions.
    pub const fn settings(self) -> Settings {
        match self {
            EngineKind::Expert => Settings::FULL,
            EngineKind::Minimax => Settings::MINIMAX,
            _ => Settings::PLAIN,
        }
    }

    /// Looks for the best move. Only the expert uses the table.
    pub fn search<C: Clock + ?Sized>(
        self,
        view: &View,
        stack: StackSlices<'_, Position>,
        table: &mut TranspositionTable<'_>,
        limits: Limits,
        clock: &mut C,
    ) -> SearchResult<Move> {
        let (position, past, settings) = (view.position(), &view.past()[..], self.settings());
        let no_table = &mut TranspositionTable::new(&mut [], 0);
        match self {
            EngineKind::Expert => Search::new(stack, table, &Expert, settings, clock).run(position, past, limits),
            EngineKind::Simple | EngineKind::Improved | EngineKind::Minimax => {
                Search::new(stack, no_table, &Simple, settings, clock).run(position, past, limits)
            }
            EngineKind::BetterH | EngineKind::ImprovedBetterH => {
                Search::new(stack, no_table, &BetterH, settings, clock).run(position, past, limits)
            }
        }
    }
}

impl EngineKind {
    /// Searches as the expert does, with this player's evaluation: players that search alike differ only in how they
    /// evaluate.
    pub fn search_as_expert<C: Clock + ?Sized>(
        self,
        view: &View,
        stack: StackSlices<'_, Position>,
        table: &mut TranspositionTable<'_>,
        limits: Limits,
        clock: &mut C,
    ) -> SearchResult<Move> {
        match self {
            EngineKind::Expert => full_search(&Expert, view, stack, table, limits, clock),
            EngineKind::Simple | EngineKind::Improved | EngineKind::Minimax => {
                full_search(&Simple, view, stack, table, limits, clock)
            }
            EngineKind::BetterH | EngineKind::ImprovedBetterH => {
                full_search(&BetterH, view, stack, table, limits, clock)
            }
        }
    }

    /// [`EngineKind::search`] with a `dyn` clock. It is not generic, so it is compiled in this crate, with this crate's
    /// level of optimisation.
    #[inline(never)]
    pub fn search_with_any_clock(
        self,
        view: &View,
        stack: StackSlices<'_, Position>,
        table: &mut TranspositionTable<'_>,
        limits: Limits,
        clock: &mut dyn Clock,
    ) -> SearchResult<Move> {
        self.search(view, stack, table, limits, clock)
    }
}

/// The expert's search with any evaluation.
pub fn full_search<C: Clock + ?Sized>(
    evaluation: &impl Evaluate<Position>,
    view: &View,
    stack: StackSlices<'_, Position>,
    table: &mut TranspositionTable<'_>,
    limits: Limits,
    clock: &mut C,
) -> SearchResult<Move> {
    Search::new(stack, table, evaluation, Settings::FULL, clock).run(view.position(), &view.past()[..], limits)
}

impl fmt::Display for EngineKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// A name that no player has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownEngine;

impl fmt::Display for UnknownEngine {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("the players are simple, better_h, improved, improved_better_h, expert and minimax")
    }
}

impl core::error::Error for UnknownEngine {}

impl FromStr for EngineKind {
    type Err = UnknownEngine;

    fn from_str(name: &str) -> Result<EngineKind, UnknownEngine> {
        EngineKind::ALL.into_iter().find(|kind| kind.name() == name).ok_or(UnknownEngine)
    }
}

/// How a player divides the budget of a period: into equal shares. Where few moves are legal it uses only a part of its
/// share.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Policy {
    /// With fewer legal moves than this, it uses only a part of its share.
    pub few_moves: u8,
    /// That part, in percent.
    pub percent: u8,
}

impl Policy {
    /// Always the whole share.
    pub const EQUAL: Policy = Policy { few_moves: 0, percent: 100 };
    /// The report's improved players: 60 % where there are fewer than eight moves.
    pub const REPORT: Policy = Policy { few_moves: 8, percent: 60 };
}

impl EngineKind {
    /// How it divides the budget of a period.
    pub const fn policy(self) -> Policy {
        match self {
            EngineKind::Improved | EngineKind::ImprovedBetterH => Policy::REPORT,
            _ => Policy::EQUAL,
        }
    }
}

/// The most positions that a board searches for a move: about a minute on the slowest board, for which the host waits.
pub const MOST_NODES_ON_A_BOARD: u32 = 400_000;
/// The longest that a board searches for a move, in milliseconds.
pub const MOST_MILLIS_ON_A_BOARD: u32 = 60_000;

/// A time control: a player's budget for a number of its turns, after which it gets the same again. The unit is the
/// microsecond, or the position where searches are limited by positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeControl {
    /// The budget of a period.
    pub period: u64,
    /// Turns in a period; at least 1.
    pub turns: u8,
    /// What is held back at each turn. The report holds back 50,000 microseconds.
    pub margin: u32,
}

/// What a player has left of its period.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeBudget {
    control: TimeControl,
    left: u64,
    turns_left: u8,
}

impl TimeBudget {
    /// A full period.
    pub const fn new(control: TimeControl) -> TimeBudget {
        TimeBudget { control, left: control.period, turns_left: control.turns }
    }

    /// The budget for the move in a position with this many legal moves: an equal share of what is left, less the
    /// margin, times the policy's percentage.
    pub fn allowance(&self, policy: Policy, n_moves: usize) -> u32 {
        let share = self.left.checked_div(u64::from(self.turns_left)).unwrap_or(0);
        let share = share.saturating_sub(u64::from(self.control.margin));
        let percent = if n_moves < usize::from(policy.few_moves) { policy.percent } else { 100 };
        u32::try_from(share.saturating_mul(u64::from(percent)) / 100).unwrap_or(u32::MAX)
    }

    /// The limits for the move.
    pub fn limits(&self, policy: Policy, n_moves: usize) -> Limits {
        Limits::of_micros(self.allowance(policy, n_moves))
    }

    /// The limits for a player that searches as the expert does: it begins no iteration in the second half of its time,
    /// which would probably not finish, and searches an only move to depth 1.
    pub fn limits_as_expert(&self, policy: Policy, n_moves: usize) -> Limits {
        let limits = self.limits(policy, n_moves);
        if n_moves == 1 {
            Limits { depth: 1, ..limits }
        } else {
            Limits { settled_micros: limits.micros / 2, ..limits }
        }
    }

    /// Records the time of a turn, and returns by how much the period is overdrawn.
    pub fn spend(&mut self, micros: u32) -> u32 {
        let overdrawn = u64::from(micros).saturating_sub(self.left);
        self.left = self.left.saturating_sub(u64::from(micros));
        self.turns_left = self.turns_left.saturating_sub(1);
        if self.turns_left == 0 {
            *self = TimeBudget::new(self.control);
        }
        u32::try_from(overdrawn).unwrap_or(u32::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const REPORT: TimeControl = TimeControl { period: 2_000_000, turns: 5, margin: 50_000 };

    #[test]
    fn time_is_shared_as_the_report_says() {
        let mut budget = TimeBudget::new(REPORT);
        assert_eq!(budget.allowance(EngineKind::Simple.policy(), 3), 350_000);
        assert_eq!(budget.allowance(EngineKind::BetterH.policy(), 3), 350_000);
        assert_eq!(budget.allowance(EngineKind::Improved.policy(), 8), 350_000);
        assert_eq!(budget.allowance(EngineKind::Improved.policy(), 7), 210_000);
        assert_eq!(budget.allowance(EngineKind::ImprovedBetterH.policy(), 7), 210_000);
        assert_eq!(budget.spend(200_000), 0);
        assert_eq!(budget.allowance(EngineKind::Simple.policy(), 9), 400_000);
    }

    #[test]
    fn a_new_period_begins_after_its_turns() {
        let mut budget = TimeBudget::new(REPORT);
        for _ in 0..4 {
            assert_eq!(budget.spend(400_000), 0);
        }
        assert_eq!(budget.allowance(EngineKind::Simple.policy(), 9), 350_000);
        assert_eq!(budget.spend(500_000), 100_000, "the period is overdrawn");
        assert_eq!(budget, TimeBudget::new(REPORT));
    }

    #[test]
    fn an_allowance_is_never_negative() {
        let control = TimeControl { period: 10, turns: 5, margin: 50_000 };
        assert_eq!(TimeBudget::new(control).allowance(EngineKind::Simple.policy(), 9), 0);
        let control = TimeControl { turns: 0, ..REPORT };
        assert_eq!(TimeBudget::new(control).allowance(EngineKind::Simple.policy(), 9), 0);
    }

    #[test]
    fn the_expert_searches_an_only_move_to_depth_1_and_begins_no_iteration_in_the_second_half() {
        let budget = TimeBudget::new(REPORT);
        let whole = Limits::of_micros(350_000);
        assert_eq!(budget.limits_as_expert(Policy::EQUAL, 1), Limits { depth: 1, ..whole });
        assert_eq!(budget.limits_as_expert(Policy::EQUAL, 2), Limits { settled_micros: 175_000, ..whole });
        assert_eq!(budget.limits(Policy::EQUAL, 1), whole);
    }

    #[test]
    fn names_read_back() {
        for kind in EngineKind::ALL {
            assert_eq!(kind.name().parse(), Ok(kind));
        }
        assert_eq!("deep blue".parse::<EngineKind>(), Err(UnknownEngine));
    }
}
