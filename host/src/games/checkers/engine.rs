//! A player with its memory and a clock: what turns core's search into something that thinks on a desktop.

use std::time::Instant;

use pipsqueak_core::games::checkers::players::EngineKind;
use pipsqueak_core::games::checkers::{Move, Position, View};
use pipsqueak_core::search::{Clock, Limits, SearchResult, SearchStack, Slot, TranspositionTable};

use crate::system::signals;

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

/// A player and the memory that it thinks in.
pub struct Engine {
    kind: EngineKind,
    slots: Vec<Slot>,
    n_searches: u32,
    stack: Box<SearchStack<Position, PLIES, MOVES>>,
}

impl Engine {
    /// A player with a table of about this many bytes.
    pub fn new(kind: EngineKind, table_bytes: usize) -> Engine {
        let slots = vec![Slot::default(); table_bytes / size_of::<Slot>()];
        Engine { kind, slots, n_searches: 0, stack: Box::new(SearchStack::new(Position::START)) }
    }

    /// Who it is.
    pub fn kind(&self) -> EngineKind {
        self.kind
    }

    /// Forgets what it found before.
    pub fn forget(&mut self) {
        TranspositionTable::new(&mut self.slots, 0).clear();
    }

    /// Thinks about a move; within limits of time, until somebody asks to stop.
    pub fn think(&mut self, view: &View, limits: Limits) -> SearchResult<Move> {
        self.n_searches = self.n_searches.wrapping_add(1);
        let mut table = TranspositionTable::new(&mut self.slots, self.n_searches);
        self.kind.search(view, self.stack.slices(), &mut table, limits, &mut InterruptibleClock(Stopwatch::start()))
    }

    /// The principal variation after a search that found this move.
    pub fn principal_variation(&mut self, position: &Position, best: Move) -> Vec<Move> {
        let mut line = [Move::default(); 32];
        let table = TranspositionTable::new(&mut self.slots, self.n_searches);
        let n_moves = table.principal_variation(position, best, self.stack.slices(), &mut line);
        line[..n_moves].to_vec()
    }
}
