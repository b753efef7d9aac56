//! Any payload with the right checksum is refused as a checkpoint, or is a state whose log can be written and drawn.

use pipsqueak::evolve::{Algorithm, GeneticMaterial, checkpoint, multigene, whole_trees};
use pipsqueak_core::games::fiveo::FiveO;

/// Tries one input.
pub fn run(payload: &[u8]) {
    let bytes = checkpoint::seal(payload);
    check::<whole_trees::Settings<FiveO>, whole_trees::GeneticMaterial>(&bytes);
    check::<multigene::Settings<FiveO>, multigene::GeneticMaterial>(&bytes);
}

fn check<A: Algorithm, M: GeneticMaterial>(bytes: &[u8]) {
    let Ok(state) = checkpoint::decode::<M>(bytes) else { return };
    let columns = A::LOG_COLUMNS;
    columns.csv(&state.log);
    columns.terminals_csv::<FiveO>(&state.log);
    columns.fronts_csv(&state.log);
    for chart in columns.charts::<FiveO>(&state.log).into_iter().chain(columns.fronts(&state.log)) {
        assert!(chart.svg().ends_with("</svg>\n"));
    }
    // What was read is written as it is read.
    let again = checkpoint::encode(&state).expect("a state can be written");
    assert!(checkpoint::decode::<M>(&again).is_ok());
}
