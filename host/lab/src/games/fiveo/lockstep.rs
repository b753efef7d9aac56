//! Many games at once, move by move, so that a tree is evaluated for all its columns of all its games together.
//!
//! All games are at the same move, so every mover has the same number of open columns and the lanes fill up. The rules
//! are those of [`Table`], which the referee uses too; a test shows that both end every game alike. The tables stay
//! here, where moves are made and points are counted; a player only gets its seat's view.

use std::ops::Range;

use pipsqueak_core::game::{Game, Points, Seat, Turn};
use pipsqueak_core::games::fiveo::players::Baseline;
use pipsqueak_core::games::fiveo::{ChanceTables, Column, N_MOVES, Table, TableView};

use super::chances_by_move::chances_at;
use super::trees::{CompiledPlayer, TreeEvaluator};
use crate::arena::Fixture;
use crate::games::fiveo::monte_carlo::MonteCarlo;
use crate::games::fiveo::players::PlayerKind;
use crate::instruction_set;

/// The buffers of one thread's games, reused from batch to batch.
#[derive(Default)]
pub struct Lockstep {
    tables: Vec<Table>,
    soloists: Vec<[Option<Soloist>; 2]>,
    trees: TreeEvaluator,
}

impl Lockstep {
    /// Plays all fixtures to their end and returns the points of each.
    pub fn play(&mut self, players: &[&PlayerKind], fixtures: &[Fixture]) -> Vec<Points> {
        instruction_set::run(
            #[inline(always)]
            || self.play_here(players, fixtures),
        )
    }

    #[inline(always)]
    fn play_here(&mut self, players: &[&PlayerKind], fixtures: &[Fixture]) -> Vec<Points> {
        self.tables.clear();
        self.tables.extend(fixtures.iter().map(|fixture| Table::deal(fixture.seed)));
        self.soloists.clear();
        self.soloists.extend(fixtures.iter().map(|fixture| {
            Seat::BOTH.map(|seat| match players[fixture.seats[seat.index()]] {
                PlayerKind::Baseline(kind) => Some(Soloist::Baseline(Baseline::new(*kind, fixture.seed, seat))),
                PlayerKind::MonteCarlo(budget) => {
                    Some(Soloist::MonteCarlo(Box::new(MonteCarlo::new(*budget, fixture.seed, seat))))
                }
                PlayerKind::Evolved(_) => None,
            })
        }));
        let groups = Seat::BOTH.map(|seat| Groups::by_player(players, fixtures, seat));
        for number in 0..usize::from(N_MOVES) {
            let seat = Seat::BOTH[number % 2];
            for (tree, games) in groups[seat.index()].iter() {
                match tree {
                    Some(tree) => self.trees.play(tree, seat, &mut self.tables, games),
                    None => self.move_soloists(seat, games),
                }
            }
        }
        self.tables.iter().map(Table::points).collect()
    }

    #[inline(always)]
    fn move_soloists(&mut self, seat: Seat, games: &[usize]) {
        // All games are at the same move.
        let Some(first) = games.first().map(|&game| self.tables[game].seen_by(seat)) else { return };
        let chances = chances_at(first.unseen().len(), first.open().len().saturating_sub(1));
        for &game in games {
            let (table, soloists) = (&mut self.tables[game], &mut self.soloists[game]);
            if let (Turn::Of(_, view), Some(soloist)) = (table.turn(), &mut soloists[seat.index()]) {
                let column = soloist.column(&view, &chances);
                table.play(column).expect("a program chooses an open column");
            }
        }
    }
}

impl TreeEvaluator {
    /// Makes the player's move for the seat at each of these tables, which are all at the same move and not over.
    #[inline(always)]
    pub fn play(&mut self, player: &CompiledPlayer, seat: Seat, tables: &mut [Table], games: &[usize]) {
        let columns = self.columns(player, games.iter().map(|&game| tables[game].seen_by(seat)));
        for (&game, &column) in games.iter().zip(columns) {
            tables[game].play(column).expect("the column is open");
        }
    }
}

/// A player that decides game by game, with its own state.
enum Soloist {
    Baseline(Baseline),
    MonteCarlo(Box<MonteCarlo>),
}

impl Soloist {
    #[inline(always)]
    fn column(&mut self, view: &TableView, chances: &ChanceTables<'_>) -> Column {
        match self {
            Soloist::Baseline(baseline) => baseline.column_with(view, chances),
            Soloist::MonteCarlo(player) => player.column(view),
        }
    }
}

/// The games of a batch, grouped by the player to move.
struct Groups {
    order: Vec<usize>,
    runs: Vec<Run>,
}

/// Consecutive games in the order, and the tree that moves in them, if it is one.
struct Run {
    tree: Option<CompiledPlayer>,
    games: Range<usize>,
}

impl Groups {
    fn by_player(players: &[&PlayerKind], fixtures: &[Fixture], seat: Seat) -> Groups {
        let player = |game: usize| fixtures[game].seats[seat.index()];
        let mut order: Vec<usize> = (0..fixtures.len()).collect();
        order.sort_by_key(|&game| player(game));
        let mut start = 0;
        let runs = order.chunk_by(|&left, &right| player(left) == player(right)).map(|run| {
            let games = start..start + run.len();
            start = games.end;
            Run { tree: players[player(run[0])].tree().map(CompiledPlayer::from), games }
        });
        let runs = runs.collect();
        Groups { order, runs }
    }

    fn iter(&self) -> impl Iterator<Item = (Option<&CompiledPlayer>, &[usize])> {
        self.runs.iter().map(|run| (run.tree.as_ref(), &self.order[run.games.clone()]))
    }
}
