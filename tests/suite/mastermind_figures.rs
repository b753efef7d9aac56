//! Mastermind's published totals of every objective, and the results of the search for perfect strategies.

use std::collections::BTreeMap;
use std::fs;

use pipsqueak_core::games::mastermind::{Code, CodeSize, Objective, Strategy};
use pipsqueak_lab::games::mastermind::exhaustive::crack_all;
use pipsqueak_lab::games::mastermind::search::{Answers, Search};
use pipsqueak_lab::workers::Workers;
use pipsqueak_tests::binary::{pipsqueak, scratch};

use crate::mastermind::{OPTIMAL_5625, OPTIMAL_5626, code, naive, size};

/// Totals, worst cases and, where they are published, first guesses: minimax, entropy, most parts, expected size.
type Figures = [(u64, usize, &'static str); 4];

fn check_figures(pegs: u8, colors: u8, figures: Figures) {
    for (objective, (total, max, first)) in Objective::ALL.into_iter().zip(figures) {
        let (guess, census) = crack_all(size(pegs, colors), objective, Workers::ALONE, &|_| ());
        assert_eq!((census.total(), census.max(), census.n_missed()), (total, max, 0), "{pegs}x{colors} {objective}");
        assert!(first.is_empty() || guess == code(first), "{pegs}x{colors} {objective}: {guess}");
        assert_eq!(census.n_codes(), u64::from(size(pegs, colors).n_codes()));
    }
}

#[test]
fn totals_of_4x6_are_the_reference_ones() {
    check_figures(4, 6, [(5801, 5, "1122"), (5722, 6, "1234"), (5668, 6, "1123"), (5696, 6, "1123")]);
}

#[test]
fn totals_of_5x5_are_the_reference_ones() {
    check_figures(5, 5, [(13867, 6, "11223"), (13593, 6, ""), (13598, 6, ""), (13653, 6, "")]);
}

#[test]
fn totals_of_5x7_are_the_reference_ones() {
    check_figures(5, 7, [(87936, 7, "11223"), (86632, 7, "11234"), (86869, 7, ""), (86587, 7, "")]);
}

#[test]
fn the_search_finds_the_perfect_strategy_of_at_most_five_guesses() {
    let found = pipsqueak_lab::games::mastermind::optimal::find_optimal(5, &|| ()).expect("there is a strategy");
    assert_eq!(found.total, 5626);
    assert_eq!(Strategy::decode(OPTIMAL_5626).map(|strategy| strategy.nodes() == found.nodes), Ok(true));
}

/// The cost of a set of codes, by exhaustive search.
fn plain_cost(codes: &[Code], size: CodeSize) -> usize {
    if codes.len() == 1 {
        return 1;
    }
    let cost_of = |guess: Code| {
        let mut parts: BTreeMap<(u8, u8), Vec<Code>> = BTreeMap::new();
        codes.iter().for_each(|&secret| parts.entry(naive(guess, secret)).or_default().push(secret));
        parts.remove(&(size.pegs(), 0));
        let splits = parts.values().all(|part| part.len() < codes.len());
        splits.then(|| codes.len() + parts.values().map(|part| plain_cost(part, size)).sum::<usize>())
    };
    Code::all(size).filter_map(cost_of).min().expect("some guess splits")
}

#[test]
fn the_search_agrees_with_exhaustive_search_for_small_sizes() {
    for size in [size(1, 4), size(2, 2), size(2, 3), size(3, 2)] {
        let codes: Vec<Code> = Code::all(size).collect();
        let numbers: Vec<u16> = (0..codes.len() as u16).collect();
        let cost = Search::new(&Answers::new(size)).cost(&numbers, 12, 1000);
        assert_eq!(cost as usize, plain_cost(&codes, size), "{size}");
    }
}

#[test]
fn the_command_writes_the_shipped_strategy_to_the_byte() {
    let file = scratch("strategy");
    let told = pipsqueak(&["mastermind", "optimal", "--out", file.to_str().unwrap()], "");
    assert_eq!((told.status, told.errors.as_str()), (0, ""));
    assert_eq!(fs::read(&file).unwrap(), OPTIMAL_5625);
    fs::remove_file(file).unwrap();
}
