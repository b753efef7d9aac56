//! Levels of strength, from a partner for a child to the strongest.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use pipsqueak_core::game::Player;
use pipsqueak_core::games::checkers::players::EngineKind;
use pipsqueak_core::games::checkers::{Game, MAX_MOVES, Move, View};
use pipsqueak_core::random::{self, GameRng, Seed};
use pipsqueak_core::search::Limits;

use super::engine::Engine;
use crate::clock::StartClock;

/// An opponent's strength.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Level {
    /// Half of its moves are any move; a child can win
    Child,
    /// Usually looks two moves ahead
    Easy,
    /// Looks four moves ahead
    Medium,
    /// Looks eight moves ahead
    Hard,
    /// Thinks for a second as well as it can
    Expert,
}

impl Level {
    /// From the weakest to the strongest.
    pub const ALL: [Level; 5] = [Level::Child, Level::Easy, Level::Medium, Level::Hard, Level::Expert];

    /// Bytes of its transposition table.
    pub const TABLE: usize = 1 << 24;

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Level::Child => "child",
            Level::Easy => "easy",
            Level::Medium => "medium",
            Level::Hard => "hard",
            Level::Expert => "expert",
        }
    }

    /// The level with this name or number.
    pub fn named(text: &str) -> Option<Level> {
        let numbered = || Level::ALL.get(text.parse::<usize>().ok()?.checked_sub(1)?).copied();
        Level::ALL.into_iter().find(|level| level.name() == text).or_else(numbered)
    }

    /// The next stronger one; the weakest after the strongest.
    #[must_use]
    pub fn next(self) -> Level {
        Level::ALL[(self as usize + 1) % Level::ALL.len()]
    }

    /// Random moves, in percent.
    const fn whims(self) -> u32 {
        match self {
            Level::Child => 50,
            Level::Easy => 12,
            Level::Medium | Level::Hard | Level::Expert => 0,
        }
    }

    /// Its search limits.
    pub const fn limits(self) -> Limits {
        match self {
            Level::Child => Limits::of_depth(1),
            Level::Easy => Limits::of_depth(2),
            Level::Medium => Limits::of_depth(4),
            Level::Hard => Limits::of_depth(8),
            Level::Expert => Limits { settled_micros: 600_000, ..Limits::of_micros(1_000_000) },
        }
    }
}

impl Level {
    /// The engine of this level: the child's level only counts pieces.
    pub const fn engine_kind(self) -> EngineKind {
        match self {
            Level::Child => EngineKind::Simple,
            _ => EngineKind::Expert,
        }
    }

    /// This level's move: random, or the result of `think` within the level's limits.
    pub fn choose(self, rng: &mut GameRng, view: &View, think: impl FnOnce(Limits) -> Option<Move>) -> Move {
        let mut room = [Move::default(); MAX_MOVES];
        let n_moves = view.position().board().moves(&mut room).unwrap_or(0);
        let any = random::pick(rng, room.get(..n_moves).unwrap_or_default()).unwrap_or_default();
        if random::below(rng, 100) < self.whims() {
            return any;
        }
        let limits = if n_moves == 1 { Limits::of_depth(1) } else { self.limits() };
        think(limits).unwrap_or(any)
    }
}

/// The level of an opponent, which a person may change in the middle of a game.
#[derive(Debug)]
pub struct LevelSetting {
    level: AtomicUsize,
    /// How often the game was continued from an earlier position or at another level: each time the opponent's random
    /// moves differ.
    n_changes: AtomicU64,
}

impl LevelSetting {
    /// A setting that begins with this level.
    pub fn new(level: Level) -> LevelSetting {
        LevelSetting { level: AtomicUsize::new(level as usize), n_changes: AtomicU64::new(0) }
    }

    /// The level.
    pub fn level(&self) -> Level {
        Level::ALL.get(self.level.load(Ordering::Relaxed)).copied().unwrap_or(Level::Medium)
    }

    /// Changes the level.
    pub fn set(&self, level: Level) {
        self.level.store(level as usize, Ordering::Relaxed);
        self.change();
    }

    /// Counts a continuation from an earlier position.
    pub fn change(&self) {
        self.n_changes.fetch_add(1, Ordering::Relaxed);
    }

    /// How often the game was continued from an earlier position or at another level.
    pub fn n_changes(&self) -> u64 {
        self.n_changes.load(Ordering::Relaxed)
    }
}

/// A program of some level at its seat.
pub struct LevelPlayer {
    level: Level,
    engine: Engine,
    rng: GameRng,
}

impl LevelPlayer {
    /// A player of this strength.
    pub fn new(level: Level, seed: Seed, clock: StartClock) -> LevelPlayer {
        LevelPlayer { level, engine: Engine::new(level.engine_kind(), Level::TABLE, clock), rng: seed.rng() }
    }
}

impl Player<Game> for LevelPlayer {
    type Error = anyhow::Error;

    fn choose(&mut self, view: &View) -> anyhow::Result<Move> {
        let LevelPlayer { level, engine, rng } = self;
        Ok(level.choose(rng, view, |limits| engine.think(view, limits).best))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_known_by_name_and_number() {
        for (number, level) in (1..).zip(Level::ALL) {
            assert_eq!(Level::named(level.name()), Some(level));
            assert_eq!(Level::named(&number.to_string()), Some(level));
        }
        assert_eq!((Level::named("0"), Level::named("6"), Level::named("god")), (None, None, None));
        assert_eq!(Level::Expert.next(), Level::Child);
    }
}
