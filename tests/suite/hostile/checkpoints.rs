//! Checkpoints with a valid checksum and content that no run wrote.

use std::fs;

use pipsqueak_lab::evolve::checkpoint;
use pipsqueak_lab::evolve::whole_trees::GeneticMaterial;
use pipsqueak_tests::runs::Run;

/// Rows that count different numbers of terminals, in either order, and counts whose sum overflows.
#[test]
fn a_forged_checkpoint_is_refused_and_the_previous_one_is_used() {
    let whole = Run::begin("experiment-3", 12);
    // The log comes after the checkpoint: the fourth generation is saved, and the previous state has three rows.
    whole.kill_at("log.csv", 4);
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
