//! Methods of search side by side: the same value, and what each one costs.

use pipsqueak_core::games::checkers::Position;
use pipsqueak_core::search::{
    LIMIT, Limits, Search as Engine, SearchStack, Settings as EngineSettings, Slot, TranspositionTable,
};

use super::engine::{MOVES, PLIES};
use super::game_tree::{CheckersTree, Evaluation};
use crate::choice::Choice;
use crate::choices;
use crate::clock::StartClock;
use crate::game_tree::{Budget, Counts, Search, Settings};
use crate::plot::{Chart, Series};

choices! {
    /// A method of search.
    pub enum Technique {
        /// minimax: every node to the depth
        Minimax = "minimax",
        /// alpha-beta, moves as they are generated
        AlphaBeta = "alpha-beta",
        /// alpha-beta, moves ordered by the evaluation function
        Evaluation = "evaluation",
        /// alpha-beta, moves ordered by killers and history
        Killers = "killers",
        /// alpha-beta with a transposition table, deepened iteratively
        Table = "table",
        /// all of these together
        Everything = "everything",
        /// the engine's search: all but the order by evaluation, and null windows
        Engine = "engine",
    }
}

/// What is compared, and how far each method may go.
pub struct Comparison<'c> {
    /// The position.
    pub position: Position,
    /// The evaluation at the leaves.
    pub evaluation: &'c Evaluation,
    /// Whether a line that ends in the middle of a capture goes on.
    pub quiescence: bool,
    /// The most nodes of a method.
    pub most_nodes: u64,
    /// The clock, which also says when to stop.
    pub clock: StartClock,
}

/// A method at a depth.
#[derive(Clone, PartialEq, Debug)]
pub struct Measurement {
    /// The method.
    pub technique: Technique,
    /// The depth.
    pub depth: u8,
    /// The value for the side to move; `None` if the method was stopped.
    pub value: Option<i32>,
    /// Nodes visited, in all iterations.
    pub nodes: u64,
    /// Shallow and deep cutoffs; the engine does not count them.
    pub cutoffs: Option<[u64; 2]>,
    /// Microseconds.
    pub micros: u32,
}

/// Bytes of the transposition table.
const TABLE: usize = 1 << 26;

impl Comparison<'_> {
    /// A score as people read it.
    pub fn text(&self, value: i32) -> String {
        self.evaluation.prepare().text(value)
    }

    /// Measures a method at a depth.
    pub fn measure(&self, technique: Technique, depth: u8) -> Measurement {
        let has_table = matches!(technique, Technique::Table | Technique::Everything | Technique::Engine);
        let mut slots = vec![Slot::default(); if has_table { TABLE / size_of::<Slot>() } else { 0 }];
        let mut clock = (self.clock)();
        let (value, nodes, cutoffs) = match technique {
            Technique::Engine => self.with_engine(depth, &mut slots),
            _ => self.with_tree(technique, depth, &mut slots, &mut || clock.micros() == u32::MAX),
        };
        Measurement { technique, depth, value, nodes, cutoffs, micros: clock.micros() }
    }

    fn with_tree(
        &self,
        technique: Technique,
        depth: u8,
        slots: &mut [Slot],
        must_stop: &mut dyn FnMut() -> bool,
    ) -> (Option<i32>, u64, Option<[u64; 2]>) {
        let (evaluation, max) = (self.evaluation.prepare(), self.position.board().turn());
        let tree = CheckersTree { evaluation, quiescence: self.quiescence, max };
        let is_full = technique == Technique::Everything;
        let settings = Settings {
            prunes: technique != Technique::Minimax,
            orders_by_evaluation: is_full || technique == Technique::Evaluation,
            has_killers: is_full || technique == Technique::Killers,
        };
        let has_table = !slots.is_empty();
        let mut table = TranspositionTable::new(slots, 0);
        let budget = Budget { nodes: self.most_nodes, must_stop };
        let mut search = Search::new(&tree, settings, has_table.then_some(&mut table), budget, ());
        // A table is only filled with good moves by shallower searches.
        let first = if has_table { 1 } else { depth };
        let value =
            (first..=depth).try_fold(0, |_, depth| search.run(&self.position, depth).map(|(value, _)| value)).ok();
        let Counts { nodes, shallow, deep, .. } = search.counts;
        (value, nodes, Some([shallow, deep]))
    }

    fn with_engine(&self, depth: u8, slots: &mut [Slot]) -> (Option<i32>, u64, Option<[u64; 2]>) {
        let settings = EngineSettings { quiescence: self.quiescence, ..EngineSettings::PLAIN };
        let mut table = TranspositionTable::new(slots, 0);
        let mut stack: Box<SearchStack<Position, PLIES, MOVES>> = Box::new(SearchStack::new(self.position));
        let (evaluation, clock) = (self.evaluation.prepare(), &mut *(self.clock)());
        // A search without a time limit would never read the clock, and so never stop.
        let limits = Limits { nodes: self.most_nodes, micros: u32::MAX - 1, ..Limits::of_depth(depth) };
        let found =
            Engine::new(stack.slices(), &mut table, &evaluation, settings, clock).run(&self.position, &[], limits);
        // A forced end, once found, is not searched deeper; so is a position without moves.
        let is_whole = found.depth == depth || found.score.unsigned_abs() > LIMIT.unsigned_abs();
        (is_whole.then_some(found.score.into()), found.nodes, None)
    }
}

/// The nodes of every method by depth, for a logarithmic axis.
pub fn chart(title: String, measurements: &[Measurement]) -> Chart {
    let series = |&(technique, name, _): &(Technique, &str, &str)| {
        let own = measurements.iter().filter(|it| it.technique == technique && it.value.is_some());
        Series::new(name, own.map(|it| (it.depth.into(), it.nodes as f64)).collect())
    };
    Chart {
        title,
        x_label: "depth in moves".to_owned(),
        y_label: "nodes visited".to_owned(),
        series: Technique::CHOICES.iter().map(series).collect(),
        ..Chart::default()
    }
}
