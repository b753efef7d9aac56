//! The page's files: a table from addresses to bytes. There is no folder that an address could lead out of.

use std::borrow::Cow;
use std::path::Path;

use anyhow::{Context, Result};
use serde_json::json;

use super::{BOARDS, GAMES, SEARCH};
use crate::board::files::elf;
use crate::port::firmware::MICROBIT;

/// The embedded files, by their addresses without the first slash.
static EMBEDDED: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/page_files.rs"));

/// The page's WebAssembly for games.
pub const GAMES_NAME: &str = "games.wasm";
/// The page's WebAssembly for boards, which is fetched on first use.
pub const BOARDS_NAME: &str = "boards.wasm";
/// The page's WebAssembly for game trees, which is fetched on first use.
pub const SEARCH_NAME: &str = "search.wasm";
/// The firmware from which the page makes a file for the MICROBIT drive.
pub const FIRMWARE_NAME: &str = "firmware/microbit.bin";
/// Tells the page whether it has a server.
pub const ABOUT_NAME: &str = "about.json";

/// All embedded files.
pub fn all() -> &'static [(&'static str, &'static [u8])] {
    EMBEDDED
}

/// The WebAssembly for games: named, embedded or built.
pub fn games(named: Option<&Path>) -> Result<Cow<'static, [u8]>> {
    GAMES.read(named)
}

/// The WebAssembly for boards: named, embedded or built.
pub fn boards(named: Option<&Path>) -> Result<Cow<'static, [u8]>> {
    BOARDS.read(named)
}

/// The WebAssembly for game trees: named, embedded or built.
pub fn search(named: Option<&Path>) -> Result<Cow<'static, [u8]>> {
    SEARCH.read(named)
}

/// The micro:bit's flash image with the firmware, from its first address: named, embedded or built.
pub fn firmware(named: Option<&Path>) -> Result<Vec<u8>> {
    let elf = MICROBIT.firmware.read(named)?;
    elf::image(&MICROBIT, &elf)
        .with_context(|| named.map_or("the firmware".to_owned(), |file| file.display().to_string()))
}

/// The content of `about.json`: whether the page has a server.
pub fn about(has_server: bool) -> Vec<u8> {
    json!({ "name": "pipsqueak", "version": env!("CARGO_PKG_VERSION"), "server": has_server }).to_string().into_bytes()
}

/// A file's content type.
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
