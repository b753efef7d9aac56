//! The micro:bit's firmware.

use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::system::artefact::Artefact;

/// The firmware, as an ELF file.
pub(crate) const MICROBIT: Artefact = Artefact {
    name: "firmware",
    target: "thumbv6m-none-eabi",
    source: concat!(env!("CARGO_MANIFEST_DIR"), "/../firmware/microbit"),
    ending: None,
    remedy: "name a built one with --firmware ELF",
};

/// The firmware's ELF file: the one that is named, or the one that is built.
pub fn find(named: Option<&Path>) -> Result<PathBuf> {
    MICROBIT.find(named)
}
