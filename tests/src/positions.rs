//! Decisions of Five-O from varied play: every pair of baselines, from careful play to random moves.

use pipsqueak_core::game::{Game, Seat, Turn};
use pipsqueak_core::games::fiveo::players::{Baseline, BaselineKind};
use pipsqueak_core::games::fiveo::{Column, Table, TableView};
use pipsqueak_core::random::{self, Seed};

/// The views of one game between two baselines that sometimes place at random.
pub fn game(seed: Seed) -> Vec<TableView> {
    moves(seed).into_iter().map(|(view, _)| view).collect()
}

/// The views of one game and the moves made there.
pub fn moves(seed: Seed) -> Vec<(TableView, Column)> {
    let mut rng = seed.derive(7).rng();
    let mut players = Seat::BOTH.map(|seat| {
        let kind = random::pick(&mut rng, &BaselineKind::ALL).unwrap_or(BaselineKind::Random);
        Baseline::new(kind, seed, seat)
    });
    // From games without random moves to games with every second move random.
    let slip = f64::from(random::below(&mut rng, 5)) / 8.0;
    let mut table = Table::deal(seed);
    let mut moves = Vec::new();
    while let Turn::Of(seat, view) = table.turn() {
        let open: Vec<Column> = view.open().iter().collect();
        let considered = players[seat.index()].column(&view);
        let column =
            if random::happens(&mut rng, slip) { random::pick(&mut rng, &open) } else { None }.unwrap_or(considered);
        moves.push((view, column));
        table.play(column).expect("an open column is legal");
    }
    moves
}

/// An endless sequence of decisions that are not forced, from ever new games.
pub fn unforced(seed: Seed) -> impl Iterator<Item = TableView> {
    (0..).flat_map(move |number| game(seed.derive(number))).filter(|view| view.open().len() > 1)
}
