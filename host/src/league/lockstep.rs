//! Many games at once, move by move, so that a tree is evaluated for all its columns of all its games together.
//!
//! All games are at the same move, so every mover has the same number of open columns and the lanes fill up. The rules
//! are the same [`Table`] that the referee uses; a test shows that both end every game alike.

use std::ops::Range;

use pipsqueak_core::chance::Seed;
use pipsqueak_core::fiveo::players::{Baseline, Evolved, Scoring};
use pipsqueak_core::fiveo::{Column, Moment, Sights, Table, Terminal};
use pipsqueak_core::game::{Game, Points, Seat, Turn};
use pipsqueak_core::tree::Lanes;

use crate::contender::Kind;

/// Columns that are evaluated side by side: wide enough to share the cost of reading a node, small enough for the
/// stack of values to stay in the first-level cache.
const LANES: usize = 16;
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
                    Kind::Evolved(player) => self.move_evolved(player, seat, games),
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

    fn move_evolved(&mut self, player: &Evolved, seat: Seat, games: &[usize]) {
        let Some(&first) = games.first() else { return };
        let n_open = self.tables[first].open(seat).len() as usize;
        self.moves.clear();
        if n_open == 1 {
            let tables = games.iter().map(|&game| &self.tables[game]);
            self.moves.extend(tables.map(|table| table.open(seat).only().expect("one column is open")));
        } else {
            self.score(player, seat, games, n_open);
            let scores = self.scores.chunks_exact(n_open);
            self.moves.extend(games.iter().zip(scores).map(|(&game, scores)| {
                let open = self.tables[game].open(seat);
                // The leftmost of equal columns, as the player itself decides.
                let best = (1..n_open).fold(0, |best, next| if scores[next] > scores[best] { next } else { best });
                open.iter().nth(best).expect("as many columns are open as have scores")
            }));
        }
        for (&game, &column) in games.iter().zip(&self.moves) {
            self.tables[game].play(column).expect("the column is open");
        }
    }

    /// Scores of every open column of every game, game by game.
    fn score(&mut self, player: &Evolved, seat: Seat, games: &[usize], n_open: usize) {
        self.scores.clear();
        self.evaluate(player, seat, games, n_open, true);
        if player.scoring == Scoring::Board {
            let after = std::mem::take(&mut self.scores);
            self.evaluate(player, seat, games, n_open, false);
            for (before, after) in self.scores.iter_mut().zip(&after) {
                *before = after - *before;
            }
        }
    }

    /// The tree's values of every open column with (`placed`) or without the drawn card.
    fn evaluate(&mut self, player: &Evolved, seat: Seat, games: &[usize], n_open: usize, placed: bool) {
        let questions = Questions::of(player, n_open, placed, self.tables[games[0]].is_last_round());
        let mut lane = 0;
        for &game in games {
            let table = &self.tables[game];
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
