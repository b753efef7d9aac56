//! Every game passes the one suite.

use pipsqueak_core::game::Seat;
use pipsqueak_core::games::checkers::{self, Direction, Move, Square, Squares, View};
use pipsqueak_core::games::fiveo::{Column, Table, TableView};
use pipsqueak_core::games::mastermind::{Code, Duel, DuelView};
use pipsqueak_tests::checkers_reference;
use pipsqueak_tests::conformance::{self, Rules};
use pipsqueak_tests::sized;

struct FiveO;

impl Rules for FiveO {
    type Game = Table;

    /// Ten of the fifty cards are dealt.
    const MAX_MOVES: usize = 40;

    fn candidates(_: Option<&TableView>) -> Vec<Column> {
        Column::ALL.to_vec()
    }

    fn is_legal(view: &TableView, column: Column) -> bool {
        Column::ALL.into_iter().all(|other| view.own(column).len() <= view.own(other).len())
    }

    fn mover(n_moves: usize) -> Seat {
        Seat::BOTH[n_moves % 2]
    }
}

struct Mastermind;

impl Rules for Mastermind {
    type Game = Duel;

    /// Each sets a code and has twelve guesses.
    const MAX_MOVES: usize = 26;

    /// A code's legality depends only on its length and colours, so a few dozen represent all.
    fn candidates(_: Option<&DuelView>) -> Vec<Code> {
        let texts = ["1", "111", "11111", "12345678", "1117", "7111", "LLLL", "111L"];
        let lawful =
            (0..1296).step_by(43).map(|place| Code::at(place, pipsqueak_core::games::mastermind::CodeSize::CLASSIC));
        lawful.chain(texts.map(|text| text.parse().expect("a code of some size"))).collect()
    }

    fn is_legal(view: &DuelView, code: Code) -> bool {
        let colors: Vec<u8> = code.colors().collect();
        assert_eq!(view.guesses().size().to_string(), "4x6");
        colors.len() == 4 && colors.iter().all(|color| (1..=6).contains(color))
    }

    fn mover(n_moves: usize) -> Seat {
        Seat::BOTH[n_moves % 2]
    }
}

#[test]
fn mastermind_conforms() {
    conformance::check::<Mastermind>(sized(50, 500));
}

#[test]
fn five_o_conforms() {
    conformance::check::<FiveO>(sized(100, 10_000));
}

struct Checkers;

impl Rules for Checkers {
    type Game = checkers::Game;

    /// At most 50 turns pass between two jumps, and there are 24 pieces; the opening has six moves.
    const MAX_MOVES: usize = 24 * 50;

    /// Openings repeat.
    fn n_deals(n_seeds: u64) -> u64 {
        n_seeds / 2
    }

    /// All steps, all single and double jumps, and all legal moves.
    fn candidates(view: Option<&View>) -> Vec<Move> {
        let legal = view.map_or(Vec::new(), |view| checkers_reference::legal(view.position().board()));
        let steps = Squares::ALL.iter().flat_map(|from| Direction::ALL.map(|way| Move::step(from, way)));
        let jumps = (1..=32).flat_map(|from| (1..=32).map(move |to| [from, to]));
        let jumps = jumps.filter_map(|ends| Move::along(ends.into_iter().filter_map(Square::new)));
        let all: std::collections::BTreeMap<String, Move> =
            legal.into_iter().chain(steps).chain(jumps).map(|chosen| (chosen.to_string(), chosen)).collect();
        all.into_values().collect()
    }

    fn is_legal(view: &View, chosen: Move) -> bool {
        checkers_reference::moves(view.position().board()).contains(&checkers_reference::effect(chosen))
    }

    fn mover(n_moves: usize) -> Seat {
        Seat::BOTH[n_moves % 2]
    }
}

#[test]
fn checkers_conforms() {
    conformance::check::<Checkers>(sized(6, 60));
}
