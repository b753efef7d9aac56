//! Any payload with the right checksum is refused as a checkpoint, or is a state whose log can be written and drawn.

use pipsqueak_core::games::fiveo::FiveO;
use pipsqueak_lab::evolve::{Algorithm, checkpoint, multigene, whole_trees};

/// Tries one input.
pub fn run(payload: &[u8]) {
    let bytes = checkpoint::seal(payload);
    check::<whole_trees::Settings<FiveO>>(&bytes);
    check::<multigene::Settings<FiveO>>(&bytes);
}

fn check<A: Algorithm>(bytes: &[u8]) {
    let Ok(state) = checkpoint::decode::<A::GeneticMaterial>(bytes) else { return };
    let columns = A::LOG_COLUMNS;
    columns.csv(&state.log);
    columns.terminals_csv::<FiveO>(&state.log);
    columns.fronts_csv(&state.log);
    for chart in columns.charts::<FiveO>(&state.log).into_iter().chain(columns.fronts(&state.log)) {
        assert!(chart.svg().ends_with("</svg>\n"));
    }
    // A decoded state encodes to the same bytes.
    let again = checkpoint::encode(&state).expect("a state can be written");
    assert!(checkpoint::decode::<A::GeneticMaterial>(&again).is_ok());
}
