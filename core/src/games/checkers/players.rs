//! The players: the report's four, the expert, minimax, and any other evaluation. Knows how each searches and divides its time; reads
//! no clock.

use core::fmt;
use core::str::FromStr;

use super::evaluation::{BetterH, Expert, Simple};
use super::{Move, Position, View};
use crate::search::{Clock, Evaluate, Limits, Search, SearchResult, Settings, StackSlices, TranspositionTable};

/// A player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EngineKind {
    /// The report's: material, and equal shares of time.
    Simple,
    /// The report's: material, centre and home row.
    BetterH,
    /// The report's simple with less time for positions with few moves.
    Improved,
    /// The report's better_h with less time for positions with few moves.
    ImprovedBetterH,
    /// The strongest.
    Expert,
    /// Material, searched without pruning: the gentlest of those that search.
    Minimax,
}

impl EngineKind {
    /// The report's four.
    pub const REPORT: [EngineKind; 4] =
        [EngineKind::Simple, EngineKind::BetterH, EngineKind::Improved, EngineKind::ImprovedBetterH];

    /// All, the report's four first. A champion's record names its opponents by their places here.
    pub const ALL: [EngineKind; 6] = [
        EngineKind::Simple,
        EngineKind::BetterH,
        EngineKind::Improved,
        EngineKind::ImprovedBetterH,
        EngineKind::Expert,
        EngineKind::Minimax,
    ];

    /// What people call it.
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

    /// How it searches. All deepen iteratively. The report's players have alpha-beta with null-window scouts, killers and history;
    /// no quiescence, no table and no reductions.
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
    /// The player's evaluation in the expert's search: what is left of the difference between players is what they see in a
    /// position.
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

    /// [`EngineKind::search`] with a clock behind `dyn`. Compiled in this crate, and so with its optimisation, wherever it is called from.
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

/// There is no such player.
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

/// How a player divides what it has for a period: equal shares, of which it takes a part where there is little to choose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Policy {
    /// The number of legal moves below which it takes a part of its share.
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
    /// How it divides what it has for a period.
    pub const fn policy(self) -> Policy {
        match self {
            EngineKind::Improved | EngineKind::ImprovedBetterH => Policy::REPORT,
            _ => Policy::EQUAL,
        }
    }
}

/// The most positions that a board searches for a move, about a minute on the slowest: the other end waits.
pub const MOST_NODES_ON_A_BOARD: u32 = 400_000;
/// As above, in milliseconds.
pub const MOST_MILLIS_ON_A_BOARD: u32 = 60_000;

/// A time control: a number of microseconds, or of positions, for a number of turns of a player, then the same again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeControl {
    /// Microseconds for a period.
    pub period: u64,
    /// Turns in a period; at least 1.
    pub turns: u8,
    /// Microseconds held back at each turn. The report's is 50,000.
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

    /// Microseconds for the move in a position with this many legal moves: an equal share of what is left, less the
    /// margin, and of that what the policy takes.
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

    /// The limits for the move of a player that searches as the expert does, with its own share of the time: it begins no
    /// iteration that it is unlikely to finish, and does not think about an only move.
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
    fn no_time_is_no_time_and_not_less() {
        let control = TimeControl { period: 10, turns: 5, margin: 50_000 };
        assert_eq!(TimeBudget::new(control).allowance(EngineKind::Simple.policy(), 9), 0);
        let control = TimeControl { turns: 0, ..REPORT };
        assert_eq!(TimeBudget::new(control).allowance(EngineKind::Simple.policy(), 9), 0);
    }

    #[test]
    fn the_expert_thinks_nothing_about_an_only_move_and_begins_nothing_in_the_second_half() {
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
