//! How strong the opponent is: from a partner for a child to the strongest there is.

use pipsqueak_core::games::checkers::players::EngineKind;
use pipsqueak_core::games::checkers::{MAX_MOVES, Move, View};
use pipsqueak_core::random::{self, GameRng};
use pipsqueak_core::search::Limits;

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

    /// Bytes of the transposition table that it thinks with.
    pub const TABLE: usize = 1 << 24;

    /// What people call it.
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

    /// How many moves in a hundred are any move.
    const fn whims(self) -> u32 {
        match self {
            Level::Child => 50,
            Level::Easy => 12,
            Level::Medium | Level::Hard | Level::Expert => 0,
        }
    }

    /// How far it looks.
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
    /// Who plays at this level: a child's partner counts pieces and no more.
    pub const fn engine_kind(self) -> EngineKind {
        match self {
            Level::Child => EngineKind::Simple,
            _ => EngineKind::Expert,
        }
    }

    /// This level's move. Whoever can think is asked for the best within limits, unless the level's whims decide.
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
