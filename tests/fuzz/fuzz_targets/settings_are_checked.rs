//! Any text is refused as settings of a run, or is settings that pass their own checks or say why not, and read back.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pipsqueak::evolve::{Method, multigene, whole_trees};
use pipsqueak_core::games::fiveo::FiveO;

fuzz_target!(|text: &str| {
    check::<whole_trees::Settings<FiveO>>(text);
    check::<multigene::Settings<FiveO>>(text);
});

fn check<M: Method>(text: &str) {
    if let Ok(settings) = toml::from_str::<M>(text)
        && settings.check().is_ok()
    {
        let written = toml::to_string(&settings).expect("settings can be written");
        assert!(toml::from_str::<M>(&written).is_ok_and(|again| again.check().is_ok()));
    }
}
