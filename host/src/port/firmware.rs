//! The boards that there is firmware for: one list for all commands.

use std::path::{Path, PathBuf};

#[cfg(unix)]
use anyhow::Context;
use anyhow::Result;

use crate::system::artefact::Artefact;
#[cfg(unix)]
use crate::system::artefact::{Found, in_source};

/// A board, and what a file for its drive needs.
#[derive(Debug)]
pub struct Model {
    /// Its name in its hello.
    pub name: &'static str,
    /// Its title for people.
    pub title: &'static str,
    /// Its firmware, as an ELF file.
    pub(crate) firmware: Artefact,
    /// Where its flash begins.
    pub flash: u32,
    /// Where the champions' region of its flash begins; the firmware lies below it.
    pub champions: u32,
    /// The file format of its drive.
    pub format: Format,
}

/// The file format of a board's drive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Intel HEX. The number identifies the board in a file for several.
    Hex(u16),
    /// UF2.
    Uf2,
}

const REMEDY: &str = "name a built one with --firmware ELF";

/// The BBC micro:bit v1, which is the emulated board too.
pub const MICROBIT: Model = Model {
    name: "microbit-v1",
    title: "BBC micro:bit v1",
    firmware: Artefact {
        name: "firmware",
        target: "thumbv6m-none-eabi",
        source: "firmware/microbit",
        file: "pipsqueak-microbit",
        ending: None,
        remedy: REMEDY,
    },
    flash: 0,
    champions: pipsqueak_lab::hex::FLASH_BASE,
    format: Format::Hex(0x9900),
};

/// The BBC micro:bit v2.
pub const MICROBIT_V2: Model = Model {
    name: "microbit-v2",
    title: "BBC micro:bit v2",
    firmware: Artefact {
        name: "firmware of the micro:bit v2",
        target: "thumbv7em-none-eabihf",
        source: "firmware/microbit-v2",
        file: "pipsqueak-microbit-v2",
        ..MICROBIT.firmware
    },
    flash: 0,
    champions: 0x78000,
    format: Format::Hex(0x9903),
};

/// The Raspberry Pi Pico.
pub const PICO: Model = Model {
    name: "pico",
    title: "Raspberry Pi Pico",
    firmware: Artefact {
        name: "firmware of the Pico",
        source: "firmware/pico",
        file: "pipsqueak-pico",
        ..MICROBIT.firmware
    },
    flash: 0x1000_0000,
    champions: 0x101F_8000,
    format: Format::Uf2,
};

/// All of them.
pub const MODELS: [&Model; 3] = [&MICROBIT, &MICROBIT_V2, &PICO];

/// The board with this name in its hello.
pub fn model(name: &str) -> Option<&'static Model> {
    MODELS.into_iter().find(|model| model.name == name)
}

/// The emulated board's firmware: named, embedded or built.
#[cfg(unix)]
pub(crate) fn emulated(named: Option<&Path>) -> Result<Found> {
    MICROBIT.firmware.find(named)
}

/// The script that runs the micro:bit v2's machine, which only the source tree has.
#[cfg(unix)]
pub(crate) fn script_of_v2() -> Result<PathBuf> {
    const SCRIPT: &str = "firmware/microbit-v2/emulate";
    let remedy = "run the program from a clone of the repository";
    in_source(SCRIPT).with_context(|| format!("the emulator of the micro:bit v2, {SCRIPT}, is not there: {remedy}"))
}

/// The emulated board's ELF file: the named one, or the one that is built.
pub fn find(named: Option<&Path>) -> Result<PathBuf> {
    MICROBIT.firmware.file(named)
}
