//! The expert's evaluation and its search. Values were computed by hand from the weights; they have the symmetries that
//! any weights must have; and they equal a reference implementation of the same formulas, square by square, which
//! checks the sets of squares, not the formulas. The numbers of positions that a search visits are golden: the strength
//! in RESULTS.md was measured with a player that has these numbers.

use pipsqueak_core::games::checkers::evaluation::{BetterH, Expert, Simple};
use pipsqueak_core::games::checkers::{DrawRule, Position, fen};
use pipsqueak_core::random::Seed;
use pipsqueak_core::search::{Evaluate, Limits, NoClock, Search, SearchStack, Settings, Slot, TranspositionTable};
use pipsqueak_tests::{checkers_reference, checkers_worths};

fn position(text: &str) -> Position {
    Position::new(fen::parse(text).unwrap(), DrawRule::Report)
}

#[test]
fn worths_are_those_computed_by_hand() {
    for (text, worth) in [
        // The same for both sides: only the move counts, 2 early and 2 late.
        ("B:W32:B1", 2),
        // A man on 2 at home: (2 + 122 - 3) * 3 + (2 + 120 + 12) * 21 is 3,177, a 24th is 132; one man more, 21 missing: 42.
        ("B:W32:B1,2", 174),
        // The same for the side that is behind: (2 - 119) * 3 + (2 - 132) * 21 is -3,081, a 24th is -129 (rounded down); -42.
        ("B:W31,32:B1", -171),
        // Kings on 15 and 18, which are worth the same: the move.
        ("B:WK18:BK15", 2),
        // A king on 1 (88, 128) that can move (34, 2), against a man on 32 (118, 104), whose side meets a king and has no guard:
        // (2 + 88 + 34 - 118) * 2 + (2 + 128 + 2 - 104) * 22 is 628, a 24th is 26.
        ("B:W32:BK1", 26),
        // Men on 1 and 3 are a bridge (-8, 36), and guards (-3, 12) each; White's on 18 and 19 count (102, 98) and (94, 96) seen from
        // the other end: (2 + 118 + 120 - 6 - 8 - 196) * 4 + (2 + 104 + 94 + 24 + 36 - 194) * 20 is 1,440, a 24th is 60.
        ("B:W18,19:B1,3", 60),
        // A man on 25 (116, 98), one free step from its crown (16, 16), against a man on 9, which is 24 from the other end
        // (71, 123), two free steps from it (11, 2): 52 * 2 - 9 * 22 is -94, a 24th is -4 (rounded down).
        ("B:W9:B25", -4),
    ] {
        assert_eq!(Expert.evaluate(&position(text)), worth, "{text}");
    }
}

/// Black and White have the same board, each from its own end.
#[test]
fn a_position_is_worth_the_same_with_colours_and_ends_exchanged() {
    for number in 1..=1_000 {
        let board = checkers_reference::position(Seed(number)).board().to_string();
        let turned: String = board
            .split_inclusive([':', ',', 'K'])
            .map(|part| {
                let digits = part.trim_end_matches([':', ',', 'K']).trim_start_matches(['W', 'B']);
                let colours = part.replace('W', "w").replace('B', "W").replace('w', "B");
                match digits.parse::<u8>() {
                    Ok(square) => colours.replace(digits, &(33 - square).to_string()),
                    Err(_) => colours,
                }
            })
            .collect();
        let (one, other) = (position(&board), position(&turned));
        assert_eq!(Simple.evaluate(&one), Simple.evaluate(&other), "{board} {turned}");
        assert_eq!(BetterH.evaluate(&one), BetterH.evaluate(&other), "{board} {turned}");
        assert_eq!(Expert.evaluate(&one), Expert.evaluate(&other), "{board} {turned}");
    }
}

#[test]
fn evaluating_sets_equals_evaluating_squares_one_by_one() {
    for number in 1..=3_000 {
        let position = checkers_reference::position(Seed(number));
        let [simple, better_h] = checkers_worths::report(position.board());
        let worths = [Simple.evaluate(&position), BetterH.evaluate(&position), Expert.evaluate(&position)];
        assert_eq!(worths.map(i32::from), [simple, better_h, checkers_worths::expert(position.board())], "{number}");
    }
}

/// The positions, iterations and values of many searches together.
fn searches(settings: Settings, table_bytes: usize, limits: Limits) -> [i64; 3] {
    let mut sums = [0; 3];
    for number in 0..60 {
        let position = checkers_reference::position(Seed(number).derive(9));
        let mut slots = vec![Slot::default(); table_bytes / size_of::<Slot>()];
        let mut stack: SearchStack<Position, 40, 400> = SearchStack::new(Position::START);
        let mut table = TranspositionTable::new(&mut slots, 0);
        let found =
            Search::new(stack.slices(), &mut table, &Expert, settings, &mut NoClock).run(&position, &[], limits);
        let facts = [found.nodes as i64, found.depth.into(), found.score.into()];
        sums.iter_mut().zip(facts).for_each(|(sum, fact)| *sum += fact * (number as i64 % 7 + 1));
    }
    sums
}

#[test]
fn a_search_visits_the_golden_numbers_of_positions() {
    for (settings, table_bytes, limits, golden) in [
        (Settings::FULL, 2_048, Limits::of_nodes(3_000), [547_848, 1_063, 13_701]),
        (Settings::FULL, 1 << 16, Limits::of_depth(8), [3_060_170, 1_520, 25_984]),
        (Settings::QUIESCENT, 2_048, Limits::of_depth(5), [183_109, 1_080, 1_132]),
        (Settings::PLAIN, 0, Limits::of_depth(5), [196_654, 1_008, 36_869]),
    ] {
        assert_eq!(searches(settings, table_bytes, limits), golden, "{settings:?}");
    }
}
