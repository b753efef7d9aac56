//! Checkpoints with a valid checksum and content that no run wrote.

use std::fs;

use pipsqueak_lab::evolve::checkpoint;
use pipsqueak_lab::evolve::whole_trees::GeneticMaterial;
use pipsqueak_tests::runs::{Run, pause};

/// Rows that count different numbers of terminals, in either order, and counts whose sum overflows.
#[test]
fn a_forged_checkpoint_is_refused_and_the_previous_one_is_used() {
    let whole = Run::begin("experiment-3", 12);
    let running = whole.start_until("checkpoint.previous");
    // The previous state is always valid, wherever the run is killed; with three rows in the log it has two.
    while fs::read_to_string(whole.file("log.csv")).unwrap().lines().count() < 4 {
        pause(2);
    }
    running.kill();
    let written = fs::read(whole.file("checkpoint.previous")).unwrap();
    let state = || checkpoint::decode::<GeneticMaterial>(&written).unwrap();
    let changes: [fn(&mut Vec<u32>); 3] =
        [|terminals| terminals.push(7), |terminals| terminals.truncate(2), |terminals| terminals.clear()];
    for change in changes {
        let run = whole.copy();
        let mut state = state();
        assert!(state.log.len() > 1);
        change(&mut state.log[0].census.as_mut().unwrap().terminals);
        fs::write(run.file("checkpoint"), checkpoint::encode(&state).unwrap()).unwrap();
        let outcome = run.resume(&[]);
        assert_eq!(outcome.status, 0, "{outcome:?}");
        let told = "checkpoint is damaged: its rows count different numbers of terminals; continuing from";
        assert!(outcome.errors.contains(told), "{}", outcome.errors);
    }
    // Overflowing sums are accepted.
    let run = whole.copy();
    let mut state = state();
    state.log.iter_mut().for_each(|row| row.census.as_mut().unwrap().terminals.fill(u32::MAX));
    fs::write(run.file("checkpoint"), checkpoint::encode(&state).unwrap()).unwrap();
    let outcome = run.resume(&[]);
    assert_eq!(outcome.status, 0, "{outcome:?}");
}
