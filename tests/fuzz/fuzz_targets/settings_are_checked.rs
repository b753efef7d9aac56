//! Any text is refused as settings of a run, or is settings that pass their own checks or say why not, and read back.

use pipsqueak_core::games::fiveo::FiveO;
use pipsqueak_lab::evolve::settings::Document;
use pipsqueak_lab::evolve::{Algorithm, multigene, read_settings, whole_trees};

/// Tries one input.
pub fn run(text: &str) {
    check::<whole_trees::Settings<FiveO>>(text);
    check::<multigene::Settings<FiveO>>(text);
}

fn check<M: Algorithm>(text: &str) {
    let read = |text: &str| read_settings::<M>(&Document::parse(text, "run.toml")?);
    if let Ok(settings) = read(text) {
        let written = settings.to_toml();
        assert!(read(&written).is_ok_and(|again| again.to_toml() == written));
    }
}
