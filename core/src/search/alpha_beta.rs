//! Alpha-beta with iterative deepening. Knows positions, a table, limits and a clock, all passed in.
//!
//! The search is a loop over frames, not a recursion: `next` names the position to look at, `enter` decides it at once
//! or gives it a frame, `leave` closes a frame, and `absorb` hands a score to the frame below.

use super::ordering::{pick, reduction};
use super::stack::{NO_TAG, StackSlices, Stage};
use super::{
    Bound, Clock, Entry, Evaluate, LIMIT, Limits, NodeStatus, Position, PositionHash, Score, TranspositionTable,
    lost_at,
};

/// Which parts of the search are on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Leave out what cannot change the root's score: alpha-beta, with null-window scouts. Without it, minimax.
    pub pruning: bool,
    /// Extend with quiescence search.
    pub quiescence: bool,
    /// Order moves by captures, killers and history.
    pub ordering: bool,
    /// Late move reductions, capture and threat extensions, aspiration windows, draws by repetition, and cutoffs from
    /// deeper table entries. Without it the score equals plain minimax's.
    pub selective: bool,
}

impl Settings {
    /// Every line to its depth. It needs a table without slots, whose cutoffs would be pruning too.
    pub const MINIMAX: Settings = Settings { pruning: false, quiescence: false, ordering: false, selective: false };
    /// Alpha-beta with ordered moves: stops at its depth even in the middle of a capture.
    pub const PLAIN: Settings = Settings { pruning: true, quiescence: false, ordering: true, selective: false };
    /// The same with quiescence.
    pub const QUIESCENT: Settings = Settings { quiescence: true, ..Settings::PLAIN };
    /// The strongest.
    pub const FULL: Settings = Settings { selective: true, ..Settings::QUIESCENT };
}

/// What a search found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchResult<M> {
    /// The best move; `None` if there is no legal one.
    pub best: Option<M>,
    /// The score for the side to move.
    pub score: Score,
    /// The deepest iteration that was finished.
    pub depth: u8,
    /// Positions looked at.
    pub nodes: u64,
}

/// A search, ready to run.
#[derive(Debug)]
pub struct Search<'s, 'm, P: Position, E, C: ?Sized> {
    stack: StackSlices<'s, P>,
    table: &'s mut TranspositionTable<'m>,
    evaluation: &'s E,
    settings: Settings,
    clock: &'s mut C,
    limits: Limits,
    past: &'s [PositionHash],
    root_best: P::Move,
    nodes: u64,
    is_stopped: bool,
}

/// The clock is read once per this many positions, a power of two.
const NODES_PER_CLOCK_CHECK: u64 = 128;
/// Half the width of the aspiration window: an iteration first searches only so far around the score of the one before.
const ASPIRATION_WINDOW: Score = 40;
/// The number of quiet moves below depth 0 that are searched while something is threatened.
const THREAT_PLIES: i8 = 2;

impl<'s, 'm, P: Position, E: Evaluate<P>, C: Clock + ?Sized> Search<'s, 'm, P, E, C> {
    /// A search on this stack.
    pub fn new(
        stack: StackSlices<'s, P>,
        table: &'s mut TranspositionTable<'m>,
        evaluation: &'s E,
        settings: Settings,
        clock: &'s mut C,
    ) -> Self {
        Search {
            stack,
            table,
            evaluation,
            settings,
            clock,
            limits: Limits::NONE,
            past: &[],
            root_best: P::Move::default(),
            nodes: 0,
            is_stopped: false,
        }
    }

    /// Looks for the best move. `past` are the positions before, oldest first: to come back to one of them is a draw.
    /// Whatever the limits are, a legal move is found if there is one.
    pub fn run(&mut self, position: &P, past: &'s [PositionHash], limits: Limits) -> SearchResult<P::Move> {
        (self.limits, self.past, self.nodes, self.is_stopped) = (limits, past, 0, false);
        self.stack.history.clear();
        self.stack.frames.iter_mut().for_each(|frame| frame.killers = [NO_TAG; 2]);
        let n_moves = position.moves(self.stack.moves).unwrap_or(0);
        let first = self.stack.moves.first().copied().filter(|_| n_moves > 0);
        let mut found = SearchResult { best: first, score: lost_at(0), depth: 0, nodes: 0 };
        let Some(first) = first else { return found };
        self.root_best = first;
        found.score = self.evaluation.evaluate(position);
        for depth in 1..=limits.depth.min(Limits::MAX_DEPTH) {
            let score = self.iteration(position, depth as i8, found.score);
            (found.best, found.nodes) = (Some(self.root_best), self.nodes);
            let Some(score) = score else { break };
            (found.score, found.depth) = (score, depth);
            // A forced win or loss does not change with depth, except that a nearer one is seen first.
            let is_settled = score.abs() > LIMIT && (self.settings.selective || !self.settings.quiescence);
            if is_settled || self.clock.micros() >= limits.settled_micros {
                break;
            }
        }
        found
    }

    /// The score at one depth; `None` if a limit was reached.
    fn iteration(&mut self, position: &P, depth: i8, expected: Score) -> Option<Score> {
        if self.settings.selective && depth > 4 {
            let (alpha, beta) = (expected - ASPIRATION_WINDOW, expected + ASPIRATION_WINDOW);
            let before = self.root_best;
            let score = self.root_score(position, depth, alpha, beta)?;
            if alpha < score && score < beta {
                return Some(score);
            }
            // After a fail low the root move is meaningless.
            if score <= alpha {
                self.root_best = before;
            }
        }
        self.root_score(position, depth, -Score::MAX, Score::MAX)
    }

    /// The score of the root within a window.
    fn root_score(&mut self, root: &P, depth: i8, alpha: Score, beta: Score) -> Option<Score> {
        let mut ply = 0;
        if let Some(score) = self.enter_root(root, depth, alpha, beta) {
            return (!self.is_stopped).then_some(score);
        }
        // Every turn of the loop tries a move or closes a frame; there are finitely many of both.
        loop {
            let score = match self.next(ply) {
                Some((position, depth, alpha, beta)) => match self.enter(ply + 1, position, depth, alpha, beta) {
                    Some(score) => score,
                    None => {
                        ply += 1;
                        continue;
                    }
                },
                None => {
                    let score = self.leave(ply);
                    if ply == 0 {
                        return Some(score);
                    }
                    ply -= 1;
                    score
                }
            };
            if self.is_stopped {
                return None;
            }
            self.absorb(ply, -score);
        }
    }

    /// [`Search::enter`] at the root: on its own, so that the loop holds no second copy of it.
    #[inline(never)]
    fn enter_root(&mut self, root: &P, depth: i8, alpha: Score, beta: Score) -> Option<Score> {
        self.enter(0, *root, depth, alpha, beta)
    }

    /// Decides a position at once, or gives it a frame. A search that must stop scores everything 0 at once.
    #[cfg_attr(feature = "inlined-search", inline(always))]
    #[cfg_attr(not(feature = "inlined-search"), inline)]
    fn enter(&mut self, ply: usize, position: P, depth: i8, alpha: Score, beta: Score) -> Option<Score> {
        if self.nodes >= self.limits.nodes
            || self.nodes % NODES_PER_CLOCK_CHECK == NODES_PER_CLOCK_CHECK - 1 && self.is_late()
        {
            self.is_stopped = true;
            return Some(0);
        }
        self.nodes += 1;
        if ply > 0 && position.is_drawn() {
            return Some(0);
        }
        let status = position.status();
        let has_captures = match status {
            NodeStatus::NoMoves => return Some(lost_at(ply)),
            NodeStatus::Quiet => false,
            NodeStatus::Captures => true,
        };
        if depth <= 0 && !self.goes_on(&position, has_captures, depth) {
            return Some(self.evaluation.evaluate(&position));
        }
        let hash = position.hash();
        if ply > 0 && self.settings.selective && self.is_repeated(ply, hash, position.n_reversible()) {
            return Some(0);
        }
        let known = self.table.get(position.table_key(hash), ply);
        if ply > 0
            && let Some(entry) = known
            && let Some(score) = self.settles(entry, depth, alpha, beta)
        {
            return Some(score);
        }
        let first = match ply.checked_sub(1).and_then(|below| self.stack.frames.get(below)) {
            Some(below) => usize::from(below.first) + usize::from(below.n_moves),
            None => 0,
        };
        let n_moves = self.stack.moves.get_mut(first..).and_then(|room| position.moves(room));
        let (Some(n_moves), Some(frame)) = (n_moves, self.stack.frames.get_mut(ply)) else {
            return Some(self.evaluation.evaluate(&position));
        };
        frame.position = position;
        frame.hash = hash;
        (frame.alpha, frame.beta, frame.best) = (alpha, beta, -Score::MAX);
        (frame.best_place, frame.has_raised, frame.has_captures) = (0, false, has_captures);
        (frame.depth, frame.stage) = (depth, Stage::Fresh);
        (frame.first, frame.n_moves, frame.next) = (first as u16, n_moves as u8, 0);
        self.put_first(ply, first, n_moves, known);
        None
    }

    #[inline]
    fn is_late(&mut self) -> bool {
        self.limits.micros != u32::MAX && self.clock.micros() >= self.limits.micros
    }

    /// Whether a line goes on below depth 0.
    #[inline]
    fn goes_on(&self, position: &P, has_captures: bool, depth: i8) -> bool {
        self.settings.quiescence
            && (has_captures || self.settings.selective && depth > -THREAT_PLIES && position.is_threatened())
    }

    /// Whether the position was on the board before, in this line or in the game.
    #[inline]
    fn is_repeated(&self, ply: usize, hash: PositionHash, n_reversible: usize) -> bool {
        // To come back to a position takes two moves of each side at least.
        let mut back = 4;
        while back <= n_reversible {
            let earlier = match ply.checked_sub(back) {
                Some(ply) => self.stack.frames.get(ply).map(|frame| frame.hash),
                None => self.past.len().checked_sub(back - ply).and_then(|place| self.past.get(place)).copied(),
            };
            match earlier {
                Some(earlier) if earlier == hash => return true,
                Some(_) => back += 2,
                None => return false,
            }
        }
        false
    }

    /// The score from the table, if it is good enough here.
    #[inline]
    fn settles(&self, entry: Entry, depth: i8, alpha: Score, beta: Score) -> Option<Score> {
        let is_deep_enough = if self.settings.selective { entry.depth >= depth } else { entry.depth == depth };
        let is_enough = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => entry.score >= beta,
            Bound::Upper => entry.score <= alpha,
        };
        (is_deep_enough && is_enough).then_some(entry.score)
    }

    /// Moves the best move so far, or the table's, to the front.
    #[inline]
    fn put_first(&mut self, ply: usize, first: usize, n_moves: usize, known: Option<Entry>) {
        if !self.settings.ordering {
            return;
        }
        let Some(moves) = self.stack.moves.get_mut(first..first + n_moves) else { return };
        let root_best = self.root_best;
        let place = match known {
            _ if ply == 0 => moves.iter().position(|&chosen| chosen == root_best),
            Some(entry) => moves.iter().position(|&chosen| P::tag(chosen) == entry.tag),
            None => None,
        };
        if let Some(place) = place {
            moves.swap(0, place);
        }
    }

    /// The next position to look at from a frame, how deep, and within which window.
    #[inline]
    fn next(&mut self, ply: usize) -> Option<(P, i8, Score, Score)> {
        let frame = self.stack.frames.get_mut(ply)?;
        if frame.next >= frame.n_moves {
            return None;
        }
        let (first, next) = (usize::from(frame.first), usize::from(frame.next));
        let moves = self.stack.moves.get_mut(first + next..first + usize::from(frame.n_moves))?;
        if frame.stage == Stage::Fresh {
            if next > 0 && self.settings.ordering {
                let side = frame.position.side();
                pick::<P>(moves, frame.killers, |tag| self.stack.history.get(side, tag));
            }
            frame.stage = match next {
                0 => Stage::Full,
                _ if !self.settings.pruning => Stage::Full,
                _ if self.settings.selective && !frame.has_captures && reduction(frame.depth, next) > 0 => {
                    Stage::Reduced
                }
                _ => Stage::Scout,
            };
        }
        let depth = match frame.depth {
            // A forced capture is no choice and costs no depth.
            depth if self.settings.selective && frame.has_captures && (depth <= 0 || frame.n_moves == 1) => depth,
            depth if depth <= 0 && frame.has_captures => depth,
            depth => depth - 1,
        };
        let chosen = *moves.first()?;
        let after = frame.position.after(chosen);
        Some(match frame.stage {
            Stage::Fresh | Stage::Full => (after, depth, -frame.beta, -frame.alpha),
            Stage::Scout => (after, depth, -frame.alpha - 1, -frame.alpha),
            Stage::Reduced => (after, depth - reduction(frame.depth, next), -frame.alpha - 1, -frame.alpha),
        })
    }

    /// The score of the present move of a frame is known.
    #[inline]
    fn absorb(&mut self, ply: usize, score: Score) {
        let Some(frame) = self.stack.frames.get_mut(ply) else { return };
        match frame.stage {
            Stage::Reduced if score > frame.alpha => {
                frame.stage = Stage::Scout;
                return;
            }
            Stage::Scout if score > frame.alpha && score < frame.beta => {
                frame.stage = Stage::Full;
                return;
            }
            _ => {}
        }
        let place = frame.next;
        frame.next += 1;
        frame.stage = Stage::Fresh;
        if score <= frame.best {
            return;
        }
        (frame.best, frame.best_place) = (score, place);
        if score <= frame.alpha {
            return;
        }
        // With its window open, a frame is never cut off.
        frame.alpha = if self.settings.pruning { score } else { frame.alpha };
        frame.has_raised = true;
        let chosen = self.stack.moves.get(usize::from(frame.first) + usize::from(place)).copied().unwrap_or_default();
        if ply == 0 {
            self.root_best = chosen;
        }
        if score >= frame.beta {
            frame.next = frame.n_moves;
            if self.settings.ordering && !frame.has_captures {
                let tag = P::tag(chosen);
                let [latest, _] = frame.killers;
                if latest != tag {
                    frame.killers = [tag, latest];
                }
                self.stack.history.reward(frame.position.side(), tag, frame.depth);
            }
        }
    }

    /// Closes a frame: keeps what was found.
    #[inline]
    fn leave(&mut self, ply: usize) -> Score {
        let Some(frame) = self.stack.frames.get(ply) else { return 0 };
        let bound = match frame.has_raised {
            _ if frame.best >= frame.beta => Bound::Lower,
            true => Bound::Exact,
            false => Bound::Upper,
        };
        let place = usize::from(frame.first) + usize::from(frame.best_place);
        let tag = self.stack.moves.get(place).map_or(0, |&chosen| P::tag(chosen));
        let entry = Entry { score: frame.best, depth: frame.depth, bound, tag };
        self.table.put(frame.position.table_key(frame.hash), ply, entry);
        frame.best
    }
}
