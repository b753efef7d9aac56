//! The page: served to this computer's browser together with this computer's boards, or written as static files. Knows HTTP
//! and which files there are; what the page does is its own matter (`host/web`).

mod access;
mod api;
mod connections;
mod files;
pub mod page;
pub mod serve;

use crate::system::artefact::Artefact;

/// The part of the page that decides.
const WASM: Artefact = Artefact {
    name: "page's WebAssembly",
    target: "wasm32-unknown-unknown",
    source: "host/web",
    file: "pipsqueak.wasm",
    ending: Some(".wasm"),
    remedy: "name a built one with --wasm FILE",
};
