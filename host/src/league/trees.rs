//! A tree's moves at many tables at once: all open columns of all tables fill the lanes of one evaluator without gaps.
//!
//! All tables must be at the same move, so that every mover has the same number of open columns.

use pipsqueak_core::fiveo::players::{Evolved, Scoring};
use pipsqueak_core::fiveo::{Column, Moment, Sights, Table, Terminal};
use pipsqueak_core::game::{Game, Seat};
use pipsqueak_core::tree::Lanes;

/// Columns that are evaluated side by side: wide enough to share the cost of reading a node, small enough for the
/// stack of values to stay in the first-level cache.
const LANES: usize = 16;

/// The memory of one thread's evaluations, kept from move to move.
#[derive(Default)]
pub struct Trees {
    sights: Sights<LANES>,
    values: Values,
    lanes: Lanes<LANES>,
    scores: Vec<f32>,
    moves: Vec<Column>,
}

/// Each terminal's values, by its number.
struct Values([[f32; LANES]; 64]);

impl Default for Values {
    fn default() -> Self {
        Values([[0.0; LANES]; 64])
    }
}

impl Trees {
    /// Makes the player's move for the seat at each of these tables, which are all at the same move and not over.
    pub fn play(&mut self, player: &Evolved, seat: Seat, tables: &mut [Table], games: &[usize]) {
        let Some(&first) = games.first() else { return };
        let n_open = tables[first].open(seat).len() as usize;
        self.moves.clear();
        if n_open == 1 {
            let tables = games.iter().map(|&game| &tables[game]);
            self.moves.extend(tables.map(|table| table.open(seat).only().expect("one column is open")));
        } else {
            self.score(player, seat, tables, games, n_open);
            let scores = self.scores.chunks_exact(n_open);
            self.moves.extend(games.iter().zip(scores).map(|(&game, scores)| {
                let open = tables[game].open(seat);
                // The leftmost of equal columns, as the player itself decides.
                let best = (1..n_open).fold(0, |best, next| if scores[next] > scores[best] { next } else { best });
                open.iter().nth(best).expect("as many columns are open as have scores")
            }));
        }
        for (&game, &column) in games.iter().zip(&self.moves) {
            tables[game].play(column).expect("the column is open");
        }
    }

    /// Scores of every open column of every game, game by game.
    fn score(&mut self, player: &Evolved, seat: Seat, tables: &[Table], games: &[usize], n_open: usize) {
        self.scores.clear();
        self.evaluate(player, seat, tables, games, n_open, true);
        if player.scoring == Scoring::Board {
            let after = std::mem::take(&mut self.scores);
            self.evaluate(player, seat, tables, games, n_open, false);
            for (before, after) in self.scores.iter_mut().zip(&after) {
                *before = after - *before;
            }
        }
    }

    /// The tree's values of every open column with (`placed`) or without the drawn card.
    fn evaluate(
        &mut self,
        player: &Evolved,
        seat: Seat,
        tables: &[Table],
        games: &[usize],
        n_open: usize,
        placed: bool,
    ) {
        let questions = Questions::of(player, n_open, placed, tables[games[0]].is_last_round());
        let mut lane = 0;
        for &game in games {
            let table = &tables[game];
            let unseen = table.unseen(seat);
            let card = table.drawn().expect("the game is not over");
            for column in table.open(seat).iter() {
                let own = table.column(seat, column);
                let own = if placed { own.with(card) } else { own };
                self.sights.set(lane, own, table.face_up(seat.other(), column), unseen);
                lane += 1;
                if lane == LANES {
                    self.scores.extend_from_slice(questions.answer(
                        &mut self.sights,
                        &mut self.values,
                        &mut self.lanes,
                    ));
                    lane = 0;
                }
            }
        }
        if lane > 0 {
            let scores = questions.answer(&mut self.sights, &mut self.values, &mut self.lanes);
            self.scores.extend_from_slice(&scores[..lane]);
        }
    }
}

/// What a tree asks of every lane.
struct Questions<'a> {
    player: &'a Evolved,
    terminals: u64,
    with_strengths: bool,
    moment: Moment,
}

impl Questions<'_> {
    fn of(player: &Evolved, n_open: usize, placed: bool, is_last_round: bool) -> Questions<'_> {
        let terminals = player.tree.terminals();
        let with_strengths = asked(terminals).any(|(_, terminal)| terminal.needs_strengths());
        Questions { player, terminals, with_strengths, moment: Moment::new(is_last_round, n_open as u8, placed) }
    }

    fn answer<'l>(
        &self,
        sights: &mut Sights<LANES>,
        values: &mut Values,
        lanes: &'l mut Lanes<LANES>,
    ) -> &'l [f32; LANES] {
        sights.look(self.moment, self.with_strengths);
        for (index, terminal) in asked(self.terminals) {
            terminal.values(sights, &mut values.0[index]);
        }
        lanes.evaluate(&self.player.tree, &self.player.constants, &values.0)
    }
}

/// The terminals whose bits are set, with their numbers.
fn asked(terminals: u64) -> impl Iterator<Item = (usize, Terminal)> {
    Terminal::ALL.iter().copied().enumerate().filter(move |(index, _)| terminals >> index & 1 == 1)
}
