//! A player's budget for its moves, divided by its policy. Knows no search and reads no clock.

use pipsqueak_core::games::checkers::players::{
    MOST_MILLIS_ON_A_BOARD, MOST_NODES_ON_A_BOARD, Policy, TimeBudget, TimeControl,
};
use pipsqueak_core::games::checkers::{Game, View};
use pipsqueak_core::link::Effort;
use pipsqueak_core::search::Limits;

use crate::arena::Pacing;

/// The report's number of turns that share a budget.
pub const TURNS: u8 = 5;

/// The unit of a player's budget.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Control {
    /// The same limits for every move.
    EachMove(Limits),
    /// Microseconds for a period of turns.
    Time(TimeControl),
    /// Positions to search in a period of turns: the same allocation, without the noise of a clock.
    Nodes(TimeControl),
}

impl Control {
    /// This many positions per move on average.
    pub fn of_nodes(nodes: u32, turns: u8) -> Control {
        Control::Nodes(average(nodes, turns))
    }

    /// This many microseconds per move on average.
    pub fn of_micros(micros: u32, turns: u8) -> Control {
        Control::Time(average(micros, turns))
    }

    /// The same control with this many times the budget.
    #[must_use]
    pub fn times(self, factor: u32) -> Control {
        let scaled =
            |control: TimeControl| TimeControl { period: control.period.saturating_mul(factor.into()), ..control };
        match self {
            Control::EachMove(limits) => Control::EachMove(limits),
            Control::Time(control) => Control::Time(scaled(control)),
            Control::Nodes(control) => Control::Nodes(scaled(control)),
        }
    }
}

fn average(amount: u32, turns: u8) -> TimeControl {
    TimeControl { period: u64::from(amount) * u64::from(turns), turns, margin: 0 }
}

/// What is left of a player's period.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Budget {
    /// The same limits for every move.
    EachMove(Limits),
    /// Microseconds.
    Time(TimeBudget),
    /// Positions.
    Nodes(TimeBudget),
}

impl From<Control> for Budget {
    fn from(control: Control) -> Budget {
        match control {
            Control::EachMove(limits) => Budget::EachMove(limits),
            Control::Time(control) => Budget::Time(TimeBudget::new(control)),
            Control::Nodes(control) => Budget::Nodes(TimeBudget::new(control)),
        }
    }
}

impl Budget {
    /// The limits for a move. A player that searches as the expert does spends almost nothing on an only move.
    pub fn limits(&self, policy: Policy, is_as_expert: bool, n_moves: usize) -> Limits {
        match self {
            Budget::EachMove(limits) => *limits,
            Budget::Time(budget) if is_as_expert => budget.limits_as_expert(policy, n_moves),
            Budget::Time(budget) => budget.limits(policy, n_moves),
            Budget::Nodes(budget) => {
                let limits = Limits::of_nodes(u64::from(budget.allowance(policy, n_moves)));
                if is_as_expert && n_moves == 1 { Limits { depth: 1, ..limits } } else { limits }
            }
        }
    }

    /// Records what a move took, and returns by how much the period is overdrawn.
    pub fn spend(&mut self, nodes: u64, micros: u32) -> u32 {
        match self {
            Budget::EachMove(_) => 0,
            Budget::Time(budget) => budget.spend(micros),
            Budget::Nodes(budget) => budget.spend(u32::try_from(nodes).unwrap_or(u32::MAX)),
        }
    }
}

/// A board's period. The board searches as the expert does, but keeps nothing between requests: the desktop keeps it.
pub struct BoardBudget {
    control: Control,
    budget: Budget,
}

impl From<Control> for BoardBudget {
    fn from(control: Control) -> BoardBudget {
        BoardBudget { control, budget: control.into() }
    }
}

impl Pacing<Game> for BoardBudget {
    fn effort(&mut self, view: &View) -> Effort {
        let n_moves = view.position().board().n_moves();
        // A move may get what earlier moves saved, up to the most that a board takes, or up to an equal share if that
        // is more.
        let whole =
            |budget: &TimeBudget| if n_moves == 1 { 1 } else { budget.allowance(Policy::EQUAL, n_moves).max(1) };
        let fresh = |control: TimeControl| TimeBudget::new(control).allowance(Policy::EQUAL, n_moves);
        match (&self.budget, self.control) {
            (Budget::Nodes(budget), Control::Nodes(control)) => {
                Effort::Nodes(whole(budget).min(fresh(control).max(MOST_NODES_ON_A_BOARD)))
            }
            (Budget::Time(budget), Control::Time(control)) => {
                Effort::Millis((whole(budget) / 1000).clamp(1, (fresh(control) / 1000).max(MOST_MILLIS_ON_A_BOARD)))
            }
            _ => Effort::Default,
        }
    }

    fn spent(&mut self, nodes: u32, micros: u32) {
        self.budget.spend(nodes.into(), micros);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pipsqueak_core::games::checkers::players::EngineKind;
    use pipsqueak_core::games::checkers::{Position, fen};

    fn nodes(budget: &Budget, kind: EngineKind, n_moves: usize) -> u64 {
        budget.limits(kind.policy(), kind == EngineKind::Expert, n_moves).nodes
    }

    #[test]
    fn improved_saves_where_there_is_little_to_choose_and_spends_it_later() {
        let mut budget = Budget::from(Control::of_nodes(5000, TURNS));
        assert_eq!(nodes(&budget, EngineKind::Simple, 7), 5000);
        assert_eq!(nodes(&budget, EngineKind::Improved, 7), 3000);
        assert_eq!(nodes(&budget, EngineKind::Improved, 8), 5000);
        budget.spend(3000, 0);
        assert_eq!(nodes(&budget, EngineKind::Improved, 8), 5500);
    }

    #[test]
    fn the_same_limits_for_every_move_are_left_as_they_are() {
        let mut budget = Budget::from(Control::EachMove(Limits::of_nodes(7)));
        assert_eq!(budget.spend(1000, 1000), 0);
        assert_eq!(budget.limits(Policy::REPORT, true, 1), Limits::of_nodes(7));
    }

    #[test]
    fn a_board_gets_what_it_saved_up_to_what_boards_take() {
        let start = Game::new(Position::START);
        let mut few = BoardBudget::from(Control::of_nodes(1000, TURNS));
        assert_eq!(few.effort(start.view()), Effort::Nodes(1000));
        few.spent(200, 0);
        assert_eq!(few.effort(start.view()), Effort::Nodes(1200));
        let mut many = BoardBudget::from(Control::of_nodes(300_000, TURNS));
        (0..4).for_each(|_| many.spent(1, 0));
        assert_eq!(many.effort(start.view()), Effort::Nodes(MOST_NODES_ON_A_BOARD));
        let mut timed = BoardBudget::from(Control::of_micros(500_000, TURNS));
        assert_eq!(timed.effort(start.view()), Effort::Millis(500));
        timed.spent(0, 100_000);
        assert_eq!(timed.effort(start.view()), Effort::Millis(600));
    }

    #[test]
    fn a_board_spends_the_least_on_an_only_move() {
        let forced = Game::new(Position::new(fen::parse("B:W18:B15").unwrap(), Default::default()));
        let mut budget = BoardBudget::from(Control::of_nodes(1000, TURNS));
        assert_eq!(forced.position().board().n_moves(), 1);
        assert_eq!(budget.effort(forced.view()), Effort::Nodes(1));
    }
}
