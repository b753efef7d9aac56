//! Many games at once, move by move, so that a tree is evaluated for all its columns of all its games together.
//!
//! All games are at the same move, so every mover has the same number of open columns and the lanes fill up. The rules
//! are the same [`Table`] that the referee uses; a test shows that both end every game alike.

use std::ops::Range;

use pipsqueak_core::chance::Seed;
use pipsqueak_core::fiveo::Table;
use pipsqueak_core::fiveo::players::Baseline;
use pipsqueak_core::game::{Game, Points, Seat, Turn};

use super::trees::Trees;
use crate::contender::Kind;

/// Moves of a game.
const N_MOVES: usize = 40;

/// One game to play: who sits where, by place in the list of players, and the deal.
#[derive(Clone, Copy, Debug)]
pub struct Fixture {
    /// The players of the first and the second seat.
    pub seats: [usize; 2],
    /// The deal, and what baselines break ties with.
    pub seed: Seed,
}

/// The memory of one thread's games, kept from batch to batch.
#[derive(Default)]
pub struct Lockstep {
    tables: Vec<Table>,
    baselines: Vec<[Option<Baseline>; 2]>,
    trees: Trees,
}

impl Lockstep {
    /// Plays all fixtures to their end and gives the points of each.
    pub fn play(&mut self, players: &[&Kind], fixtures: &[Fixture]) -> Vec<Points> {
        self.tables.clear();
        self.tables.extend(fixtures.iter().map(|fixture| Table::deal(fixture.seed)));
        self.baselines.clear();
        self.baselines.extend(fixtures.iter().map(|fixture| {
            Seat::BOTH.map(|seat| match players[fixture.seats[seat.index()]] {
                Kind::Baseline(strategy) => Some(Baseline::new(*strategy, fixture.seed, seat)),
                Kind::Evolved(_) => None,
            })
        }));
        let groups = Seat::BOTH.map(|seat| Groups::by_player(fixtures, seat));
        for number in 0..N_MOVES {
            let seat = Seat::BOTH[number % 2];
            for (player, games) in groups[seat.index()].iter() {
                match players[player] {
                    Kind::Baseline(_) => self.move_baselines(seat, games),
                    Kind::Evolved(player) => self.trees.play(player, seat, &mut self.tables, games),
                }
            }
        }
        self.tables.iter().map(Table::points).collect()
    }

    fn move_baselines(&mut self, seat: Seat, games: &[usize]) {
        for &game in games {
            let (table, baselines) = (&mut self.tables[game], &mut self.baselines[game]);
            if let (Turn::Of(_, view), Some(baseline)) = (table.turn(), &mut baselines[seat.index()]) {
                let column = baseline.column(&view);
                table.play(column).expect("a baseline chooses an open column");
            }
        }
    }
}

/// The games of a batch, grouped by who moves in them.
struct Groups {
    order: Vec<usize>,
    runs: Vec<(usize, Range<usize>)>,
}

impl Groups {
    fn by_player(fixtures: &[Fixture], seat: Seat) -> Groups {
        let player = |game: usize| fixtures[game].seats[seat.index()];
        let mut order: Vec<usize> = (0..fixtures.len()).collect();
        order.sort_by_key(|&game| player(game));
        let mut start = 0;
        let runs = order.chunk_by(|&left, &right| player(left) == player(right)).map(|run| {
            let range = start..start + run.len();
            start = range.end;
            (player(run[0]), range)
        });
        let runs = runs.collect();
        Groups { order, runs }
    }

    fn iter(&self) -> impl Iterator<Item = (usize, &[usize])> {
        self.runs.iter().map(|(player, range)| (*player, &self.order[range.clone()]))
    }
}
