//! The six baselines decide as they always did, and as the specification says.
//!
//! `data/baseline_decisions.txt` freezes them. After a change that is meant, rewrite it and review the difference:
//!
//! ```text
//! PIPSQUEAK_REWRITE_GOLDEN=1 cargo test -p pipsqueak-tests --test baselines
//! ```

use pipsqueak_tests::sized;
use std::collections::BTreeMap;

use pipsqueak_core::chance::Seed;
use pipsqueak_core::game::Seat;
use pipsqueak_core::games::fiveo::players::{Baseline, Strategy};
use pipsqueak_core::games::fiveo::{Column, TableView};
use pipsqueak_tests::{notation, positions, reference};

const GOLDEN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/data/baseline_decisions.txt");
const GOLDEN_EACH: usize = 240;

/// Scores that differ by less are equal, in the arithmetic of the reference.
const EQUAL: f64 = 1e-6;
/// What f32 arithmetic may cost a column that is chosen nevertheless.
const ROUNDING: f64 = 1e-4;

const HEAD: &str = "\
# Decisions of the six baselines; tests/baselines.rs compares them, and says how to rewrite this file.
# baseline tie-seed: card to place | own columns | opponent's columns, * for a face-down card | best columns > chosen
";

fn choice(strategy: Strategy, seed: u64, view: &TableView) -> Column {
    Baseline::new(strategy, Seed(seed), Seat::First).column(view)
}

fn numbers(columns: &[Column]) -> String {
    columns.iter().map(|column| column.index().to_string()).collect()
}

/// One decision as the golden file writes it.
fn line(strategy: Strategy, seed: u64, view: &TableView) -> String {
    let best = numbers(&reference::best(strategy, view, EQUAL));
    let chosen = choice(strategy, seed, view).index();
    format!("{strategy} {seed}: {} | {best} > {chosen}", notation::write(view))
}

/// The same decision made again from what the line says of it.
fn line_again(line: &str) -> Option<(Strategy, TableView, String)> {
    let (head, rest) = line.split_once(": ")?;
    let (strategy, seed) = head.split_once(' ')?;
    let (view, _) = rest.rsplit_once(" | ")?;
    let (strategy, seed, view) = (strategy.parse().ok()?, seed.parse().ok()?, notation::read(view)?);
    Some((strategy, view, self::line(strategy, seed, &view)))
}

fn rewrite_golden() {
    let mut text = HEAD.to_string();
    for (number, strategy) in (0..).zip(Strategy::ALL) {
        // Nine is prime to the number of unforced decisions in a game, so that every stage of it comes up.
        let views = positions::unforced(Seed(2026).derive(number)).step_by(9).take(GOLDEN_EACH);
        views.zip(1..).for_each(|(view, seed)| text += &(line(strategy, seed, &view) + "\n"));
    }
    std::fs::write(GOLDEN, text).expect("the golden file can be written");
}

#[test]
fn decisions_are_those_of_the_golden_file() {
    if std::env::var_os("PIPSQUEAK_REWRITE_GOLDEN").is_some() {
        rewrite_golden();
    }
    let text = std::fs::read_to_string(GOLDEN).expect("the golden file is there");
    let mut counts = BTreeMap::new();
    for golden in text.lines().filter(|line| !line.starts_with('#')) {
        let (strategy, view, again) = line_again(golden).unwrap_or_else(|| panic!("no decision: {golden}"));
        assert_eq!(again, golden);
        assert!(view.open().len() > 1, "a forced decision: {golden}");
        *counts.entry(strategy).or_insert(0) += 1;
    }
    assert_eq!(counts, Strategy::ALL.map(|strategy| (strategy, GOLDEN_EACH)).into());
}

#[test]
fn every_decision_is_among_the_best_by_the_specification() {
    let n_views = sized(5_000, 200_000);
    for (seed, view) in (0..).zip(positions::unforced(Seed(11)).take(n_views)) {
        for strategy in Strategy::ALL {
            let chosen = choice(strategy, seed, &view);
            let best = reference::best(strategy, &view, ROUNDING);
            let text = notation::write(&view);
            assert!(best.contains(&chosen), "{strategy} {seed}: {text}: {} chosen, not of {best:?}", chosen.index());
        }
    }
}

#[test]
fn a_forced_placement_is_made() {
    let forced = (0..20).flat_map(|seed| positions::game(Seed(seed))).filter(|view| view.open().len() == 1);
    for view in forced {
        for strategy in Strategy::ALL {
            assert_eq!(view.open().only(), Some(choice(strategy, 1, &view)));
        }
    }
}

#[test]
fn ties_are_broken_by_chance_and_evenly() {
    const SEEDS: u64 = 400;
    for strategy in Strategy::ALL {
        let is_tie = |view: &TableView| {
            let best = reference::best(strategy, view, EQUAL);
            // Columns that are nearly equal are left out: either answer is right.
            best.len() > 1 && best == reference::best(strategy, view, ROUNDING)
        };
        for view in positions::unforced(Seed(12)).filter(is_tie).take(60) {
            let mut counts: BTreeMap<Column, u64> = BTreeMap::new();
            (0..SEEDS).for_each(|seed| *counts.entry(choice(strategy, seed, &view)).or_default() += 1);
            let best = reference::best(strategy, &view, EQUAL);
            let text = notation::write(&view);
            assert!(counts.keys().eq(&best), "{strategy}: {text}: {counts:?} of {best:?}");
            // Half of an even share is five standard deviations away.
            let least = SEEDS / best.len() as u64 / 2;
            assert!(counts.values().all(|&count| count > least), "{strategy}: {text}: {counts:?}");
        }
    }
}
