//! The page's files: a table from addresses to bytes. There is no folder that an address could lead out of.

use std::borrow::Cow;
use std::path::Path;

use anyhow::{Context, Result};
use serde_json::json;

use super::{BOARDS, GAMES};
use crate::board::files::elf;
use crate::port::firmware::MICROBIT;

/// The files that the program carries, by their addresses without the first slash.
static CARRIED: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/page_files.rs"));

/// What the WebAssembly is called in the page: what plays, and what talks to boards, which is fetched when it is asked for.
pub const GAMES_NAME: &str = "games.wasm";
/// The same for boards.
pub const BOARDS_NAME: &str = "boards.wasm";
/// What the page fetches to write a file for the MICROBIT drive.
pub const FIRMWARE_NAME: &str = "firmware/microbit.bin";
/// What tells the page whether a server is behind it.
pub const ABOUT_NAME: &str = "about.json";

/// A carried file, by its address: exactly as it stands in the table.
pub fn carried(name: &str) -> Option<&'static [u8]> {
    CARRIED.iter().find(|(known, _)| *known == name).map(|(_, bytes)| *bytes)
}

/// All carried files.
pub fn all() -> &'static [(&'static str, &'static [u8])] {
    CARRIED
}

/// The WebAssembly that plays: named, carried or built.
pub fn games(named: Option<&Path>) -> Result<Cow<'static, [u8]>> {
    GAMES.read(named)
}

/// The WebAssembly that talks to boards: named, carried or built.
pub fn boards(named: Option<&Path>) -> Result<Cow<'static, [u8]>> {
    BOARDS.read(named)
}

/// The micro:bit's flash with the firmware, from its first address on: named, carried or built.
pub fn firmware(named: Option<&Path>) -> Result<Vec<u8>> {
    let elf = MICROBIT.firmware.read(named)?;
    elf::image(&MICROBIT, &elf)
        .with_context(|| named.map_or("the firmware".to_owned(), |file| file.display().to_string()))
}

/// What the page is told of whoever serves it.
pub fn about(has_server: bool) -> Vec<u8> {
    json!({ "name": "pipsqueak", "version": env!("CARGO_PKG_VERSION"), "server": has_server }).to_string().into_bytes()
}

/// What browsers must be told of a file.
pub fn content_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "wasm" => "application/wasm",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
