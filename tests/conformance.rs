//! Every game passes the one suite.

use pipsqueak_core::fiveo::{Column, Table, TableView};
use pipsqueak_core::game::Seat;
use pipsqueak_tests::conformance::{self, Rules};

struct FiveO;

impl Rules for FiveO {
    type Game = Table;

    /// Ten of the fifty cards are dealt.
    const MAX_MOVES: usize = 40;

    fn candidates() -> Vec<Column> {
        Column::ALL.to_vec()
    }

    fn is_legal(view: &TableView, column: Column) -> bool {
        Column::ALL.into_iter().all(|other| view.own(column).len() <= view.own(other).len())
    }

    fn mover(n_moves: usize) -> Seat {
        Seat::BOTH[n_moves % 2]
    }
}

#[test]
fn five_o_conforms() {
    conformance::check::<FiveO>(if cfg!(feature = "long") { 10_000 } else { 100 });
}
