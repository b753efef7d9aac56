//! A checkers engine: core's search with an evaluation, a transposition table and a clock.

use std::collections::TryReserveError;
use std::sync::Arc;

use pipsqueak_core::games::checkers::evaluation::Evolved;
use pipsqueak_core::games::checkers::players::{EngineKind, Policy, full_search};
use pipsqueak_core::games::checkers::{Move, Position, View};
use pipsqueak_core::search::{
    Evaluate, LIMIT, Limits, Score, Search, SearchResult, SearchStack, Slot, TranspositionTable,
};

use super::trees::TreeEvaluation;
use super::tuned::TunedEngine;
use crate::clock::StartClock;
use crate::instruction_set;

/// The longest line that the desktop's search looks at, in plies.
pub(super) const PLIES: usize = 128;
/// Room for the moves of such a line.
pub(super) const MOVES: usize = 4096;

/// A search and its evaluation.
#[derive(Clone, Debug)]
pub enum EngineSpec {
    /// The report's players and the expert, with their own searches.
    Engine(EngineKind),
    /// The expert's search with another player's evaluation.
    AsExpert(EngineKind),
    /// One of the report's players with other figures.
    Tuned(Arc<TunedEngine>),
    /// The expert's search with a tree.
    Tree(Arc<TreeEvaluation>),
}

impl EngineSpec {
    /// How it divides what it has for a period of turns.
    pub fn policy(&self) -> Policy {
        match self {
            EngineSpec::Engine(kind) | EngineSpec::AsExpert(kind) => kind.policy(),
            EngineSpec::Tuned(tuned) => tuned.policy,
            EngineSpec::Tree(_) => Policy::EQUAL,
        }
    }

    /// Whether it uses the expert's search.
    pub fn is_as_expert(&self) -> bool {
        match self {
            EngineSpec::Engine(kind) => *kind == EngineKind::Expert,
            EngineSpec::Tuned(tuned) => tuned.is_as_expert,
            EngineSpec::AsExpert(_) | EngineSpec::Tree(_) => true,
        }
    }

    /// The same evaluation and policy in the expert's search.
    #[must_use]
    pub fn as_expert(self) -> EngineSpec {
        match self {
            EngineSpec::Engine(kind) => EngineSpec::AsExpert(kind),
            EngineSpec::Tuned(tuned) => {
                EngineSpec::Tuned(Arc::new(TunedEngine { is_as_expert: true, ..(*tuned).clone() }))
            }
            spec => spec,
        }
    }

    /// A score of its search in hundredths of a man: the report's evaluations count in halves. A forced end stays as it is.
    pub fn hundredths(&self, score: Score) -> Score {
        let counts_in_halves = match self {
            EngineSpec::Engine(kind) | EngineSpec::AsExpert(kind) => *kind != EngineKind::Expert,
            EngineSpec::Tuned(_) => true,
            EngineSpec::Tree(_) => false,
        };
        match counts_in_halves && score.abs() <= LIMIT {
            true => score.saturating_mul(50).clamp(-LIMIT, LIMIT),
            false => score,
        }
    }

    /// The name shown in tables and records.
    pub fn name(&self) -> &str {
        match self {
            EngineSpec::Engine(kind) | EngineSpec::AsExpert(kind) => kind.name(),
            EngineSpec::Tuned(tuned) => &tuned.name,
            EngineSpec::Tree(tree) => &tree.name,
        }
    }
}

/// A tree that is evaluated with the processor's best instructions: it counts squares all the time, which takes one
/// instruction where there is a population count, and fifteen elsewhere.
struct Dispatched<'t>(Evolved<'t>);

impl Evaluate<Position> for Dispatched<'_> {
    #[inline]
    fn evaluate(&self, position: &Position) -> Score {
        instruction_set::run(
            #[inline(always)]
            || self.0.evaluate(position),
        )
    }
}

/// A player with its transposition table.
pub struct Engine {
    spec: EngineSpec,
    slots: Vec<Slot>,
    n_searches: u32,
    clock: StartClock,
    stack: Box<SearchStack<Position, PLIES, MOVES>>,
}

impl Engine {
    /// A player with a table of about this many bytes.
    pub fn new(kind: EngineKind, table_bytes: usize, clock: StartClock) -> Engine {
        Engine::of(EngineSpec::Engine(kind), table_bytes, clock)
    }

    /// As [`Engine::of`], but an error if memory is too short for the table.
    pub fn try_new(spec: EngineSpec, table_bytes: usize, clock: StartClock) -> Result<Engine, TryReserveError> {
        let n_slots = table_bytes / size_of::<Slot>();
        let mut slots = Vec::new();
        slots.try_reserve_exact(n_slots)?;
        slots.resize(n_slots, Slot::default());
        Ok(Engine { slots, ..Engine::of(spec, 0, clock) })
    }

    /// As [`Engine::new`] with any evaluation.
    pub fn of(spec: EngineSpec, table_bytes: usize, clock: StartClock) -> Engine {
        let slots = vec![Slot::default(); table_bytes / size_of::<Slot>()];
        Engine { spec, slots, n_searches: 0, clock, stack: Box::new(SearchStack::new(Position::START)) }
    }

    /// The search and its evaluation.
    pub fn spec(&self) -> &EngineSpec {
        &self.spec
    }

    /// Replaces the player and clears the table.
    pub fn become_another(&mut self, spec: EngineSpec) {
        self.spec = spec;
        self.forget();
    }

    /// Clears the table.
    pub fn forget(&mut self) {
        self.n_searches = 0;
        TranspositionTable::new(&mut self.slots, 0).clear();
    }

    /// Searches for a move.
    pub fn think(&mut self, view: &View, limits: Limits) -> SearchResult<Move> {
        self.n_searches = self.n_searches.wrapping_add(1);
        let mut table = TranspositionTable::new(&mut self.slots, self.n_searches);
        let (stack, clock) = (self.stack.slices(), &mut *(self.clock)());
        match &self.spec {
            EngineSpec::Engine(kind) => kind.search(view, stack, &mut table, limits, clock),
            EngineSpec::AsExpert(kind) => kind.search_as_expert(view, stack, &mut table, limits, clock),
            EngineSpec::Tuned(tuned) if tuned.is_as_expert => {
                full_search(&tuned.weights, view, stack, &mut table, limits, clock)
            }
            EngineSpec::Tuned(tuned) => {
                let no_table = &mut TranspositionTable::new(&mut [], 0);
                let mut search = Search::new(stack, no_table, &tuned.weights, EngineKind::Simple.settings(), clock);
                search.run(view.position(), &view.past()[..], limits)
            }
            EngineSpec::Tree(tree) => {
                let evaluation = Dispatched(tree.eval_tree().evaluation());
                full_search(&evaluation, view, stack, &mut table, limits, clock)
            }
        }
    }

    /// The principal variation after a search that found this move.
    pub fn principal_variation(&mut self, position: &Position, best: Move) -> Vec<Move> {
        let mut line = [Move::default(); 32];
        let table = TranspositionTable::new(&mut self.slots, self.n_searches);
        let n_moves = table.principal_variation(position, best, self.stack.slices(), &mut line);
        line[..n_moves].to_vec()
    }
}
