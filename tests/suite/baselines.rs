//! The six baselines decide as in the golden file, and as the specification says.
//!
//! `data/baseline_decisions.txt` is the golden file. After an intended change, rewrite it and review the difference:
//!
//! ```text
//! PIPSQUEAK_REWRITE_GOLDEN=1 cargo test -p pipsqueak-tests --test suite baselines::
//! ```

use pipsqueak_tests::sized;
use std::collections::BTreeMap;

use pipsqueak_core::game::Seat;
use pipsqueak_core::games::fiveo::players::{Baseline, BaselineKind};
use pipsqueak_core::games::fiveo::{Column, TableView};
use pipsqueak_core::random::Seed;
use pipsqueak_tests::{fiveo_reference, notation, positions};

const GOLDEN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/data/baseline_decisions.txt");
const GOLDEN_EACH: usize = 240;

/// Scores that differ by less are equal in the reference's arithmetic.
const EQUAL: f64 = 1e-6;
/// The tolerance for f32 arithmetic.
const ROUNDING: f64 = 1e-4;

const HEAD: &str = "\
# Decisions of the six baselines; tests/baselines.rs compares them, and says how to rewrite this file.
# baseline tie-seed: card to place | own columns | opponent's columns, * for a face-down card | best columns > chosen
";

fn choice(kind: BaselineKind, seed: u64, view: &TableView) -> Column {
    Baseline::new(kind, Seed(seed), Seat::First).column(view)
}

fn numbers(columns: &[Column]) -> String {
    columns.iter().map(|column| column.index().to_string()).collect()
}

/// One decision as a line of the golden file.
fn line(kind: BaselineKind, seed: u64, view: &TableView) -> String {
    let best = numbers(&fiveo_reference::best(kind, view, EQUAL));
    let chosen = choice(kind, seed, view).index();
    format!("{kind} {seed}: {} | {best} > {chosen}", notation::write(view))
}

/// Parses a line, and makes its decision again.
fn line_again(line: &str) -> Option<(BaselineKind, TableView, String)> {
    let (head, rest) = line.split_once(": ")?;
    let (kind, seed) = head.split_once(' ')?;
    let (view, _) = rest.rsplit_once(" | ")?;
    let (kind, seed, view) = (kind.parse().ok()?, seed.parse().ok()?, notation::read(view)?);
    Some((kind, view, self::line(kind, seed, &view)))
}

fn rewrite_golden() {
    let mut text = HEAD.to_string();
    for (number, kind) in (0..).zip(BaselineKind::ALL) {
        // Nine is coprime to the number of unforced decisions in a game, so that every stage of it comes up.
        let views = positions::unforced(Seed(2026).derive(number)).step_by(9).take(GOLDEN_EACH);
        views.zip(1..).for_each(|(view, seed)| text += &(line(kind, seed, &view) + "\n"));
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
        let (kind, view, again) = line_again(golden).unwrap_or_else(|| panic!("no decision: {golden}"));
        assert_eq!(again, golden);
        assert!(view.open().len() > 1, "a forced decision: {golden}");
        *counts.entry(kind).or_insert(0) += 1;
    }
    assert_eq!(counts, BaselineKind::ALL.map(|kind| (kind, GOLDEN_EACH)).into());
}

#[test]
fn every_decision_is_a_best_one_by_the_specification() {
    let n_views = sized(5_000, 200_000);
    for (seed, view) in (0..).zip(positions::unforced(Seed(11)).take(n_views)) {
        for kind in BaselineKind::ALL {
            let chosen = choice(kind, seed, &view);
            let best = fiveo_reference::best(kind, &view, ROUNDING);
            let text = notation::write(&view);
            assert!(best.contains(&chosen), "{kind} {seed}: {text}: {} chosen, not of {best:?}", chosen.index());
        }
    }
}

#[test]
fn a_forced_placement_is_made() {
    let forced = (0..20).flat_map(|seed| positions::game(Seed(seed))).filter(|view| view.open().len() == 1);
    let mut n_forced = 0;
    for view in forced {
        for kind in BaselineKind::ALL {
            assert_eq!(view.open().only(), Some(choice(kind, 1, &view)));
        }
        n_forced += 1;
    }
    // The last card of each of a seat's four rounds, in twenty games.
    assert_eq!(n_forced, 20 * 2 * 4);
}

#[test]
fn ties_are_broken_randomly_and_evenly() {
    const SEEDS: u64 = 400;
    for kind in BaselineKind::ALL {
        let is_tie = |view: &TableView| {
            let best = fiveo_reference::best(kind, view, EQUAL);
            // Columns that are nearly equal are left out: either answer is right.
            best.len() > 1 && best == fiveo_reference::best(kind, view, ROUNDING)
        };
        for view in positions::unforced(Seed(12)).filter(is_tie).take(60) {
            let mut counts: BTreeMap<Column, u64> = BTreeMap::new();
            (0..SEEDS).for_each(|seed| *counts.entry(choice(kind, seed, &view)).or_default() += 1);
            let best = fiveo_reference::best(kind, &view, EQUAL);
            let text = notation::write(&view);
            assert!(counts.keys().eq(&best), "{kind}: {text}: {counts:?} of {best:?}");
            // Half of an even share is five standard deviations away.
            let least = SEEDS / best.len() as u64 / 2;
            assert!(counts.values().all(|&count| count > least), "{kind}: {text}: {counts:?}");
        }
    }
}
