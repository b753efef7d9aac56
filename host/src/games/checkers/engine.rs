//! A checkers engine on the desktop: core's search with an evaluation, a transposition table and a clock.

use std::collections::TryReserveError;
use std::sync::Arc;
use std::time::Instant;

use pipsqueak_core::games::checkers::evaluation::Evolved;
use pipsqueak_core::games::checkers::players::{EngineKind, full_search};
use pipsqueak_core::games::checkers::{Move, Position, View};
use pipsqueak_core::search::{Clock, Evaluate, Limits, Score, SearchResult, SearchStack, Slot, TranspositionTable};

use super::trees::TreeEvaluation;
use crate::system::{instruction_set, signals};

/// The line that a desktop looks at is at most so long.
const PLIES: usize = 128;
/// Room for the moves of such a line.
const MOVES: usize = 4096;

/// The time since it was started.
pub struct Stopwatch(Instant);

impl Stopwatch {
    /// Starts now.
    pub fn start() -> Stopwatch {
        Stopwatch(Instant::now())
    }

    /// Seconds since then.
    pub fn seconds(&self) -> f64 {
        self.0.elapsed().as_secs_f64()
    }
}

impl Clock for Stopwatch {
    fn micros(&mut self) -> u32 {
        u32::try_from(self.0.elapsed().as_micros()).unwrap_or(u32::MAX)
    }
}

/// A clock that has run out once somebody asks to stop.
struct InterruptibleClock(Stopwatch);

impl Clock for InterruptibleClock {
    fn micros(&mut self) -> u32 {
        if signals::stop_is_wanted() { u32::MAX } else { self.0.micros() }
    }
}

/// How an engine searches, and by which evaluation.
#[derive(Clone, Debug)]
pub enum EngineSpec {
    /// As the report's players and the expert do.
    Engine(EngineKind),
    /// With the expert's search and the evaluation of another.
    AsExpert(EngineKind),
    /// With the expert's search and a tree.
    Tree(Arc<TreeEvaluation>),
}

impl EngineSpec {
    /// Whose share of the time it takes.
    pub fn kind(&self) -> EngineKind {
        match self {
            EngineSpec::Engine(kind) | EngineSpec::AsExpert(kind) => *kind,
            EngineSpec::Tree(_) => EngineKind::Expert,
        }
    }

    /// Whether it searches as the expert does.
    pub fn is_as_expert(&self) -> bool {
        !matches!(self, EngineSpec::Engine(kind) if *kind != EngineKind::Expert)
    }

    /// The name shown in tables and records.
    pub fn name(&self) -> &str {
        match self {
            EngineSpec::Engine(kind) | EngineSpec::AsExpert(kind) => kind.name(),
            EngineSpec::Tree(tree) => &tree.name,
        }
    }
}

/// A tree that is worked out with the instructions that the processor has: it counts squares all the time, which takes one
/// instruction where there is one for it, and fifteen elsewhere.
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

/// A player and the memory that it thinks in.
pub struct Engine {
    spec: EngineSpec,
    slots: Vec<Slot>,
    n_searches: u32,
    stack: Box<SearchStack<Position, PLIES, MOVES>>,
}

impl Engine {
    /// A player with a table of about this many bytes.
    pub fn new(kind: EngineKind, table_bytes: usize) -> Engine {
        Engine::of(EngineSpec::Engine(kind), table_bytes)
    }

    /// The same where memory may be too short for the table.
    pub fn try_new(kind: EngineKind, table_bytes: usize) -> Result<Engine, TryReserveError> {
        let n_slots = table_bytes / size_of::<Slot>();
        let mut slots = Vec::new();
        slots.try_reserve_exact(n_slots)?;
        slots.resize(n_slots, Slot::default());
        Ok(Engine { slots, ..Engine::new(kind, 0) })
    }

    /// The same for anybody.
    pub fn of(spec: EngineSpec, table_bytes: usize) -> Engine {
        let slots = vec![Slot::default(); table_bytes / size_of::<Slot>()];
        Engine { spec, slots, n_searches: 0, stack: Box::new(SearchStack::new(Position::START)) }
    }

    /// Who it is.
    pub fn spec(&self) -> &EngineSpec {
        &self.spec
    }

    /// Becomes another player, who knows nothing yet.
    pub fn become_another(&mut self, spec: EngineSpec) {
        self.spec = spec;
        self.forget();
    }

    /// Forgets what it found before.
    pub fn forget(&mut self) {
        self.n_searches = 0;
        TranspositionTable::new(&mut self.slots, 0).clear();
    }

    /// Thinks about a move; within limits of time, until somebody asks to stop.
    pub fn think(&mut self, view: &View, limits: Limits) -> SearchResult<Move> {
        self.n_searches = self.n_searches.wrapping_add(1);
        let mut table = TranspositionTable::new(&mut self.slots, self.n_searches);
        let (stack, clock) = (self.stack.slices(), &mut InterruptibleClock(Stopwatch::start()));
        match &self.spec {
            EngineSpec::Engine(kind) => kind.search(view, stack, &mut table, limits, clock),
            EngineSpec::AsExpert(kind) => kind.search_as_expert(view, stack, &mut table, limits, clock),
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
